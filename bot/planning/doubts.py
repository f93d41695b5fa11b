"""Doubts: everything in a request that only a person can decide, in the three kinds that allow a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.choices import Choice, choice_in
from bot.planning.gaps import gap_in
from bot.planning.gloss import gloss
from bot.planning.hazards import Hazard, hazards_in
from bot.planning.lazy import Lazy
from bot.planning.openings import FACT, open_question, promised
from bot.planning.reading import Form, Passage, Reading, sentences
from bot.planning.sections import Part
from bot.planning.words import shortened

_CLOSED = (Part.ALTERNATIVES, Part.OUTSIDE, Part.ENVIRONMENT, Part.REPRODUCE, Part.ACTUAL)
_GROUPS: tuple[tuple[Group, Lazy], ...] = (
    (
        Group.SCHEMA,
        Lazy(
            r"(?i)\b(?:tables?|columns?|fields?|database|migrations?|schema|index|drop"
            r"|primary key)\b"
        ),
    ),
    (
        Group.UX,
        Lazy(
            r"(?i)\b(?:pages?|buttons?|colou?r|labels?|screens?|modal|dialog|menu|layout|icon"
            r"|tab|toast|wording)\b"
        ),
    ),
    (
        Group.SCOPE,
        Lazy(r"(?i)\b(?:also|scope|include|only|all users|which users|everyone)\b"),
    ),
)


@dataclass(frozen=True, slots=True)
class Way:
    """One way out of a doubt: label, impact, and the requirement it would mean."""

    label: str
    impact: str = ""
    stated: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A decision to be made; `at` is the place of its sentence in the text, `about` that sentence.

    A `faint` one is asked only where nothing else of another kind is; one that is `held` is ended by an
    answer alone, by no talk.
    """

    code: ReasonCode
    question: str
    ways: tuple[Way, ...]
    about: str
    at: int
    group: Group = Group.APPROACH
    prefer_first: bool = False
    free_text: bool = False
    faint: bool = False
    held: bool = False


_WANTED = Lazy(
    r"(?i)\b(?:should|shall|want|prefer|must|would|could|do we|option|decide|sure|better)\b|[?]"
)
_QUOTED = Lazy(r"[\"\u201c][^\"\u201c\u201d]{3,300}[\"\u201d]")
# `removes every upload`: the third person tells, it does not ask.
_TELLS = Lazy(r"(?i)[a-z]+[^s ]s ")


def doubts(reading: Reading, *, fault: bool = False) -> tuple[Doubt, ...]:
    """Find all doubts of an issue, in the order of its text, each question once.

    The report of a `fault` tells what a program does: `it deletes open files` asks for nothing.
    """
    found: dict[str, Doubt] = {}
    for at, before, sentence in placed(reading):
        for doubt in _doubts(sentence, before, at, fault):
            found.setdefault(doubt.question.lower(), doubt)
    return tuple(found.values())


def placed(reading: Reading) -> Iterator[tuple[int, str, str]]:
    """Every sentence that may open or settle a doubt: its place, the sentence before, itself."""
    before, at = "", 0
    for passage in (Passage(reading.title), *reading.passages):
        if passage.part in _CLOSED or passage.form in {Form.QUOTE, Form.TICKED}:
            continue
        for sentence in sentences(passage.text):
            yield at, before, sentence
            before, at = sentence, at + 1


def _doubts(sentence: str, before: str, at: int, fault: bool) -> tuple[Doubt, ...]:
    found = [h for h in hazards_in(sentence) if not (fault and _TELLS.match(h.what))]
    risky = tuple(_risky(hazard, sentence, at) for hazard in found)
    # What a report quotes is what the program or its documents say: ("Do not know how to serialize").
    plain = _QUOTED.sub('"…"', sentence) if fault else sentence
    choice = choice_in(gloss(plain), gloss(before))
    # A report that wonders about causes (`either in the query or in the writer`) leaves no choice.
    if choice and not (fault and not _WANTED.search(gloss(sentence))):
        return (*risky, opened(choice, sentence, at))
    other = None if risky or (fault and "`" in sentence) else _missing(plain, at)
    return (other,) if other else risky


def _risky(hazard: Hazard, sentence: str, at: int) -> Doubt:
    ways = (
        Way(hazard.safer, hazard.safer_impact, f"{hazard.safer}, rather than {hazard.what}"),
        Way(hazard.risky, hazard.risky_impact, f"Decided: {hazard.what}"),
    )
    group = _group(hazard.what, Group.SCOPE)
    return Doubt(ReasonCode.POLICY_RISK, hazard.question, ways, sentence, at, group, True)


