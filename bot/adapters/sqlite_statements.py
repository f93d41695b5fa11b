"""The inbox's statements on SQLite: each function is one step of a job's life, in a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bot.adapters.group_commit import Statement
from bot.adapters.inbox_statements import SharedStatements, as_json, ended
from bot.adapters.sqlite_batch import QueueBatch, insert, marks
from bot.events.envelope import bare, readable
from bot.events.wake import Wake
from bot.ports.inbox import DEAD_KEPT, KEYS_KEPT, UNREADABLE, Counts, Job, Result

Db = sqlite3.Connection
SHARED = SharedStatements(prefix="", mark="?", alive="dead = 0")


@dataclass(frozen=True, slots=True)
class Put:
    """One statement of a group: add a wake to its subject's queue; False for a delivery that is known."""

    wake: Wake
    key: bytes
    now: float

    def __call__(self, db: Db) -> bool:
        """Run alone."""
        return _put(db, [self])[0]


def run(db: Db, statements: Sequence[Statement]) -> list[Any]:
    """Run a transaction's statements in their order; wakes that follow each other are stored together.

    Each SQL statement hands the interpreter's lock to the event loop and waits to have it back, so the
    number of statements, not of rows, is what a busy server pays for.
    """
    answers: list[Any] = []
    for storing, together in groupby(statements, key=lambda statement: isinstance(statement, Put)):
        if storing:
            answers += _put(db, [statement for statement in together if isinstance(statement, Put)])
        else:
            answers += [statement(db) for statement in together]
    return answers


def put(db: Db, wake: Wake, key: bytes, now: float) -> bool:
    """Add a wake to its subject's queue; False for a delivery that is known."""
    return Put(wake, key, now)(db)


def _put(db: Db, puts: Sequence[Put]) -> list[bool]:
    seen = _seen(db, {put.key for put in puts if put.key})
    said: list[bool] = []
    for known, together in groupby(puts, key=lambda put: put.key in seen):
        if known:
            said += [revive(db, seen[put.key], put.now) for put in together]
        else:
            said += _append(db, list(together), seen)
    return said


def _append(db: Db, puts: Sequence[Put], seen: dict[bytes, int]) -> list[bool]:
    """Add wakes to their queues; of a delivery that comes twice among them, the first."""
    batch = QueueBatch(db, {put.wake.subject for put in puts})
    rows: list[tuple[bytes, int, float]] = []
    said = []
    for put in puts:
        said.append(put.key not in seen)
        if said[-1]:
            number = batch.add(put.wake, put.now)
            if put.key:
                rows.append((put.key, number, put.now))
                seen[put.key] = number
    batch.write(puts[0].now)
    insert(db, "INSERT INTO seen VALUES", rows)
    return said


def _seen(db: Db, keys: set[bytes]) -> dict[bytes, int]:
    """The wake of each delivery that is known."""
    if not keys:
        return {}
    wanted = f"SELECT key, wake FROM seen WHERE key IN {marks(len(keys))}"  # noqa: S608 - only "?"
    return dict(db.execute(wanted, tuple(keys)).fetchall())


def take(db: Db, owner: str, now: float, lease: float) -> Job | None:
    """The oldest wake of a subject that is due and that nobody works on."""
    while (subject := _due(db, now)) is not None:
        number, line, tries, came, *newest = db.execute(
            "SELECT w.id, w.wake, w.tries, w.came, n.id, n.wake FROM wakes w JOIN wakes n ON n.id = "
            "(SELECT max(id) FROM wakes WHERE subject = ?1 AND dead = 0) "
            "WHERE w.subject = ?1 AND w.dead = 0 ORDER BY w.id LIMIT 1",
            (subject,),
        ).fetchone()
        wake = readable(line)
        if wake is None:
            # what cannot be read is a dead job: it keeps neither its subject nor another one waiting
            buried = "UPDATE wakes SET dead = 1, trouble = ? WHERE id = ?"
            db.execute(buried, (as_json(UNREADABLE), number))
            _release(db, subject, now)
            continue
        db.execute("UPDATE wakes SET taken = 1 WHERE id = ?", (number,))
        db.execute(
            "UPDATE subjects SET owner = ?, lease = ? WHERE subject = ?", (owner, lease, subject)
        )
        return Job(str(number), wake, tries, came, newest=(newest[0], newest[1]))
    return None


