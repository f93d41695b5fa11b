"""`make bench`, and `python -m tests.bench_plan` alone: plans of a small issue, and of 50 criteria.

Whole processes, after one warm-up, in turn with `python -c pass`; medians are what to quote.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.acceptance import shop

RUNS = 15
FILES = 5_000
CRITERIA = 50
_AREAS = (
    "orders",
    "cart",
    "mail",
    "auth",
    "export",
    "stock",
    "prices",
    "reports",
    "search",
    "admin",
)
_WORDS = (
    "total",
    "date",
    "customer",
    "discount",
    "currency",
    "status",
    "address",
    "invoice",
    "weight",
    "note",
)


def simple(root: Path) -> Path:
    """The shop and a small request; gives the request's file."""
    for path, text in shop.FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    issue = root / "issue.md"
    issue.write_text(f"# {shop.TITLE}\n\n{shop.BODY}", encoding="utf-8")
    return issue


def complex_(root: Path) -> Path:
    """A git repository of 5,000 files and a request of 50 criteria; gives the request's file."""
    for n in range(FILES):
        area, word = _AREAS[n % 10], _WORDS[n // 10 % 10]
        folder = root / "src" / area / f"part{n // 100}"
        folder.mkdir(parents=True, exist_ok=True)
        text = f"def {word}_of_{area}_{n}(order):\n    return order.{word}\n" * 20
        (folder / f"{word}_{n}.py").write_text(text, encoding="utf-8")
    for command in (("init", "-q"), ("add", "-A")):
        subprocess.run(["git", *command], cwd=root, check=True)
    lines = [
        f"- [ ] The {area} page shows the {word} of each order in `src/{area}`"
        for area in _AREAS
        for word in _WORDS[: CRITERIA // 10]
    ]
    issue = root / "issue.md"
    body = "Show every figure of an order.\n\n## Acceptance criteria\n" + "\n".join(lines)
    issue.write_text(f"# Show figures of orders on all pages\n\n{body}\n", encoding="utf-8")
    return issue


def table() -> str:
    """What the command line takes beside a bare interpreter, in milliseconds, and the largest process."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small"), Path(folder, "large")
        small.mkdir()
        large.mkdir()
        rows = [
            ("python -c pass (the floor)", [sys.executable, "-c", "pass"]),
            ("plangate --help", [sys.executable, "-m", "bot", "--help"]),
            ("plangate plan run, small issue", _plan(simple(small))),
            ("plan run, 50 criteria, 5,000 files", _plan(complex_(large))),
        ]
        times: dict[str, list[float]] = {name: [] for name, _ in rows}
        for turn in range(RUNS + 1):
            for name, command in rows:
                taken = _timed(command)
                if turn:
                    times[name].append(taken)
    lines = [f"{RUNS} whole processes each, in turn, milliseconds\n"]
    lines.append(f"{'':36}{'min':>8}{'median':>8}{'max':>8}")
    for name, runs in times.items():
        median = statistics.median(runs)
        lines.append(f"{name:36}{min(runs):8.0f}{median:8.0f}{max(runs):8.0f}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return "\n".join((*lines, f"\nlargest process: {peak} MB\n"))


def _plan(issue: Path) -> list[str]:
    workspace = str(issue.parent)
    return [sys.executable, "-m", "bot", "plan", "run", str(issue), "--workspace", workspace]


def _timed(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - begin) * 1000


if __name__ == "__main__":
    sys.stdout.write(table())
