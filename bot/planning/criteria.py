"""Criteria: what must hold in the end, each with the sentence it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.planning.analysis import Analysis
from bot.planning.asides import is_aside
from bot.planning.behaviour import NOTHING, behaviour, examples, is_fault, leads
from bot.planning.choices import choice_in
from bot.planning.decisions import Decision
from bot.planning.gaps import gap_in
from bot.planning.gloss import gloss
from bot.planning.options import option_items
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Passage, Reading, sentences
from bot.planning.scenarios import in_gherkin, scenario
from bot.planning.sections import Part
from bot.planning.statements import labelled, parts, requires, rules, states, without_lead
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened, words

MOST = 25
_KEEPS = re.compile(
    r"(?i)\b(?:must not|may not|not|never|only|keeps?|stays?|remains?|unchanged|untouched"
    r"|as (?:today|before)|no longer|at (?:most|least))\b"
)
_STAYS = re.compile(r"(?i)\b(?:stays?|remains?|keeps?|unchanged|untouched|as before)\b")
_LIKE = re.compile(
    r"(?i)\b(?:do (?:it|this)|make it|build it|handle it|works?|behaves?|same way) (?:just "
    r"|exactly )?"
    r"(?P<how>(?:like|as) (?:the |for |in |with )[^.,;()]{3,60})"
)
_UNDOCUMENTED = re.compile(
    r"(?i) (?:is|are)(?: not|n't) (?:\w+ )?documented\b| (?:is|are) undocumented\b"
    r"| (?:is |are )?missing (?:in|from) (?:the )?(?:docs|documentation)\b"
)
_SHOULD = re.compile(r"(?i)\b(?:should|must|ought to|has to|needs? to)\b")
_NOW = re.compile(
    r"(?i)\b(?:no way|impossible|hacks?|as of (?:right )?now|right now|currently|at the moment"
    r"|not a (?:very )?\w+ (?:solution|way)|workaround|does(?:n't| not) allow|does nothing)\b"
)
_GUESSES = re.compile(
    r"(?i)\b(?:seems? (?:to|like)|maybe|perhaps|i (?:presume|guess|suspect|believe)|probably)\b"
)
_CORRECTION = re.compile(
    r"(?i)^(?P<files>[^:]{3,120}): .{2,120}? (?:should (?:be|read|say)|must be|->|→"
    r"|instead of) (?P<right>`[^`]+`|[^(]{2,80})"
)
_UNTESTABLE = re.compile(
    r"(?i)\b(?:documented|documentation|docs|readme|changelog|reviewed|release notes|announced"
    r"|approved by|screenshots?|typos?)\b"
)


@dataclass(frozen=True, slots=True)
class Need:
    """A criterion before it has an id: its text, whether a test can prove it, and where it comes from."""

    text: str
    test: bool
    source: str


def needs(
    reading: Reading,
    analysis: Analysis,
    decisions: Iterable[Decision],
    said: Iterable[str] = (),
    feedback: Iterable[str] = (),
) -> tuple[Need, ...]:
    """Collect the criteria of a request.

    Takes the issue, what it is, the decisions, what people who may decide said about it, and which of
    that is feedback on an earlier plan. Explicit
    ones come first (sections, open boxes, Given/When/Then, the expected behaviour of a fault), then what
    the text beside them forbids or keeps; where there are none, every sentence that says what must be.
    Where there are none either, one follows from the kind of work. Decisions that can be verified are
    criteria too.
    """
    goal = shortened(analysis.goal, 120)
    followed = {f.lead for f in reading.fences if leads(f.lead)}
    explicit = [
        _named(p.text, goal)
        if p.form is Form.BOX and analysis.intent is Intent.CHORE
        else labelled(p.text) or p.text
        for p in reading.passages
        if _is_explicit(p, reading) and not is_aside(p.text) and p.text not in followed
    ]
    explicit += examples(reading)
    explicit += [
        text for fence in reading.fences for text in in_gherkin(fence.language, fence.text)
    ]
    labels = {labelled(p.text) for p in reading.passages}
    named = [t for t in explicit if t not in labels]
    beside = _limits(reading, explicit, analysis.intent) if named else _told(reading, analysis)
    apart = analysis.intent is not Intent.DOCS
    fault = analysis.intent is Intent.BUG
    asked = frozenset(feedback)
    heard = (without_lead(s) for s in said if _decides(without_lead(s), fault or s in asked))
    whole = [*explicit, *beside, *heard]
    texts = [(part, text) for text in whole for part in _apart(text, explicit, apart)]
    found = [_need(part, text) for part, text in texts if not _is_open(part)]
    found += [_decided(d) for d in decisions if d.verifiable]
    seen = behaviour(reading) if fault else NOTHING
    found += [_need(seen.criterion)] if seen.criterion else []
    if not (explicit or seen.prints or seen.swapped) or analysis.intent is Intent.REFACTOR:
        found += _derived(analysis)
    if analysis.intent is Intent.TEST:
        found = [n if n.source == analysis.goal else _tested(n, analysis.goal) for n in found]
    if analysis.intent in {Intent.DOCS, Intent.REFACTOR}:
        found = [n if n.source == analysis.goal else replace(n, test=False) for n in found]
    unique: dict[str, Need] = {}
    for need in found:
        unique.setdefault(" ".join(words(need.text)), need)
    return tuple(unique.values())[:MOST]


def _limits(reading: Reading, explicit: list[str], intent: Intent) -> list[str]:
    """What the text beside explicit criteria forbids or keeps."""
    return [
        p.text
        for p in reading.passages
        if (_may_tell(p) or p.section.lower().startswith(("scenario", "example")))
        and p.text not in explicit
        and _KEEPS.search(gloss(p.text))
        and not p.text.endswith("?")
        and (requires(p.text) or rules(p.text))
        and not _complains(p.text, intent)
        and not _GUESSES.search(p.text)
    ]


def _told(reading: Reading, analysis: Analysis) -> list[str]:
    """The sentences that say what must be; a rule without `should` counts behind the first wish only."""
    texts: list[str] = []
    intent, goal = analysis.intent, shortened(analysis.goal, 120)
    offered = option_items(reading.passages)
    wished = intent is not Intent.BUG and not any(_wishes(p) for p in reading.passages)
    for passage in reading.passages:
        asked = requires(passage.text)
        if passage.text in offered or not _tells_of_itself(passage, asked):
            continue
        if _complains(passage.text, intent):
            continue
        if passage.form in {Form.ITEM, Form.BOX} and intent is not Intent.BUG:
            texts.append(_named(passage.text, goal))
        elif like := _LIKE.search(passage.text):
            texts.append(f"{goal}, {like['how']}")
        elif asked or (wished and (rules(passage.text) or states(passage.text))):
            texts.append(without_lead(passage.text))
        elif texts and states(passage.text) and _STAYS.search(gloss(passage.text)):
            texts.append(passage.text)
        wished = wished or (intent is not Intent.BUG and _wishes(passage))
    return texts


def _complains(text: str, intent: Intent) -> bool:
    """What is wrong today is no criterion, in a report nor in a wish."""
    told = intent is Intent.BUG or (intent is Intent.FEATURE and bool(_NOW.search(text)))
    return told and is_fault(text)


def _tells_of_itself(passage: Passage, asked: bool) -> bool:
    """Not a lead-in, a question, or what counts as explicit already."""
    if not _may_tell(passage) or passage.text.endswith(":") or labelled(passage.text):
        return False
    if _GUESSES.search(passage.text):
        return False
    return asked or not passage.text.endswith("?")


def _apart(text: str, explicit: list[str], apart: bool) -> tuple[str, ...]:
    """The clauses of a sentence; what the author set down as a criterion stays whole."""
    if text in explicit:
        return (text,)
    return parts(text) if apart else parts(text)[:1] if len(parts(text)) == 1 else (text,)


def _named(item: str, goal: str) -> str:
    """An item of few words, such as `README prerequisites`, says what only together with the goal."""
    bare = (
        len(list(words(item))) <= 3 and not requires(item) and not re.search(r"[0-9`:=]|->", item)
    )
    return f"{item}: {goal}" if bare else item


def _wishes(passage: Passage) -> bool:
    return _may_tell(passage) and requires(passage.text)


def _may_tell(passage: Passage) -> bool:
    return (
        passage.part in {Part.DESCRIPTION, Part.NOTES, Part.LIMITS}
        and passage.form not in {Form.QUOTE, Form.TICKED}
        and not is_aside(passage.text)
    )


def _decides(text: str, fault: bool) -> bool:
    """What somebody lays down in a comment; about a fault, a mere statement may tell its cause."""
    if text.endswith("?"):
        return False
    return (states(text) and not fault) or (
        len(list(words(text))) > 3 and (requires(text) or rules(text))
    )


def story(text: str) -> Need:
    """The criterion that a story of an epic is, until its own plan has better ones."""
    return _need(text)


def _is_explicit(passage: Passage, reading: Reading) -> bool:
    if passage.form in {Form.QUOTE, Form.TICKED} or passage.text.endswith(":"):
        return False
    if scenario(passage.text) or labelled(passage.text):
        return True
    if passage.part is Part.CRITERIA:
        return passage.form is not Form.PROSE or not _has_items(reading, passage.section)
    if passage.part is Part.EXPECTED:
        return True
    return (
        passage.form is Form.BOX
        and passage.part is Part.DESCRIPTION
        and not is_imperative(passage.text)
    )


def _has_items(reading: Reading, section: str) -> bool:
    return any(p.section == section and p.form is not Form.PROSE for p in reading.passages)


def _is_open(text: str) -> bool:
    return any(choice_in(s) or gap_in(s) for s in sentences(text))


def _tested(need: Need, goal: str) -> Need:
    """What is asked for is a test of it."""
    if re.search(r"(?i)\b(?:tests?|specs?)\b", need.text):
        return need
    kind = "specs" if re.search(r"(?i)\bspecs?\b", goal) else "tests"
    return replace(need, text=f"There are {kind} for: {need.text}")


def _need(text: str, source: str = "") -> Need:
    plain = shortened(text, 400).rstrip(".")
    if plain.startswith("(") and plain.endswith(")") and plain.count("(") == 1:
        plain = plain[1:-1].rstrip(".")
    return Need(plain, not _UNTESTABLE.search(plain), shortened(source or text, 400))


def _decided(decision: Decision) -> Need:
    text = decision.stated[:1].upper() + decision.stated[1:]
    who = decision.person or "Recommendation taken"
    return Need(
        shortened(text, 400), True, shortened(f"{who}: {decision.question} {decision.chosen}", 400)
    )


def _derived(analysis: Analysis) -> list[Need]:
    goal = shortened(analysis.goal, 200) or "the request"
    texts = {
        Intent.BUG: [goal if _SHOULD.search(goal) else f"“{goal}” no longer happens"],
        Intent.REFACTOR: [
            f"“{goal}” is done",
            f"Behaviour is unchanged: the existing tests pass after “{goal}”",
        ],
        Intent.DOCS: _corrections(goal) or [_documented(goal)],
        Intent.TEST: [f"The new tests fail when what they cover is broken: “{goal}”"],
        Intent.CHORE: [f"“{goal}” is done", f"The whole test suite passes after “{goal}”"],
    }
    told = texts.get(analysis.intent, [f"“{goal}” works"])
    return [Need(text, analysis.intent is not Intent.DOCS, goal) for text in told]


def _documented(goal: str) -> str:
    """`X is not documented` asks for a document that tells of X."""
    missing = _UNDOCUMENTED.search(goal)
    if missing and goal[: missing.start()].strip():
        return (
            f"The documentation tells what {goal[: missing.start()].strip()} is and how it is used"
        )
    return f"The documentation is right about “{goal}”"


def _corrections(goal: str) -> list[str]:
    """`README and docs/a.md: X should be Y` means that each of the files says Y."""
    found = _CORRECTION.match(goal)
    if found is None:
        return []
    files = [f.strip(" `") for f in re.split(r",| and | & ", found["files"]) if f.strip(" `")]
    return [f"{file} says {found['right'].strip()}" for file in files]
