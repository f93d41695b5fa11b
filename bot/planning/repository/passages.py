"""Passages: the one place in a file that answers most of a text.

A long file holds every word somewhere; the file to change holds them near each other: in one
function or type, and in one window of twenty lines. Both count half. Lines are taken by fives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from bot.planning.repository.definitions import starts
from bot.planning.repository.terms import Bag, bag

_BLOCK = 5  # lines
_WINDOW = 4  # blocks, every second block
_LONGEST = 24  # blocks of one definition
_SATURATION = 1.2

Weights = Mapping[str, float]


def best_passages(weights: Weights, texts: Mapping[str, str]) -> dict[str, float]:
    """How much the best passages of each text say of weighed terms; 1 for the best of all texts."""
    found = {path: _best(weights, text) for path, text in texts.items()}
    most = [max((both[n] for both in found.values()), default=0.0) or 1.0 for n in (0, 1)]
    return {
        path: gain
        for path, (defined, window) in found.items()
        if (gain := (defined / most[0] + window / most[1]) / 2) > 0
    }


def _best(weights: Weights, text: str) -> tuple[float, float]:
    """What the best definition and the best window of a text say."""
    lines = text.split("\n")
    blocks = [_known(weights, lines[n : n + _BLOCK]) for n in range(0, len(lines), _BLOCK)]
    ranges = (_definitions(lines), _windows(len(blocks)))
    best = (max(_worth(weights, blocks[a:b]) for a, b in found) for found in ranges)
    return next(best), next(best)


def _known(weights: Weights, lines: Sequence[str]) -> Bag:
    counted = bag("\n".join(lines))
    return {term: counted[term] for term in weights.keys() & counted.keys()}


def _definitions(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The blocks from each definition to the next one; the whole text has to do where none is."""
    begins = starts(lines) or [0]
    for begin, end in pairwise((*begins, len(lines))):
        first = begin // _BLOCK
        yield first, min(-(-end // _BLOCK), first + _LONGEST)


def _windows(blocks: int) -> Iterator[tuple[int, int]]:
    return ((n, n + _WINDOW) for n in range(0, max(blocks - 2, 1), 2))


def _worth(weights: Weights, blocks: Sequence[Bag]) -> float:
    """The first use of a term counts most."""
    counts: Bag = {}
    for block in blocks:
        for term, count in block.items():
            counts[term] = counts.get(term, 0) + count
    return sum(
        weights[term] * count * (1 + _SATURATION) / (count + _SATURATION)
        for term, count in sorted(counts.items())
    )
