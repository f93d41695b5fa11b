"""Telling: the sentences of a text without explicit criteria that say what must be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from bot.planning.analysis import Analysis
from bot.planning.asides import is_aside
from bot.planning.behaviour import is_fault
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.options import option_items
from bot.planning.preferences import preferred, prefers
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Passage, Reading, sentences
from bot.planning.sections import Part
from bot.planning.statements import instructs, labelled, requires, rules, states, without_lead
from bot.planning.words import shortened, words

STATED = frozenset((Intent.CHORE, Intent.REFACTOR, Intent.TEST))
_SOLUTION = Lazy(
    r"(?i)\b(?:solution|proposal|feature (?:request|description)|(?:you|i|we)(?:'d"
    r"| would)? (?:like|want)|lösung|vorschlag|wunsch|solución|propuesta|souhait\w*"
    r"|proposition)\b"
)
# A wish in the words of a proposal; in a report such a sentence may tell a cause.
_SUGGESTS = Lazy(
    r"(?i)^(?:so,? |therefore,? |hence,? )?i(?:'d| would)? (?:suggest|propose|recommend)"
    r" (?:to [a-z]|[a-z]+ing\b)"
)
_STAYS = Lazy(r"(?i)\b(?:stays?|remains?|keeps?|unchanged|untouched|as before)\b")
_AS_NOW = Lazy(r"(?i)\bas (?:now|today|before)\b|\bunchanged\b|\bstays?\b|\buntouched\b")
_LIKE = Lazy(
    r"(?i)\b(?:do (?:it|this)|make it|build it|handle it|works?|behaves?|same way) (?:just "
    r"|exactly )?(?P<how>(?:like|as) (?:the |for |in |with )[^.,;()]{3,60})"
)
_NOW = Lazy(
    r"(?i)\b(?:no way|impossible|hacks?|as of (?:right )?now|right now|currently|at the moment"
    r"|not a (?:very )?\w+ (?:solution|way)|workaround|does(?:n't| not) allow|does nothing)\b"
)
# What other work than a repair leaves out: `No renames of exported things`.
_NONE = Lazy(r"(?i)^(?:no|nothing|neither) (?:\w+ )?(?:\w+s|changes?|new|other|more|else)\b")
_STOOD = Lazy(
    r"(?i)\b(?:has|have) (?:grown|become|been|got)\b|\b(?:is|are) (?:only |just |already "
    r"|currently |still )?(?:used|called|needed|defined|imported|copied"
    r"|in [`\w.]+) .{0,60}\b(?:since|only|everywhere|twice)\b|\b(?:is|are) (?:only|just"
    r"|currently) (?:used|called|needed|imported|in)\b|\bsince (?:spring|summer|autumn|winter"
    r"|v?[0-9]|last|january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\b"
)
# What a report tells of values that come out today.
_EXPLAINS = Lazy(
    r"(?i)\b(?:are|is|will be|be) (?:printed|shown|displayed|returned|given) as\b"
    r"|^(?:for example|in other words|thus)\b|\binstead of the expected\b|\bthere will be one\b"
    r"|\b(?:the (?:bug|error|problem|cause)) is\b|\bis deleted by\b"
    r"|\b(?:asserts?|makes?) (?:the )?incorrect\b"
)
_CAN = Lazy(r"(?i)\b(?:(?:can|could|may) be [a-z]+ed|cannot|(?:is|are) enough|be able to)\b")
# What should have been is wrong today; what somebody tries, and what one has to do today, is no wish.
_TRIED = Lazy(
    r"(?i)\bshould(?:n't| not)? have (?:been )?[a-z]+(?:ed|en|wn)\b"
    r"|^(?:if|when|once) (?:i|you|we) (?:try|tried|run|ran|use)\b"
    r"|^(?:in order )?to [a-z]+ .{3,80}, .{2,60} (?:must be|has to be|have to be|needs? to be) "
    r"(?:enabled|installed|set)\b"
)
_ABSENT = Lazy(
    r"(?i)^(?!.*\b(?:should|must|needs?)\b).*\b(?:is|are) (?:missing|absent"
    r"|outdated|wrong|not (?:mentioned|documented))\b"
)
_MISSING = Lazy(
    r"(?i)\b(?P<be>is|are) (?:still |also )?(?:missing|absent|not (?:mentioned|documented|listed))\b(?! in\b)"
)
_WORKS_NOT = Lazy(
    r"(?i)^(?!.*\b(?:should|must|shall|want|expect|instead|need)\b).*\b(?:(?:it|this|that|they|which) "
    r"(?:does|do|is|are)(?: not|n't)|only works? (?:in|for|with|on)|never finds?|has some|is missing"
    r"|doesn't (?:work|check|support))\b|^(?!.*\b(?:should|must|want)\b).*, even (?:if|though|when)\b"
    r"|^(?!.*\bshould\b)(?:.*\bbut )?(?:here|so) (?:the |it\b|this )?[^,;]{0,60}"
    r"\b(?:does(?: not|n't)|never)\b"
)
# What such a sentence lists is wrong today, told by others, or history; none of it is wanted.
_LISTS_TODAY = Lazy(
    r"(?i)\b(?:limit\w*ions?|limiations?|drawbacks?|downsides?|shortcomings?|disadvantages?|problems?|issues?"
    r"|side[- ]?effects?|caveats?|symptoms?|causes?|reasons?|flaws?|weaknesses|bugs?|errors?|workarounds?"
    r"|alternatives?|bad things?|currently|right now|at the moment|today|so far"
    r"|works? (?:as expected|fine|well|perfectly|correctly))\b[^:]{0,60}:$"
    r"|^(?!.*\b(?:should|must|need|want|would be|propose|suggest|please)\b)(?=.*\b(?:notice|noticed|see|saw"
    r"|given|now|happens|does)\b).*\b(?:we|it|this|the \w+) ?:$"
    r"|^(?!.*\b(?:should|must|need|want|would|propose|suggest|please)\b)"
    r".*\b(?:introduced|released|added|brought|had|was|were)\b[^:]{0,120}:$"
    # What the writer has done already: `I have:`, `Checked so far:`.
    r"|^where (?:we|it|things) stands?\b[^:]{0,30}:$|^(?:what|all) (?:we|i) (?:know|checked)[^:]{0,30}:$"
    r"|(?:^|[.;,] )(?:(?:so far|already|before (?:this|that)),? )?(?:i|we)(?: have|'ve) ?(?:already|now"
    r"|so far|done|checked|tried)?:$|^(?:done|checked|prepared|tried)(?: so far| already)?:$"
)
# Beside each cause stands what is to be done about it.
_CAUSES = Lazy(r"(?i)\b(?:causes?|reasons?|culprits?)\b[^:]{0,30}:$")
_RIGHTS = Lazy(
    r"(?i)\b(?:should|must|fix(?:es)?|address|solve[sd]?|solutions?|to do|todo|want\w*)\b"
)
_USE_CASE = Lazy(
    r"(?i)^(?:my|our) (?:(?:own|main|specific|current) )?(?:use[- ]?case|situation|setup|context|motivation"
    r"|background)\b"
)
_GOES_ON = Lazy(r"(?i)^(?:the|it|this|that|there|then|here|so|we|i|[A-Z][a-z]+ )")
_MODAL = Lazy(
    r"(?i)\b(?:should|must|shall|need(?:s|ed)?|want\w*|would|could|can|expect\w*|please|wish|ideally)\b"
)
GUESSES = Lazy(
    r"(?i)\b(?:seems? (?:to|like)|maybe|perhaps|i (?:presume|guess|suspect|believe)|probably)\b"
)


def told(reading: Reading, analysis: Analysis) -> list[str]:
    """The sentences that say what must be; a rule without `should` counts behind the first wish only."""
    texts: list[str] = []
    intent, goal = analysis.intent, shortened(analysis.goal, 120)
    wished = intent in STATED or (
        intent is not Intent.BUG and not any(_wishes(p) for p in reading.passages)
    )
    changes = _to_do(reading.passages) if intent is Intent.BUG else set()
    beside = listed_today(reading.passages) | _of_use(reading.passages)
    beside |= option_items(reading.passages)
    for passage in reading.passages:
        wish = prefers(passage.text)
        weak = intent is Intent.BUG  # `it can be parsed` tells of today
        plain = _CAN.sub(" ", passage.text) if weak else passage.text
        asked = wish or requires(plain) or (not weak and proposes(passage.text))
        if passage.text in beside or not _tells_of_itself(passage, asked):
            continue
        if intent is Intent.DOCS and passage.form is Form.ITEM and _MISSING.search(passage.text):
            texts.append(_MISSING.sub(r"\g<be> documented", passage.text))
            continue
        told_now = intent is Intent.BUG and _EXPLAINS.search(passage.text)
        if complains(passage, intent) or _TRIED.search(passage.text) or told_now:
            continue
        listed = passage.form in {Form.ITEM, Form.BOX}
        if listed and (intent is not Intent.BUG or passage.text in changes):
            texts.append(named(passage.text, goal))
        elif like := _LIKE.search(passage.text):
            texts.append(f"{goal}, {like['how']}")
        elif asked or (intent is not Intent.BUG and _adds(passage, intent, wished, bool(texts))):
            texts.append(_wished(passage.text) if wish else without_lead(passage.text))
        wished = wished or (intent is not Intent.BUG and _wishes(passage))
    return [*texts, *_remedies(reading.passages)]


def proposes(text: str) -> bool:
    """Say whether a sentence of a wish proposes to do something: `I suggest adding an option`."""
    return bool(_SUGGESTS.match(text))


def _wished(text: str) -> str:
    """What is preferred: `It would be useful to have a flag` asks that there is one."""
    kept = preferred(text)
    there = re.match(r"(?i)an? ", kept) and re.search(r"(?i)\bto have $", text.partition(kept)[0])
    return f"There is {kept}" if there else kept


def listed_today(passages: tuple[Passage, ...]) -> set[str]:
    """The items of a list that tells of today: `It currently has some limitations:`."""
    found: set[str] = set()
    listing = False
    for passage in passages:
        if passage.form is Form.ITEM:
            found |= {passage.text} if listing and not _wished_too(passage.text) else set()
        else:
            text = passage.text
            listing = bool(_LISTS_TODAY.search(text)) and not _RIGHTS.search(text)
    return found


def _remedies(passages: tuple[Passage, ...]) -> Iterator[str]:
    """What the items of a list of causes say is to be done about each."""
    causes = False
    for passage in passages:
        if passage.form is not Form.ITEM:
            causes = bool(_CAUSES.search(passage.text))
        elif causes:
            yield from (s for s in sentences(passage.text) if instructs(s))


def _wished_too(text: str) -> bool:
    """Say whether an item of such a list is a wish all the same."""
    return bool(re.search(r"(?i)\b(?:should|shall|needs? to|please)\b", text))


def _of_use(passages: tuple[Passage, ...]) -> set[str]:
    """`My use case is …`, and what goes on telling of it: the writer's own surroundings."""
    found: set[str] = set()
    telling = False
    for passage in passages:
        text = passage.text
        opens = bool(_USE_CASE.match(text))
        telling = opens or (
            telling
            and passage.form is Form.PROSE
            and bool(_GOES_ON.match(text))
            and not _MODAL.search(text)
        )
        found |= {text} if telling else set()
    return found


