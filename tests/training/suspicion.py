"""Whole issues: which of those that rules leave undoubted were asked about all the same, and which of
those that rules would ask about were planned without a question.

What the other models say of an issue comes from models that have not seen its set, as it will be with
issues that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bot.planning import demands, hunches, linear, needless, suspicion
from tests.evaluation.runner import run
from tests.training import demands as demand_rows
from tests.training import hunches as hunch_rows
from tests.training.cases import PLANNED, Written, load
from tests.training.regression import Row, Weights

COLUMNS = f"any, {hunch_rows.COLUMNS}"
NEEDED = "rightly asked"


class _Seen(Exception):
    """What one of the two models would see; nothing else is wanted of the run."""

    def __init__(self, file: str, traits: dict[str, int]) -> None:
        self.file, self.traits = file, traits


def rows(name: str, names: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """The issues of a set, seen by models of the other sets, each with the file of the model it teaches."""
    others = [n for n in names if n != name]
    with instead(
        {hunches.WEIGHTS: hunch_rows.train(others), demands.WEIGHTS: demand_rows.train(others)}
    ):
        for one in load(name):
            told = seen(one) if one.decision in {*PLANNED, "ask"} else None
            if told is not None:
                file, traits = told
                codes = one.expected["reason_codes"] if one.decision == "ask" else ()
                hits = tuple(code.value in codes for code in hunches.CODES)
                wider = hits if file == suspicion.WEIGHTS else ()
                yield file, (traits, (one.decision == "ask", *wider))


def seen(one: Written) -> tuple[str, dict[str, int]] | None:
    """Which model would look at an issue, and what it sees; nothing where none is asked."""
    plain = linear.scored

    def stop(known: Weights, traits: Mapping[str, int]) -> tuple[int, ...]:
        for file in (suspicion.WEIGHTS, needless.WEIGHTS):
            if known is linear.weights(file):
                raise _Seen(file, dict(traits))
        return plain(known, traits)

    try:
        with _replaced("scored", stop):
            run(one.case)
    except _Seen as found:
        return found.file, found.traits
    return None


@contextmanager
def instead(tables: Mapping[str, Weights]) -> Iterator[None]:
    """Within it, models have other weights than the package's: takes the weights by file."""
    plain = linear.weights
    hunches.scores.cache_clear()
    with _replaced("weights", lambda file: tables[file] if file in tables else plain(file)):
        yield
    hunches.scores.cache_clear()


@contextmanager
def _replaced(name: str, function: Callable[..., Any]) -> Iterator[None]:
    """Within it, a function of `linear` is another one."""
    plain = getattr(linear, name)
    setattr(linear, name, function)
    try:
        yield
    finally:
        setattr(linear, name, plain)
