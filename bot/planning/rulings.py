"""Rulings: how people of a project decide in a comment, in their own words."""

from __future__ import annotations

from bot.planning.concluded import SMALL_TALK, concludes
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.people import AUDIENCE, GROUPS, TRADES
from bot.planning.words import stem, stems

_RULING = Lazy(
    r"(?i)^(?:ok(?:ay)?|yes|yep|sure|right|good point|agreed)?[,.: ]*(?:let'?s|please|use|take"
    r"|go (?:with|for)|make it|keep|do|don't|we(?:'ll| will| should)? (?:use|take|go|do|keep"
    r"|want|need|just)|i(?:'d| would) (?:go|take|use|do)|i want|out with|number [1-9]\b"
    r"|default (?:is|stays)\b"
    r"|(?:so |then |and )?(?:it|that|this)(?: is not|'s not| isn't| need not be| needn't be"
    r"| doesn't have to be)"
    r" (?:really |even )?(?:a (?:question|matter) of )?(?:either|an? (?:choice|contradiction"
    r"|or\b))|settled|agreed,|both|neither|the (?:first|second|third|former"
    r"|latter)|option|variant|decision|decided|final"
    r"|(?:so|then|therefore|hence|thus)[,:]? (?:it'?s|it is|it'?ll be|it will be|we(?:'ll)?|let'?s)"
    r"|(?:that|which) leaves(?: us with)?|(?:it'?s|it is|it'?ll be|it will be) [\w.-]+,? then"
    r"|(?:(?:so|then|hence|therefore),? )?[\w.-]+ it is)\b"
)
# The text leaves it to what the repository says or does already.
_DELEGATED = Lazy(
    r"(?i)\b(?:whatever|as|like|the way|same as|follow)\b.{0,60}(?:\bdocs?/|\.md\b|\badrs?\b"
    r"|\bdecisions?\b|\bconventions?\b|\bguidelines?\b|\bstyle ?guide\b|\bhouse (?:rules?"
    r"|style)\b|\b(?:the|all|our|every) (?:other|existing) (?:[a-z]+ )?(?:settings|endpoints"
    r"|pages|commands|fields"
    r"|tests|modules)|\beverywhere else\b|\bthe others\b)"
    r"|(?:\bdocs?/|\.md\b|\badrs?\b|\bguidelines?\b|\bconventions?\b|\bstyle ?guide\b).{0,60}"
    r"(?:\bha(?:s|ve) (?:an?|the) (?:rule|answer|convention)s?\b|\b(?:answers?|decides?|settles?)\b"
    r"|\bsays? (?:where|which|how|what|who)\b|\b(?:follow|stick to) (?:it|that|them|those)\b)"
)
# It is done as something is done already: `like `run` does it`, `same rule as in the parser`.
_AS_ALREADY = Lazy(
    r"(?i)\b(?:as|like|the way|whatever(?! (?:we|you|one|i)\b)|just as|exactly as|the same as)"
    r" (?:the |our |we |it |they )?(?:[\w.`*'\[\]()/-]+ ){1,5}?(?:do|does|has|have|uses|handles"
    r"|already (?:does?|ha(?:s|ve)|uses?)|behaves?|treats?)\b(?! (?:not|n't|to)\b)"
    r"(?= ?(?:it|this|that|them|so|already|today|now|for|with|there|$|[.,;)]))"
    r"|\bsame (?:rule|way|style|order|format|as|unit|logic|place|scheme|convention|behaviou?r|pattern"
    r"|handling) (?:as |that |like |which )?(?:in |for |with |we |the )?[`\w]"
    r"|\b(?:is still valid|still (?:holds|applies|stands))\b"
)
# One way is taken: `Take that.`, `so follow it`, `do as the logger does`, `use whichever is there`.
_TAKES = Lazy(
    r"(?i)(?:^|[,;:.\u2013\u2014-] ?(?:so |then |and |but )?)(?:please |just |simply )*(?:take (?:that|it"
    r"|this one|what(?:ever)? is [a-z]+|whichever|the (?:first|second|third|last|former|latter"
    r"|simple\w*|cheap\w*|easie\w*|smaller)(?: one| way)?)\b(?! (?:as|into|from|for granted|element"
    r"|row|line|item|value|match|entry))|follow (?:it|that|them|those)\b"
    r"|stick (?:to|with) (?:it|that|this)\b|make it (?:an? )?(?:sibling|like|the same|one of)\b"
    r"|do (?:it |this |that )?(?:as|like|the same as|what)\b"
    r"|use (?:whichever|what(?:ever)? (?:we|is|the))\b)"
)
# What somebody tells of people or of the past, a number in it or not, decides nothing.
_TELLS = Lazy(
    rf"(?i)^(?:the |our |my |their )?(?:{TRADES}|{GROUPS}|{AUDIENCE}) (?:is|are|was|were|has"
    rf"|have|had|said|told"
    r"|wants?|wanted|thinks?|prefers?|asks?|asked|comes?|came|used to)\b"
    r"|^(?:the |our |my |their |a |an )?[\w' -]{2,40}? (?:had (?:that|this|it|the same)"
    r"|tried (?:that|this|it))\b"
)
_GO = Lazy(
    r"(?i)\b(?:go ahead|go for it|please proceed|you can start|ready to (?:build|implement"
    r"|start))\b"
)


