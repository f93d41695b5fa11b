"""Undecided: signs that somebody still has to choose what is wanted, none of which need say so alone.

Who must decide, what speaks for each way, who wants which, what was merely mentioned: each weighs a
little, and what is settled in the same text weighs against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.domain.questionnaire import ReasonCode
from bot.planning.assertable import MUSES
from bot.planning.dilemmas import KINDS
from bot.planning.doubts import Doubt, unanswered
from bot.planning.hunches import hunches
from bot.planning.lazy import Lazy
from bot.planning.openings import how_to_decide, is_of_causes
from bot.planning.people import AUDIENCE, GROUPS, TRADES
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.rulings import settles
from bot.planning.signs import Sign, because, seen, told_in, total, weightiest
from bot.planning.words import word_set

ENOUGH = 2.5
PLAIN = 4.0
_QUESTION = Lazy(
    r"(?i)^(?:and |but |so |also |then |or |then again,? )*(?:does|do(?!es|n't)|is|are|will"
    r"|would|should|shall|who|which|what|when|where|how (?:many|long|often|much|far|big|strict"
    r"|do we|should))\b.{4,}\?$"
)
_POLITE = Lazy(
    r"(?i)\b(?:anyone|anybody|someone|somebody|can you|could you|would you|am i|do i|did i"
    r"|is it possible|is there (?:a|any|some)|are there (?:any|plans)|is this (?:a|the|expected"
    r"|intended|known|possible|on|planned|still)|would it be|would this|what do you (?:think"
    r"|need)|do you (?:have|know|need|plan|want me|accept|guys)|what am|why|will there be"
    r"|when (?:will|is)|is that (?:a bug|intended)|who can (?:help|review|take)|which version"
    r"|what happened|makes? sense|doable|feasible|sounds? good|right\?|agree\?|deal\?|won't that"
    r"|can i|should i|how do i|interested|what is (?:wrong|going)|for me|my (?:fault|side"
    r"|setup)|what (?:does|do|did) [^?]{2,60} (?:see|say|show|report|print|log|look like))\b"
)
_ANSWERS = Lazy(
    r"(?i)^(?:then|in that case|just|simply|yes|no|nope|i'd|i would|we|it should|they should"
    r"|show|answer:?|my (?:take|answer|suggestion)|always|never|nothing|none|all|both|only|keep"
    r"|use|that should)\b"
)


_SCENARIO = Lazy(
    r"(?i)^(?:given|scenario)\b.*\bwhen\b|^when\b.{3,200}\bthen\b"
    # `Should it differ, tell so`: a condition, not a question.
    r"|^(?:should|were|had) [^?]{3,120}, [^?]{3,}$"
)
# `I wonder if we could make it the default` wishes for it.
_WISH = Lazy(
    r"(?i)\bwonder(?:ing)? (?:if|whether) (?:we|you|it|there|this) (?:could|can|might|would) "
    r"(?!be (?:better|nicer|clear)|better)"
)
_IDENTIFIER = Lazy(r"[a-z0-9][A-Z]|\w_\w|\w\(\)|::|^\w+\.\w")
_CALLS = Lazy(r"\w\(")
_MUSED = 1.5  # what a model guesses of a text about code itself
_SPANS = 2
# What documents and tests are unclear about is their subject, not what is wanted of them.
_OF_WISHES = frozenset(
    (
        "ways side by side",
        "only mentioned",
        "names weighed against each other",
        "each way has its price",
        "ways that are counted",
        "either a whole sentence or another",
    )
)
_FIRM = frozenset(("somebody must decide", "left open", "two who want different things"))


def undecided(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find what is still to be chosen, where the signs of a whole text add up.

    Takes the issue and its intent: the report of a fault wonders about causes, which is no choice.
    Gives at most one doubt, about the sentence with the weightiest sign; it is faint below `PLAIN`, and
    who speaks of the program's own code is not asked for less.
    """
    told = [
        (at, raw, MUSES.sub("", text))
        for at, raw, text in told_in(reading)
        if not (_SCENARIO.search(text) or _WISH.search(text) or is_of_causes(text))
    ]
    found = seen(KINDS, told)
    found += _questions(told) if intent is not Intent.BUG else []
    found += [*_parties(told), *_voices(told)]
    found += _named(told)
    guessed = hunches(told, ReasonCode.AC_AMBIGUOUS)
    if is_of_code(reading):
        guessed = [replace(g, weight=min(g.weight, _MUSED)) for g in guessed]
    found += guessed
    against = [Sign("settled", -4.0, raw, at) for at, raw, text in told if settles(text)]
    for_ = [s for s in found if not any(a.at >= s.at for a in against)]
    if intent in {Intent.DOCS, Intent.TEST}:
        for_ = [s for s in for_ if s.name in _FIRM]
    if intent is Intent.BUG:
        for_ = [s for s in for_ if s.name not in _OF_WISHES]
    if not for_ or total(for_) < (PLAIN if is_of_code(reading) else ENOUGH):
        return
    top = weightiest(for_)
    doubt = decide_how(top.sentence, because(for_), top.at)
    yield replace(doubt, faint=total(for_) < PLAIN)


