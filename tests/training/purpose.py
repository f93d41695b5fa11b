"""Whole issues and the kinds of work that their writers had in mind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.planning import purpose
from bot.planning.analysis import by_rules
from bot.planning.proposal import Intent
from bot.planning.reading import read
from tests.planning.requests import brief
from tests.training.cases import READ, load
from tests.training.regression import Row, Weights, fitted

COLUMNS = ", ".join(kind.value for kind in purpose.KINDS)


def train(names: Iterable[str]) -> Weights:
    """Weights from the sets of these names that no rule was mended on."""
    return fitted([row for name in names if name not in READ for row in rows(name)])


def rows(name: str) -> Iterator[Row]:
    """The issues of a set, but those that are refused."""
    for one in load(name):
        if one.decision == "reject":
            continue
        case, meant = one.case, Intent(one.expected["intent"])
        request = brief(case["title"], case["body"], labels=frozenset(case["labels"])).request
        reading = read(request.title, request.body)
        read_as, _ = by_rules(request, reading)
        yield purpose.seen(request, reading, read_as), tuple(meant is k for k in purpose.KINDS)
