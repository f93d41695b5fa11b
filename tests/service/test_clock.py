"""Pauses, also where the clock jumps: nothing waits for longer than it must, and nothing is forgotten."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.adapters import postgres_statements, sqlite_statements
from bot.adapters.inbox_statements import ended
from bot.adapters.postgres_inbox import PostgresInbox
from bot.adapters.sqlite_file import SqliteFile
from bot.adapters.sqlite_inbox import SqliteInbox
from bot.errors import RateLimited
from bot.events.wake import Wake
from bot.ports.inbox import (
    ENDED,
    LAST_TRY,
    LIMITED,
    SOON,
    Done,
    Job,
    Later,
    Result,
    Trouble,
    pause,
    waits,
)
from tests.service.given import Worker, a_wake, put, until
from tests.testbed.postgres import Postgres

HOUR, DAY = 3600.0, 86_400.0
TROUBLE = Trouble("PLANGATE-X-001", "w", "r")
TICK = a_wake(edited=True)
"""It folds with nothing."""
JUMPS = [-HOUR, -DAY, HOUR, DAY]


class Lines:
    """The steps of a job's life at times of the test's choice, on either database."""

    db: Any

    def put(self, now: float, key: bytes = b"", wake: Wake = TICK) -> bool:
        raise NotImplementedError

    def take(self, now: float) -> Job | None:
        raise NotImplementedError

    def finish(self, job: Job, result: Result, now: float) -> None:
        raise NotImplementedError

    def maintain(self, now: float) -> None:
        raise NotImplementedError

    def die(self, now: float) -> None:
        """The process ends, and the next one looks."""
        assert self.take(now) is None

    def dead(self) -> tuple[Job, ...]:
        raise NotImplementedError

    def revive(self, job: Job, now: float) -> bool:
        raise NotImplementedError


class OnSqlite(Lines):
    """SQLite's."""

    def __init__(self, path: Path) -> None:
        self.db = SqliteFile(path).db

    def put(self, now: float, key: bytes = b"", wake: Wake = TICK) -> bool:
        return sqlite_statements.put(self.db, wake, key, now)

    def take(self, now: float) -> Job | None:
        return sqlite_statements.take(self.db, "us", now, 0.0)

    def finish(self, job: Job, result: Result, now: float) -> None:
        sqlite_statements.finish(self.db, job, "us", result, now)

    def maintain(self, now: float) -> None:
        sqlite_statements.maintain(self.db, "us", now, 0.0)

    def die(self, now: float) -> None:
        sqlite_statements.take_over(self.db, now)
        super().die(now)

    def dead(self) -> tuple[Job, ...]:
        return sqlite_statements.SHARED.jobs(self.db, True, 10)

    def revive(self, job: Job, now: float) -> bool:
        return sqlite_statements.revive(self.db, int(job.id), now)


class OnPostgres(Lines):
    """PostgreSQL's; what is deferred is noted."""

    def __init__(self, url: str) -> None:
        PostgresInbox(url).close()
        self.db = psycopg.connect(url, autocommit=True)
        self.deferred: list[float] = []

    def defer(self, db: Any, subject: str, at: float) -> None:
        self.deferred.append(at)

    def put(self, now: float, key: bytes = b"", wake: Wake = TICK) -> bool:
        return postgres_statements.put(self.db, wake, key, now, self.defer)

    def take(self, now: float) -> Job | None:
        return postgres_statements.take(self.db, a_wake().subject, now, self.defer)

    def finish(self, job: Job, result: Result, now: float) -> None:
        postgres_statements.finish(self.db, job, result, now)

    def maintain(self, now: float) -> None:
        postgres_statements.maintain(self.db, now, self.defer)

    def dead(self) -> tuple[Job, ...]:
        return postgres_statements.SHARED.jobs(self.db, True, 10)

    def revive(self, job: Job, now: float) -> bool:
        return postgres_statements.revive(self.db, int(job.id), now, self.defer)


