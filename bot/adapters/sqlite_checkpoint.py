"""Moves what was committed from SQLite's -wal file into the database, on a thread of its own."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

PAUSE = 0.1
"""Seconds after a commit: what is committed meanwhile is moved together."""


class Checkpointer:
    """A thread that moves committed pages soon after a commit, and does nothing while nothing is committed.

    A writer that moves them itself holds up every delivery that waits for its commit, for as long as it takes
    to write and sync thousands of pages. https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files
    """

    def __init__(self, path: Path) -> None:
        """The file may be taken away and come back; it is never created here."""
        self._uri = f"{path.absolute().as_uri()}?mode=rw"
        self._committed, self._closed = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="inbox-checkpoint")
        self._thread.start()

    def committed(self) -> None:
        """There is something to move."""
        if not self._committed.is_set():  # setting it again would cost each commit a lock
            self._committed.set()

    def close(self) -> None:
        """End, once what is being moved is moved."""
        self._closed.set()
        self._committed.set()
        self._thread.join(30)

    def _run(self) -> None:
        while self._committed.wait() and not self._closed.wait(PAUSE):
            self._committed.clear()
            with (
                suppress(sqlite3.Error),  # the writer meets the same, and tells of it
                closing(sqlite3.connect(self._uri, uri=True, isolation_level=None)) as db,
            ):
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
