"""Likeness: how much two issues tell the same, by what both speak of and how rare that is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from bot.planning.agreement import foreign_deeds, foreign_faults, kin_pairs, kin_texts, kin_titles
from bot.planning.apart import set_apart
from bot.planning.gloss import tongue_of
from bot.planning.meanings import Meaning, meanings
from bot.planning.told import Told
from bot.planning.words import words

ENOUGH = 0.78
# What a meaning weighs before its rarity: a name of the code more than a word, a common word least.
_EXACT, _KNOWN, _UNKNOWN, _COMMON = 1.3, 1.0, 0.8, 0.25
# What stands before a colon says where, not what.
_WHERE = 0.4
# A word of the repository's own files is what many of its issues are about.
_HOUSE = 0.65
# What a title must weigh before being spoken of wholly says much.
_SUBSTANCE = 1.5
# What the parts of the sum weigh: see `likeness`.
_TITLES, _SHARED, _TEXTS, _BASE = (3.7, 2.4), (0.33, 0.9), (5.2, 0.4), 5.0
# Two long texts meet by chance: what each meaning above the usual takes away. Little in common is no sign.
_LONG, _USUAL = 0.28, 15
_THIN, _LITTLE = 1.5, 1.8
# Two faults, two wishes; a fault and a wish.
_ALIKE, _UNLIKE = 0.8, 1.4
# Meanings that are kin, in the titles and in all; deeds, and faults, that only one of the two knows.
_KIN, _DEEDS, _FAULTS = (1.85, 0.65), 0.8, 1.6
# What the shares of both texts, and the sum of signs, weigh as log-odds.
_BOTH, _EITHER, _SIGNS, _BIAS = 25.7, -10.3, 0.69, -1.9


class Weights:
    """What each meaning tells: the less, the more issues and files speak of it."""

    def __init__(self, told: Iterable[Told], house: frozenset[str] = frozenset()) -> None:
        listed = list(told)
        self._counts = Counter(name for t in listed for name in t.all)
        self._several = len(listed) + 1
        self._house = house

    def of(self, meaning: Meaning) -> float:
        """The weight of one meaning, from 0 to 1.3."""
        base = _KNOWN if meaning.field else _UNKNOWN
        base = _EXACT if meaning.exact else _COMMON if meaning.common else base
        base *= _HOUSE if meaning.name in self._house else 1.0
        if self._several <= 3:
            return base
        rare = math.log(self._several / self._counts[meaning.name])
        rarity = min(1.0, rare / math.log(self._several / 2))
        return base * rarity

    def sum(self, found: Iterable[Meaning]) -> float:
        """The weights of several meanings together."""
        return sum(sorted(self.of(m) for m in found))


def likeness(mine: Told, theirs: Told, weights: Weights) -> float:
    """How surely two issues tell the same; from `ENOUGH` on they do, below 0 they surely do not.

    A sum of signs: how much telling both share, how much of each title the other issue speaks of, how
    much of each text is shared. Weights were fitted by hand on labelled pairs.
    """
    shared = [m for name, m in theirs.all.items() if name in mine.all]
    telling = weights.sum(shared)
    titles = sorted((_part(theirs, mine, weights), _part(mine, theirs, weights)))
    texts = sorted(telling / max(weights.sum(t.all.values()), 0.1) for t in (mine, theirs))
    score = (
        _SHARED[0] * min(telling, 6.0)
        + _SHARED[1] * math.log(1 + telling)
        + _TITLES[0] * titles[0]
        + _TITLES[1] * titles[1]
        + _TEXTS[0] * texts[0]
        + _TEXTS[1] * texts[1]
        - _BASE
    )
    score -= _LONG * max(0, min(len(mine.all), len(theirs.all)) - _USUAL)
    score -= _THIN * max(0.0, _LITTLE - telling)
    if mine.fault is not None and theirs.fault is not None:
        score += _ALIKE if mine.fault == theirs.fault else -_UNLIKE
    return score + _agreement(mine, theirs, weights) - set_apart(mine, theirs)


def odds(mine: Told, theirs: Told, weights: Weights) -> float:
    """The log-odds that two issues tell the same, as a regression over written issues gives them.

    It is sure where both texts share much of each other. A short issue all of whose few words occur in
    a long one is no twin of it.
    """
    telling = weights.sum(m for name, m in theirs.all.items() if name in mine.all)
    less, more = sorted(telling / max(weights.sum(t.all.values()), 0.1) for t in (mine, theirs))
    return _BOTH * less + _EITHER * more + _SIGNS * likeness(mine, theirs, weights) + _BIAS


def _agreement(mine: Told, theirs: Told, weights: Weights) -> float:
    """What both sides of one matter add, and what faults and deeds of only one issue take away."""
    return (
        _KIN[0] * kin_titles(mine, theirs, weights.of)
        + _KIN[1] * kin_texts(mine, theirs, weights.of)
        - _DEEDS * foreign_deeds(mine, theirs)
        - _FAULTS * foreign_faults(mine, theirs)
    )


def house(paths: Iterable[str]) -> frozenset[str]:
    """What the names of a repository's files speak of; at most 2000 of them are read."""
    parts = {w for path in islice(paths, 2000) for w in words(path)}
    return frozenset(m.name for w in sorted(parts) for m in meanings(w))


def shared_words(mine: Told, theirs: Told, weights: Weights, text: str) -> tuple[str, ...]:
    """Up to five things both issues speak of, the most telling first, in the words of `text`.

    Two sides of one matter are told with a stroke: `twice/retry`.
    """
    shared = [m for name, m in mine.all.items() if name in theirs.all]
    telling = sorted(shared, key=lambda m: (-weights.of(m), m.name))[:5]
    tongue = tongue_of(text)
    said = reversed(list(words(text)) if tongue != "ja" else [])
    spoken = {m.name: w for w in said for m in meanings(w, tongue)}

    def word(name: str) -> str:
        return spoken.get(name, name.removeprefix("name ").replace("_", " "))

    sides = (f"{word(a)}/{b.replace('_', ' ')}" for a, b in kin_pairs(mine, theirs))
    return (*(word(m.name) for m in telling), *sides)[:5]


def _part(one: Told, other: Told, weights: Weights) -> float:
    """How much of a title the other issue speaks of, from 0 to 1."""
    weighed = {
        name: weights.of(m) * (_WHERE if name in one.lead else 1.0) for name, m in one.title.items()
    }
    whole = max(_SUBSTANCE, sum(weighed[name] for name in sorted(weighed)))
    return sum(w for n, w in sorted(weighed.items()) if n in other.all) / whole
