"""Set down: what the author wrote as criteria: sections, boxes, expected behaviour, examples, scenarios."""

from __future__ import annotations

import re
from collections.abc import Collection

from bot.planning.analysis import Analysis
from bot.planning.asides import is_aside
from bot.planning.assertable import assertable
from bot.planning.behaviour import examples, exchanged, is_fault, leads
from bot.planning.blocks import wanted_block
from bot.planning.demands import demanded
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Passage, Reading
from bot.planning.scenarios import in_gherkin, scenario, shouted
from bot.planning.sections import Part
from bot.planning.statements import labelled
from bot.planning.telling import GUESSES, named
from bot.planning.unwanted import unwanted
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened, words

_FEW_SENTENCES = 2
_FEW_WORDS = 3
# Log-odds in thousandths from which a sentence reads like a rule: two in three.
RULING = 700
_DEMANDS = re.compile(r"(?i)\b(?:should|must|shall|expect\w*|has to|have to|needs? to)\b")
# What a form has reporters tick about themselves: `I can run the tests`.
_OF_REPORTER = re.compile(
    r"(?i)(?:yes,? )?i(?:'ve|'m|'d|'ll)? (?!want|need|expect|get|see\b)[a-z]+"
)
# `Never the price of the day` is a rule where somebody says what is right.
_RULES = re.compile(r"(?i)\b(?:never|nothing|no longer|but)\b")
_THROWS = re.compile(r"(?i)\b(?:throws?|raises?) an? (?:exception|error)\b")


def set_down(reading: Reading, analysis: Analysis) -> list[str]:
    """What the author wrote down as criteria, boxes, expected behaviour, examples or scenarios."""
    goal = shortened(analysis.goal, 120)
    rules = _rules(reading, analysis.intent)
    beside = (_rambling(reading) - rules) | _faults_told(reading) | unwanted(reading)
    options = _options(reading)
    followed = {f.lead for f in reading.fences if leads(f.lead)}
    good = Part.ACTUAL if exchanged(reading) else Part.EXPECTED
    itemised = {p.section for p in reading.passages if p.form is not Form.PROSE}
    explicit = [
        named(p.text, goal)
        if p.form is Form.BOX and analysis.intent is Intent.CHORE
        else _named(labelled(p.text)) or p.text
        for p in reading.passages
        if _is_explicit(p, good, itemised)
        and not is_aside(p.text)
        and not (p.form is Form.BOX and (p.text in options or _OF_REPORTER.match(p.text)))
        and p.text not in followed
        and not (p.part is Part.EXPECTED and p.text in beside)
    ]
    explicit += [told for p in reading.passages if (told := shouted(p.text))]
    explicit += [] if analysis.intent is Intent.BUG and wanted_block(reading) else examples(reading)
    explicit += [
        text for fence in reading.fences for text in in_gherkin(fence.language, fence.text)
    ]
    return explicit


def _named(what: str) -> str:
    """``Needed: `--quiet` `` asks that there is such a thing."""
    return f"There is {what}" if re.fullmatch(r"`[^`]+`[.]?", what) else what


def _is_explicit(passage: Passage, good: Part, itemised: Collection[str]) -> bool:
    """Say whether a passage lays something down; `good` is the part that tells what is expected."""
    if passage.form in {Form.QUOTE, Form.TICKED} or passage.text.endswith(":"):
        return False
    if scenario(passage.text) or labelled(passage.text):
        return True
    if passage.part is Part.CRITERIA:
        return passage.form is not Form.PROSE or passage.section not in itemised
    if passage.part is good:
        return True
    return (
        passage.form is Form.BOX
        and passage.part is Part.DESCRIPTION
        and not is_imperative(passage.text)
    )


def _rambling(reading: Reading) -> set[str]:
    """What only explains in a long expected behaviour: a sentence behind the first that demands nothing."""
    told = [p.text for p in reading.of(Part.EXPECTED) if p.form is Form.PROSE]
    if len(told) <= _FEW_SENTENCES:
        return set()
    return {t for t in told[1:] if not _DEMANDS.search(t) or GUESSES.search(t) or not assertable(t)}


def _rules(reading: Reading, intent: Intent) -> set[str]:
    """The sentences below what is expected that read like rules by themselves."""
    sure = {clause for clause, score in demanded(reading, intent).items() if score >= RULING}
    told = (p.text for p in reading.of(Part.EXPECTED) if p.form is Form.PROSE)
    return {t for t in told if any(clause in t for clause in sure)}


def _faults_told(reading: Reading) -> set[str]:
    """What only tells today's fault beside what is expected: `The error isn't wrong, but it is a crash`."""
    told = [p.text for p in reading.of(Part.EXPECTED) if p.form is Form.PROSE]
    wrong = {t for t in told if is_fault(_RULES.sub(" ", t)) or _THROWS.search(t)}
    return wrong if len(wrong) < len(told) else set()


def _options(reading: Reading) -> set[str]:
    """The boxes of a form in which somebody ticked what applies: `Linux`, `Windows`."""
    found: set[str] = set()
    for section in {p.section for p in reading.passages if p.form is Form.TICKED}:
        boxes = [p.text for p in reading.passages if p.section == section and p.form is Form.BOX]
        if all(len(list(words(t))) <= _FEW_WORDS for t in boxes):
            found |= set(boxes)
    return found
