"""What the statements of both inboxes cost: the wakes of one subject are found along an index."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.adapters.sqlite_file import TABLES
from bot.adapters.sqlite_statements import SHARED
from bot.ports.inbox import Job, Later, Trouble
from tests.service.given import a_wake


def test_a_failed_job_looks_at_the_wakes_of_its_own_subject_alone() -> None:
    """An outage with thousands of newer wakes costs each job no look at all of them."""
    asked: list[str] = []
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(TABLES)
        db.set_trace_callback(asked.append)
        SHARED.finish(db, Job("1", a_wake()), Later(60.0, Trouble("X-001", "a", "b")), 0.0)
        db.set_trace_callback(None)
        [wakes] = [one for one in asked if one.startswith("SELECT")]
        [(*_, plan)] = db.execute(f"EXPLAIN QUERY PLAN {wakes}").fetchall()

    assert "USING INDEX line" in plan
