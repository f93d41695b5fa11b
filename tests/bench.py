"""`make bench`: the command line beside a bare interpreter, then every other figure.

Whole processes, after one warm-up, in turn with `python -c pass`; medians are what to quote. Every part has
a fixed number of runs, and no wait is longer than five minutes; the last line says how long it took.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TextIO

from tests import (
    bench_context,
    bench_gate,
    bench_graph,
    bench_plan,
    bench_record,
    bench_service,
)


def main() -> int:
    """Measure, and print a table for each part."""
    began = time.monotonic()
    _say(f"{bench_plan.RUNS} processes of four kinds: about a minute…\n", sys.stderr)
    _say(bench_plan.table())
    for part in (bench_record.table, bench_graph.table, bench_gate.table):
        _say(part())
    _say("The service: seven to ten minutes…\n", sys.stderr)
    _say(bench_service.table())
    with tempfile.TemporaryDirectory() as folder:
        _say(bench_context.huge_tree(Path(folder)))
    _say(bench_context.localisation())
    _say(f"all of it took {time.monotonic() - began:.0f} s")
    return 0


def _say(text: str, to: TextIO = sys.stdout) -> None:
    """A part at once, also through a pipe."""
    to.write(f"{text}\n")
    to.flush()


if __name__ == "__main__":
    sys.exit(main())