def decide_how(sentence: str, why: str, at: int) -> Doubt:
    """The doubt that a sentence leaves something to be decided."""
    question = sentence if sentence.endswith("?") else how_to_decide(sentence)
    return unanswered(question, why, at)


def is_of_code(reading: Reading) -> bool:
    """Say whether an issue speaks of its program's own code, as people who build it do."""
    named = {s for s in reading.spans if _IDENTIFIER.search(s)}
    return len(named) >= _SPANS or any(_CALLS.search(f.text[:2000]) for f in reading.fences)


def _questions(told: list[tuple[int, str, str]]) -> list[Sign]:
    """Questions on what the product should do, unless the next sentence answers them."""
    found = []
    for n, (at, raw, text) in enumerate(told):
        if at == 0 and _BOTH_IN_TITLE.match(text):
            found.append(Sign("ways in the title", 2.5, raw, at))
        if not _QUESTION.search(text) or _POLITE.search(text):
            continue
        following = told[n + 1][2] if n + 1 < len(told) else ""
        if not _ANSWERS.search(following):
            last = n + 1 == len(told)
            weight = 1.0 if at == 0 else 2.5 if last else 1.5
            found.append(Sign(f"a question at {at}", weight, raw, at))
    return found[:3]


# `Tags or folders`: a title that names two ways and does nothing.
_BOTH_IN_TITLE = Lazy(
    r"(?i)^(?!.*\b(?:crash|fail|error|hang|wrong|missing|lost|not|when|if|with|without|more|less"
    r"|so|two|one|add|allow|support"
    r"|show|accept|handle|either|choose|let|for)\w*\b)(?:[\w-]+: )?(?:[\w.-]+ ){1,3}(?:or|vs\.?"
    r"|versus) (?:[\w.-]+ ?){1,3}\??$"
)
_VIEW = (
    r"(?:says?|thinks?|wants?|prefers?|expects?|counts?|insists?|favou?rs?|argues?|suggests?"
    r"|claims?|likes?|loves?|hates?|votes?|asks? for|leans?|would (?:like|rather|prefer)"
    r"|is (?:for|against)|are (?:for|against)|finds?|proposes?|demands?|means?|calls? for"
    r"|considers?|wished?|swears? by)"
)
_PARTY = (
    r"(?:(?:the|our|some|most|many|other|half(?: of)?(?: the)?|[A-Z]\w+|[a-z]+) )?(?:[Pp]roduct"
    r"|[Ss]ecurity|[Mm]arketing|[Ss]ales|[Ss]upport|[Ll]egal|[Oo]ps|[Ff]inance|[Mm]anagement"
    r"|[Dd]esign(?:ers?)?|[Bb]oard|[Oo]ne|[Uu]sers|[Cc]ustomers|[Pp]layers|[Tt]eachers"
    r"|[Pp]arents|[Aa]dmins|[Mm]embers|[Dd]ev(?:eloper)?s|[Tt]eam|[Pp]eople|[Oo]thers|[Ss]ome"
    r"|[Hh]alf|[Mm]aintainers?|[Aa]ccounting|[Tt]reasurer|[Ll]ibrarians?|[Ss]cientists?"
    r"|[Ee]ngineers?|[Tt]esters|[Oo]wner|[Cc]oach(?:es)?|[Cc]lients?|[Bb]oss|[Cc]olleagues?"
    r"|[Ee]ditors|I|[Ww]e|[A-Z][a-z]{2,}s?)(?: (?:people|team|department|users|customers|folks"
    r"|side|guys))?"
)
_TWO = Lazy(
    rf"\b(?P<one>{_PARTY}) (?:already |rather |always |still "
    rf"|really )?{_VIEW}\b[^?!]{{2,160}}?(?:,|;|\bbut|\bwhile|\bwhereas|\band|\u2013"
    rf"|-)(?: (?:but|and|while|whereas))? (?P<other>{_PARTY}) (?:already |rather |always |still "
    rf"|really )?{_VIEW}\b"
)
# `The league talks about 0.5, the juniors want to keep 1`: whoever they are, each wants something.
_WISHES = (
    r"(?:want(?:s|ed)?|would (?:like|love|rather|prefer|be happ(?:y|ier))|prefer\w*|(?:is"
    r"|are) happ(?:y|ier)|beg(?:ged|s)|ask(?:s|ed)? for|talk(?:s|ed)? (?:about|of)|insist\w*"
    r"|demand\w*|expect\w*|vot(?:e|es|ed) for|push(?:es|ed)? for|swear\w* by|counts?|starts?"
    r"|uses?|says?|thinks?|keep(?:s|ing)?|lik(?:e|es)|need(?:s|ed)?|favou?r\w*|leans?)"
)
_EACH = Lazy(
    rf"(?i)\b(?P<one>{GROUPS}|{TRADES}|{AUDIENCE}|one(?: half| part| group| camp)?"
    rf"|some)\b(?: [a-z]+){{0,3}}? {_WISHES}\b[^?!]{{2,160}}?(?:,|;|\bbut|\bwhile|\bwhereas"
    rf"|\band)(?: (?:but|and|while|whereas))? (?:the )?(?P<other>{GROUPS}|{TRADES}|{AUDIENCE}"
    rf"|contract|law|docs|code|spec(?:ification)?|bylaws|rules|others?|the other(?:s| half| part"
    rf"| group)?|another|half)\b"
)
_SO = Lazy(
    r"(?i)^(?:so|therefore|hence|thus|that's why|both|we (?:can|will|should) (?:do|offer"
    r"|support) both|a switch)\b"
)
_OTHERS = Lazy(
    r"(?i)\bsome (?:want|wish|prefer|would like|like|need|expect)\b [^.;?!]{2,60}[,;] (?:but |and "
    r"|while )?(?:the )?others? (?!(?:can|should|must|are|get|have)\b)[a-z]+"
)
_ELLIPTIC = Lazy(
    r"(?i)\b(?:users?|customers?|people|[a-z]+ans?|[a-z]+ teams?|[a-z]+s) (?:expect|prefer|want"
    r"|like|favou?r)s?\b [^.,;?!]{2,60}[,;] (?:the )?[a-z]+s? (?:rather )?[A-Za-z0-9]"
)
_SAME_ONE = word_set(
    """it that which who this you also and should must could would will can not either to"""
)


