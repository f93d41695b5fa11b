"""`make bench`, the service: our durable ingest beside two that store nothing; waking, draining, idling."""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from bot import settings
from bot.ports.inbox import Done, Inbox, Job
from bot.wiring import inbox as wiring
from tests.bench_load import SECRET
from tests.service.crowd import ROOT, crowd, free_port, wait_for
from tests.service.given import Worker, a_wake, put, slowly, until
from tests.testbed.keys import private_key_pem
from tests.testbed.node import find_node
from tests.testbed.postgres import running

PEERS = ROOT / "tests" / "bench_peers"
SECONDS, LINES, REPEATS = 5.0, 16, 3
WAKES, WORK = 400, 0.1
OURS = "plangate serve (SQLite, every commit on disk)"
Numbers = dict[str, float]


def table() -> str:
    """Measure everything and say it."""
    with tempfile.TemporaryDirectory() as name:
        return "\n".join(_lines(Path(name))) + "\n"


def _lines(folder: Path) -> Iterator[str]:
    yield from _ingest(folder)
    yield ""
    yield from _one_process(folder)
    yield ""
    yield from _inboxes(folder)


def _ingest(folder: Path) -> Iterator[str]:
    yield f"Ingest, one process each, {LINES} connections, {SECONDS:.0f} s, best of {REPEATS} runs in turn"
    yield f"{'':44}{'acknowledged/s':>15}{'p99 ms':>9}{'p99 at half':>13}"
    rows: dict[str, list[Numbers]] = {}
    for turn in range(REPEATS):
        for name, command, env in _servers(folder / str(turn)):
            with _served(command, env) as (port, _):
                first = load(port, 1, 0)
                full = load(port, SECONDS, 0)
                half = load(port, SECONDS, full["persecond"] / 2)
            taken = sum(one["taken"] for one in (first, full, half))
            rows.setdefault(name, []).append(full | {"half": half["p99"], "all": taken})
        kept = sqlite3.connect(folder / str(turn) / "inbox.db").execute("SELECT count(*) FROM seen")
        ours = rows[OURS][-1] | {"rows": kept.fetchone()[0]}
        assert ours["rows"] == ours["all"], "what was acknowledged is not what lies in the file"
        rows[OURS][-1] = ours
    for name, runs in rows.items():
        best = max(runs, key=lambda run: run["persecond"])
        yield f"{name:46}{best['persecond']:13.0f}{best['p99']:9.1f}{min(r['half'] for r in runs):13.1f}"
    kept_rows = ", ".join(f"{r['rows']:.0f} of {r['all']:.0f}" for r in rows[OURS])
    yield f"rows found in our files afterwards, of deliveries acknowledged: {kept_rows}"


def _servers(folder: Path) -> Iterator[tuple[str, list[str], dict[str, str]]]:
    folder.mkdir()
    key = folder / "key.pem"
    key.write_text(private_key_pem())
    yield (
        OURS,
        [sys.executable, "-m", "bot", "serve", "--no-worker", "--sweep-every", "0"],
        {
            "GITHUB_TOKEN": "t",
            "PLANGATE_WEBHOOK_SECRET": SECRET,
            "PLANGATE_DATABASE_URL": f"sqlite://{folder}/inbox.db",
        },
    )
    yield (
        "Probot 14 (stores nothing)",
        [find_node(), str(PEERS / "probot_app.mjs")],
        {"APP_ID": "1", "PRIVATE_KEY_PATH": str(key), "NODE_ENV": "production", "LOG_LEVEL": "fatal",
         "WEBHOOK_PATH": "/webhook", "HOST": "127.0.0.1"},
    )  # fmt: skip
    yield (
        "gidgethub + aiohttp + uvloop (stores nothing)",
        [str(PEERS / ".venv" / "bin" / "python"), str(PEERS / "gidgethub_app.py")], {},
    )  # fmt: skip


@contextmanager
def _served(command: list[str], env: dict[str, str]) -> Iterator[tuple[int, int]]:
    port = free_port()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PLANGATE_"))}
    named = {"PORT": str(port), "PLANGATE_PORT": str(port), "WEBHOOK_SECRET": SECRET}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=kept | named | env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def load(port: int, seconds: float, rate: float) -> Numbers:
    """Load a server from a process of its own."""
    command = [
        sys.executable,
        "-m",
        "tests.bench_load",
        str(port),
        str(LINES),
        str(seconds),
        str(rate),
    ]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    numbers: Numbers = json.loads(done.stdout)
    assert numbers["refused"] == 0, numbers
    return numbers