# A comment that begins with a name, a number or a path says what to do.
_EXACT = Lazy(r"`[^`]+`|[0-9]|[\"“«][^\"”»]{2,}[\"”»]")
_ALLOWS = Lazy(
    r"(?i)^(?:yes|yep|ok(?:ay)?|sure|approved|agreed|fine|granted|confirmed|accepted"
    r"|(?:please )?do (?:it|that|so)|go (?:ahead|for it)|we(?:'ll| will)? do (?:it|this|that)"
    r"|(?:then|so|good,|ok(?:ay)?,?) (?:we|let'?s|i'?d|please)(?:'ll| will)? (?:do|take)"
    r" (?:it|this|that))\b(?!.*\b(?:but first|not yet|if|unless|once|after|wait|let me|depends|only when"
    r"|ask)\b)"
    r"|^you (?:may|can) (?:now |safely |really )?(?:drop|delete|remove|merge|ship|do|change"
    r"|switch|throw) (?:them|it|these|this|that|those"
    r"|both|all)\b(?! ?(?:if|once|after|unless|when|as soon))(?!.*\b(?:but first|not yet|unless|depends)\b)"
)


_ANNOUNCED = Lazy(r"(?i)\b(?:announced|approved|agreed|decided|signed off|cleared|accepted)\b")


def announces(sentence: str) -> bool:
    """Say whether a sentence tells of a formal step, which `on purpose` is not."""
    return bool(_ANNOUNCED.search(gloss(sentence)))


def allows(sentence: str) -> bool:
    """Say whether the answer to a risky wish is a yes that waits for nothing: `Yes, for 4.0`."""
    return bool(_ALLOWS.search(gloss(sentence))) and not sentence.endswith("?")


_WE_DO = Lazy(
    r"(?i)^(?:so |then |ok(?:ay)?,? |therefore |hence )?we (?:only |always |just "
    r"|never )?(?P<verb>[a-z]{3,})\b"
    r"(?! (?:to|that|about|if|whether)\b)"
)


def does(sentence: str, about: str) -> bool:
    """Say whether somebody tells as a fact what a doubt is about: `We shorten: first 76 characters`."""
    hit = _WE_DO.match(gloss(sentence))
    if hit is None or sentence.endswith("?") or weighs(sentence):
        return False
    return stem(hit["verb"].lower()) in stems(about)


# `(a). Half of us are on disks`, `B, please`: a comment that begins with a letter takes that way.
_LETTER = Lazy(r"(?i)^(?:\([a-e1-5]\)|[a-e](?= ?[.,:;!]| it is| please|$))")


