"""Criteria: what must hold in the end, each with the sentence it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.planning.analysis import Analysis
from bot.planning.assertable import assertable, opens_badly, plainly
from bot.planning.assertions import asserted
from bot.planning.background import is_background, is_other_way, other_ways
from bot.planning.behaviour import NOTHING, behaviour
from bot.planning.besides import left_alone, limits
from bot.planning.chatter import is_chatter
from bot.planning.choices import choice_in
from bot.planning.cited import rule, rules_cited
from bot.planning.decisions import Decision
from bot.planning.demands import weighed
from bot.planning.derived import derived, is_bare
from bot.planning.gaps import gap_in
from bot.planning.mentions import mentioned
from bot.planning.new_files import layout
from bot.planning.picking import picked
from bot.planning.places import Place, name, place
from bot.planning.preferences import preferred, prefers
from bot.planning.proposal import Intent
from bot.planning.reading import Reading, sentences
from bot.planning.reckoned import reckoned
from bot.planning.scenarios import named_scenario, scenario
from bot.planning.setdown import set_down
from bot.planning.statements import (
    asks,
    labelled,
    parts,
    requires,
    rules,
    states,
    without_lead,
)
from bot.planning.telling import told
from bot.planning.tips import is_tip
from bot.planning.wanted import outcomes
from bot.planning.words import shortened, stems, words

MOST = 25
_SHORT_STORY = 16
# Words around the way that a comment takes: `We take CSV, please`.
_AROUND = 3
# `manual_assert_eq` below `Lint name` says nothing by itself.
_ONE_NAME = re.compile(r"(?:\w+_\w+|[a-z]+[A-Z]\w*)\.?")
_UNTESTABLE = re.compile(
    r"(?i)(?<![/`\w])(?:documented|documentation|docs|readme|changelog|reviewed|release notes|announced"
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
    said: Sequence[str] = (),
    feedback: Iterable[str] = (),
) -> tuple[Need, ...]:
    """Collect the criteria of a request.

    Takes the issue, what it is, the decisions, what people who may decide said about it, and which of
    that is feedback on an earlier plan. Explicit ones come first (sections, open boxes, Given/When/Then,
    the expected behaviour of a fault), then what the text beside them forbids or keeps; where there are
    none, every sentence that says what must be, or what follows from the kind of work. Decisions that can
    be verified are criteria too.
    """
    explicit = set_down(reading, analysis)
    labels = {labelled(p.text) for p in reading.passages}
    listed = [t for t in explicit if t not in labels]
    beside = limits(reading, explicit, analysis.intent) if listed else told(reading, analysis)
    apart = analysis.intent is not Intent.DOCS
    fault = analysis.intent is Intent.BUG
    asked, chosen = frozenset(feedback), tuple(decisions)
    heard = (
        _heard(s)
        for s in said
        if _decides(without_lead(s), fault or s in asked) and not _only_chooses(s, chosen)
    )
    spare = other_ways(reading.passages)
    ways = filter(None, (picked(s, reading) for s in said))
    whole = [*explicit, *(t for t in beside if t not in spare), *ways, *heard]
    whole = [t for t in whole if t in explicit or not (asks(t) or is_chatter(t) or _is_open(t))]
    texts = [(p, t) for t in whole for p in _apart(left_alone(t) or t, explicit, apart)]
    kept = [(p, t) for p, t in texts if t in explicit or not (spare and is_other_way(p))]
    texts = weighed(kept, explicit, reading, analysis.intent, said)
    texts = [
        (plainly(p), t)
        for p, t in texts
        if not (_says_nothing(p, explicit) or _is_rejected(t, chosen))
    ]
    told_in = _scenes(reading)
    found = [_need(p, told_in.get(t, t)) for p, t in texts if _holds(p, t in explicit)]
    found += [_need(f"`{file}` has {what}") for file, what in layout(reading)]
    found += [n for d in chosen if d.verifiable and not _is_told(n := _decided(d), found)]
    seen = behaviour(reading) if fault else NOTHING
    found += [_need(t) for t in outcomes(reading, seen, fault and not explicit)]
    found = _by_rule(found, reading, said) if apart else found
    laid_down = bool(explicit or seen.prints or seen.block or seen.swapped) and bool(found)
    if not _suffices(found, laid_down, analysis):
        title = shortened(analysis.goal, 200) or "the request"
        found += [Need(t, apart, title) for t in derived(analysis) if not (found and is_bare(t))]
    unique: dict[str, Need] = {}
    for need in _fitted(found, analysis):
        unique.setdefault(" ".join(words(need.text)), need)
    return tuple(unique.values())[:MOST]


def _scenes(reading: Reading) -> dict[str, str]:
    """The sentences of scenarios that have a name, each with it."""
    return {p.text: f"{p.section}: {p.text}" for p in reading.passages if named_scenario(p.section)}


def _by_rule(found: list[Need], reading: Reading, said: Iterable[str]) -> list[Need]:
    """With the rules quoted from documents, without where they stand, and values with their case."""
    cited = [_need(t, s) for t, s in (*rules_cited(reading, said), *reckoned(reading))]
    cited = [n for n in cited if not n.text.endswith("(")]
    return [replace(n, text=rule(n.text) or n.text) for n in found] + cited


def _holds(text: str, set_down: bool) -> bool:
    """Say whether a clause can be a criterion: what the author set down as one needs less."""
    if _ONE_NAME.fullmatch(text):
        return False
    return not opens_badly(text) if set_down else assertable(text) and not is_background(text)


def _suffices(found: list[Need], set_down: bool, analysis: Analysis) -> bool:
    """Say whether the criteria found need no other that the title gives."""
    if analysis.intent is Intent.FEATURE and not set_down:
        return any(_is_about(n.text, analysis.goal) for n in found)
    return set_down and analysis.intent is not Intent.REFACTOR


def _is_about(text: str, goal: str) -> bool:
    """Say whether a criterion says what the title asks for, and more than two words of it."""
    wanted = set(stems(goal))
    return 2 * len(wanted & set(stems(text))) >= min(len(wanted), 6)


def _fitted(found: list[Need], analysis: Analysis) -> list[Need]:
    """The criteria as the kind of work has them: of tests, in a document, or by reading only."""
    intent, goal = analysis.intent, analysis.goal
    if intent is Intent.TEST:
        return [n if n.source == goal else _tested(n, goal) for n in found]
    if intent in {Intent.REFACTOR, Intent.CHORE}:
        found = [n if n.source == goal else replace(n, text=asserted(n.text)) for n in found]
    if intent in {Intent.DOCS, Intent.REFACTOR}:
        found = [n if n.source == goal else replace(n, test=False) for n in found]
    if intent is Intent.DOCS:
        titled = mentioned(goal, analysis.paths)
        found = [_placed(n, titled or analysis.paths) for n in found]
    return found


def _is_told(need: Need, others: Iterable[Need]) -> bool:
    """A decision in the words of a sentence that is taken already says nothing more."""
    own = set(words(need.text))
    return any(own <= set(words(n.source)) for n in others)


def _apart(text: str, explicit: list[str], apart: bool) -> tuple[str, ...]:
    """The clauses of a sentence; what the author set down as a criterion stays whole."""
    if text in explicit:
        return (text,)
    return parts(text) if apart else parts(text)[:1] if len(parts(text)) == 1 else (text,)


def _heard(text: str) -> str:
    return preferred(text) if prefers(text) else without_lead(text)


def _decides(text: str, fault: bool) -> bool:
    """What somebody lays down in a comment; about a fault, a mere statement may tell its cause."""
    if text.endswith("?") or is_tip(text):
        return False
    return (states(text) and not fault) or (
        len(list(words(text))) > 3 and (requires(text) or rules(text) or prefers(text))
    )


def _only_chooses(text: str, decisions: Iterable[Decision]) -> bool:
    """`On prend CSV` tells which way was taken, which the decision itself says better."""
    told = set(words(text))
    return any(
        d.by and d.verifiable and own <= told and len(told - own) <= _AROUND
        for d in decisions
        if (own := set(words(d.chosen)))
    )


def _is_rejected(text: str, decisions: Iterable[Decision]) -> bool:
    """Say whether a sentence is one of the ways that a decision left out; labels may be cut short."""
    own = list(words(text))
    for way in (w for d in decisions for w in d.dropped):
        told = list(words(way))
        if len(told) > _AROUND and own[: len(told)] == told and len(own) - len(told) <= _AROUND:
            return True
    return False


def _placed(need: Need, paths: tuple[str, ...]) -> Need:
    """What is to be written says where, if only one document is spoken of."""
    documents = [p for p in paths if place(p) is Place.DOC]
    if len(documents) != 1 or name(documents[0]).lower() in need.text.lower():
        return need
    return replace(need, text=f"`{documents[0]}`: {need.text}")


def story(text: str) -> tuple[Need, ...]:
    """The criteria that a story of an epic is, until its own plan has better ones."""
    whole = len(list(words(text))) <= _SHORT_STORY
    return tuple(_need(part, text) for part in ((text,) if whole else parts(text)))


def _says_nothing(text: str, explicit: list[str]) -> bool:
    return _is_open(text) or (text not in explicit and is_chatter(text))


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
    tested = scenario(plain) is not None or not _UNTESTABLE.search(plain)
    return Need(plain, tested, shortened(source or text, 400))


def _decided(decision: Decision) -> Need:
    text = decision.sentence
    who = decision.person or "Recommendation taken"
    return Need(
        shortened(text, 400), True, shortened(f"{who}: {decision.question} {decision.chosen}", 400)
    )
