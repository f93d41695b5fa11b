"""A restart that nobody notices: SIGTERM finishes what runs, keeps what waits, and turns nobody away."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path

import pytest

from tests.service.crowd import Crowd, Member, answer, crowd
from tests.service.given import until
from tests.testbed.postgres import Postgres


def said(at_work: Crowd, name: str) -> list[dict[str, int]]:
    """What the processes of a role said at their end."""
    logs = sorted(at_work.folder.glob(f"{name}*.log"))
    lines = [line for log in logs for line in log.read_text().splitlines()]
    return [row for row in map(json.loads, filter(_is_json, lines)) if row["event"] == "stopped"]


def restart(member: Member) -> int:
    """End a process by SIGTERM and start it again; how it ended."""
    process = member.process
    assert process
    member.kill(signal.SIGTERM)
    member.start()
    if member.port:
        member.wait()
    return process.returncode


def _is_json(line: str) -> bool:
    return line.startswith("{")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_sigterm_finishes_what_runs_and_keeps_what_waits(request, tmp_path: Path, kind: str):
    """Stopped in the middle of its work, a server ends well: the job at hand is done, the rest waits."""
    # F21, issue 7: SIGTERM drains
    database = f"sqlite://{tmp_path}/inbox.db"
    if kind == "postgres":
        server: Postgres = request.getfixturevalue("postgres")
        database = server.database()
    with crowd(tmp_path, database, 1, 0, work=0.5) as at_work:
        [member] = at_work.members
        for number in range(8):
            at_work.deliver(number, 8)
        until(lambda: bool(at_work.lines()))
        process = member.process
        assert process
        began = time.monotonic()
        member.kill(signal.SIGTERM)
        took = time.monotonic() - began
        [end] = said(at_work, "serve")
        done = at_work.lines()
        member.start()
        member.wait()
        at_work.settle(60)
        lines = at_work.lines()

    assert process.returncode == 0
    assert took < 30
    assert end["unfinished"] == 0
    assert 1 <= len(done) < 8
    assert end["left"] == 8 - len(done)
    assert lines[: len(done)] == done
    assert sorted(lines) == sorted(set(at_work.acknowledged))


@pytest.mark.proof
def test_servers_and_workers_restarted_in_turn_are_never_missed(tmp_path: Path, postgres: Postgres):
    """Each of two servers and a worker is restarted by SIGTERM under load; no delivery is refused."""
    # issue 7: zero-downtime restart
    with crowd(tmp_path, postgres.database(), 2, 1) as at_work:
        ports = [member.port for member in at_work.members if member.port]
        over = threading.Event()
        refused: list[int] = []
        missed: list[int] = []

        def deliver() -> None:
            for number in range(1, 100_000):
                if over.wait(0.02):
                    return
                statuses = [answer(port, f"{number:06}", 1 + number % 6) for port in ports[::-1]]
                refused.extend(s for s in statuses if s not in (0, 202))
                missed.extend([number] if 202 not in statuses else [])
                at_work.acknowledged.append(f"acme/shop#{1 + number % 6} {number:06}")

        load = threading.Thread(target=deliver)
        load.start()
        until(lambda: len(at_work.acknowledged) > 3)
        ends = [restart(member) for member in at_work.members]
        over.set()
        load.join()
        at_work.settle(60)
        lines = at_work.lines()

    assert ends == [0] * 3
    assert refused == []
    assert missed == []
    assert sorted(lines) == sorted(set(lines))
    assert [end["unfinished"] for end in said(at_work, "worker")] == [0]
