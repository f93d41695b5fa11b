"""Linear models: tables of weights in whole numbers, so that a sum is the same on every machine.

What each may decide: docs/adr/0014-linear-models-learned-from-written-issues.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

Weights = Mapping[str, tuple[int, ...]]


@cache
def weights(file: str) -> Weights:
    """What each trait weighs in each column, in hundredths; read once from the package."""
    text = resources.files("bot.planning").joinpath(file).read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {trait: tuple(map(int, held)) for trait, *held in rows}


def scored(known: Weights, traits: Mapping[str, int]) -> tuple[int, ...]:
    """Log-odds in thousandths for each column, of traits in tenths."""
    found = [10 * bias for bias in known[""]]
    for trait, value in traits.items():
        for n, weight in enumerate(known.get(trait, ())):
            found[n] += weight * value
    return tuple(found)