def _parties(told: list[tuple[int, str, str]]) -> list[Sign]:
    """Two who want different things: `Product would like 8 hours, security thinks 30 minutes`."""
    found = []
    for n, (at, raw, text) in enumerate(told):
        if n + 1 < len(told) and _SO.search(told[n + 1][2]):
            continue
        hit = _TWO.search(text)
        if hit and hit["one"].lower() != hit["other"].lower() and not _same(hit["other"]):
            found.append(Sign("two who want different things", 3.0, raw, at))
        elif (
            (each := _EACH.search(text)) and each["one"].lower() != each["other"].lower()
        ) or _OTHERS.search(text):
            found.append(Sign("two who want different things", 2.5, raw, at))
        elif _ELLIPTIC.search(text):
            found.append(Sign("two who want different things", 2.0, raw, at))
    named = [(m[1], raw, at) for at, raw, _ in told if (m := _BY.search(raw))]
    if len({who for who, _, _ in named}) > 1:
        found.append(
            Sign("points of several people", 1.5, f"{named[0][1]} / {named[1][1]}", named[0][2])
        )
    return found


# `Sara: they must confirm by mail.` and another who sees it differently.
_SPEAKS = Lazy(
    r"^(?P<who>[A-Z][a-z]{2,12}): [^.?!]{0,80}\b(?:must|no|not|never|always|should|wants?|only"
    r"|enough"
    r"|prefers?|rather|needs?|would)\b"
)
_LABELS = word_set(
    """expected actual steps note notes goal scope test tests wanted today now before after default
    example result results why what how file files docs message input output browser server client
    header title body context background problem proposal solution acceptance format colour color
    option admin admins user users guest guests member members owner editor viewer anonymous staff
    fix bug cause idea plan rule rules important warning hint motivation reason impact behaviour
    behavior current desired given when then and but linux windows macos android iphone left right
    top bottom first second third january february march april june july august monday tuesday
    wednesday thursday friday saturday sunday free basic pro premium"""
)


_OPTION = Lazy(
    r"(?i)^(?:option|variant|approach|alternative|proposal|solution|idea|possibility|way) "
    r"(?P<sign>[A-E1-5])\b ?[:).\u2013\u2014-]"
)
_TAKES = Lazy(
    r"(?i)\b(?:i|we|let's|i'd|we'd|please) (?:go|take|choose|pick|do|use|chose|went|implement"
    r"|prefer)\b"
    r"|\b(?:option|variant|approach|proposal|solution|number) [A-E1-5] (?:it is|is (?:what"
    r"|the one|taken"
    r"|chosen|fine|it)|please|was (?:chosen|taken))"
)


def _named(told: list[tuple[int, str, str]]) -> list[Sign]:
    """`Option 1: … Option 2: …` told one after the other, and none of them taken."""
    said = [(m["sign"], raw, at) for at, raw, text in told if (m := _OPTION.search(text))]
    if len({sign for sign, _, _ in said}) < 2 or any(_TAKES.search(t) for _, _, t in told):
        return []
    return [Sign("named options", 2.5, f"{said[0][1]} / {said[1][1]}", said[0][2])]


def _voices(told: list[tuple[int, str, str]]) -> list[Sign]:
    """Two people by name, each with a view of their own."""
    said = [(m["who"], raw, at) for at, raw, _ in told if (m := _SPEAKS.search(raw))]
    said = [s for s in said if s[0].lower() not in _LABELS]
    if len({who for who, _, _ in said}) < 2:
        return []
    return [Sign("two who want different things", 2.5, f"{said[0][1]} / {said[1][1]}", said[0][2])]


# `Golems must kill in two hits. (Elena)`
_BY = Lazy(r"[(\u2013\u2014-] ?(?-i:([A-Z][a-z]+))\)?[.]?$")


def _same(who: str) -> bool:
    return who.lower().split()[-1] in _SAME_ONE
