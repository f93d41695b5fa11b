"""Agreement: whether two issues that share no word may still tell of one matter, from its two sides.

A user tells what he sees, a programmer what causes it: mails that come twice, a task that is retried.
Such meanings are kin. What a title says goes wrong, and what it is about, should be met by the other issue.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping

from bot.planning.meanings import Meaning, kin
from bot.planning.told import Told

Weigh = Callable[[Meaning], float]
# How far kin meets what the same meaning would meet wholly.
_NEAR = 0.6
_MOST_TITLES = 2.0
_HALF = 0.5
# What a title without things or without deeds counts for.
_UNSAID, _UNSAID_OF = 0.2, 0.4


def kin_titles(mine: Told, theirs: Told, weigh: Weigh) -> float:
    """How much of what only one title says has kin in the other title, from 0 to 2."""
    ours = {n: m for n, m in mine.title.items() if n not in theirs.title}
    others = {n: m for n, m in theirs.title.items() if n not in mine.title}
    return min(_kin(ours, others, weigh), _MOST_TITLES)


def kin_texts(mine: Told, theirs: Told, weigh: Weigh) -> float:
    """How much of what only one issue says has kin in what only the other says, as a logarithm."""
    ours = {n: m for n, m in mine.all.items() if n not in theirs.all}
    others = {n: m for n, m in theirs.all.items() if n not in mine.all}
    return math.log(1 + _kin(ours, others, weigh))


def told_at_once(mine: Told, theirs: Told, weigh: Weigh) -> float:
    """How much of a title one sentence of the other issue tells, from 0 to 1; kin counts half.

    What a user sees is often a sentence beside the cause. Who only speaks of the same part has the
    title's words here and there.
    """
    return max(_at_once(mine, theirs, weigh), _at_once(theirs, mine, weigh))


def both_sides(mine: Told, theirs: Told, weigh: Weigh) -> float:
    """How far the other issue knows both the things and the deeds of a title, by the lesser of the two.

    From 0 to 1; kin counts half. A near miss shares the part of the program and differs in the fault.
    """
    sides = (
        [m for m in mine.title.values() if not m.common and _verbal(m) == v] for v in (True, False)
    )
    return min(
        (_UNSAID + sum(weigh(m) * _met(m.name, theirs.all) for m in side))
        / (_UNSAID_OF + sum(weigh(m) for m in side))
        for side in sides
    )


def foreign_faults(mine: Told, theirs: Told) -> float:
    """How far both titles tell of faults that the other issue does not know, from 0 to 1."""
    return min(_foreign(mine, theirs, _bad), _foreign(theirs, mine, _bad))


def foreign_deeds(mine: Told, theirs: Told) -> float:
    """How far titles tell of faults and deeds that the other issue does not know, from 0 to 2."""
    return _foreign(mine, theirs, _verbal) + _foreign(theirs, mine, _verbal)


def kin_pairs(mine: Told, theirs: Told) -> tuple[tuple[str, str], ...]:
    """What only one title says with its kin that only the other says, by the names of the meanings."""
    ours, others = mine.title.keys() - theirs.title.keys(), theirs.title.keys() - mine.title.keys()
    near = ((name, sorted(kin().get(name, frozenset()) & others)) for name in sorted(ours))
    return tuple((name, found[0]) for name, found in near if found)


def _at_once(one: Told, other: Told, weigh: Weigh) -> float:
    weighed = {name: weigh(m) for name, m in sorted(one.title.items())}
    whole = max(1.0, sum(weighed.values()))
    told = (sum(w * _met(n, sentence) for n, w in weighed.items()) for sentence in other.sentences)
    return max(told, default=0.0) / whole


def _met(name: str, among: Collection[str]) -> float:
    """Whether a meaning is among others: wholly, or by kin of it."""
    return 1.0 if name in among else _HALF * any(k in among for k in kin().get(name, ()))


def _kin(ours: Mapping[str, Meaning], others: Mapping[str, Meaning], weigh: Weigh) -> float:
    whole, known = 0.0, kin()
    for name in sorted(ours):
        near = [weigh(others[n]) for n in known.get(name, ()) if n in others]
        if near:
            whole += min(weigh(ours[name]), max(near))
    return whole


def _bad(meaning: Meaning) -> bool:
    return meaning.bad


def _verbal(meaning: Meaning) -> bool:
    return meaning.bad or meaning.field == "acts"


def _foreign(one: Told, other: Told, kind: Callable[[Meaning], bool]) -> float:
    known = kin()
    names = [n for n, m in one.title.items() if kind(m) and not m.common and n not in one.lead]
    if not names:
        return 0.0
    met = sum(
        1.0 if n in other.all else _NEAR * any(k in other.all for k in known.get(n, ()))
        for n in names
    )
    return 1 - met / len(names)
