"""Estimates: a Fibonacci number from how many files change, how far apart they lie, and how many criteria."""

from __future__ import annotations

from collections.abc import Collection

from bot.domain.plan import FIBONACCI
from bot.planning.repository.places import Place, folder, place

_FILES = (1, 3, 6, 12, 24)
_CRITERIA = (5, 12, 25)
_LIGHT = frozenset((Place.DOC, Place.SETUP, Place.SKIP))


def estimate(changed: Collection[str], criteria: int) -> int:
    """Estimate one task by the paths it changes and the number of its criteria, as seed 5 asks.

    A task that changes no known file counts as one of two files: where it is done must be found first.
    """
    code = [p for p in changed if place(p) not in {*_LIGHT, Place.TEST}]
    light = bool(changed) and not code
    count = len(changed) if light else len(code) or 2  # a test goes with its source
    level = sum(count > limit for limit in _FILES)
    level += sum(criteria > limit for limit in _CRITERIA)
    level += not light and len({folder(p).split("/")[0] for p in code}) > 2
    level += not light
    return FIBONACCI[min(level, len(FIBONACCI) - 1)]
