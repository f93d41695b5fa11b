"""Makes the weights of the planner's linear models from the written issues: `python -m tests.training`.

With `--apart` it prints the figures of each set that no rule was mended on, planned with models that
have not seen it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from bot import planning
from bot.planning import demands, hunches, likeness, needless, purpose, suspicion
from tests.evaluation.runner import run
from tests.evaluation.score import figures
from tests.training import demands as demand_rows
from tests.training import hunches as hunch_rows
from tests.training import likeness as likeness_rows
from tests.training import purpose as purpose_rows
from tests.training import suspicion as suspicion_rows
from tests.training.cases import NEAR, READ, load, sets
from tests.training.regression import Row, Weights, fitted, written

Names = tuple[str, ...]
TARGET = Path(planning.__file__).parent
COLUMNS = {
    hunches.WEIGHTS: hunch_rows.COLUMNS,
    demands.WEIGHTS: demand_rows.COLUMNS,
    likeness.WEIGHTS: likeness_rows.COLUMNS,
    purpose.WEIGHTS: purpose_rows.COLUMNS,
    suspicion.WEIGHTS: suspicion_rows.COLUMNS,
    needless.WEIGHTS: suspicion_rows.NEEDED,
}
Told = Mapping[str, list[tuple[str, Row]]]


def tables(names: Names, seen: Told) -> dict[str, Weights]:
    """The weights of all models by file, from the sets of these names and from what was seen of them."""
    told = [pair for n in (*names, *NEAR) for pair in seen.get(n, ())]
    whole = {
        file: fitted([row for one, row in told if one == file])
        for file in (suspicion.WEIGHTS, needless.WEIGHTS)
    }
    return whole | {
        hunches.WEIGHTS: hunch_rows.train(names),
        demands.WEIGHTS: demand_rows.train(names),
        likeness.WEIGHTS: likeness_rows.train(names),
        purpose.WEIGHTS: purpose_rows.train(names),
    }


def apart(names: Names, seen: Told) -> None:
    """Print the figures of each set, planned by models of the others."""
    for name in [n for n in seen if n not in NEAR]:
        with suspicion_rows.instead(tables(tuple(n for n in names if n != name), seen)):
            found = figures([(one.case, run(one.case)) for one in load(name)])
        print(name, *(f"{label} {value:.3f}" for label, value in found.items()), sep="\n  ")


def main() -> None:
    """Train everything."""
    names = sets()
    seen = {n: list(suspicion_rows.rows(n, names)) for n in (*names, NEAR[0]) if n not in READ}
    if "--apart" in sys.argv:
        apart(names, seen)
        return
    for file, found in tables(names, seen).items():
        (TARGET / file).write_text(written(found, COLUMNS[file]), "utf-8")
        print(f"{file}: {len(found)} traits")


if __name__ == "__main__":
    main()
