"""Two transactions in each other's way on PostgreSQL: the one that is ended runs again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest

from bot.adapters.postgres_inbox import MOST_RUNS, PostgresInbox
from bot.errors import InboxError
from tests.testbed.postgres import Postgres

Db = psycopg.Connection[Any]
COUNT = "UPDATE plangate_turns SET free_at = free_at + 1 WHERE account = %s"


@pytest.fixture
def url(postgres: Postgres) -> str:
    """An inbox with two rows to lock."""
    url = postgres.database()
    PostgresInbox(url).close()
    with psycopg.connect(url) as db:
        db.execute("INSERT INTO plangate_turns VALUES ('a', 0), ('b', 0)")
    return url


@pytest.fixture
def inbox(url: str) -> Iterator[PostgresInbox]:
    """An inbox."""
    with closing(PostgresInbox(url)) as made:
        yield made


class Rival:
    """Another process; it locks the rows in the other order."""

    def __init__(self, url: str) -> None:
        self._url, self.thread = url, threading.Thread()

    def lock(self, db: Db) -> None:
        """Lock b and wait for a, which `db` holds; `db` will be the one that is ended."""
        db.execute("SET LOCAL deadlock_timeout = '100ms'")
        held = threading.Event()
        self.thread = threading.Thread(target=self._wait, args=(held,))
        self.thread.start()
        assert held.wait(10)

    def _wait(self, held: threading.Event) -> None:
        with psycopg.connect(self._url) as other:
            other.execute("SET deadlock_timeout = '20s'")
            other.execute(COUNT, ("b",))
            held.set()
            other.execute(COUNT, ("a",))


def test_a_group_that_a_deadlock_ended_runs_again(inbox, url, caplog):
    """Nobody is told of it: nothing was written, and the same again succeeds."""
    rival, ran = Rival(url), []

    def count(db: Db) -> str:
        ran.append(1)
        db.execute(COUNT, ("a",))
        if len(ran) == 1:
            rival.lock(db)
        db.execute(COUNT, ("b",))
        return "done"

    said = inbox._commit.submit(count).result(20)
    rival.thread.join(10)
    with psycopg.connect(url) as db:
        rows = db.execute("SELECT free_at FROM plangate_turns").fetchall()

    assert (said, len(ran), rows) == ("done", 2, [(2,), (2,)])
    assert not caplog.records


def test_what_is_ended_each_time_is_refused_in_true_words(inbox):
    """It ends after a few runs; the database is not called down."""
    ran = []

    def ended(db: Db) -> None:
        ran.append(1)
        db.execute("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$")

    with pytest.raises(InboxError, match="other transactions were in the way") as told:
        inbox._commit.submit(ended).result(20)

    assert len(ran) == MOST_RUNS
    assert (told.value.code, "down" in told.value.what) == ("PLANGATE-INBOX-005", False)
