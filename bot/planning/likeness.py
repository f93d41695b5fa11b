"""Likeness: how much two issues tell the same, by what both speak of and how rare that is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from bot.planning import linear
from bot.planning.agreement import (
    both_sides,
    foreign_deeds,
    foreign_faults,
    kin_pairs,
    kin_texts,
    kin_titles,
    told_at_once,
)
from bot.planning.apart import other_matter, set_apart
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
# Above this, more in common says no more; below `_LITTLE` it is little.
_MUCH, _MANY, _NAMES, _LITTLE = 6.0, 12, 3, 1.8
WEIGHTS = "likeness.tsv"
_AHEAD = ", ahead of the others"


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


def odds(mine: Told, told: Sequence[Told], weights: Weights) -> list[float]:
    """The log-odds that each of several issues tells the same, by a linear model of what both share.

    See docs/adr/0014-linear-models-learned-from-written-issues.md.
    """
    known = linear.weights(WEIGHTS)
    return [linear.scored(known, s)[0] / 1000 for s in seen(mine, told, weights)]


def seen(mine: Told, told: Sequence[Told], weights: Weights) -> list[dict[str, int]]:
    """What the model sees of an issue and each of several others, in tenths.

    Of each sign also how far it is ahead of all the others: what is meant stands out among what stands open.
    """
    single = [signs(mine, theirs, weights) for theirs in told]
    highest = {
        sign: sorted((s[sign] for s in single), reverse=True)[:2]
        for sign in (single[0] if single else ())
    }
    return [
        s | {f"{sign}{_AHEAD}": v - _best_other(v, highest[sign]) for sign, v in s.items()}
        for s in single
    ]


def _best_other(own: int, highest: Sequence[int]) -> int:
    """The highest value that another has, 0 where there is no other."""
    if len(highest) < 2:
        return 0
    return highest[1] if own == highest[0] else highest[0]


def signs(mine: Told, theirs: Told, weights: Weights) -> dict[str, int]:
    """What two issues share, in tenths.

    How much telling both share, how much of each text and of each title that is, what of one issue has
    kin in the other, how much of a title one sentence tells, whether the other knows both its things and
    its deeds, what only one knows, and whether they meet in the part of the program alone.
    """
    shared = [m for name, m in theirs.all.items() if name in mine.all]
    telling = weights.sum(shared)
    texts = sorted(telling / max(weights.sum(t.all.values()), 0.1) for t in (mine, theirs))
    titles = sorted((_part(theirs, mine, weights), _part(mine, theirs, weights)))
    faults = {mine.fault, theirs.fault}
    found = {
        "shared": min(telling, _MUCH),
        "little is shared": max(0.0, _LITTLE - telling),
        "tenths of the text that shares less": 10 * texts[0],
        "tenths of the text that shares more": 10 * texts[1],
        "fifths of the title that is told less": 5 * titles[0],
        "fifths of the title that is told more": 5 * titles[1],
        "meanings": min(len(shared), _MANY),
        "names of the code": min(sum(m.exact for m in shared), _NAMES),
        "both a fault or both a wish": None not in faults and len(faults) == 1,
        "kin in titles": kin_titles(mine, theirs, weights.of),
        "kin": kin_texts(mine, theirs, weights.of),
        "thirds of a title that one sentence tells": 3 * told_at_once(mine, theirs, weights.of),
        "halves of the things and of the deeds": 2 * both_sides(mine, theirs, weights.of),
        "deeds that one does not know": foreign_deeds(mine, theirs),
        "faults that one does not know": foreign_faults(mine, theirs),
        "set apart": set_apart(mine, theirs),
        "another matter": other_matter(mine, theirs),
    }
    return {sign: round(10 * value) for sign, value in found.items()}


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