@pytest.fixture(params=["sqlite", "postgres"])
def life(request, tmp_path: Path) -> Iterator[Lines]:
    """The steps, on each kind of database."""
    made: Lines
    if request.param == "sqlite":
        made = OnSqlite(tmp_path / "inbox.db")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        made = OnPostgres(server.database())
    yield made
    made.db.close()


NOW = 1_800_000_000.0


@pytest.mark.parametrize("jump", JUMPS, ids="{:+.0f} s".format)
def test_what_waits_to_be_handled_does_not_wait_for_the_clock(life, jump):
    """A delivery taken before the clock jumped is handed out at once afterwards, and so is the next."""
    # F16, issue 7: clock jumps
    life.put(NOW)
    life.put(NOW)
    for _ in range(2):
        job = life.take(NOW + jump)
        assert job
        life.finish(job, Done(), NOW + jump)


@pytest.mark.parametrize("jump", JUMPS, ids="{:+.0f} s".format)
def test_no_pause_is_longer_than_it_was_meant(life, jump):
    """What was to be tried again in 300 s is tried within 300 s by the clock that runs then."""
    # F16
    life.put(NOW)
    job = life.take(NOW)
    life.finish(job, Later(300, TROUBLE), NOW)
    assert life.take(NOW + 299) is None

    assert life.take(NOW + jump + 300) is not None


def test_a_small_step_back_shortens_no_pause(life):
    """A clock that is corrected by less than a second is no reason to try again at once."""
    life.put(NOW)
    life.finish(life.take(NOW), Later(300, TROUBLE), NOW)

    assert life.take(NOW - 0.5) is None


@pytest.mark.parametrize("jump", JUMPS, ids="{:+.0f} s".format)
def test_a_delivery_stays_known_when_the_clock_jumps(life, jump):
    """A day forward or back does not make a redelivery news."""
    # T3
    life.put(NOW, b"k")
    life.maintain(NOW + jump)

    assert not life.put(NOW + jump, b"k")


def failed(life: Lines, trouble: Trouble, *, counted: bool = True) -> None:
    """A wake was tried for the third time at NOW, and waits for five minutes."""
    life.put(NOW - 900, wake=a_wake())
    for at in (NOW - 900, NOW - 600, NOW):
        job = life.take(at)
        assert job
        life.finish(job, Later(300, trouble, counted), at)


@pytest.mark.parametrize("wake", [a_wake(), TICK], ids=["folds", "does not"])
def test_a_persons_event_waits_half_a_minute_for_what_failed(life, wake):
    """Neither five minutes nor as a try: who comments often brings one try in that time, and uses up none."""
    failed(life, TROUBLE)

    life.put(NOW + 10, wake=wake)
    life.put(NOW + 20, wake=wake)

    assert life.take(NOW + 10 + SOON - 1) is None
    job = life.take(NOW + 10 + SOON)
    assert job
    assert job.tries == 2
    life.finish(job, Later(300, TROUBLE), NOW + 50)
    assert life.take(NOW + 349) is None
    assert life.take(NOW + 350).tries == 3


def test_no_event_shortens_a_pause_that_github_asked_for(life):
    """GitHub shuts out who does not wait."""
    # F9, issue 19: secondary limits
    limited = RateLimited("GitHub limits requests", 300)
    failed(life, Trouble(limited.code, limited.what, limited.remedy), counted=False)

    life.put(NOW + 10, wake=a_wake())

    assert life.take(NOW + 299) is None
    assert life.take(NOW + 300)


@pytest.mark.parametrize("bot", ["plangate[bot]", ""], ids=["a bot's", "a sweep's"])
def test_no_bots_event_and_no_sweep_shortens_a_pause(life, bot):
    """A run that fails after it wrote something would wake itself for ever."""
    failed(life, TROUBLE)

    wake = a_wake(bot=bot)
    life.put(NOW + 10, wake=wake if bot else replace(wake, witness=None))

    assert life.take(NOW + 299) is None
    assert life.take(NOW + 300).tries == 3