def _to_do(passages: tuple[Passage, ...]) -> set[str]:
    """The items of a report's lists in which some item is an instruction: what is to be changed."""
    found: set[str] = set()
    for is_item, run in groupby(passages, key=lambda p: p.form is Form.ITEM):
        items = [p.text for p in run if p.part is Part.DESCRIPTION] if is_item else []
        told = [t for t in items if instructs(t)]
        steps = any(
            re.match(r"(?i)(?:open|click|press|run|start|go|select|tap|pick)\b", t) for t in items
        )
        found |= set(items) if told and not steps else set()
    return found


def _adds(passage: Passage, intent: Intent, wished: bool, asked: bool) -> bool:
    """A sentence that lays something down beside the wishes; `asked` says that one came before."""
    text = passage.text
    near = wished or _is_wished(passage, intent)
    found = near and (rules(text) or states(text))
    stays = states(text) and bool(_STAYS.search(gloss(text)))
    return found or (asked and (_goes_on(text) or stays))


def _is_wished(passage: Passage, intent: Intent) -> bool:
    """A sentence of the section that describes the solution."""
    return intent is not Intent.BUG and bool(_SOLUTION.search(passage.section))


def _goes_on(text: str) -> bool:
    """What a report adds to its first wish: `Cycles throw the same error as now`."""
    if _EXPLAINS.search(text):
        return False
    return rules(text) and not is_fault(text) and not re.search(r"(?i)\b(?:i|we|my|our)\b", text)


