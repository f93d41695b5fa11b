"""Logistic regression: labelled traits become a table of whole weights, always the same one."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

EPOCHS = 24
LEAST = 3  # rows that a trait must stand in
SMALLEST = 12  # hundredths; what weighs less is left out

Weights = dict[str, tuple[int, ...]]
Row = tuple[dict[str, int], tuple[bool, ...]]


def fitted(rows: Sequence[Row], epochs: int = EPOCHS) -> Weights:
    """A regression for each label of the rows: their weights in hundredths by trait, the bias under "".

    Takes traits in tenths and labels, and how often to go through all rows. L2, plain gradient steps in an
    order that is always the same.
    """
    often = Counter(t for found, _ in rows for t in found)
    names = sorted(t for t, n in often.items() if n >= LEAST)
    place = {t: n for n, t in enumerate(names)}
    made = [([(place[t], v / 10) for t, v in f.items() if t in place], hits) for f, hits in rows]
    columns = [
        _fit([(x, hits[n]) for x, hits in made], len(names), epochs) for n in range(len(rows[0][1]))
    ]
    biases = tuple(round(100 * bias) for _, bias in columns)
    table = zip(names, zip(*(w for w, _ in columns), strict=True), strict=True)
    found = {t: tuple(round(100 * w) for w in held) for t, held in table}
    return {"": biases, **{t: h for t, h in found.items() if max(map(abs, h)) >= SMALLEST}}


def _fit(
    data: Sequence[tuple[list[tuple[int, float]], bool]], size: int, epochs: int
) -> tuple[list[float], float]:
    """One regression, C = 1: plain steps that grow smaller, the mean of the last half's ends."""
    order = list(data)
    random.Random(0).shuffle(order)
    decay = 1.0 / len(order)
    held, scale, bias = [0.0] * size, 1.0, 0.0
    total, bias_total, kept, step = [0.0] * size, 0.0, 0, 0
    for epoch in range(epochs):
        for traits, hit in order:
            rate = 0.08 / (1 + step * 0.08 * decay * 2)
            score = scale * math.fsum(held[n] * v for n, v in traits) + bias
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, score)))) - hit
            scale *= 1 - rate * decay
            bias -= rate * error
            change = rate * error / scale
            for n, v in traits:
                held[n] -= change * v
            step += 1
        if epoch * 2 >= epochs:
            kept += 1
            bias_total += bias
            for n, w in enumerate(held):
                total[n] += scale * w
    return [w / kept for w in total], bias_total / kept


def written(found: Weights, columns: str) -> str:
    """The text of a table's file; `columns` says what they are."""
    head = f"# trait, and its weights in hundredths: {columns}; python -m tests.training"
    lines = ("\t".join((t, *map(str, held))) for t, held in found.items())
    return "\n".join((head, *lines)) + "\n"
