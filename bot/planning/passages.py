"""Passages: the one place in a file that answers most of a text.

A long file holds every word somewhere; the file to change holds them near each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.planning.terms import bag

_BLOCK = 10  # lines; a passage is two blocks
_SATURATION = 1.2

Weights = Mapping[str, float]


def best_passages(weights: Weights, texts: Mapping[str, str]) -> dict[str, float]:
    """How much the best passage of each text says of weighed terms; 1 for the best of all texts."""
    found = {path: max(_passages(weights, text), default=0.0) for path, text in texts.items()}
    most = max(found.values(), default=0.0)
    return {path: score / most for path, score in found.items()} if most > 0 else {}


def _passages(weights: Weights, text: str) -> Iterator[float]:
    lines = text.split("\n")
    before: dict[str, int] = {}
    for start in range(0, len(lines), _BLOCK):
        counted = bag("\n".join(lines[start : start + _BLOCK]))
        here = {term: counted[term] for term in weights.keys() & counted.keys()}
        yield sum(
            weights[term] * _amount(here.get(term, 0) + before.get(term, 0))
            for term in sorted(here.keys() | before.keys())
        )
        before = here


def _amount(count: int) -> float:
    """The first use of a term counts most."""
    return count * (1 + _SATURATION) / (count + _SATURATION)
