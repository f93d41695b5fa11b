"""Exercised: which tests speak of the functions that a plan begins at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from bot.planning.beginnings import Beginnings
from bot.planning.lazy import Lazy
from bot.planning.places import is_test

_SHORTEST = 5  # letters: `get`, `run` and `host` stand everywhere
_WORD = re.compile(r"[A-Za-z_]\w{4,80}")
_LONGEST = 300_000
_FEW = 4
_HEAD, _FIRST_LINES = 8_000, 40
_RETIRED = Lazy(
    r"(?i)\bdeprecated\b(?:[^\n]|\n(?!\n)){0,200}\b(?:new|further) tests?\b"
    r"|\b(?:do not|don't) add (?:any )?(?:new |more )?tests? (?:here|to this)\b"
)
_FOLDER = Lazy(r"`([\w.-]{1,60}(?:/[\w.-]{1,60}){1,8}/?)`")
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


def retired(texts: Mapping[str, str]) -> dict[str, str]:
    """The files of tests whose own head says that new tests go elsewhere, each with the folder it names.

    Takes texts by path. Empty is the folder where the head names none.
    """
    found = {}
    for path, text in texts.items():
        head = "\n".join(text[:_HEAD].split("\n")[:_FIRST_LINES])
        said = _RETIRED.search(head) if is_test(path) else None
        if said:
            told = _FOLDER.search(head, said.start())
            found[path] = told[1].rstrip("/") if told else ""
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
