"""Exercised: which tests speak of the functions that a plan begins at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from bot.planning.beginnings import Beginnings
from bot.planning.places import is_test

_SHORTEST = 5  # letters: `get`, `run` and `host` stand everywhere
_WORD = re.compile(r"[A-Za-z_]\w{4,80}")
_LONGEST = 300_000
_FEW = 4
_WORTH, _MOST = 1.5, 2.0

Exercised = Mapping[str, Mapping[str, int]]


def exercised(begin: Beginnings, texts: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """How often each test names those functions. Takes the places to begin and the texts of tests."""
    wanted = {b.own for places in begin.values() for b in places if len(b.own) >= _SHORTEST}
    found = {}
    for path, text in texts.items():
        if is_test(path):
            counts = Counter(_WORD.findall(text[:_LONGEST]))
            held = {own: n for own in wanted if (n := _times(own, counts))}
            if held:
                found[path] = held
    return found


def _times(own: str, counts: Counter[str]) -> int:
    """The name itself, or within that of a helper or test: `_force_tempfile_pager`, `TestFindCase`."""
    return counts[own] or counts[own.lstrip("_")]


def speaks_of(test: str, source: str, begin: Beginnings, known: Exercised) -> float:
    """How much a test speaks of the functions of one source; what many tests name tells little."""
    score = 0.0
    for own in {b.own for b in begin.get(source, ())}:
        naming = [t for t, held in known.items() if own in held]
        if test in naming and len(naming) <= _FEW:
            score += _WORTH / len(naming)
    return min(score, _MOST)