def opened(choice: Choice, sentence: str, at: int) -> Doubt:
    """The doubt that an open choice is."""
    impacts = tuple(impact(w) for w in choice.ways)
    stated = choice.stated or choice.ways
    ways = tuple(Way(*three) for three in zip(choice.ways, impacts, stated, strict=True))
    group = Group.SCOPE if choice.extra else _group(sentence, Group.APPROACH)
    return Doubt(
        ReasonCode.AC_AMBIGUOUS, choice.question, ways, sentence, at, group, choice.extra, True
    )


def _missing(sentence: str, at: int) -> Doubt | None:
    gap = gap_in(gloss(sentence))
    if gap:
        return absent(gap.what.strip(" `*."), gap.question, sentence, at, secret=gap.secret)
    words = promised(sentence)
    if words:
        question = f"What is the missing input: “{shortened(sentence, 240)}”?"
        return absent("what is not here yet", question, sentence, at)
    question = open_question(sentence)
    if not question:
        return None
    return replace(unanswered(question, sentence, at), faint=bool(FACT.search(gloss(sentence))))


def absent(what: str, question: str, sentence: str, at: int, *, secret: bool = False) -> Doubt:
    """The doubt that a missing input is."""
    first = Way(
        "Read it from a setting",
        "Work can start now; whoever installs it sets it.",
        f"{what[:1].upper()}{what[1:]} is read from a setting; without it the program says so",
    )
    second = Way(
        "Wait until it is here",
        "Nothing is built on a guess; work starts later.",
        f"Work on {what} starts when it is known",
    )
    group = _group(sentence, Group.SCOPE)
    ways = (first, second)
    return Doubt(ReasonCode.MISSING_INPUT, question, ways, sentence, at, group, True, not secret)


def unanswered(question: str, sentence: str, at: int) -> Doubt:
    """The doubt that a question without named ways leaves open."""
    about = shortened(sentence.rstrip("?."), 160)
    ways = (
        Way(
            "Leave it as it is today",
            "Least change; can be decided later.",
            f"Left as today: {about}",
        ),
        Way(
            "Decide it now, in the answer", "Plan and tests follow the answer.", f"Decided: {about}"
        ),
    )
    group = _group(sentence, Group.SCOPE)
    return Doubt(
        ReasonCode.AC_AMBIGUOUS, shortened(question, 280), ways, sentence, at, group, True, True
    )


def _group(sentence: str, otherwise: Group) -> Group:
    return next((g for g, pattern in _GROUPS if pattern.search(sentence)), otherwise)


# What a way usually costs. The first that fits is shown.
_IMPACTS: tuple[tuple[str, str], ...] = (
    (
        r"(?:at once|immediate|synchron|directly|inline)",
        "Simplest; large amounts keep people waiting.",
    ),
    (
        r"(?:e-?mail|background|queue|later|async|cron|job)",
        "Copes with large amounts; more parts to run and to test.",
    ),
    (r"\bcsv\b", "Plain text that every program opens; no formatting, no extra library."),
    (r"\b(?:xlsx|xls|excel|ods)\b", "Opens formatted in a spreadsheet; needs a library."),
    (
        r"\b(?:redis|memcached|kafka|rabbitmq)\b",
        "Fast and shared between machines; one more service to run.",
    ),
    (r"\b(?:hard|permanent|complete(?:ly)?|remove[ds]?|delete[ds]?|drop)\b", "Cannot be undone."),
    (
        r"\b(?:soft|anonymi[sz]e[ds]?|archive[ds]?|deprecate|mark)\b",
        "Can be looked into or undone later.",
    ),
    (r"\b(?:flag|setting|option|config\w*)\b", "People can switch it; both ways must be tested."),
    (r"\b(?:memory|in-memory)\b", "Nothing to install; lost with a restart, not shared."),
    (r"\b(?:existing|keep|reuse|current)\b", "Least change."),
    (r"\b(?:new|separate|own|rewrite)\b", "Clean separation; more to build and to keep."),
)


def impact(way: str) -> str:
    """Say in a sentence what a way would mean."""
    plain = way[:200].lower()
    told = next((text for pattern, text in _IMPACTS if re.search(pattern, plain)), "")
    return told or "Plan and tests follow this way; the others are left out."
