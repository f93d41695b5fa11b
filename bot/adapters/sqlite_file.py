"""The inbox's SQLite file: private, durable at every commit, with its tables."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.adapters.group_commit import NothingBegun, Statement
from bot.adapters.private import private_file
from bot.adapters.sqlite_checkpoint import Checkpointer
from bot.errors import ConfigError, InboxError, unwritten
from bot.ports.inbox import DAMAGED, FAILS

VERSION = 2
FULL = "its disk is full or fails", "Free disk space; plangate then continues by itself"
HELD = (
    "another process holds its file",
    "End that process or wait for it; plangate then continues by itself",
)
# https://www.sqlite.org/rescode.html
_FAILURES = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: FULL,
    sqlite3.SQLITE_BUSY: HELD,
    sqlite3.SQLITE_LOCKED: HELD,
}
_DAMAGES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_FULL_DISK = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
TABLES = """
CREATE TABLE IF NOT EXISTS wakes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL, wake TEXT NOT NULL,
    came REAL NOT NULL, due REAL NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
    taken INTEGER NOT NULL DEFAULT 0, trouble TEXT, dead INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS line ON wakes (subject, id) WHERE dead = 0;
CREATE INDEX IF NOT EXISTS graves ON wakes (id) WHERE dead = 1;
CREATE TABLE IF NOT EXISTS subjects (
    subject TEXT PRIMARY KEY, due REAL NOT NULL, owner TEXT, lease REAL,
    since REAL NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS free ON subjects (due) WHERE owner IS NULL;
CREATE INDEX IF NOT EXISTS held ON subjects (owner, lease) WHERE owner IS NOT NULL;
CREATE TABLE IF NOT EXISTS seen (
    key BLOB PRIMARY KEY, wake INTEGER NOT NULL, at REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seen_at ON seen (at);
CREATE TABLE IF NOT EXISTS turns (account TEXT PRIMARY KEY, free_at REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS revisions (
    repository INTEGER NOT NULL, issue INTEGER NOT NULL, revision INTEGER NOT NULL,
    PRIMARY KEY (repository, issue)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS timers (
    subject TEXT PRIMARY KEY, due REAL NOT NULL, wake TEXT NOT NULL) WITHOUT ROWID;
"""


def failure(problem: Exception) -> InboxError | None:
    """What a failure of the file is, by SQLite's or the system's number; None for any other one.

    It holds no path: a server's /readyz shows it to anybody.
    """
    number = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if number in _DAMAGES:
        return InboxError(
            DAMAGED,
            "the inbox's file is damaged, so plangate stops",
            "Move the file (`plangate doctor` shows its path) and its -wal and -shm files to another folder. "
            "Then start plangate: it creates a new inbox, and the next sweep finds the waiting work",
        )
    full = isinstance(problem, OSError) and problem.errno in _FULL_DISK
    known = FULL if full else _FAILURES.get(number)
    if known is None:
        return None
    why, remedy = known
    return InboxError(FAILS, f"cannot write to the inbox: {why}", remedy)


def each(db: sqlite3.Connection, statements: Sequence[Statement]) -> list[Any]:
    """Run statements one by one."""
    return [statement(db) for statement in statements]


class SqliteFile:
    """One connection to the file. Its methods belong to the thread that commits.

    A file that was taken away is created again: what went into the old one would be lost.
    Once a damaged page was met nothing more is stored in the file: nobody knows what can be read of it later.
    """

    forget_every = 60.0
    """Seconds after which what was deleted is gone from the -wal file, too."""

    def __init__(
        self, path: Path, run: Callable[[sqlite3.Connection, Sequence[Statement]], list[Any]] = each
    ) -> None:
        """Create or open the file; `run` runs a transaction's statements. Raises ConfigError, InboxError."""
        self._path, self._lock, self._statements = path, -1, run
        try:
            self._open()
            self._checkpointer = Checkpointer(path)
        except (OSError, sqlite3.Error) as problem:
            why = unwritten(problem) if isinstance(problem, OSError) else problem
            raise failure(problem) or ConfigError(
                "PLANGATE-INBOX-001",
                f"cannot open the inbox {path} ({why})",
                "Set PLANGATE_DATABASE_URL to a file on a local disk, in a folder you may write to",
            ) from problem

    def _open(self) -> None:
        self._damage: InboxError | None = None
        private_file(self._path)  # before SQLite makes it: its -wal and -shm inherit the mode
        if self._lock < 0:
            self._lock = os.open(f"{self._path}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        self.db = sqlite3.connect(
            self._path, timeout=5.0, isolation_level=None, check_same_thread=False
        )
        self._prepare()
        self._forgot = time.monotonic()
        self._is = _number(self._path)

    def _prepare(self) -> None:
        run = self.db.execute
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("PRAGMA secure_delete = ON")
        run("PRAGMA wal_autocheckpoint = 16000")  # only where the checkpointer does not keep up
        run("PRAGMA journal_size_limit = 67108864")
        run("BEGIN IMMEDIATE")
        for text in TABLES.split(";"):
            run(text)
        run("COMMIT")
        if run("PRAGMA user_version").fetchone()[0] == 1:
            run("ALTER TABLE subjects ADD COLUMN since REAL NOT NULL DEFAULT 0")
        run(f"PRAGMA user_version = {VERSION}")

    def transact(self, statements: list[Statement]) -> list[Any]:
        """Run statements in one transaction.

        Raises InboxError where the file fails, in NothingBegun where no statement was run.
        """
        try:
            if _number(self._path) != self._is:
                self.db.close()
                self._open()
            if self._damage:
                raise self._damage.with_traceback(None)
            self.db.execute("BEGIN IMMEDIATE")
        except (OSError, sqlite3.Error, InboxError) as problem:
            raise NothingBegun from self._failed(problem)
        try:
            answers = self._statements(self.db, statements)
            self.db.execute("COMMIT")
        except BaseException as problem:
            with suppress(sqlite3.Error):
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
            if isinstance(problem, sqlite3.Error):
                raise self._failed(problem) from problem
            raise
        self._checkpointer.committed()
        self._forget()
        return answers

    def _failed(self, problem: Exception) -> Exception:
        """What the problem means; a damage is remembered for as long as the file is the same."""
        failed = failure(problem)
        if failed and failed.code == DAMAGED:
            self._damage = failed
        return failed or problem

    def _forget(self) -> None:
        """Now and then, empty the -wal file: handled wakes, with people's words, stand there for long."""
        if time.monotonic() - self._forgot < self.forget_every:
            return
        self._forgot = time.monotonic()
        with suppress(sqlite3.Error):  # what was asked for is committed; the next turn will do
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def alone(self) -> bool:
        """Join the processes that work on this file; say whether no other one does.

        The kernel drops the lock of a killed process: what it had taken may be taken over at once.
        """
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            fcntl.flock(self._lock, fcntl.LOCK_SH)
            return False
        return True

    def join(self) -> None:
        """Let other processes work on the file too."""
        fcntl.flock(self._lock, fcntl.LOCK_SH)

    def close(self) -> None:
        """Close file and lock."""
        self._checkpointer.close()
        self.db.close()
        os.close(self._lock)


def _number(path: Path) -> int:
    """Which file lies there; 0 for none."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0
