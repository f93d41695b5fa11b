"""The embedded inbox: an SQLite file, a committing thread, and a thread for each letter in work."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from bot.adapters import sqlite_lines as lines
from bot.adapters.committed_inbox import PATIENCE, TEND_EVERY, CommittedInbox
from bot.adapters.group_commit import GroupCommit
from bot.adapters.sqlite_file import SqliteFile
from bot.events.wake import Wake
from bot.inbox import Handle, Letter, Result, outcome

_log = logging.getLogger(__name__)


class SqliteInbox(CommittedInbox):
    """An inbox in a file of this machine (bot.inbox.Inbox); several processes may share the file."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        """Open or create the file. Raises ConfigError."""
        self._file = SqliteFile(path, lines.run)
        super().__init__(GroupCommit(self._file.transact, self._file.close), lines, now)
        self._owner = token_hex(8)
        self._stirred = threading.Event()

    def put(self, wake: Wake, key: bytes = b"", *, at: datetime | None = None) -> Future[bool]:
        """Store a wake; the future ends when it is on disk."""
        if at is not None:
            due = at.timestamp()
            return self._commit.submit(lambda db: lines.remind(db, wake, due))
        stored = self._commit.submit(lines.Put(wake, key, self._now()))
        stored.add_done_callback(lambda _: self._stirred.set())
        return stored

    def work(self, handle: Handle, workers: int) -> None:
        """Handle letters until `stop`."""
        with self._working:
            self._work(handle, workers)

    def _work(self, handle: Handle, workers: int) -> None:
        if self._file.alone():
            self._patiently(self._commit.submit(lambda db: lines.take_over(db, self._now())))
            self._file.join()
        tending = threading.Thread(target=self._tend, daemon=True, name="inbox-tend")
        tending.start()
        free = threading.Semaphore(workers)
        while not self._stopped.is_set():
            if not free.acquire(timeout=0.5):
                continue
            letter = self._take()
            if letter is None:
                free.release()
                self._stirred.wait(0.5)
            else:
                given = (handle, letter, free)
                threading.Thread(target=self._handle, args=given, daemon=True).start()
        for _ in range(workers):
            free.acquire()
        tending.join()

    def _take(self) -> Letter | None:
        self._stirred.clear()
        if self._stopped.is_set():
            return None
        try:
            return self._commit.submit(
                lambda db: lines.take(db, self._owner, self._now(), time.monotonic())
            ).result(PATIENCE)
        except Exception as problem:
            _log.warning("the inbox cannot be read (%s); trying again", type(problem).__name__)
            self._stopped.wait(1.0)
            return None

    def _handle(self, handle: Handle, letter: Letter, free: threading.Semaphore) -> None:
        try:
            self._finish(letter, outcome(handle, letter))
        finally:
            free.release()

    def _finish(self, letter: Letter, result: Result) -> None:
        self._insist(lambda db: lines.finish(db, letter, self._owner, result, self._now()))
        self._stirred.set()

    def _tend(self) -> None:
        while not self._stopped.wait(TEND_EVERY):
            self._patiently(
                self._commit.submit(
                    lambda db: lines.tend(db, self._owner, self._now(), time.monotonic())
                )
            )

    def stop(self) -> None:
        """Take nothing more; `work` returns once what runs is finished."""
        self._stopped.set()
        self._stirred.set()

    def _revive(self, db: sqlite3.Connection, number: int) -> bool:
        self._stirred.set()
        return lines.revive(db, number, self._now())