def _one_process(folder: Path) -> Iterator[str]:
    """What an idle server with its worker costs."""
    command = [sys.executable, "-m", "bot", "serve", "--sweep-every", "0"]
    env = {
        "GITHUB_TOKEN": "t",
        "PLANGATE_WEBHOOK_SECRET": SECRET,
        "PLANGATE_DATABASE_URL": f"sqlite://{folder}/idle.db",
    }
    with _served(command, env) as (_, pid):
        time.sleep(2)
        before = _cpu(pid)
        time.sleep(10)
        used = (_cpu(pid) - before) / 10
        yield f"idle for 10 s: {used:.2%} of one core, {_megabytes(pid):.0f} MB resident"


def _cpu(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    return int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0]) / 1024


def _inboxes(folder: Path) -> Iterator[str]:
    with running() as postgres:
        for name, url in (
            ("SQLite", f"sqlite://{folder}/w.db"),
            ("PostgreSQL", postgres.database()),
        ):
            inbox = wiring.opened(settings.from_environ({"PLANGATE_DATABASE_URL": url}))
            yield f"{name}: {_latency(inbox)}"
            inbox.close()
        for name in ("SQLite", "PostgreSQL"):
            for count in (2_500, 5_000, 10_000):
                url = (
                    postgres.database() if name == "PostgreSQL" else f"sqlite://{folder}/{count}.db"
                )
                inbox = wiring.opened(settings.from_environ({"PLANGATE_DATABASE_URL": url}))
                yield f"{name}: {_drained(inbox, count)}"
                inbox.close()
        yield ""
        yield f"PostgreSQL, {WAKES} wakes of {WAKES // 10} subjects with {WORK * 1000:.0f} ms of work each"
        for size in (1, 2):
            yield _together(folder / f"crowd{size}", postgres.database(), size)


def _together(folder: Path, database: str, size: int) -> str:
    """What so many servers and as many workers take in, and get done, a second."""
    folder.mkdir()
    with crowd(folder, database, size, size, WORK) as at_work:
        for number in range(WAKES, WAKES + 16):  # until all have started
            at_work.deliver(number, 16)
        at_work.settle(60)
        time.sleep(3)
        began = time.perf_counter()
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda n: at_work.deliver(n, WAKES // 10), range(WAKES)))
        taken = time.perf_counter() - began
        at_work.settle(120)
        done = time.perf_counter() - began
    many = "server and worker" if size == 1 else "servers and workers"
    return f"  {size} {many}: {WAKES / taken:5.0f}/s acknowledged, {WAKES / done:5.0f}/s handled"


def _latency(inbox: Inbox) -> str:
    delays: list[float] = []

    def note(job: Job) -> Done:
        delays.append(time.time() - job.came_at)
        return Done()

    worker = Worker(inbox, result=note)
    time.sleep(1)
    for n in range(100):
        put(inbox, a_wake(n + 1, str(n)))
        time.sleep(0.03)
    worker.idle(60)
    wakes = sorted(d * 1000 for d in delays)

    before = len(worker.jobs)
    worker.result = slowly(0.5)
    put(inbox, a_wake(999, "first"))
    until(lambda: len(worker.jobs) > before)
    put(inbox, *[a_wake(999, str(n)) for n in range(99)])
    worker.idle(60)
    runs = len(worker.jobs) - before
    worker.stop()
    middle, last = statistics.median(wakes), wakes[98]
    return f"wake to handling p50 {middle:.1f} ms, p99 {last:.1f} ms; 100 events of one issue: {runs} runs"


def _drained(inbox: Inbox, count: int) -> str:
    put(inbox, *[a_wake(n + 1, str(n)) for n in range(count)])
    began = time.perf_counter()
    worker = Worker(inbox, workers=4)
    until(lambda: len(worker.jobs) == count, 300)
    took = time.perf_counter() - began
    worker.stop()
    return f"{count:6} queued subjects drained in {took:5.1f} s ({count / took:.0f}/s)"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for line in _lines(Path(name)):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
