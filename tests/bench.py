"""`make bench`: the command line beside a bare interpreter, then every other figure.

Whole processes, after one warm-up, in turn with `python -c pass`; medians are what to quote. Every part has
a fixed number of runs, and no wait is longer than five minutes; the last line says how long it took.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
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

RUNS = 15


def main() -> int:
    """Measure, and print a table for each part."""
    began = time.monotonic()
    _say(f"{RUNS} processes of four kinds: about a minute…\n", sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small"), Path(folder, "large")
        small.mkdir()
        large.mkdir()
        rows = [
            ("python -c pass (the floor)", [sys.executable, "-c", "pass"]),
            ("plangate --help", [sys.executable, "-m", "bot", "--help"]),
            ("plangate plan run, small issue", _plan(bench_plan.simple(small))),
            ("plan run, 50 criteria, 5,000 files", _plan(bench_plan.complex_(large))),
        ]
        times: dict[str, list[float]] = {name: [] for name, _ in rows}
        for turn in range(RUNS + 1):
            for name, command in rows:
                taken = _timed(command)
                if turn:
                    times[name].append(taken)
    _say(
        f"{RUNS} whole processes each, in turn, milliseconds\n\n{'':36}{'min':>8}{'median':>8}{'max':>8}"
    )
    for name, runs in times.items():
        _say(f"{name:36}{min(runs):8.0f}{statistics.median(runs):8.0f}{max(runs):8.0f}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    _say(f"\nlargest process: {peak} MB\n")
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


def _plan(issue: Path) -> list[str]:
    workspace = str(issue.parent)
    return [sys.executable, "-m", "bot", "plan", "run", str(issue), "--workspace", workspace]


def _timed(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - begin) * 1000


if __name__ == "__main__":
    sys.exit(main())
