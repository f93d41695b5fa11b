"""Makes `bot/planning/hunches.tsv` from the labelled sentences: `python -m tests.train_hunches`.

With `--by-writer` it trains without one file of sentences at a time and prints what it says of that
one. One logistic regression for each code against the rest, with L2, by gradient steps in an order
that is always the same.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bot.planning.hunches import CODES, WEIGHTS
from bot.planning.traits import traits

SENTENCES = Path(__file__).with_name("planning") / "sentences"
TARGET = Path(__file__).parents[1] / "bot" / "planning" / WEIGHTS
WRITERS = ("first", "second", "third")
LABELS = ("AC", "MISSING", "POLICY")
EPOCHS = 24
LEAST = 3  # sentences that a trait must stand in
SMALLEST = 12  # hundredths; what weighs less is left out
HEADER = (
    "# trait, and its weights in hundredths in the order of CODES; python -m tests.train_hunches"
)

Row = dict[str, Any]
Weights = dict[str, tuple[int, ...]]


def rows(leave_out: str = "") -> list[Row]:
    """All labelled sentences, those of one file left out."""
    files = sorted(p for p in SENTENCES.glob("*.jsonl") if p.stem != leave_out)
    return [json.loads(line) for p in files for line in p.read_text("utf-8").splitlines()]


def train(told: Iterable[Row]) -> Weights:
    """Weights in hundredths, the bias under the empty name; traits that weigh nothing are left out."""
    seen = [(traits(r["sentence"], r["context"]), r["label"]) for r in told]
    often = Counter(t for found, _ in seen for t in found)
    names = sorted(t for t, n in often.items() if n >= LEAST)
    place = {t: n for n, t in enumerate(names)}
    made = [([(place[t], v / 10) for t, v in f.items() if t in place], label) for f, label in seen]
    columns = [_fit([(x, label == wanted) for x, label in made], len(names)) for wanted in LABELS]
    biases = tuple(round(100 * bias) for _, bias in columns)
    table = zip(names, zip(*(w for w, _ in columns), strict=True), strict=True)
    found = {t: tuple(round(100 * w) for w in held) for t, held in table}
    return {"": biases, **{t: h for t, h in found.items() if max(map(abs, h)) >= SMALLEST}}


def _fit(
    data: Sequence[tuple[list[tuple[int, float]], bool]], size: int
) -> tuple[list[float], float]:
    """One regression, C = 1: plain steps that grow smaller, the mean of the last half's ends."""
    order = list(data)
    random.Random(0).shuffle(order)
    decay = 1.0 / len(order)
    held, scale, bias = [0.0] * size, 1.0, 0.0
    total, bias_total, kept, step = [0.0] * size, 0.0, 0, 0
    for epoch in range(EPOCHS):
        for traits_, hit in order:
            rate = 0.08 / (1 + step * 0.08 * decay * 2)
            score = scale * math.fsum(held[n] * v for n, v in traits_) + bias
            error = 1 / (1 + math.exp(-max(-30.0, min(30.0, score)))) - hit
            scale *= 1 - rate * decay
            bias -= rate * error
            change = rate * error / scale
            for n, v in traits_:
                held[n] -= change * v
            step += 1
        if epoch * 2 >= EPOCHS:
            kept += 1
            bias_total += bias
            for n, w in enumerate(held):
                total[n] += scale * w
    return [w / kept for w in total], bias_total / kept


def written(found: Weights) -> str:
    """The file's text."""
    lines = ("\t".join((t, *map(str, held))) for t, held in found.items())
    return "\n".join((HEADER, *lines)) + "\n"


def scored(found: Weights, row: Row) -> list[int]:
    """What weights say of a sentence: log-odds in thousandths for each code."""
    held = [(v, found[t]) for t, v in traits(row["sentence"], row["context"]).items() if t in found]
    return [10 * b + sum(v * w[n] for v, w in held) for n, b in enumerate(found[""])]


def by_writer() -> None:
    """Print precision and recall for each code of a file that was not trained on."""
    for path in [SENTENCES / f"{name}.jsonl" for name in WRITERS]:
        told = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        found = train(rows(path.stem))
        said = [scored(found, row) for row in told]
        for n, code in enumerate(CODES):
            _printed(
                path.stem,
                code,
                [(s[n], r["label"] == LABELS[n]) for r, s in zip(told, said, strict=True)],
            )


def _printed(writer: str, code: str, said: list[tuple[int, bool]]) -> None:
    wanted = sum(hit for _, hit in said)
    for bar in (-600, 0, 1_386):
        given = [hit for score, hit in said if score >= bar]
        precision, recall = sum(given) / max(1, len(given)), sum(given) / wanted
        print(f"{writer:7} {code:14} from {bar:5}: precision {precision:.2f} recall {recall:.2f}")


if __name__ == "__main__":
    if "--by-writer" in sys.argv:
        by_writer()
    else:
        TARGET.write_text(written(train(rows())), "utf-8")
        print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")
