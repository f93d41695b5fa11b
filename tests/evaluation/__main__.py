"""`python -m tests.evaluation`: the planner's figures on the labelled cases, for each engine.

Without `--engine` the built-in engine is measured and, where PLANGATE_MODEL_BASE_URL or
PLANGATE_MODEL_PATH names one, the model beside it. `make eval` calls it.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from statistics import median

from tests.evaluation.runner import Case, Engines, Result, cases, run
from tests.evaluation.score import CEILINGS, FLOORS, Pair, figures

_SAMPLES = 1_000
_MODELS = ("PLANGATE_MODEL_BASE_URL", "PLANGATE_MODEL_PATH")


def measured(name: str, chosen: Sequence[Case]) -> list[Pair]:
    """Each case with what an engine answered; progress goes to stderr."""
    engines, pairs = Engines(name), list[Pair]()
    for n, case in enumerate(chosen, 1):
        pairs.append((case, run(case, engines())))
        sys.stderr.write(f"\r{name}: {n} of {len(chosen)} cases")
        sys.stderr.flush()
    sys.stderr.write("\n")
    return pairs


def interval(pairs: Sequence[Pair]) -> dict[str, tuple[float, float]]:
    """The 95 % interval of every figure: a percentile bootstrap over cases, always the same samples."""
    draw = random.Random(1)
    rows = [figures(draw.choices(pairs, k=len(pairs))) for _ in range(_SAMPLES)]
    low, high = _SAMPLES // 40, _SAMPLES - _SAMPLES // 40 - 1
    sets = {figure: sorted(row[figure] for row in rows) for figure in rows[0]}
    return {figure: (values[low], values[high]) for figure, values in sets.items()}


def table(sets: dict[str, list[Pair]]) -> str:
    """One line a figure; for each engine its value and 95 % interval; and what built-in is held to."""
    head = "".join(f"{f'{name} ({len(pairs)})':>26}" for name, pairs in sets.items())
    lines = [f"{'planning cases':28}{head}{'held to':>12}"]
    found = {name: (figures(pairs), interval(pairs)) for name, pairs in sets.items()}
    for figure in next(iter(found.values()))[0]:
        row = "".join(_cell(all_[figure], span[figure]) for all_, span in found.values())
        lines.append(f"{figure:28}{row}{_held(figure):>12}")
    return "\n".join([*lines, *(_costs(n, [r for _, r in p]) for n, p in sets.items())]) + "\n"


def _cell(value: float, span: tuple[float, float]) -> str:
    return f"{f'{value:.3f} ({span[0]:.2f} to {span[1]:.2f})':>26}"


def _costs(name: str, results: Sequence[Result]) -> str:
    """What a plan took: median seconds, calls and tokens, what the whole set cost, and fallbacks."""
    runs = [r.run for r in results]
    costs = [r.cost for r in runs if r.cost is not None]
    told = f"{sum(costs):.2f} in all" if costs else "no price known"
    fresh = median(r.tokens_sent - r.tokens_cached for r in runs)
    took = f"{median(r.seconds for r in results):.1f} s, {median(r.calls for r in runs):.0f} calls"
    back = sum(bool(r.instead_of) for r in runs)
    return f"{name}: median {took}, {fresh:.0f} fresh tokens a plan; {told}; {back} fell back"


def _held(figure: str) -> str:
    if figure in FLOORS:
        return f">= {FLOORS[figure]:.2f}"
    return f"<= {CEILINGS[figure]:.0f}" if figure in CEILINGS else ""


def main() -> int:
    """Print the table; with `--cases` also the cases whose decision is another."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluation", description=__doc__)
    parser.add_argument("--engine", action="append", choices=["builtin", "model"])
    parser.add_argument("--only", default="", help="ids of cases, comma separated")
    parser.add_argument("--cases", action="store_true", help="name the misses")
    asked = parser.parse_args()
    there = any(os.environ.get(name) for name in _MODELS)
    engines = asked.engine or (["builtin", "model"] if there else ["builtin"])
    only = set(filter(None, asked.only.split(",")))
    chosen = [c for n in ("tuning", "sealed") for c in cases(n) if not only or c["id"] in only]
    if not chosen:
        parser.error("no such case")
    sets = {name: measured(name, chosen) for name in engines}
    sys.stdout.write(table(sets))
    for name, pairs in sets.items():
        for case, result in pairs if asked.cases else ():
            if result.decision != (wanted := case["expected"]["decision"]):
                sys.stdout.write(f"{name}: {case['id']}: {result.decision}, not {wanted}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
