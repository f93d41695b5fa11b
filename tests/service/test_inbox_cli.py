"""`plangate inbox`: what failed permanently is shown with its remedy, and can be tried again."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import InboxError
from bot.ports.inbox import Dead, Trouble
from tests.entrypoints.cli import inside
from tests.service.given import Worker, a_wake, put, until

TROUBLE = Trouble("PLANGATE-GITHUB-002", "it may not write", "Give `issues: write`")


def test_dead_jobs_are_listed_and_retried(opening, database):
    """`list` names subject, code and remedy; `retry` gives another try; an unknown id is an error."""
    # CONTRACT: inbox
    inbox = opening()
    put(inbox, a_wake(7, "d-7"), a_wake(8, "d-8"))
    worker = Worker(inbox, result=lambda _: Dead(TROUBLE))
    until(lambda: inbox.counts().dead == 2)
    worker.stop()
    inbox.close()
    env = {"PLANGATE_DATABASE_URL": database}

    listed = inside("inbox", "list", **env).out
    rows = [json.loads(r) for r in inside("inbox", "list", "--json", **env).out.splitlines()]

    assert "PLANGATE-GITHUB-002: it may not write. Give `issues: write`." in listed
    assert [(r["subject"], r["delivery"], r["tries"]) for r in rows] == [
        ("acme/shop#7", "d-7", 1), ("acme/shop#8", "d-8", 1),
    ]  # fmt: skip
    assert inside("inbox", "retry", "999", **env).code == 2
    assert inside("inbox", "retry", rows[0]["id"], **env).out == "1 event will be tried again\n"
    assert inside("inbox", "retry", "--all", **env).out == "1 event will be tried again\n"
    assert inside("inbox", "list", **env).out == "Nothing has failed.\n"
    assert len(inside("inbox", "list", "--waiting", **env).out.splitlines()) == 2


@pytest.mark.parametrize("before", [None, 0o666])
def test_the_file_is_private_and_durable(tmp_path: Path, before):
    """File, log and shared memory are 0600 from the start, and every commit reaches the disk."""
    # T23
    path = tmp_path / "state" / "inbox.db"
    if before:
        path.parent.mkdir()
        path.touch()
        path.chmod(before)
    from bot.adapters.sqlite_inbox import SqliteInbox

    inbox = SqliteInbox(path)
    put(inbox, a_wake())

    files = sorted(path.parent.iterdir())
    assert [f.name for f in files] == ["inbox.db", "inbox.db-shm", "inbox.db-wal", "inbox.db.lock"]
    assert {f.stat().st_mode & 0o777 for f in files} == {0o600}
    assert inbox._file.db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert inbox._file.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    inbox.close()


def test_what_was_handled_is_gone_from_the_disk(tmp_path: Path):
    """People's words stay in no file of the inbox once their wake was handled, also while it is open."""
    # issue 7: private bodies no longer than needed
    from bot.adapters.sqlite_inbox import SqliteInbox

    wake = a_wake(edited=True)
    assert wake.witness
    wake = replace(wake, witness=replace(wake.witness, body_before="words of somebody"))
    inbox = SqliteInbox(tmp_path / "inbox.db")
    worker = Worker(inbox)
    put(inbox, wake)
    worker.idle()

    def said() -> bool:
        return any(b"words of somebody" in f.read_bytes() for f in tmp_path.iterdir())

    assert said()  # for a while
    inbox._file.forget_every = 0.0
    until(lambda: not said())
    worker.stop()
    inbox.close()


def test_an_older_file_is_carried_on(tmp_path: Path):
    """A file of the version before loses nothing when this one opens it."""
    path = tmp_path / "inbox.db"
    from bot.adapters.sqlite_inbox import SqliteInbox

    inbox = SqliteInbox(path)
    put(inbox, a_wake(1, "old"))
    inbox.close()
    old = sqlite3.connect(path)
    old.execute("ALTER TABLE subjects DROP COLUMN since")
    old.execute("PRAGMA user_version = 1")
    old.close()

    inbox = SqliteInbox(path)
    worker = Worker(inbox)
    put(inbox, a_wake(2, "new"))
    until(lambda: len(worker.jobs) == 2)
    worker.stop()
    inbox.close()

    assert sorted(worker.deliveries()) == ["new", "old"]


def test_a_full_disk_and_a_locked_file_lose_nothing(tmp_path: Path):
    """What cannot be stored says so; what runs is finished when there is room again."""
    # F17, F18
    from bot.adapters.sqlite_inbox import SqliteInbox

    inbox = SqliteInbox(tmp_path / "inbox.db")
    put(inbox, a_wake(1, "kept"))
    db = inbox._file.db
    inbox._commit.submit(lambda _: db.execute("PRAGMA max_page_count = 1")).result(5)
    full = a_wake(2, "x" * 2_000_000, edited=True)
    with pytest.raises(InboxError, match="its disk is full"):
        inbox.put(full).result(10)
    inbox._commit.submit(lambda _: db.execute("PRAGMA max_page_count = 100000")).result(5)
    db.execute("PRAGMA busy_timeout = 100")

    other = sqlite3.connect(tmp_path / "inbox.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(InboxError, match="another process holds its file"):
        inbox.put(a_wake(3, "locked")).result(10)
    worker = Worker(inbox)
    other.execute("COMMIT")
    other.close()

    inbox.put(full).result(10)
    until(lambda: len(worker.jobs) == 2)
    assert worker.deliveries()[0] == "kept"
    worker.stop()
    inbox.close()
