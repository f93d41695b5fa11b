"""Moves what was committed from SQLite's -wal file into the database, on a thread of its own."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

PAUSE = 1.0
"""Seconds after a commit: a page that is written again and again meanwhile is moved once."""
LONG = 4000
"""Pages (16 MB) after which the log begins again at its start."""


class Checkpointer:
    """Moves committed pages a second after a commit, and does nothing while nothing is committed.

    A writer that moves them itself holds up every delivery that waits for its commit, for as long as it takes
    to write and sync thousands of pages. https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files
    But only a log that was moved to its last page begins again at its start, and a busy writer commits while
    it is moved. So the writer moves the rest of a long log itself: in a file that grows, each commit has to
    sync the file system's journal, too; in one that is written over, it does not.
    """

    def __init__(self, path: Path) -> None:
        """The file may be taken away and come back; it is never created here."""
        self._uri = f"{path.absolute().as_uri()}?mode=rw"
        self._committed, self._closed = threading.Event(), threading.Event()
        self._long = False
        self._thread = threading.Thread(target=self._run, daemon=True, name="inbox-checkpoint")
        self._thread.start()

    def begins(self, writer: sqlite3.Connection) -> None:
        """Before a transaction: move the rest of a long log, so that this one is written at its start."""
        if self._long:
            self._long = False
            _move(writer)

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
                suppress(sqlite3.Error),
                closing(sqlite3.connect(self._uri, uri=True, isolation_level=None)) as db,
            ):
                self._long = _move(db) > LONG


def _move(db: sqlite3.Connection) -> int:
    """Move what can be moved without waiting for anybody; how many pages the log has."""
    with suppress(sqlite3.Error):  # the writer's next commit meets the same, and tells of it
        return int(db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])
    return 0