def late(life: Lines, at: float, *during: Wake, trouble: Trouble = TROUBLE) -> int:
    """A try that begins at `at`, and fails after 20 s; wakes come meanwhile. Its count before."""
    job = life.take(at)
    assert job
    for wake in during:
        life.put(at + 5, wake=wake)
    life.finish(job, Later(300, trouble), at + 20)
    return job.tries


@pytest.mark.parametrize("edited", [False, True], ids=["folds", "does not"])
def test_a_persons_event_during_a_try_that_fails_waits_half_a_minute(life, edited):
    """One during the next try, too; neither try is counted, and one event brings no more than one."""
    life.put(NOW, wake=a_wake())
    bot = a_wake(delivery="b", bot="ci[bot]")
    assert late(life, NOW, a_wake(delivery="e", edited=edited), bot) == 0
    assert life.take(NOW + 20 + SOON - 1) is None
    assert late(life, NOW + 20 + SOON, a_wake(delivery="f", edited=edited)) == 0
    assert late(life, NOW + 40 + 2 * SOON, a_wake(delivery="g", bot="ci[bot]")) == 0

    assert life.take(NOW + 60 + 2 * SOON + 299) is None
    assert life.take(NOW + 60 + 2 * SOON + 300).tries == 1


@pytest.mark.parametrize(
    ("wake", "trouble"),
    [(a_wake(delivery="e", bot="plangate[bot]"), TROUBLE), (TICK, replace(TROUBLE, code=LIMITED))],
    ids=["a bot's", "GitHub's pause"],
)
def test_other_events_during_a_try_shorten_no_pause(life, wake, trouble):
    """Those of bots, which may be ours, and none shortens what GitHub asked for."""
    life.put(NOW, wake=a_wake(delivery="a"))
    late(life, NOW, wake, trouble=trouble)

    assert life.take(NOW + 20 + 299) is None
    assert life.take(NOW + 20 + 300).tries == 1


def test_a_job_whose_process_dies_each_time_is_dead_after_all_tries(life):
    """It waits longer each time; what comes for its subject afterwards is a job of its own."""
    at = NOW
    life.put(at, b"k")
    for tries in range(LAST_TRY):
        at += 300
        assert life.take(at).tries == tries
        assert not life.dead()
        life.die(at)
        assert life.take(at + 0.49 * pause(tries)) is None

    (dead,) = life.dead()
    assert dead.trouble == ended(replace(dead, tries=LAST_TRY - 1)).trouble
    assert dead.tries == LAST_TRY
    life.put(at)
    assert life.take(at).tries == 0
    life.die(at)

    assert life.revive(dead, at)
    again = life.take(at)
    assert (again.id, again.tries) == (dead.id, 0)


@pytest.mark.parametrize("edited", [False, True], ids=["folds", "does not"])
def test_no_event_hastens_what_ended_its_process(life, edited):
    """Who comments often would else end a process every half minute, for ever."""
    life.put(NOW, wake=a_wake())
    for tries in range(9):
        assert life.take(NOW + 300 * tries).tries == tries
        life.die(NOW + 300 * tries)

    life.put(NOW + 2401, wake=a_wake(delivery="e", edited=edited))

    assert life.take(NOW + 2400 + 0.49 * pause(8)) is None
    assert life.take(NOW + 2700).tries == 9


def test_what_died_together_is_not_together_again(life):
    """Half of the pause is chance, so that a job does not die of another one each time."""
    results = [ended(Job("1", TICK, tries=4)) for _ in range(20)]
    pauses = {result.seconds for result in results if isinstance(result, Later)}

    assert len(pauses) == 20
    assert all(8 <= seconds <= 16 for seconds in pauses)
    assert {result.trouble.code for result in results} == {ENDED}


@pytest.mark.parametrize("sign", ["\0", "\ud800", "\U0001f600"], ids=["NUL", "half", "whole"])
def test_whatever_a_trouble_says_events_are_stored(life, sign):
    """PostgreSQL reads neither NUL nor half a character in a document."""
    failed(life, replace(TROUBLE, what=f"a{sign}b", remedy=sign))

    assert life.put(NOW + 10, wake=a_wake())


