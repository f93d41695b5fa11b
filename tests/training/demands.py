"""The clauses of written issues: those that say what must hold, and the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.planning.clauses import clauses
from bot.planning.proposal import Intent
from bot.planning.reading import read
from tests.evaluation.words import covered, tokens
from tests.training.cases import NEAR, PLANNED, Written, load
from tests.training.regression import Row, Weights, fitted

COLUMNS = "it says what must hold"
_SHORTEST = 12


def train(names: Iterable[str]) -> Weights:
    """Weights from the sets of these names."""
    return fitted([row for name in (*names, *NEAR) for one in load(name) for row in rows(one)])


def rows(one: Written) -> Iterator[Row]:
    """Each clause of a planned issue: it says what must hold if a criterion is made of it."""
    if one.decision not in PLANNED or not one.expected["acceptance_criteria"]:
        return
    intent = Intent(one.expected["intent"])
    others = one.expected.get("acceptance_criteria_alt") or ()
    wanted = [*one.expected["acceptance_criteria"], *others]
    for clause in clauses(read(one.case["title"], one.case["body"]), one.heard()):
        offered = [tokens(clause.text)]
        hit = any(covered((text,), offered) for text in wanted)
        hit = hit or _is_in(clause.text, one.criteria)
        yield clause.traits(intent), (hit and not _is_in(clause.text, one.background),)


def _is_in(text: str, quoted: Iterable[str]) -> bool:
    return len(text) > _SHORTEST and any(text in q for q in quoted)