def complains(passage: Passage, intent: Intent) -> bool:
    """What is wrong today is no criterion, in a report nor in a wish; of other work a list holds none."""
    text = passage.text
    told = (
        intent is Intent.BUG
        or (intent is Intent.FEATURE and (bool(_NOW.search(text)) or _is_told_fault(passage)))
        or (intent is Intent.DOCS and bool(_ABSENT.search(text)))
        or (intent in STATED and passage.form is Form.PROSE and not _AS_NOW.search(text))
    )
    if intent in STATED and _NONE.match(text):
        return False
    return told and is_fault(text) and not (instructs(text) or prefers(text))


def _is_told_fault(passage: Passage) -> bool:
    """A sentence of a wish that tells what does not work, and demands nothing."""
    return passage.form is Form.PROSE and bool(_WORKS_NOT.search(passage.text[:600]))


def _tells_of_itself(passage: Passage, asked: bool) -> bool:
    """Not a lead-in, a question, or what counts as explicit already."""
    if not may_tell(passage) or passage.text.endswith(":") or labelled(passage.text):
        return False
    if GUESSES.search(passage.text) or (not asked and _STOOD.search(passage.text)):
        return False
    return asked or not passage.text.endswith("?")


def named(item: str, goal: str) -> str:
    """An item of few words, such as `README prerequisites`, says what only together with the goal."""
    bare = (
        len(list(words(item))) <= 3 and not requires(item) and not re.search(r"[0-9`:=]|->", item)
    )
    return f"{item}: {goal}" if bare else item


def _wishes(passage: Passage) -> bool:
    return may_tell(passage) and (requires(passage.text) or prefers(passage.text))


def may_tell(passage: Passage) -> bool:
    """Say whether a passage is the writer's own word about what is to be done."""
    return (
        passage.part in {Part.DESCRIPTION, Part.NOTES, Part.LIMITS}
        and passage.form not in {Form.QUOTE, Form.TICKED}
        and not is_aside(passage.text)
    )