def test_the_job_of_what_failed_is_started_soon_for_a_persons_event(postgres: Postgres):
    """On PostgreSQL a job that waits for the pause's end is planned anew."""
    url, now = postgres.database(), time.time()
    inbox = PostgresInbox(url)
    with psycopg.connect(url, autocommit=True) as db:
        postgres_statements.put(db, a_wake(), b"", now, inbox._defer)
        job = postgres_statements.take(db, a_wake().subject, now, inbox._defer)
        assert job
        postgres_statements.finish(db, job, Later(300, TROUBLE), now)
        db.execute("UPDATE procrastinate_jobs SET scheduled_at = to_timestamp(%s)", (now + 300,))
        postgres_statements.put(db, a_wake(), b"", now + 10, inbox._defer)
        left = db.execute("SELECT extract(epoch FROM scheduled_at) FROM procrastinate_jobs")
        planned = [float(at) for (at,) in left.fetchall()]
    db.close()
    inbox.close()

    assert planned == [pytest.approx(now + 10 + SOON, abs=0.01)]


def test_waiting_is_for_what_began():
    """A pause goes on from its beginning to its end, and at no other time."""
    times = [waits(due=20, since=10, now=n) for n in (8, 9, 10, 19, 20, 30)]

    assert times == [False, True, True, True, False, False]


@pytest.fixture
def clocks() -> Iterator[list[Callable[[], None]]]:
    """What closes the inboxes afterwards."""
    ends: list[Callable[[], None]] = []
    yield ends
    for end in ends:
        end()


def test_machines_whose_clocks_differ_agree(postgres: Postgres, clocks):
    """On PostgreSQL the server's clock counts: a worker an hour behind retries a server's job in time."""
    # S3.14, F16
    url = postgres.database()
    ahead = PostgresInbox(url, lambda: time.time() + HOUR)
    behind = PostgresInbox(url, lambda: time.time() - HOUR)
    clocks += [ahead.close, behind.stop]
    tries: list[float] = []

    def fail_once(_: Job) -> Result:
        tries.append(time.monotonic())
        return Later(0.5, TROUBLE) if len(tries) == 1 else Done()

    put(ahead, a_wake())
    worker = Worker(behind, result=fail_once)
    until(lambda: len(tries) == 2)
    worker.stop()
    behind.close()

    assert len(worker.jobs) == 2


def test_a_paused_job_of_a_servers_clock_that_was_set_back_is_started(postgres: Postgres):
    """PostgreSQL's own clock set back: jobs that were planned by the time before are started now."""
    # F16
    url = postgres.database()
    inbox = PostgresInbox(url)
    now = time.time()
    with psycopg.connect(url, autocommit=True) as db:
        postgres_statements.put(db, a_wake(), b"", now + HOUR, inbox._defer)
        job = postgres_statements.take(db, a_wake().subject, now + HOUR, inbox._defer)
        assert job
        postgres_statements.finish(db, job, Later(60, TROUBLE), now + HOUR)
        db.execute("UPDATE procrastinate_jobs SET scheduled_at = now() + interval '1 hour'")
        postgres_statements.find_set_back(db, now)
        left = db.execute("SELECT scheduled_at FROM procrastinate_jobs").fetchall()
    db.close()
    inbox.close()

    assert left == [(None,)]


def test_a_timer_is_a_date(tmp_path: Path):
    """A question's end is a date that people were told: it rings by the clock as it is, back or forward."""
    # S1.5
    path = tmp_path / "inbox.db"
    clock = [NOW]
    set_by = SqliteInbox(path, lambda: clock[0])
    set_by.put(a_wake()).result(5)
    asking = Worker(set_by, result=lambda _: Done(datetime.fromtimestamp(NOW + HOUR, UTC)))
    asking.idle()
    asking.stop()
    set_by.close()
    clock[0] -= DAY
    inbox = SqliteInbox(path, lambda: clock[0])
    worker = Worker(inbox)
    time.sleep(1.5)
    early = len(worker.jobs)
    clock[0] = NOW + HOUR + 1
    until(lambda: len(worker.jobs) == 1)
    worker.stop()
    inbox.close()

    assert early == 0
