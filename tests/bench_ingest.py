"""How many signed deliveries a server takes a second, and how long each waits: ours beside three others.

`python -m tests.bench_ingest [TURNS]`: in each turn every server starts afresh and is loaded for five seconds
as fast as it answers, then for five at half of that. Two of them write every delivery to an SQLite file and
answer after the synced commit; what they acknowledged is counted in their files afterwards.
"""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench_load import SECRET
from tests.service.crowd import ROOT, wait_for
from tests.testbed.keys import private_key_pem
from tests.testbed.node import find_node
from tests.testbed.ports import free_port

PEERS = ROOT / "tests" / "bench_peers"
SECONDS, LINES, TURNS = 5.0, 16, 3
Numbers = dict[str, float]


@dataclass(frozen=True)
class Server:
    """What is loaded: how it is started, and the table of its file that holds what it took."""

    name: str
    command: list[str]
    env: dict[str, str]
    table: str = ""


@dataclass
class Loaded:
    """What came of a server's turns."""

    full: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    half: list[float] = field(default_factory=list)
    taken: int = 0
    found: int = 0


def servers(folder: Path) -> list[Server]:
    """Ours and its peers, each with its files in the folder."""
    key = folder / "key.pem"
    key.write_text(private_key_pem())
    probot = {"APP_ID": "1", "PRIVATE_KEY_PATH": str(key), "NODE_ENV": "production", "LOG_LEVEL": "fatal",
              "WEBHOOK_PATH": "/webhook", "HOST": "127.0.0.1"}  # fmt: skip
    python = PEERS / ".venv" / "bin" / "python"
    ours = {"GITHUB_TOKEN": "t", "PLANGATE_WEBHOOK_SECRET": SECRET,
            "PLANGATE_DATABASE_URL": f"sqlite://{folder}/ours.db"}  # fmt: skip
    return [
        Server("plangate with SQLite, synced",
               [sys.executable, "-m", "bot", "serve", "--no-worker", "--sweep-every", "0"], ours, "seen"),
        Server("Probot 14 with SQLite, synced",
               [find_node(), str(PEERS / "probot_sqlite_app.mjs")],
               probot | {"DATABASE": str(folder / "probot.db")}, "deliveries"),
        Server("Probot 14, stores nothing", [find_node(), str(PEERS / "probot_app.mjs")], probot),
        Server("gidgethub with aiohttp and uvloop, stores nothing",
               [str(python), str(PEERS / "gidgethub_app.py")], {}),
    ]  # fmt: skip


def measured(turns: int = TURNS) -> dict[str, Loaded]:
    """Every server in turn, so often."""
    rows: dict[str, Loaded] = {}
    for _ in range(turns):
        with tempfile.TemporaryDirectory(prefix="plangate-bench-") as made:
            for server in servers(Path(made)):
                _measure(server, rows.setdefault(server.name, Loaded()), Path(made))
    return rows


def _measure(server: Server, row: Loaded, folder: Path) -> None:
    with served(server.command, server.env) as (port, _):
        first = load(port, 1, 0)
        full = load(port, SECONDS, 0)
        half = load(port, SECONDS, full["persecond"] / 2)
    row.full.append(full["persecond"])
    row.p99.append(full["p99"])
    row.half.append(half["p99"])
    if server.table:
        file = server.env.get("DATABASE") or str(folder / "ours.db")
        with sqlite3.connect(file) as kept:
            [found] = kept.execute(f"SELECT count(*) FROM {server.table}").fetchone()  # noqa: S608
        taken = int(first["taken"] + full["taken"] + half["taken"])
        assert found == taken, f"{server.name}: {taken} acknowledged, {found} in its file"
        row.taken, row.found = row.taken + taken, row.found + found


@contextmanager
def served(command: list[str], env: dict[str, str]) -> Iterator[tuple[int, int]]:
    """A server at work: its port and its process."""
    port = free_port()
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PLANGATE_"))}
    named = {"PORT": str(port), "PLANGATE_PORT": str(port), "PLANGATE_METRICS_PORT": "0"}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=kept | named | {"WEBHOOK_SECRET": SECRET} | env,
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
    given = [str(value) for value in (port, LINES, seconds, rate)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench_load", *given],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    numbers: Numbers = json.loads(done.stdout)
    assert numbers["refused"] == 0, numbers
    return numbers


def middle(figures: list[float]) -> float:
    """What the median turn saw."""
    return statistics.median(figures)


def table(turns: int = TURNS) -> Iterator[str]:
    """Measure, and say it: the median of the turns, and ours against the peer that stores as ours does."""
    rows = measured(turns)
    yield f"Ingest, one process each, {LINES} connections, {SECONDS:.0f} s full and half, {turns} turns"
    yield f"{'':46}{'acknowledged/s':>15}{'p99 ms':>9}{'p99 at half':>13}"
    for name, row in rows.items():
        yield f"{name:46}{middle(row.full):15.0f}{middle(row.p99):9.1f}{middle(row.half):13.1f}"
    ours, peer, *_ = rows.values()
    times = middle(ours.full) / middle(peer.full)
    yield f"ours : Probot with SQLite  {times:.2f} times as many (wanted 1.50)"
    here, there = middle(ours.half), middle(peer.half)
    yield f"p99 at half of its own load  {here:.1f} ms against {there:.1f} ms (wanted: no worse)"
    yield f"found in both files afterwards, all that was acknowledged: {ours.found} and {peer.found}"


if __name__ == "__main__":
    for line in table(*(int(turns) for turns in sys.argv[1:2])):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