def rules(sentence: str, first: str) -> bool:
    """Say whether a sentence of a comment, whose `first` sentence is given, takes one way.

    `Use the holidays package` does, and so does a word or three at the beginning: `File.`
    """
    text = gloss(sentence)
    if sentence == first and len(text.split()) <= 3 and not SMALL_TALK.search(text):
        return True
    if sentence == first and _LETTER.search(text) and not sentence.endswith("?"):
        return True
    talk = SMALL_TALK.search(text) or _TELLS.search(text)
    plain = sentence == first and _EXACT.search(sentence) and not talk
    return bool(_RULING.search(text)) or bool(plain and not weighs(sentence))


def leaves_to_repository(sentence: str) -> bool:
    """Say whether a sentence leaves the matter to what the repository says or does already."""
    text = gloss(sentence)
    already = _AS_ALREADY.search(text) and not compares(text)
    return bool(_DELEGATED.search(text) or already)


def takes_one(sentence: str) -> bool:
    """Say whether a sentence tells which way to take: `Take that.`, `so follow it`."""
    return not sentence.endswith("?") and bool(_TAKES.search(gloss(sentence)))


def lets_go(sentence: str) -> bool:
    """Say whether a sentence tells that work may start."""
    return bool(_GO.search(gloss(sentence)))


# `I have no preference, product should say`, `Needs Ann's call`, `Let me sleep on it`.
_PASSED_ON = Lazy(
    r"(?i)\b(?:product|marketing|security|legal|support|somebody(?: else)?|someone(?: else)?|others"
    r"|maintainers?|owners?|the (?:team|board|boss|owners?|maintainers?)) (?:should|must|has to"
    r"|have to|needs? to) (?:say|decide|choose|tell)\b|\bneeds? (?-i:[A-Z][a-z]+)'s? (?:call"
    r"|decision"
    r"|ok|okay|approval|word|input|opinion|vote|blessing)\b|\blet me (?:sleep on|think about"
    r"|think it|ask|check with|come back)\b|\b(?:not|isn't) (?:mine|my call|my decision"
    r"|for me to decide)"
    r"|\b(?:i'd|i would|we should|let's) (?:wait|ask) (?:for )?(?-i:[A-Z][a-z]+)\b"
)


def passes_on(sentence: str) -> bool:
    """Say whether whoever writes leaves the decision to somebody else, or to later."""
    return bool(_PASSED_ON.search(gloss(sentence)))


_BOUNDS = Lazy(
    r"(?i)[,;\u2013\u2014-] (?:the )?(?:final|decision|decided|verdict)(?: is)?: "
    r"|^(?:final|decision|decided|ruling|verdict|agreed|settled|approved|so be it"
    r"|resolved)\b ?[:,.\u2013\u2014-]"
)
_NUMBERED = Lazy(
    r"(?i)(?:^|[ :(])(?:option |number |variant |way |go for |take )?\(?(?P<sign>[1-5a-d])\)"
    r"|(?i:\b(?:option|variant|approach|alternative|proposal|solution) (?P<named>[1-5a-d])\b)"
)
_WEIGHS = Lazy(
    r"(?i)\b(?:could|would|might|may|perhaps|maybe|but|while|whereas|though|prefer|sounds?"
    r"|seems?|tend|lean\w*|nicer|simpler|easier|both have|has the advantage|more work|costs?"
    r"|depends|or)\b|[?]"
)


def sets_bounds(sentence: str) -> bool:
    """Say whether somebody announces a decision: `Final: …`."""
    return bool(_BOUNDS.search(sentence))


def numbered(sentence: str, about: str) -> int | None:
    """Which of the ways `(1) …, (2) …` of a sentence another one names, counted from nothing."""
    signs = [(m["sign"] or m["named"]).lower() for m in _NUMBERED.finditer(about)]
    told = {(m["sign"] or m["named"]).lower() for m in _NUMBERED.finditer(sentence)}
    if len(signs) < 2 or len(told) != 1 or sentence.endswith("?"):
        return None
    sign = told.pop()
    return signs.index(sign) if sign in signs else None


