"""Whole issues that rules leave undoubted: which of them were asked about all the same.

What the other models say of an issue comes from models that have not seen its set, as it will be with
issues that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bot.planning import demands, hunches, linear, suspicion
from tests.evaluation.runner import run
from tests.training import demands as demand_rows
from tests.training import hunches as hunch_rows
from tests.training.cases import PLANNED, Written, load
from tests.training.regression import Row, Weights

COLUMNS = f"any, {hunch_rows.COLUMNS}"


class _Seen(Exception):
    """What the model would see; nothing else is wanted of the run."""

    def __init__(self, traits: dict[str, int]) -> None:
        self.traits = traits


def rows(name: str, names: Iterable[str]) -> Iterator[Row]:
    """The issues of a set, seen by models of the other sets."""
    others = [n for n in names if n != name]
    with instead(
        {hunches.WEIGHTS: hunch_rows.train(others), demands.WEIGHTS: demand_rows.train(others)}
    ):
        for one in load(name):
            traits = seen(one) if one.decision in {*PLANNED, "ask"} else None
            if traits is not None:
                codes = one.expected["reason_codes"] if one.decision == "ask" else ()
                hits = tuple(code.value in codes for code in hunches.CODES)
                yield traits, (one.decision == "ask", *hits)


def seen(one: Written) -> dict[str, int] | None:
    """What the model sees of an issue; nothing where a rule refuses it or asks."""
    plain = linear.scored

    def stop(known: Weights, traits: Mapping[str, int]) -> tuple[int, ...]:
        if known is linear.weights(suspicion.WEIGHTS):
            raise _Seen(dict(traits))
        return plain(known, traits)

    try:
        with _replaced("scored", stop):
            run(one.case)
    except _Seen as found:
        return found.traits
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
