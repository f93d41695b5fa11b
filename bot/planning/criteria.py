"""Criteria: what must hold in the end, each with the sentence it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.planning.analysis import Analysis
from bot.planning.choices import choice_in
from bot.planning.gaps import gap_in
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Passage, Reading, sentences
from bot.planning.scenarios import scenario
from bot.planning.sections import Part
from bot.planning.settled import Decision
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened, words

MOST = 25
_REQUIRES = re.compile(
    r"(?i)\b(?:should|must|shall|has to|have to|needs? to|may not|cannot|is expected|be able to"
    r"|only .{1,60} (?:can|may))\b|\bonly\.?$"
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


def needs(reading: Reading, analysis: Analysis, decisions: Iterable[Decision]) -> tuple[Need, ...]:
    """Collect the criteria of a request.

    Explicit ones come first (sections, open boxes, Given/When/Then, the expected behaviour of a
    fault); where there are none, the sentences that say what must be; where there are none either,
    one that follows from the kind of work. Decisions that can be verified are criteria too.
    """
    explicit = [p for p in reading.passages if _is_explicit(p, reading)]
    told = explicit or [p for p in reading.passages if _is_told(p)]
    found = [_need(p.text) for p in told if not _is_open(p.text)]
    found += [_decided(d) for d in decisions if d.verifiable]
    if analysis.intent is Intent.REFACTOR or not found:
        found.append(_derived(analysis))
    if analysis.intent in {Intent.DOCS, Intent.REFACTOR}:
        found = [n if n.source == analysis.goal else replace(n, test=False) for n in found]
    unique: dict[str, Need] = {}
    for need in found:
        unique.setdefault(" ".join(words(need.text)), need)
    return tuple(unique.values())[:MOST]


def story(text: str) -> Need:
    """The criterion that a story of an epic is, until its own plan has better ones."""
    return _need(text)


def _is_explicit(passage: Passage, reading: Reading) -> bool:
    if passage.form in {Form.QUOTE, Form.TICKED} or passage.text.endswith(":"):
        return False
    if scenario(passage.text):
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


def _is_told(passage: Passage) -> bool:
    parts = (Part.DESCRIPTION, Part.NOTES, Part.LIMITS)
    if passage.part not in parts or passage.form in {Form.QUOTE, Form.TICKED}:
        return False
    told = _REQUIRES.search(passage.text) or is_imperative(passage.text)
    return bool(told) and not passage.text.endswith(("?", ":"))


def _is_open(text: str) -> bool:
    return any(choice_in(s) or gap_in(s) for s in sentences(text))


def _need(text: str) -> Need:
    plain = shortened(text, 400).rstrip(".")
    return Need(plain, not _UNTESTABLE.search(plain), shortened(text, 400))


def _decided(decision: Decision) -> Need:
    text = decision.stated[:1].upper() + decision.stated[1:]
    who = decision.person or "Recommendation taken"
    return Need(
        shortened(text, 400), True, shortened(f"{who}: {decision.question} {decision.chosen}", 400)
    )


def _derived(analysis: Analysis) -> Need:
    goal = shortened(analysis.goal, 200) or "the request"
    texts = {
        Intent.BUG: f"The fault “{goal}” is gone, and a test shows it",
        Intent.REFACTOR: f"Behaviour is unchanged: the existing tests pass after “{goal}”",
        Intent.DOCS: f"The documentation says what “{goal}” asks for, and every example in it is right",
        Intent.TEST: f"The new tests pass, and fail when what they cover is broken: “{goal}”",
        Intent.CHORE: f"The whole test suite passes after “{goal}”",
    }
    text = texts.get(analysis.intent, f"“{goal}” works, and a test shows it")
    return Need(text, analysis.intent is not Intent.DOCS, goal)
