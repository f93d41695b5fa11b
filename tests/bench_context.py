"""`make bench`: finding files: a tree of 50,000 files, and the localisation set where it is at hand.

The set is no part of this project. Name it by PLANGATE_BENCH_LOCALISATION (a .jsonl beside its
`eval_localisation.py`) and PLANGATE_BENCH_MIRROR (bare snapshots of its repositories);
PLANGATE_BENCH_TREES keeps the checked out trees (several GB), else they go to a temporary folder.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILES = 50_000
_WORDS = ("order", "cart", "user", "mail", "tax", "item", "page", "auth", "log", "sync")
_ENDS = ("Store", "View", "Index", "Cache", "Query", "Rule", "Task", "Form", "Node", "Link")
_QUERY = (
    "The order store is wrong when the cart cache is empty\n\nThe tax rule is lost in `sync_task`."
)
# R@1, R@5, R@10, R@20, MRR, and seconds a query, as the set's own description gives them.
_BASELINES = """\
keyword count              0.315  0.569  0.738  0.870  0.510
distinct keywords          0.351  0.677  0.804  0.917  0.575
rank-bm25                  0.474  0.689  0.793  0.924  0.673
bm25s, plain words         0.466  0.714  0.796  0.914  0.666
bm25s, identifiers split   0.479  0.777  0.858  0.944  0.713
struct                     0.467  0.756  0.866  0.941  0.703
struct + history           0.558  0.797  0.890  0.948  0.762
"""
_COMMAND = (
    "{python} -m bot context {{text}} --workspace {{tree}} --git-dir {{gitdir}} --rev {{parent}}"
)


@dataclass(frozen=True, slots=True)
class Run:
    """What one whole process took."""

    seconds: float
    cpu: float
    megabytes: float


def huge_tree(folder: Path, files: int = FILES) -> str:
    """How long a tree of many files takes to index, and to answer afterwards, as lines of text."""
    root, query = folder / "huge", folder / "query.txt"
    _grow(root, files)
    query.write_text(_QUERY, encoding="utf-8")
    context = [sys.executable, "-m", "bot", "context", str(query), "--workspace", str(root)]
    environ = {**os.environ, "PLANGATE_CACHE_DIR": str(folder / "cache")}
    bare = run([sys.executable, "-c", "pass"], environ)
    rows = [("cold, with its index", run(context, environ)), ("warm", run(context, environ))]
    lines = [f"A tree of {files:,} files (seconds, processor seconds, MB over the interpreter)", ""]
    for name, took in rows:
        more = took.megabytes - bare.megabytes
        lines.append(f"{name:36}{took.seconds:8.2f}{took.cpu:8.2f}{more:8.0f}")
    return "\n".join(lines) + "\n"


def localisation(environ: Mapping[str, str] = os.environ) -> str:
    """The localisation set's scores beside its baselines; one line how to have it when it is not named."""
    cases, mirror = environ.get("PLANGATE_BENCH_LOCALISATION"), environ.get("PLANGATE_BENCH_MIRROR")
    if not cases or not mirror:
        return "Localisation: not measured; name PLANGATE_BENCH_LOCALISATION and PLANGATE_BENCH_MIRROR.\n"
    with tempfile.TemporaryDirectory() as folder:
        found = _scores(Path(cases), mirror, Path(folder), environ)
    return table(found)


def table(summary: Mapping[str, Any]) -> str:
    """The scores of one run (the `summary` of the set's own scorer) under those of the baselines."""
    own = "".join(f"{summary[f'src.{m}']:7.3f}" for m in ("r@1", "r@5", "r@10", "r@20", "mrr"))
    times = [f"{summary[f'{k}_s.median']:.2f} s" for k in ("index", "query")]
    cpu = [f"{summary[f'{k}_cpu_s.mean']:.2f} s" for k in ("index", "query")]
    return (
        f"{'Localisation, ' + str(summary['cases']) + ' cases':25}    R@1    R@5   R@10   R@20    MRR\n\n"
        f"{_BASELINES}{'plangate context':25}{own}\n\n"
        f"whole process, median: cold {times[0]}, warm {times[1]}; "
        f"processor, mean: cold {cpu[0]}, warm {cpu[1]}; "
        f"at most {summary['index_rss_mib.max']:.0f} MB; failed: {summary['failed']}\n"
    )


def run(command: list[str], environ: Mapping[str, str]) -> Run:
    """Run a process to its end and say what it took."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=dict(environ), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command[1:5]} ended with {process.returncode}")
    return Run(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def _scores(cases: Path, mirror: str, folder: Path, environ: Mapping[str, str]) -> dict[str, Any]:
    """Each case twice: without an index (the scorer's index command), and with it (its query)."""
    out, command = folder / "scores.json", _COMMAND.format(python=shlex.quote(sys.executable))
    scorer = [sys.executable, str(cases.parent / "eval_localisation.py"), "--set", str(cases)]
    options = {
        "--mirror": mirror,
        "--cache": environ.get("PLANGATE_BENCH_TREES") or str(folder / "trees"),
        "--index-cmd": f"{command} --top 1",
        "--cmd": f"{command} --top 30",
        "--out": str(out),
    }
    cached = {**environ, "PLANGATE_CACHE_DIR": str(folder / "cache")}
    options_list = [word for pair in options.items() for word in pair]
    subprocess.run([*scorer, *options_list], env=cached, check=True, stdout=subprocess.DEVNULL)
    summary: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))["summary"]
    return summary


def _grow(root: Path, files: int) -> None:
    """Write files of twenty functions with names of a few words: the same ones each time."""
    chance = random.Random(1)
    names = [word + end for word in _WORDS for end in _ENDS]
    for n in range(files):
        folder = root / f"pkg{n // 100}"
        if n % 100 == 0:
            folder.mkdir(parents=True)
        picked = [chance.choices(names, k=4) for _ in range(20)]
        lines = (f"def {a}_{b}({c}): return {d}{chance.randrange(999)}" for a, b, c, d in picked)
        name = f"{chance.choice(names)}_{n % 100}.py"
        (folder / name).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        sys.stdout.write(huge_tree(Path(place)) + "\n" + localisation())
