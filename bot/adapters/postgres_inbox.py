"""The inbox of many machines: PostgreSQL, with procrastinate as its engine (bot.ports.inbox.Inbox)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import procrastinate
import psycopg

from bot.adapters import postgres_statements as statements
from bot.adapters.committed_inbox import MAINTAIN_EVERY, PATIENCE, CommittedInbox
from bot.adapters.group_commit import GroupCommit, NothingBegun, Statement
from bot.adapters.postgres_workers import Deferrer, WorkerPool
from bot.errors import ConfigError, InboxError
from bot.events.wake import Wake
from bot.ports.inbox import FAILS, Counts, Handle, Job, Result, outcome

# A server may be set to call a commit done before it is written; ours are done when they are on disk.
DURABLE = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
# PostgreSQL ended the transaction since another one was in its way: the same again may well succeed.
_IN_THE_WAY = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)
MOST_RUNS = 3
# Two processes that start at once must not both create the tables.
_SETUP_LOCK = 7_065_116


_REASONS = {
    "connection refused": "connection refused",
    "could not translate host name": "its host name is not known",
    "name or service not known": "its host name is not known",
    "timeout expired": "no answer in time",
    "timed out": "no answer in time",
    "no route to host": "no route to its host",
    "password authentication failed": "it does not take the password",
    "does not exist": "there is no such database or role",
    "too many clients": "it takes no more connections",
    "remaining connection slots": "it takes no more connections",
    "starting up": "it is starting",
    "shutting down": "it is shutting down",
    "server closed the connection": "it closed the connection",
    "terminating connection": "it closed the connection",
    "no space left": "its disk is full",
    "certificate": "its certificate is not accepted",
    "read-only transaction": "it is a read-only copy",
}


def reason(problem: Exception) -> str:
    """Why PostgreSQL fails, in words of ours: its own may name hosts and people."""
    said = str(problem).lower()
    known = (words for sign, words in _REASONS.items() if sign in said)
    return next(known, type(problem).__name__)


def _away(problem: psycopg.OperationalError) -> InboxError:
    what = f"cannot write to the inbox: PostgreSQL is down or refuses ({reason(problem)})"
    if isinstance(problem, _IN_THE_WAY):
        what = f"cannot write to the inbox: other transactions were in the way {MOST_RUNS} times"
        return InboxError(
            FAILS, what, "Reduce the load of the database; plangate then continues by itself"
        )
    remedy = "Start it, or free disk space; plangate then continues by itself"
    return InboxError(FAILS, what, remedy)


def _run(db: psycopg.Connection[Any], group: list[Statement], runs: int = MOST_RUNS) -> list[Any]:
    """Run a group; the same again where another transaction was in its way, as nothing is written then."""
    try:
        with db.transaction():
            return [statement(db) for statement in group]
    except _IN_THE_WAY:
        if runs == 1:
            raise
    time.sleep(0.05)  # else we lock again, before the other one wakes up, what it waits for
    return _run(db, group, runs - 1)


class PostgresInbox(CommittedInbox):
    """An inbox in a PostgreSQL database; any number of servers and workers share it."""

    _any_answer_proves = True

    def __init__(self, url: str, now: Callable[[], float] = time.time) -> None:
        """Connect, and create the tables where they are missing. Raises ConfigError.

        `now` is this machine's clock; it is set right by the server's every second.
        """
        self._url, self._own_clock, self._wrong_by = url, now, 0.0
        self._db: psycopg.Connection[Any] | None = None
        self._defer = Deferrer()
        try:
            self._prepare()
        except (psycopg.Error, procrastinate.exceptions.ProcrastinateException) as problem:
            raise ConfigError(
                "PLANGATE-INBOX-002",
                f"cannot open the PostgreSQL database ({reason(problem)})",
                "Check PLANGATE_DATABASE_URL, that the server runs, and that plangate may create tables",
            ) from problem
        commit = GroupCommit(self._transact, self._disconnect)
        super().__init__(commit, statements.SHARED, self._servers_time)
        self._pool: WorkerPool | None = None
        self._held: dict[str, Job] = {}
        self._gave_back = False

    def _prepare(self) -> None:
        with psycopg.connect(self._url, connect_timeout=10) as db:
            db.execute("SELECT pg_advisory_xact_lock(%s)", (_SETUP_LOCK,))
            there = db.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
            if not (there and there[0]):
                schema = procrastinate.schema.SchemaManager.get_schema()
                db.execute(schema.encode(), prepare=False)
            complete = db.execute(statements.COMPLETE).fetchone()
            if not (complete and complete[0]):
                db.execute(statements.TABLES.encode(), prepare=False)

    def _transact(self, group: list[Statement]) -> list[Any]:
        try:
            db = self._connected()
        except psycopg.OperationalError as problem:
            raise NothingBegun from _away(problem)
        try:
            return _run(db, group)
        except psycopg.OperationalError as problem:
            self._disconnect()
            raise _away(problem) from problem

    def _connected(self) -> psycopg.Connection[Any]:
        if self._db is None or self._db.closed:
            self._db = psycopg.connect(
                self._url, autocommit=True, connect_timeout=5,
                options="-c statement_timeout=20000 -c lock_timeout=10000",
            )  # fmt: skip
            self._db.execute(DURABLE)
            self._set_clock(self._db)
        return self._db

    def _set_clock(self, db: psycopg.Connection[Any]) -> None:
        self._wrong_by = self._own_clock() - statements.clock(db)

    def _servers_time(self) -> float:
        """The server's time, by our clock: processes of several machines agree on it."""
        return self._own_clock() - self._wrong_by

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def put(self, wake: Wake, key: bytes = b"") -> Future[bool]:
        """Store a wake; the future ends when it is committed."""
        stored = self._commit.submit(
            lambda db: statements.put(db, wake, key, self._now(), self._defer), wake.subject
        )
        return self._told_of(stored)

    def work(self, handle: Handle, workers: int) -> None:
        """Handle jobs until `stop`."""
        with self._working:
            self._pool = WorkerPool(self._url, lambda subject: self._look(handle, subject), workers)
            maintaining = threading.Thread(
                target=self._maintain, daemon=True, name="inbox-maintain"
            )
            maintaining.start()
            if self._stopped.is_set():
                self._pool.stop()
            self._pool.run()
            maintaining.join()

    def _look(self, handle: Handle, subject: str) -> None:
        """Handle a subject's line to its end; what is left when we stop, another worker takes."""
        try:
            job = self._commit.submit(lambda db: self._take(db, subject), subject).result(PATIENCE)
        except InboxError as problem:
            self._tell(problem)  # its subject is found again (`_found`)
            return
        while job is not None:
            self._held[subject] = job
            job = self._next(job, outcome(handle, job))
        self._held.pop(subject, None)
        if self._stopped.is_set():
            self._commit.submit(lambda db: self._defer(db, subject, 0), subject).result(PATIENCE)

    def _take(self, db: psycopg.Connection[Any], subject: str) -> Job | None:
        if self._stopped.is_set():
            return None
        return statements.take(db, subject, self._now(), self._defer)

    def _next(self, job: Job, result: Result) -> Job | None:
        """Write down what came of a job; its subject's next one, taken in the same transaction."""
        subject = job.wake.subject

        def write(db: psycopg.Connection[Any]) -> Job | None:
            if self._gave_back:
                return None
            statements.finish(db, job, result, self._now())
            return self._take(db, subject)

        return self._written(write, subject)

    def _given_back(self, db: psycopg.Connection[Any]) -> None:
        self._gave_back = True
        statements.give_back(db, list(self._held.values()))

    def _maintain(self) -> None:
        turn = 0
        while not self._stopped.wait(MAINTAIN_EVERY):
            if self._try_write(self._commit.submit(self._maintained)):
                turn += 1
            if turn % 10 == 5:
                self._try_write(self._commit.submit(self._found))

    def _maintained(self, db: psycopg.Connection[Any]) -> None:
        self._set_clock(db)
        statements.maintain(db, self._now(), self._defer)

    def _found(self, db: psycopg.Connection[Any]) -> None:
        statements.find_set_back(db, self._now())
        statements.find_orphans(db, self._now(), self._defer)

    def _counted(self, db: psycopg.Connection[Any]) -> Counts:
        return statements.counts(db, self._now())

    def stop(self) -> None:
        """Take nothing more; `work` returns once what runs is finished."""
        self._stopped.set()
        if self._pool:
            self._pool.stop()

    def _revive(self, db: psycopg.Connection[Any], number: int) -> bool:
        return statements.revive(db, number, self._now(), self._defer)
