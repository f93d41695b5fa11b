"""Assertable: whether a sentence can be a criterion that an assertion is written for, and its plain form."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy
from bot.planning.verbs import is_imperative
from bot.planning.words import words

# What stands before a statement and states nothing.
_BEFORE = Lazy(
    r"(?i)^(?:(?:and|but|or|so|then|thus|hence|also|well|however|therefore|whereas|basically|ideally"
    r"|obviously|personally|finally|likewise|similarly|actually|imho|imo|maybe|perhaps|in other words"
    r"|for (?:example|instance)|as per (?:my understanding|\w+)|that said|of course|in short|in general"
    r")\b,? +|i(?:'d| would)? (?:think|believe|guess|feel|hope(?! to be able)|propose|suggest|assume)"
    r"(?: that| to)?,? "
    r"|i(?:'ve| have)(?: often| always| long| frequently)? (?:wanted|wished|needed) to "
    r"|i (?:would )?expect(?:ed)? that |(?:a|the) better (?:solution|option|way) would be to "
    r"|it (?:would|might|may) be (?:desirable|preferable|better|ideal|useful|helpful|sensible"
    r"|appropriate) to )+"
)
_WONDERS = Lazy(
    r"(?i)^.{0,160}?\bwonder(?:ing)? (?:if|whether) (?:we|you|it|one) (?:could|can|might|may) "
    r"(?:please |also |maybe )?(?P<order>[a-z]+ \S.{5,200})$"
)
MUSES = Lazy(r"(?i) ?\((?:or|and)(?: maybe| perhaps| also)?\b[^()?]{1,80}\?\)")
"""What wonders in brackets about more of the same: `(or also in others?)`."""
_EXAMPLE = Lazy(
    r"(?i)^for (?:example|instance),? [a-z]+ing\b(?!.*\b(?:should|must|is|are|works?|gives?)\b)"
)
_EXPECTS = Lazy(
    r"(?i)^(?:i|we)(?: would|'d)? (?:expect(?:ed)?|want) (?P<what>`[^`]+`"
    r"|(?:the |an? |this |that |it\b|all )?[\w`'./ -]{0,60}?) (?P<not>not )?to "
    r"(?!(?:the|an?|any|my|our|this|all)\b)(?P<verb>[a-z]+)\b"
)
_EXPECTED = Lazy(r"(?i)^(?:personally,? |so,? )?i (?:would(?: have)? )?expect(?:ed)? that ")
_EXPECTS_ABLE = Lazy(r"(?i)^(?:i|we)(?: would|'d)? (?:expect(?:ed)?|hope) to be able to ")
_EXPECTS_NO = Lazy(r"(?i)^(?:i|we)(?: would|'d)? expect no (?=[a-z])")
_TO_BE = Lazy(r"^(?P<what>[^,;:]{3,90}?) to be (?P<how>[a-z]+(?:ed|en|wn|ne|de|nt|t)\b)")
_WISHES = Lazy(
    r"(?i)^(?:(?:can|could|would) (?:we|you)(?: please)? (?=[a-z]+ (?:the|an?|some|this|it|all|new)\b)"
    r"|(?:i|we)(?: (?:want|need|would like|wish|hope)|'d like) to (?:be able to )?)(?P<order>[a-z]+ \S.*)$"
)
# `The change is small, by emitting the image` proposes to emit it.
_BY_DOING = Lazy(
    r"(?i)^.{0,120}\bthe (?:change|fix|solution|implementation) (?:is|would be|should be|could be)\b.{0,60}?"
    r"\bby (?P<verb>[a-z]{2,14})ing (?P<rest>\S.{5,200})$"
)
_SUGGESTED = Lazy(
    r"(?i)^(?:so,? |therefore,? |hence,? )?i(?:'d| would)? (?:suggest|propose|recommend) [a-z]+ing\b"
)
_DOING = Lazy(r"(?i)^(?P<verb>[a-z]{2,14})ing (?P<rest>\S.{5,300})$")
_ABLE = Lazy(r"(?i)^(?P<who>[^,;:]{2,60}?) (?:were|was|would be) able to ")
_MODAL = Lazy(
    r"(?i)\b(?:should|must|shall|will|would|can|could|has|have|needs?|ought|is|are|was|were)\b"
)
_TELLS_OF_SELF = Lazy(
    r"(?i)\b(?:i'm|i've|i was|i had|i have been|i know|i am (?!able|allowed)|i (?:tried|use|used"
    r"|found|noticed|guess|suppose|wonder|understand|think|thought)|my (?:case|use[ -]?case|opinion"
    r"|understanding|project"
    r"|machine|setup|guess|fix|pr))\b"
)
_OPINION = Lazy(
    r"(?i)\b(?:would be great to|it would be great|is (?:also )?dangerous|worth (?:it|to|im)|some complexit"
    r"|is (?:insufficient|inadequate|tedious|cumbersome|inconvenient|counter-?intuitive)|not enough"
    r"|makes? (?:me|no) sense|not sure|is (?:really |very )?(?:useful|helpful|annoying|confusing|weird)"
    r"|\bit it\b|also removes some|initially there|somehow|in the long run|a bit (?:hard|tricky"
    r"|weird)|too (?:intrusive|much work)"
    r"|the previous behaviou?r|this behaviou?r (?:is|appears|seems|was))\b"
)
_FRAGMENT = Lazy(
    r"(?i)^(?:that is what|on the other hand|for (?:more|further) (?:information|details)"
    r"|(?:and|but) then|during|mainly|especially|e\.g|i\.e|etc|which|as well as|such as|including"
    r"|instead the|because|unfortunately|currently|right now|at the moment|similar to|related to)\b"
)
_ENDS_OPEN = Lazy(
    r"(?i)(?<! as )(?:\b(?:because|and|or|with|the|an?|of|to|for|by|from|as|e\.g|i\.e)|[,:(])\W*$"
)
# `Leave it where the price is` ends in a clause of its own; `what is left is` has lost its end.
_ENDS_IN_BE = Lazy(r"(?i)\b(?:is|are|to be)\W*$")
_WHOLE_CLAUSE = Lazy(
    r"(?i)\b(?:as|where|what|whatever|whichever|which|that|how|who|whoever|whose|than|there|like)"
    r"(?: (?!is\b|are\b)[\w'`-]+){1,4} (?:is|are)\W*$"
    r"|\b(?:as|whoever|who|there|whatever) (?:is|are)\W*$"
)
_SPOKEN = Lazy(r"[\"“„][^\"”“]*[\"”“]")
_LOST = Lazy(r"„[^“”]*$|«[^»]*$|(?<![\w.,!?…)%])“[^”]*$|^(?!\W*\w{1,3}\))[^()]*\)")
# Agreement, and what somebody says of another report.
_AGREES = Lazy(
    r"(?i)^(?:same (?:here|for me|with me|with us|problem|issue|question)\b|\+1\b|me too\b|seconded\b"
    r"|(?:i )?(?:fully )?agree(?:d)? (?:with|to|on)\b|not the same as #|just for the record\b"
    r"|it is accepted\W*$|approved (?:as|exactly)|(?:it's|that's|it is|that is) (?:what|why|how)\b"
    r"|(?:they|we|it|he|she) (?:do|does|did|are|is),)"
    r"|\bis (?:another|a different) (?:story|matter|discussion|question|topic|ticket|issue)\b|\bcan wait\b"
    r"|\b(?:fyi|by the way|btw)\b|, then\W*$"
)
# What somebody did, has, or met: `we made it read-only last month`, `they drifted apart`.
_DID = Lazy(
    r"(?i)^(?:and |but |so |then |also )?(?:we|i|he|she|they|customers?|people|somebody|a customer"
    r"|the board) (?:\w+ly |just |once |both |both of us )?(?:made|built|took|found|had|got|went|saw|said"
    r"|told|wrote|sent|bought|paid|lost|did|met|gave|came|changed|wanted to|talked|voted|asked|tried"
    r"|noticed|used|moved|drifted|tested|ran|commit|build with|keep [^,;]{1,20} from|use [0-9])\b"
    r"(?!.*\b(?:should|must|shall|please|so that)\b)"
    r"|^it took (?:me|us)\b|^(?:ran|tried|tested|checked|measured|voted) (?:it |this |that |on |over )"
    r"|^(?:has|have|had|was|were) (?!to\b)(?:had|been|seen|got|it|them|this|that)\b"
)
# How things are already: `Roles exist already`.
_ALREADY = Lazy(
    r"(?i)^(?!.*\b(?:should|must|shall|if|when|once|unless|that|which|refused?|no longer)\b)"
    r"(?:[^,;]{2,80} (?:exists?|is|are|has|have|does|do|knows?|keeps?|contains?|comes?|works?) "
    r"(?:[^,;]{1,60} )?already\b"
    r"|[^,;]{2,80} already (?:exists?|is|are|has|have|does|do|knows?|keeps?|says?|works?)\b)"
)
_INSTEAD = Lazy(
    r"(?i)^(?:instead,? (?:the|it|i|we|they|this|an?|nothing)\b|currently"
    r"|unfortunately|right now|but (?:it|the)\b|however"
    r"|the previous behaviou?r|(?:it|this) is also dangerous|same as above)"
)
# What is left of a sentence that leans on the one before it, a file, and a dump of output.
_LEANS = Lazy(
    r"(?i)^(?:that|this) is what\b|\be\.g\W*$|\bshould(?: also| too| as well)?\W*$"
    r"|^(?:as|since|because|although|though) (?:an?|the|we|you|they|it|this|that) "
    r"(?!.*\b(?:want|need|can|should|must|would|may|will)\b)[^,:;]*$"
    r"|\b(?:should|must|would) (?:read|say|print|give|return|look like)\W*$|\b(?:yields|outputs)\W*$"
    r"|^(?:this|that|it) (?:should|must|could|would) (?:really |just )?be "
    r"(?:possible|fixed|solved|addressed|resolved|improved|better|easy|trivial|simple"
    r"|configurable|supported|handled|allowed)\W*$|^(?:\w+ ){0,3}if possible\W*$"
    r"|^(?:change|replace|use|add|do|try|fix|remove|set) (?:this|that|these|those|the following)"
    r"(?: lines?| code)?\W*$|^(?:while|whereas) [^,]*$"
    r"|^\S+\.(?:mp4|mov|gif|png|jpe?g|webm|zip|log)$|^\.[A-Z]{2} |\\f[A-Z]"
)
# What comes out today, behind what should: `it is expected to be hidden, but it remains visible`.
_AS_IT_IS = Lazy(
    r"(?i)(?<=[\w`)])(?<!not), but (?:it|they|this|that|currently|now|today|instead)\b"
    r"(?!.*\b(?:should|must)\b).*$"
)
_CONCLUDES = Lazy(r"(?i)^(?:i|we) .*, so (?:that )?(?P<what>(?:the|it|this) [^,;]*\bshould\b.*)$")
_SHORTEST = 3
# A line of code or output that stands for itself.
_CODE_ALONE = Lazy(r"\W*x\W*")
# Japanese and Chinese set no spaces between words.
_UNSPACED = Lazy(r"[\u3040-\u30ff\u3400-\u9fff]{6}")


def plainly(text: str) -> str:
    """A statement without what announces it: `Then, I would expect x to find it` is `x should find it`."""
    if len(text) > 600:
        return text
    bare = _AS_IT_IS.sub("", MUSES.sub("", _BEFORE.sub("", text))).strip()
    concluded = _CONCLUDES.match(bare)
    bare = concluded["what"] if concluded else bare
    wonders = _WONDERS.match(bare)
    if wonders and is_imperative(wonders["order"]):
        order = wonders["order"].rstrip("?")
        bare = order[:1].upper() + order[1:]
    bare = bare.replace(" would ", " should ", 1) if _EXPECTED.match(text) else bare
    bare = _EXPECTS_ABLE.sub("One can ", bare)
    bare = _EXPECTS_NO.sub("There is no ", bare)
    wished = _EXPECTS.match(bare)
    if wished:
        should = f"should {'not ' if wished['not'] else ''}{wished['verb']}"
        bare = f"{wished['what']} {should}{bare[wished.end() :]}"
    done = _TO_BE.match(bare)
    if done and not _MODAL.search(done["what"]):
        bare = f"{done['what']} should be {done['how']}{bare[done.end() :]}"
    wish = _WISHES.match(bare)
    if wish and is_imperative(wish["order"]):
        bare = wish["order"][:1].upper() + wish["order"][1:]
    bare = _proposed(_ordered(bare) if _SUGGESTED.match(text) else bare)
    bare = _ABLE.sub(r"\g<who> can ", bare)
    if bare == text or not bare:
        return text
    return bare[:1].upper() + bare[1:] if text[:1].isupper() and bare[:1].isalpha() else bare


def _ordered(text: str) -> str:
    """`I suggest providing x` asks to provide x."""
    found = _DOING.match(text)
    verb = _verb(found["verb"]) if found else ""
    return f"{verb.capitalize()} {found['rest']}" if found and verb else text


def _verb(stem: str) -> str:
    stem = stem.lower()
    return next((v for v in (stem, f"{stem}e", stem[:-1]) if is_imperative(f"{v} it")), "")


def _proposed(text: str) -> str:
    """What is to be done, where a sentence says by doing what the change is made."""
    found = _BY_DOING.match(text)
    if found is None:
        return text
    verb = _verb(found["verb"])
    return f"{verb.capitalize()} {found['rest']}" if verb else text


def assertable(text: str) -> bool:
    """Say whether a sentence states something a test or a reader can hold the change against."""
    plain = re.sub(r"`[^`]*`", "x", text[:600])
    if len(list(words(plain))) < _SHORTEST and "`" not in text and not _UNSPACED.search(plain):
        return False
    return not (
        _CODE_ALONE.fullmatch(plain)
        or _LEANS.search(plain)
        or _TELLS_OF_SELF.search(_SPOKEN.sub("x", plain))
        or _EXAMPLE.match(text[:600])
        or _OPINION.search(plain)
        or _FRAGMENT.match(plain)
        or _ends_open(plain)
        or tells_today(plain)
        or _LOST.search(plain)
        or plain.count("(") != plain.count(")")
        or text.count("`") % 2
    )


def _ends_open(plain: str) -> bool:
    """Say whether a clause has lost its end."""
    if _ENDS_IN_BE.search(plain):
        return not _WHOLE_CLAUSE.search(plain)
    return bool(_ENDS_OPEN.search(plain))


def tells_today(plain: str) -> bool:
    """Say whether a clause agrees, tells what somebody did, or what there is already."""
    return bool(_AGREES.search(plain) or _DID.match(plain) or _ALREADY.match(plain))


def opens_badly(text: str) -> bool:
    """Say whether a sentence under a heading of what is expected tells something else: `Instead it hangs`."""
    return bool(
        _INSTEAD.match(text)
        or _LEANS.search(text[:600])
        or _TELLS_OF_SELF.search(_SPOKEN.sub("x", re.sub(r"`[^`]*`", "x", text[:600])))
    )
