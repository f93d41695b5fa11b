"""Demands: how much a clause reads like one that says what must hold, by a linear model of words.

It was trained on the clauses of labelled issues (`tests/training/written`); what an author set down as
criteria needs no model. See docs/adr/0014-linear-models-learned-from-written-issues.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.planning import linear
from bot.planning.asides import is_aside
from bot.planning.behaviour import is_fault
from bot.planning.chatter import is_chatter
from bot.planning.clauses import Clause, clauses
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.statements import asks, instructs, requires
from bot.planning.telling import listed_today, proposes
from bot.planning.undecided import is_of_code

# What tells how things are, or goes on from a sentence that is not there.
_DESCRIBES = Lazy(
    r"(?i)^(?:while|whereas|where|with the (?:advent|introduction|release)|in (?:fact|order to|that case)"
    r"|for (?:more|further) |consider e\.g|on the other hand|people|users can then|it (?:can|could|is|was)"
    r"|this (?:can|is|was)|a way to|that (?:is|was|in turn|involves|means)|now (?:we|i|it)|all that)\b"
    r"|\b(?:was also|provides|does not note|gets you|would (?:in some|mean)|can be (?:disabled|enabled))\b"
    r"|\bshould have been\b.*\bbut\b|\bstates that\b|^\S+\.(?:mp4|mov|gif|png|jpe?g|webm|zip|log)$"
)
_LAYS_DOWN = Lazy(
    r"(?i)\b(?:stays?|remains?|counts? (?:it |them )?as|means \w+ = \w+|must|shall|not to be)\b"
)
_WISHES = Lazy(
    r"(?i)(?:as an? [^,]{1,60}?,? )?I(?:'d| would| have)? (?:really |often |always )*"
    r"(?:like|love|want(?:ed)?|need|wish|prefer)\b|please (?!see|note|refer|let|leave|read|tell)[a-z]+ "
)
# What an order leaves alone, or wants of people and not of the program.
_TO_PEOPLE = Lazy(
    r"(?i)(?:leave|mark|see|look|tell|ask|note|call|match|take|insert|send|try|wait|ship)\b"
)
_TELLS_TODAY = frozenset(
    p.value
    for p in (
        Part.EXPECTED,
        Part.REPRODUCE,
        Part.ACTUAL,
        Part.ENVIRONMENT,
        Part.OUTSIDE,
        Part.ALTERNATIVES,
    )
)
WEIGHTS = "demands.tsv"
# Log-odds in thousandths: below one in twelve nothing is demanded, from three in five on it is.
LEAST, SURE = -2_400, 400
# One in five: who reports a fault of code says much of how it is.
LEAST_OF_CODE = -1_400
# What says `has to` or orders something of people is a demand more often than it reads like one.
LEAST_OF_ORDERS = -3_400
# Of a feature even `more than 10 is an error` is a rule from here on.
CERTAIN = 1_000


def demanded(reading: Reading, intent: Intent, said: Iterable[str] = ()) -> dict[str, int]:
    """How much each clause of an issue and its comments reads like a demand: log-odds in thousandths."""
    return {c.text: score(c, intent) for c in clauses(reading, said)}


def score(clause: Clause, intent: Intent) -> int:
    """How much a clause reads like a demand: log-odds in thousandths."""
    return linear.scored(linear.weights(WEIGHTS), clause.traits(intent))[0]


def weighed(
    texts: Iterable[tuple[str, str]],
    explicit: Iterable[str],
    reading: Reading,
    intent: Intent,
    said: Iterable[str] = (),
) -> list[tuple[str, str]]:
    """Leave out what reads like no demand, and add what surely is one.

    Takes clauses with their sentences, what the author set down as criteria, and the comments that count.
    What was set down, stands in a list, is wished for or ordered of the program stays. What orders something
    of people goes like the rest where it reads like no demand: `Leave it where it is, somebody works on it`.
    """
    of_code = intent is Intent.BUG and is_of_code(reading)  # who explains code tells how it is
    least = LEAST_OF_CODE if of_code else LEAST
    scores = demanded(reading, intent, said)
    told = [c.text for c in clauses(reading) if c.part not in _TELLS_TODAY]
    stays = {*explicit, *(p.text for p in reading.passages if p.form is Form.ITEM)}
    texts = list(texts)
    stays |= {p for p, _ in texts if _is_reworded(p, reading)}
    kept = [
        (p, t)
        for p, t in texts
        if {p, t} & stays
        or proposes(p)
        or _WISHES.match(t)
        or (instructs(p) and not _TO_PEOPLE.match(p))
        or scores.get(p, SURE) >= (LEAST_OF_ORDERS if requires(p) else least)
    ]
    known = {t for pair in kept for t in pair} | listed_today(reading.passages)
    told = [t for t in told if not of_code or _LAYS_DOWN.search(t)]
    sure = (t for t in told if scores[t] >= SURE and not any(t in k for k in known))
    return kept + [
        (t, t)
        for t in sure
        if not (asks(t) or is_chatter(t) or is_aside(t) or _describes(t))
        and (not is_fault(t) or (intent is Intent.FEATURE and scores[t] >= CERTAIN))
    ]


def _is_reworded(text: str, reading: Reading) -> bool:
    """Say whether `There is a flag` was no sentence of the issue, but a wish to have one."""
    return text.startswith("There ") and not any(text in p.text for p in reading.passages)


def _describes(text: str) -> bool:
    """Say whether a clause describes how something is or is used, or is only half of a sentence."""
    return bool(_DESCRIBES.search(re.sub(r"`[^`]*`", "x", text)))