# `With the first the fee is paid twice, with the second some wait`: each way has its price.
PRICES = (
    r"(?:(?:^|[,;] (?:but |while |and |whereas )?|\b(?:but|while|whereas|and) )(?:(?:with|in|under|for|by) )?"
    r"the (?:first|former)(?: one| way| option| variant| case| solution)?(?=,? (?!(?:and|or|line|row|page"
    r"|column|request|call|run|time|file|table|test|step|attempt|game|round|person|player|user|entry|item"
    r"|two|three|day|letter|word|match|hit|part|half|few|thing|place|year|month|week|sentence|paragraph"
    r"|number|digit|name|of the)\b)[a-z])[^?!]{3,160}?(?:[,;.]|\b(?:but|while|whereas|and)) (?:but |while "
    r"|whereas |and )?(?:(?:with|in|under|for|by) )?the (?:second|latter|other)(?: one| way| option"
    r"| variant| case| solution)?\b(?! (?:two|line|row|page|column|request|call|run|time|file|table|test"
    r"|step|attempt|game|round|person|player|user|entry|item|day|half|part|place)\b)"
    r"|\bwith (?!(?:this|that|these|those|it|him|her|them|us|me|you|no|all|any|both|each|every|one|two)\b)"
    r"(?:the |an? )?[\w-]+(?: [\w-]+)?,? (?!(?:and|or|in|on|of|at)\b)[^?!.]{8,140}?(?:[,;]"
    r"|\b(?:but|while|whereas|and)) (?:but |while |whereas |and )?with (?!(?:this|that|it|him|them|us|me"
    r"|you|no|all|any|both|each|every)\b)(?:the |an? )?[\w-]+)"
)
_PRICES = Lazy(
    rf"(?i){PRICES}|[,;] (?:but |while |and |whereas )?(?:with|in) the (?:second|latter)\b"
)


def compares(sentence: str) -> bool:
    """Say whether a sentence tells what speaks for and against each of two ways, and so takes none."""
    return bool(_PRICES.search(gloss(sentence)))


def weighs(sentence: str) -> bool:
    """Say whether a sentence only weighs a way instead of taking it."""
    return bool(_WEIGHS.search(gloss(sentence)))


_DECIDED = Lazy(
    r"(?i)\b(?:(?:product|management|everybody|all|the (?:club|group|committee|council))(?: has"
    r"| have)?"
    r" (?:picked|chose|chosen|decided|voted|agreed|settled)"
    r"|won the (?:vote|poll)|(?:we|the (?:team|board|owner|maintainers)|i)(?:'ve| have|'s"
    r"| has)? (?:just "
    r"|already |now |finally |therefore |thus |then )*(?:decided|agreed|chose|chosen|settled"
    r"|picked|voted|opted)|(?:was|were|been|is|are) (?:already |finally |now )?(?:decided|agreed"
    r"|settled|voted|approved)|decision(?: \([^)]{1,40}\))?:|decided(?: in[^:.]{1,40})?:|agreed:"
    r"|(?:so|therefore|hence|thus) (?:we|i|let'?s)(?:'ll| will)? (?:go|take|use|do|keep)"
    r"|let's (?:go (?:with|for)|take|use|do (?:the|it)|keep|stick)|going (?:with|for)|went with"
    r"|we(?:'ll| will) (?:go|take|use)|end of discussion|nothing (?:more |left )?to (?:discuss"
    r"|decide)|we stick (?:to|with)"
    r"|(?:that|this|which) (?:decides|settles) (?:it|that|this|the (?:matter|question|choice))"
    r"|(?:i|we)(?:'ve| have| had)? gone (?:for|with)"
    r")\b"
)
_UNDONE = Lazy(
    r"(?i)\b(?:not|n't|nobody|never|no|until|before|unless|once|has to be|to be|needs? to be"
    r"|must be|heard|apparently|supposedly)\b"
)


def settles(sentence: str) -> bool:
    """Say whether a sentence tells that something was decided: `We went with the first`."""
    text = gloss(sentence[:600])
    if concludes(text):
        return True
    hit = _DECIDED.search(text)
    return bool(hit) and not _UNDONE.search(text[: hit.end()]) if hit else False