def _due(db: Db, now: float) -> str | None:
    """A free subject that is due; also one whose pause began in the future: the clock was set back."""
    row = db.execute(
        "SELECT subject FROM subjects WHERE owner IS NULL AND (due <= ? OR since > ?) "
        "ORDER BY due LIMIT 1",
        (now, now + 1.0),
    ).fetchone()
    return str(row[0]) if row else None


def finish(db: Db, job: Job, owner: str, result: Result, now: float) -> None:
    """Write down what came of a job; nothing when another worker has taken it over meanwhile."""
    subject = job.wake.subject
    held = db.execute("SELECT owner FROM subjects WHERE subject = ?", (subject,)).fetchone()
    if held and held[0] == owner:
        SHARED.finish(db, job, result, now)
        _release(db, subject, now)


def _release(db: Db, subject: str, now: float) -> None:
    """Free a subject until its queue's first wake is due; forget it when the queue is empty."""
    first = db.execute(
        "SELECT due, trouble FROM wakes WHERE subject = ? AND dead = 0 ORDER BY id LIMIT 1",
        (subject,),
    ).fetchone()
    if first is None:
        db.execute("DELETE FROM subjects WHERE subject = ?", (subject,))
        return
    due = first[0] if first[1] else min(first[0], now)  # only what failed has to wait
    db.execute(
        "INSERT INTO subjects (subject, due, since) VALUES (?, ?, ?) ON CONFLICT (subject) "
        "DO UPDATE SET due = excluded.due, since = excluded.since, owner = NULL, lease = NULL",
        (subject, due, now),
    )


def maintain(db: Db, owner: str, now: float, lease: float) -> None:
    """Every second or so: fire timers, renew our leases (`lease` is now), take over lapsed ones."""
    for wake in SHARED.fired(db, now):
        put(db, wake, b"", now)
    db.execute("UPDATE subjects SET lease = ? WHERE owner = ?", (lease, owner))
    lapsed = db.execute(
        "SELECT subject, owner FROM subjects WHERE owner IS NOT NULL AND owner <> ? AND lease < ?",
        (owner, lease - 20.0),
    ).fetchall()
    _ended(db, lapsed, now)
    db.execute("DELETE FROM seen WHERE at < ?", (now - KEYS_KEPT,))
    db.execute("DELETE FROM wakes WHERE dead = 1 AND came < ?", (now - DEAD_KEPT,))


def take_over(db: Db, now: float) -> None:
    """Take over all that anybody had taken: nobody else is alive."""
    held = db.execute("SELECT subject, owner FROM subjects WHERE owner IS NOT NULL").fetchall()
    _ended(db, held, now)


def _ended(db: Db, held: list[tuple[str, str]], now: float) -> None:
    """Write down that the processes ended that held these subjects."""
    for subject, owner in held:
        taken = "SELECT id, tries FROM wakes WHERE subject = ? AND taken = 1"
        for number, tries in db.execute(taken, (subject,)).fetchall():
            job = Job(str(number), bare(subject), tries)
            finish(db, job, owner, ended(job), now)
        _release(db, subject, now)


def give_back(db: Db, owner: str, now: float) -> None:
    """Let others handle what this owner has taken; that is no try."""
    held = db.execute("SELECT subject FROM subjects WHERE owner = ?", (owner,)).fetchall()
    for (subject,) in held:
        db.execute("UPDATE wakes SET taken = 0 WHERE subject = ? AND taken = 1", (subject,))
        _release(db, subject, now)


def revive(db: Db, number: int, now: float) -> bool:
    """Try a dead job again; False when it is not dead."""
    row = db.execute(
        "UPDATE wakes SET dead = 0, tries = 0, due = ?, trouble = NULL WHERE id = ? AND dead = 1 "
        "RETURNING subject",
        (now, number),
    ).fetchone()
    if row is None:
        return False
    held = db.execute("SELECT owner FROM subjects WHERE subject = ?", (row[0],)).fetchone()
    if not held or held[0] is None:
        _release(db, row[0], now)
    return True


def counts(db: Db, now: float) -> Counts:
    """What lies in the inbox."""
    (waiting, running, dead, timers, oldest) = db.execute(
        "SELECT (SELECT count(*) FROM wakes WHERE dead = 0),"
        " (SELECT count(*) FROM subjects WHERE owner IS NOT NULL),"
        " (SELECT count(*) FROM wakes WHERE dead = 1), (SELECT count(*) FROM timers),"
        " (SELECT min(due) FROM subjects WHERE owner IS NULL)"
    ).fetchone()
    age = max(0.0, now - oldest) if oldest is not None else 0.0
    return Counts(waiting - running, running, dead, timers, age)
