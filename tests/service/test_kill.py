"""kill -9 while deliveries arrive: what was acknowledged happens, once, in order, within a minute."""

from __future__ import annotations

import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from bot.ports.inbox import ENDED, LAST_TRY
from tests.service.crowd import Crowd, Member, crowd
from tests.service.given import until
from tests.testbed.postgres import Postgres

SUBJECTS = 10
AT_ONCE = 4
"""Wakes that one process handles at once, at most."""
BOTH_IN_PROOF = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgres", marks=pytest.mark.proof)], indirect=True
)
"""PostgreSQL gives a killed process's work to the next after half a minute: `make proof` waits for it."""


def play(folder: Path, database: str, load: tuple[int, float], seed: int, workers: int = 0) -> int:
    """One burst with kills: how many deliveries were acknowledged, each handled once and in order."""
    count, rate = load
    folder.mkdir(exist_ok=True)
    kills = 2 + (workers > 1)
    with crowd(folder, database, 2 if workers else 1, workers) as at_work:
        at_work.burst(count, rate, SUBJECTS, kills=kills, seed=seed)
        at_work.settle(60)
        lines = at_work.lines()

    assert len(lines) == len(set(lines)), "an effect stands there twice"
    assert at_work.repeats() <= kills * AT_ONCE, (
        "more was handled twice than a kill can have cut off"
    )
    for number in range(1, SUBJECTS + 1):
        own = [line for line in lines if line.startswith(f"acme/shop#{number} ")]
        assert own == sorted(own), "a subject's order is lost"
    return len(at_work.acknowledged)


@pytest.mark.slow
def test_sqlite_survives_kills(tmp_path):
    """80 deliveries at 60/s, the one process killed twice: all there, once, in order."""
    # F5, F6, I4
    assert play(tmp_path, f"sqlite://{tmp_path}/inbox.db", (80, 60), seed=1) == 80


@pytest.mark.slow
def test_postgres_survives_kills(tmp_path, postgres: Postgres):
    """The same with two servers and a worker on PostgreSQL, any of them killed, twice."""
    # F5, F15, I4
    assert play(tmp_path, postgres.database(), (80, 60), seed=2, workers=1) == 80


@pytest.mark.proof
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_twenty_bursts(tmp_path, postgres: Postgres, kind: str, seed: int):
    """1,000 deliveries at 50/s, twenty times an adapter."""
    # F5, F6, I4
    alone = kind == "sqlite"
    database = f"sqlite://{tmp_path}/inbox.db" if alone else postgres.database()
    assert play(tmp_path, database, (1000, 50), seed, workers=0 if alone else 3) == 1000


@contextmanager
def supervised(member: Member) -> Iterator[list[int]]:
    """Start a process, and start it again whenever it ends; how it ended each time."""
    over, ends = threading.Event(), list[int]()

    def watch() -> None:
        while not over.wait(0.05):
            if member.process is None or member.process.poll() is not None:
                ends.extend([member.process.returncode] if member.process else [])
                member.start()

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield ends
    finally:
        over.set()
        watching.join()
        member.kill()


def set_tries(database: str, tries: int) -> None:
    """Let all that waits have failed so often."""
    if database.startswith("sqlite://"):
        with closing(sqlite3.connect(database.removeprefix("sqlite://"), timeout=10)) as file:
            file.execute("UPDATE wakes SET tries = ?", (tries,))
            file.commit()
    else:
        with psycopg.connect(database) as db:
            db.execute("UPDATE plangate_wakes SET tries = %s", (tries,))


def one_worker(at_work: Crowd, *options: str, **env: str) -> Member:
    """A worker beside the first process, not started."""
    kept = at_work.members[0].env | env
    return Member("worker", kept, at_work.folder / "worker.log", options=options)


@BOTH_IN_PROOF
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_job_that_kills_its_worker_is_set_aside_and_holds_up_nobody(tmp_path, opening, database):
    """Each death is a try; other jobs go first; in the end it is dead, and what comes next is handled."""
    # F5
    inbox, deadly = opening(), tmp_path / "deadly"
    with crowd(tmp_path, database, 1, 1) as at_work:
        at_work.members.pop().kill()
        deadly.write_text("000000")
        for number in range(5):
            at_work.deliver(number, 5)
        [_, *others] = at_work.acknowledged
        with supervised(one_worker(at_work, "--workers", "1")) as ends:
            until(lambda: set(others) <= set(at_work.lines()), 60)
            until(lambda: any(job.trouble for job in inbox.jobs(dead=False)))
            set_tries(database, LAST_TRY - 1)
            until(lambda: inbox.counts().dead == 1, 60)
            at_work.deliver(5, 5)
            until(lambda: "acme/shop#1 000005" in at_work.lines(), 60)
            [job] = inbox.jobs()
            deadly.unlink()
            assert inbox.retry(job.id)
            at_work.settle(60)
            until(lambda: not inbox.jobs(dead=False))
        lines = at_work.lines()

    assert job.trouble
    assert (job.trouble.code, job.tries) == (ENDED, LAST_TRY)
    assert 2 <= len(ends) <= 6
    assert set(ends) == {-signal.SIGKILL}
    assert sorted(lines) == sorted(at_work.acknowledged)
    assert inbox.jobs() == ()


def deployed(at_work: Crowd, times: int) -> int | None:
    """A worker starts long work, which was started so often then, and is stopped; how it ended."""
    slow = one_worker(at_work, RECORDER_WORK="60", RECORDER_LAST_WORK="0.5")
    slow.start()
    until(lambda: len(at_work.handled()) == times, 60)
    process = slow.process
    slow.kill(signal.SIGTERM)
    return process.returncode if process else None


@BOTH_IN_PROOF
@pytest.mark.slow
@pytest.mark.timeout(120)
def test_a_deploy_during_long_work_is_no_try(tmp_path, opening, database):
    """A process that ends by SIGTERM before its work is done gives it back."""
    # F21
    inbox = opening()
    with crowd(tmp_path, database, 1, 1) as at_work:
        at_work.members.pop().kill()
        at_work.deliver(0, 1)
        ends = [deployed(at_work, times) for times in (1, 2)]
        [job] = inbox.jobs(dead=False)
        with supervised(one_worker(at_work)):
            at_work.settle(60)
            until(lambda: not inbox.jobs(dead=False))

    assert ends == [0, 0]
    assert (job.tries, job.trouble) == (0, None)
    assert at_work.repeats() == 2
    assert inbox.jobs() == ()
