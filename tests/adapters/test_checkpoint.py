"""The -wal file is emptied into the database beside the commits, not by them."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.adapters import sqlite_checkpoint
from bot.adapters.sqlite_checkpoint import Checkpointer
from bot.adapters.sqlite_inbox import SqliteInbox
from tests.service.given import a_wake, put, until


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are moved sooner than in production."""
    monkeypatch.setattr(sqlite_checkpoint, "PAUSE", 0.1)


def found(path: Path) -> int:
    """How many wakes lie in the database's own file; it is copied while it may be written."""
    alone = path.with_name("alone.db")
    shutil.copy(path, alone)
    with closing(sqlite3.connect(alone)) as db, suppress(sqlite3.DatabaseError):
        return int(db.execute("SELECT count(*) FROM wakes").fetchone()[0])
    return 0


def test_what_is_committed_moves_with_no_further_commit(tmp_path):
    """One commit is enough: soon its pages lie in the database, and no later delivery waited for that."""
    # issue 24: p99 at half load
    path = tmp_path / "inbox.db"
    inbox = SqliteInbox(path)
    put(inbox, a_wake(1))
    until(lambda: found(path) == 1)
    inbox.close()


def test_a_long_log_that_could_not_be_moved_whole_begins_again(tmp_path, monkeypatch):
    """A busy writer moves the rest itself: from then on its commits are written over what was moved."""
    # issue 24: p99 at half load
    monkeypatch.setattr(sqlite_checkpoint, "LONG", 0)
    path, log = tmp_path / "inbox.db", tmp_path / "inbox.db-wal"
    with closing(a_database(path)) as writer, closing(a_database(path)) as reader:
        writer.execute("CREATE TABLE wakes (id INTEGER PRIMARY KEY)")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM wakes").fetchall()  # what comes after this stays in the log
        mover, made = Checkpointer(path), path.stat().st_mtime_ns

        def grown() -> int:
            before = log.stat().st_size
            mover.begins(writer)
            writer.execute("INSERT INTO wakes DEFAULT VALUES")
            mover.committed()
            return log.stat().st_size - before

        assert grown()
        until(lambda: path.stat().st_mtime_ns > made)  # moved as far as the reader allows
        monkeypatch.setattr(sqlite_checkpoint, "PAUSE", 60.0)
        reader.execute("COMMIT")
        until(lambda: not grown())
        mover.close()


def a_database(path: Path) -> sqlite3.Connection:
    """A connection that commits each statement to a log, and moves nothing by itself."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA wal_autocheckpoint = 0")
    return db


def test_a_file_that_was_taken_away_stays_away(tmp_path):
    """Who moves pages creates no file: an empty one would be taken for the inbox."""
    mover = Checkpointer(tmp_path / "inbox.db")
    mover.committed()
    time.sleep(0.3)
    mover.close()

    assert list(tmp_path.iterdir()) == []
