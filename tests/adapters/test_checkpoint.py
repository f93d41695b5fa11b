"""The -wal file is emptied into the database beside the commits, not by them."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from bot.adapters.sqlite_checkpoint import Checkpointer
from bot.adapters.sqlite_inbox import SqliteInbox
from tests.service.given import a_wake, put, until


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


def test_a_file_that_was_taken_away_stays_away(tmp_path):
    """Who moves pages creates no file: an empty one would be taken for the inbox."""
    mover = Checkpointer(tmp_path / "inbox.db")
    mover.committed()
    time.sleep(0.3)
    mover.close()

    assert list(tmp_path.iterdir()) == []
