"""A group of wakes added to the queues of their subjects on SQLite, with a few statements."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from bot.events.envelope import packed, readable
from bot.events.wake import Wake
from bot.ports.inbox import SOON, UNHASTENED, hastens, joined

Db = sqlite3.Connection
NEWEST = """
SELECT seq, '', '', 1 FROM sqlite_sequence WHERE name = 'wakes' UNION ALL
SELECT id, subject, wake, taken FROM wakes WHERE id IN (
    SELECT max(id) FROM wakes WHERE dead = 0 AND subject IN (SELECT value FROM json_each(?)) GROUP BY subject)
"""
HASTEN = """
UPDATE wakes SET due = ?1, tries = max(tries - 1, 0)
WHERE dead = 0 AND due > ?1 AND json_extract(trouble, '$.code') NOT IN (SELECT value FROM json_each(?2))
    AND subject IN (SELECT value FROM json_each(?3)) RETURNING ?1, subject
"""


class QueueBatch:
    """The queues of some subjects, while a group of wakes is added to them."""

    def __init__(self, db: Db, subjects: set[str]) -> None:
        """Read the newest number, and each subject's newest wake: one that nobody took may be folded into."""
        self._db = db
        self._last: dict[str, tuple[int, Wake]] = {}
        self._rows: dict[int, tuple[Wake, float]] = {}
        self._hastened: set[str] = set()
        self._newest = 0
        for number, subject, line, taken in db.execute(NEWEST, (json.dumps(sorted(subjects)),)):
            newest = None if taken else readable(line)
            if not subject:
                self._newest = number
            elif newest:
                self._last[subject] = (number, newest)

    def add(self, wake: Wake, now: float) -> int:
        """Fold a wake into its queue's newest one, or append it; the number of the wake that says it."""
        number, before = self._last.get(wake.subject, (0, None))
        both = joined(before, wake) if before else None
        if before and hastens(wake):
            self._hastened.add(wake.subject)
        if both is None:
            number, both = self._fresh(), wake
        came = self._rows[number][1] if number in self._rows else now
        self._rows[number] = (both, came)
        self._last[wake.subject] = (number, both)
        return number

    def _fresh(self) -> int:
        """The next number: none is given twice, and nobody else writes within our transaction."""
        self._newest += 1
        return self._newest

    def write(self, now: float) -> None:
        """Write what was added."""
        if self._hastened:
            told = (now + SOON, json.dumps(UNHASTENED), json.dumps(sorted(self._hastened)))
            rows = self._db.execute(HASTEN, told).fetchall()
            self._db.executemany("UPDATE subjects SET due = min(due, ?) WHERE subject = ?", rows)
        rows = [(n, wake.subject, packed(wake), at, at) for n, (wake, at) in self._rows.items()]
        folding = " ON CONFLICT (id) DO UPDATE SET wake = excluded.wake"
        insert(self._db, "INSERT INTO wakes (id, subject, wake, came, due) VALUES", rows, folding)
        free = [(subject, at, at) for _, subject, _, at, _ in rows]
        insert(self._db, "INSERT OR IGNORE INTO subjects (subject, due, since) VALUES", free)


def insert(db: Db, into: str, rows: Sequence[tuple[Any, ...]], then: str = "") -> None:
    """Insert rows with one statement."""
    if rows:
        values = tuple(value for one in rows for value in one)
        db.execute(into + " " + ",".join([marks(len(rows[0]))] * len(rows)) + then, values)


def marks(count: int) -> str:
    """Places for so many values."""
    return "(" + ",".join("?" * count) + ")"
