"""`python -m tests.evaluation [--tuning-only] [--cases]`: the planner's figures, sealed beside tuning."""

from __future__ import annotations

import sys

from tests.evaluation.runner import cases, run
from tests.evaluation.score import CEILINGS, FLOORS, figures


def table(names: tuple[str, ...]) -> str:
    """One line a figure, one column a set of cases, and the floor the tuning cases are held to."""
    sets = {name: [(c, run(c)) for c in cases(name)] for name in names}
    found = {name: figures(pairs) for name, pairs in sets.items()}
    head = "".join(f"{f'{name} ({len(pairs)})':>14}" for name, pairs in sets.items())
    lines = [f"{'planning cases':28}{head}{'held to':>12}"]
    for figure in found[names[0]]:
        row = "".join(f"{found[name][figure]:14.3f}" for name in names)
        lines.append(f"{figure:28}{row}{_held(figure):>12}")
    return "\n".join(lines) + "\n"


def _held(figure: str) -> str:
    if figure in FLOORS:
        return f">= {FLOORS[figure]:.2f}"
    return f"<= {CEILINGS[figure]:.0f}" if figure in CEILINGS else ""


def main(arguments: list[str]) -> int:
    """Print the table; with `--cases` also the tuning cases whose decision is another."""
    only = "--tuning-only" in arguments
    sys.stdout.write(table(("tuning",) if only else ("tuning", "sealed")))
    if "--cases" in arguments:
        for case in cases("tuning"):
            got = run(case).decision
            if got != case["expected"]["decision"]:
                sys.stdout.write(f"{case['id']}: {got}, not {case['expected']['decision']}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
