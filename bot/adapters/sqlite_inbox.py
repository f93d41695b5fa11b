"""The embedded inbox: an SQLite file, a committing thread, and a thread for each job in work."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from secrets import token_hex

from bot.adapters import sqlite_statements as statements
from bot.adapters.committed_inbox import MAINTAIN_EVERY, PATIENCE, CommittedInbox
from bot.adapters.group_commit import GroupCommit
from bot.adapters.sqlite_file import SqliteFile
from bot.events.wake import Wake
from bot.ports.inbox import Counts, Handle, Job, outcome


class SqliteInbox(CommittedInbox):
    """An inbox in a file of this machine (bot.ports.inbox.Inbox); several processes may share the file."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        """Open or create the file. Raises ConfigError."""
        self._file = SqliteFile(path, statements.run)
        super().__init__(GroupCommit(self._file.transact, self._file.close), statements.SHARED, now)
        self._owner = token_hex(8)
        self._new_work = threading.Event()

    def put(self, wake: Wake, key: bytes = b"") -> Future[bool]:
        """Store a wake; the future ends when it is on disk."""
        stored = self._told_of(self._commit.submit(statements.Put(wake, key, self._now())))
        stored.add_done_callback(lambda _: self._new_work.set())
        return stored

    def work(self, handle: Handle, workers: int) -> None:
        """Handle jobs until `stop`."""
        with self._working:
            self._work(handle, workers)

    def _work(self, handle: Handle, workers: int) -> None:
        if self._file.alone():
            self._try_write(self._commit.submit(lambda db: statements.take_over(db, self._now())))
            self._file.join()
        maintaining = threading.Thread(target=self._maintain, daemon=True, name="inbox-maintain")
        maintaining.start()
        free = threading.Semaphore(workers)
        while not self._stopped.is_set():
            if not free.acquire(timeout=0.5):
                continue
            job = self._take()
            if job is None:
                free.release()
                self._new_work.wait(0.5)
            else:
                given = (handle, job, free)
                threading.Thread(target=self._handle, args=given, daemon=True).start()
        for _ in range(workers):
            free.acquire()
        maintaining.join()

    def _take(self) -> Job | None:
        self._new_work.clear()
        if self._stopped.is_set():
            return None
        try:
            return self._commit.submit(
                lambda db: statements.take(db, self._owner, self._now(), time.monotonic())
            ).result(PATIENCE)
        except Exception as problem:
            self._tell(problem)
            self._stopped.wait(1.0)
            return None

    def _handle(self, handle: Handle, job: Job, free: threading.Semaphore) -> None:
        try:
            result = outcome(handle, job)
            self._written(lambda db: statements.finish(db, job, self._owner, result, self._now()))
            self._new_work.set()
        finally:
            free.release()

    def _maintain(self) -> None:
        while not self._stopped.wait(MAINTAIN_EVERY):
            self._try_write(self._commit.submit(self._maintained))

    def _maintained(self, db: sqlite3.Connection) -> None:
        statements.maintain(db, self._owner, self._now(), time.monotonic())

    def _given_back(self, db: sqlite3.Connection) -> None:
        statements.give_back(db, self._owner, self._now())

    def _counted(self, db: sqlite3.Connection) -> Counts:
        return statements.counts(db, self._now())

    def stop(self) -> None:
        """Take nothing more; `work` returns once what runs is finished."""
        self._stopped.set()
        self._new_work.set()

    def _revive(self, db: sqlite3.Connection, number: int) -> bool:
        self._new_work.set()
        return statements.revive(db, number, self._now())
