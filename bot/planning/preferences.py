"""Preferences: wishes that are told without `should`: `a dash is what I'd go for`, `skipping it would do`."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.verbs import IMPERATIVES

_ORDERS = "|".join(sorted(IMPERATIVES))
_OBJECT = (
    r"(?:the|an?|all|any|every|each|no|it|its|them|their|this|that|these|those|only|nothing|both"
    r"|[0-9]|[`\"'“„«])"
)
_PREFERS = Lazy(
    r"(?i)\b(?:(?:i|we)(?:'d| would)(?: much| really| simply| just| rather)* (?:go for|go with"
    r"|prefer|rather|suggest|propose|opt for|pick|choose|settle for|vote for|be (?:happy|fine"
    r"|glad|thankful|grateful) (?:with|if))|(?:(?:is|are|was|that's|that is|it's) )?(?:exactly "
    r"|just |really |all )?(?:what|all|how) (?:i|we|people|users)(?:'d| would)? (?:go for"
    r"|expect(?:ed)?|want(?:ed)?|like|need(?:ed)?|prefer|had in mind|hope(?:d)? for"
    r"|wish(?:ed)?(?: for)?|miss)|would (?:already |really |easily |fully |be |have )*(?:do"
    r"|suffice|spare|save|help|solve|make sense|make it easier|fine|right|better|best|ok(?:ay)?"
    r"|perfect|ideal|sufficient|preferable|useful|handy|lovely|welcome|fair|correct|wonderful"
    r"|sensible|logical|reasonable|appropriate|easier|safer|clearer|nicer"
    r"|more useful)\b(?! if you)|(?:it|that|this)(?:'d| would) (?:help|be [a-z]+) (?:to|if|when)"
    r"|(?:it|that|this) makes sense to|(?:may|might|can|could|should) (?:simply|just) [a-z]+"
    r"|(?:is|are) (?:supposed|meant) to|ought to|(?:had|'d) better|let's|how about|why not"
    r"|better to|would be (?:good )?enough|suffices|will do|the right (?:thing|answer"
    r"|behaviou?r) (?:is|would)|(?:my|our|the) (?:idea|wish|preference|suggestion"
    r"|proposal) (?:is|was|would be)|what'?s (?:missing|needed) is|wäre(?:n)? (?:schön|gut|toll"
    r"|super|hilfreich|praktisch|prima|richtig|besser|sinnvoll|nett|fein|perfekt)|(?:würde"
    r"|möge) (?:reichen|genügen|helfen)|(?:reicht|genügt)(?: völlig| mir| uns| auch)?\b"
    r"|am liebsten|lieber\b|fände(?:n)? (?:ich|wir)|hätte(?:n)? (?:ich|wir|gern\w*)"
    r"|sinnvoll wäre|es fehlt|(?:il )?suffi(?:t|rait)|(?:ce|il|ça) serait (?:bien|mieux|pratique"
    r"|utile|sympa|bon)|j'aimerais|on aimerait|il faudrait|je préfér\w+|mieux vaudrait"
    r"|l'idéal serait|bastaría|basta con|estaría bien|sería (?:mejor|útil|bueno|ideal|genial)"
    r"|preferiría\w*|habría que|me gustaría|lo ideal|sarebbe (?:bello|meglio|utile|comodo)"
    r"|basterebbe|vorrei|preferirei|seria (?:bom|melhor|ótimo)|gostaria|zou (?:fijn|mooi|handig"
    r"|goed|beter) zijn|liever|genoeg)\b"
)
# Behind what opens the sentence: a case, an announcement, a joining word.
_ORDERED = Lazy(
    r"(?i)^(?:(?:and|so|then|but|or|just|simply|instead|also|therefore|rather|better|ok(?:ay)?"
    r"|yes|no|well|again|first|second|third|finally|otherwise|in any case|for now|i'd say"
    r"|i think)[,:]? )*(?:(?:for|on|in|if|when|with|without|at|after|before|under|during|inside"
    r"|outside|as)\b[^.;?]{1,60}?[, ] ?)?"
    rf"(?:{_ORDERS}) {_OBJECT}(?=[\s\w`\"'“„«]|$)"
)
_ONLY = Lazy(
    r"(?i)^(?:but |and |so |please )?(?:only|not|never|just) (?:when|if|for|on|in|after|before"
    r"|once|while|with|during)\b"
)
_ANNOUNCED = Lazy(
    r"(?i)^[^:;?`\"“]{0,60}\b(?:then|things?|so|decision|decided|final|plan|please|fix|proposal"
    r"|proposed|idea|suggestion|solution|way|wish|request|answer|conclusion|agreed|settled|short"
    r"|summary|done|do|following|this|todo|case)"
    rf": (?:please )?(?:{_ORDERS}) (?!:)"
)
_SPARES = Lazy(
    r"(?i)[,;:]? ?(?:\b(?:and |so )?(?:that|this|which|it) )?(?:is|are|that's|it's|would be"
    r"|'d be|was)? ?(?:exactly |just |really |simply |all )?(?:what|how) (?:i|we|people"
    r"|users)(?:'d| would)? (?:go for|expect(?:ed)?|want(?:ed)?|like|need(?:ed)?|prefer"
    r"|had in mind|hoped for)\b.{0,40}$|,? (?:and )?(?:that |this |it |which )?would (?:already "
    r"|really |easily |fully )*(?:be )?(?:do|suffice|spare|save|help|solve|fine|enough|ok(?:ay)?"
    r"|perfect|ideal|sufficient|preferable|useful|handy|lovely|welcome|sensible|better|best"
    r"|right|correct)\b.{0,60}$"
)
_OPENS = Lazy(
    r"(?i)^(?:(?:so|and|but|then|also|well|ok(?:ay)?|anyway|for (?:me|us)|personally|imho"
    r"|in my (?:opinion|view)|as far as (?:i|we) (?:know|understand|can tell|see)\b"
    r"(?: (?!an? |it |they |we )[^ ,]+){0,3}),? (?=\S))+"
)
_LEADS = Lazy(
    r"(?i)^(?:(?:i|we)(?:'d"
    r"| would)(?: much| really| simply| just| rather)* (?:go for|go with|prefer|suggest|propose"
    r"|opt for|pick|choose|settle for|vote for)(?: that| to)?|(?:it|that|this)(?:'d"
    r"| would) (?:help|be [a-z]+)(?: a lot| much| us| me| already)? (?:to (?:see|have|get"
    r"|be able to|know)|to|if|when)|what (?:i|we)(?:'d| would)? (?:want|need|like|prefer|expect"
    r"|miss)(?: most)? is|let's|how about|why not|(?:my|our|the) (?:idea|wish|preference"
    r"|suggestion|proposal) (?:is|was|would be)(?: that| to)?|the right (?:thing|answer"
    r"|behaviou?r) (?:is|would be)(?: to)?|what'?s (?:missing|needed) is) "
)


def prefers(text: str) -> bool:
    """Say whether a sentence wishes for something without `should`, `must` or a verb at its head."""
    plain = text[:600]
    if plain.rstrip().endswith("?"):
        return False
    return bool(
        _PREFERS.search(plain)
        or _ONLY.match(plain)
        or _ORDERED.match(plain)
        or _ANNOUNCED.match(plain)
    )


def preferred(text: str) -> str:
    """What such a sentence wishes for: `so a dash is what I'd go for` is `a dash`."""
    plain = _LEADS.sub("", _OPENS.sub("", text[:600])).strip()
    if _ANNOUNCED.match(plain):
        plain = plain.partition(": ")[2]
    bare = _SPARES.sub("", plain).strip(" ,;:")
    return bare if len(bare.split()) >= 2 else plain
