"""`make bench`, the service: its figures beside those of its peers and what is wanted, in one table.

`python -m tests.bench_service` prints only this part; it takes seven to ten minutes, of which
`python -m tests.bench_ingest` are three and `python -m tests.bench_drain` two to four.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot import settings
from bot.ports.inbox import Done, Inbox, Job
from bot.wiring import inbox as wiring
from tests import bench_drain, bench_ingest
from tests.bench_load import SECRET
from tests.service.crowd import crowd
from tests.service.given import Worker, a_wake, put, slowly, until
from tests.testbed.postgres import running

WAKES, WORK, EVENTS = 400, 0.1, 100
SQLITE, POSTGRES = "SQLite", "PostgreSQL"
Row = tuple[str, str, str, str]
"""A figure: what it is, what was seen, what is wanted, what a peer does."""


def table() -> str:
    """Measure everything and say it, as rows that docs/benchmarks.md takes over."""
    rows: list[Row] = [("the service", "seen", "wanted", "beside it"), ("---",) * 4]
    with tempfile.TemporaryDirectory() as name:
        for part in (_ingest(), _drain(), _idle(Path(name)), _inboxes(Path(name))):
            rows += part
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _ingest() -> Iterator[Row]:
    """Deliveries that servers take, each as one process."""
    ours, peer, *others = bench_ingest.measured().items()
    fast, half = bench_ingest.middle(ours[1].full), bench_ingest.middle(ours[1].half)
    stored = bench_ingest.middle(peer[1].full)
    besides = [f"{bench_ingest.middle(row.full):,.0f} {name}" for name, row in (peer, *others)]
    yield (
        "deliveries acknowledged a second, each synced to disk",
        f"{fast:,.0f} ({fast / stored:.2f} times the first peer)", "1.5 times", "; ".join(besides),
    )  # fmt: skip
    besides = [f"{bench_ingest.middle(row.half):.1f} ms {name}" for name, row in (peer, *others)]
    yield "p99 at half of its own load", f"{half:.1f} ms", "no worse", "; ".join(besides)
    yield (
        "acknowledged, and found in the file afterwards",
        f"{ours[1].taken:,} and {ours[1].found:,}", "all", f"{peer[1].found:,} of {peer[1].taken:,}",
    )  # fmt: skip


def _drain() -> Iterator[Row]:
    """A full queue worked off."""
    seen = list(bench_drain.drained())
    before, rates = (0, 0.0), []
    for now in seen:
        rates.append((now[0] - before[0]) / max(now[1] - before[1], 0.001))
        before = now
    each = ", ".join(f"{rate:.0f}" for rate in rates)
    yield (
        f"{before[0]:,} queued subjects drained a second, {POSTGRES}, synced",
        f"{before[0] / before[1]:.0f}", f"{bench_drain.WANTED}", f"every {bench_drain.STEP:,}: {each}",
    )  # fmt: skip


def _idle(folder: Path) -> Iterator[Row]:
    """What an idle server with its worker costs."""
    command = [sys.executable, "-m", "bot", "serve", "--sweep-every", "0"]
    env = {
        "GITHUB_TOKEN": "t",
        "PLANGATE_WEBHOOK_SECRET": SECRET,
        "PLANGATE_DATABASE_URL": f"sqlite://{folder}/idle.db",
    }
    with bench_ingest.served(command, env) as (_, pid):
        time.sleep(2)
        before = _cpu(pid)
        time.sleep(10)
        used = (_cpu(pid) - before) / 10
        yield "idle with its worker, of one core", f"{used:.2%}", "under 1 %", ""
        yield "idle with its worker, memory", f"{_megabytes(pid):.0f} MB", "under 120 MB", ""


def _cpu(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    return int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0]) / 1024


def _inboxes(folder: Path) -> Iterator[Row]:
    with running(synced=True) as postgres:
        worked = []
        for url in (f"sqlite://{folder}/w.db", postgres.database()):
            inbox = wiring.opened(settings.from_environ({"PLANGATE_DATABASE_URL": url}))
            worked.append(_worked(inbox))
            inbox.close()
        waits, runs = zip(*worked, strict=True)
        yield "from a commit to the handling, median", _both(waits, "{:.1f} ms"), "under 50 ms", ""
        yield f"runs for {EVENTS} events of one issue", _both(runs, "{:.0f}"), "at most 3", ""
        taken = [_drained(f"sqlite://{folder}/{count}.db", count) for count in (2_500, 10_000)]
        seen = ", ".join(f"{rate:.0f}/s" for rate in taken)
        yield f"2,500 and 10,000 queued subjects drained, {SQLITE}", seen, "linear", ""
        seen = ", ".join(_together(folder / f"crowd{n}", postgres.database(), n) for n in (1, 2))
        what = f"{WAKES} wakes of {WORK * 1000:.0f} ms work, {POSTGRES}: one server and worker, two"
        yield what, seen, "more with two", ""


def _both(figures: Sequence[float], how: str) -> str:
    return ", ".join(
        f"{how.format(one)} {name}" for one, name in zip(figures, (SQLITE, POSTGRES), strict=True)
    )


def _together(folder: Path, database: str, size: int) -> str:
    """What so many servers and as many workers get done a second."""
    folder.mkdir()
    with crowd(folder, database, size, size, WORK) as at_work:
        for number in range(WAKES, WAKES + 16):  # until all have started
            at_work.deliver(number, 16)
        at_work.settle(60)
        time.sleep(3)
        began = time.perf_counter()
        with ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda n: at_work.deliver(n, WAKES // 10), range(WAKES)))
        at_work.settle(120)
        return f"{WAKES / (time.perf_counter() - began):.0f}/s"


def _worked(inbox: Inbox) -> tuple[float, float]:
    """Milliseconds from a wake's commit to its handling, a median; runs for the events of one issue."""
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
    before = len(worker.jobs)
    worker.result = slowly(0.5)
    put(inbox, a_wake(999, "first"))
    until(lambda: len(worker.jobs) > before)
    put(inbox, *[a_wake(999, str(n)) for n in range(EVENTS - 1)])
    worker.idle(60)
    worker.stop()
    return statistics.median(delays) * 1000, len(worker.jobs) - before


def _drained(url: str, count: int) -> float:
    """Subjects a second."""
    inbox = wiring.opened(settings.from_environ({"PLANGATE_DATABASE_URL": url}))
    put(inbox, *[a_wake(n + 1, str(n)) for n in range(count)])
    began = time.perf_counter()
    worker = Worker(inbox, workers=4)
    until(lambda: len(worker.jobs) == count, 300)
    took = time.perf_counter() - began
    worker.stop()
    inbox.close()
    return count / took


if __name__ == "__main__":
    sys.stdout.write(table())
