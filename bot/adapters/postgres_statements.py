"""The inbox's statements on PostgreSQL. Procrastinate keeps the jobs; here is what the jobs are about.

A job only says "look at this subject". The queues of wakes, the deliveries known, and the timers are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg

from bot.adapters.inbox_statements import SharedStatements, as_json, ended
from bot.events.envelope import packed, readable
from bot.events.wake import Wake
from bot.ports.inbox import (
    DEAD_KEPT,
    KEYS_KEPT,
    SOON,
    UNHASTENED,
    UNREADABLE,
    Counts,
    Done,
    Job,
    Result,
    hastens,
    joined,
    waits,
)

NOBODYS = 60.0
"""Seconds after which a job that took nothing is nobody's: a worker takes its wake within one commit."""
Db = psycopg.Connection[Any]
SHARED = SharedStatements(prefix="plangate_", mark="%s", alive="NOT dead")
Defer = Callable[[Db, str, float], None]
"""Have a worker look at a subject, now (0) or at a later second."""

COMPLETE = (
    "SELECT to_regclass('plangate_lock') IS NOT NULL AND to_regclass('plangate_revisions') IS NOT NULL"
    " AND EXISTS (SELECT 1 FROM pg_attribute"
    " WHERE attrelid = to_regclass('plangate_wakes') AND attname = 'since')"
)
"""Whether all below is there. If so nothing is created: even IF NOT EXISTS locks out who is at work."""
TABLES = """
CREATE TABLE IF NOT EXISTS plangate_wakes (
    id bigserial PRIMARY KEY, subject text NOT NULL, wake text NOT NULL,
    came double precision NOT NULL, due double precision NOT NULL, tries integer NOT NULL DEFAULT 0,
    taken boolean NOT NULL DEFAULT false, trouble text, dead boolean NOT NULL DEFAULT false);
CREATE INDEX IF NOT EXISTS plangate_line ON plangate_wakes (subject, id) WHERE NOT dead;
CREATE INDEX IF NOT EXISTS plangate_graves ON plangate_wakes (id) WHERE dead;
ALTER TABLE plangate_wakes ADD COLUMN IF NOT EXISTS since double precision NOT NULL DEFAULT 0;
CREATE TABLE IF NOT EXISTS plangate_seen (
    key bytea PRIMARY KEY, wake bigint NOT NULL, at double precision NOT NULL);
CREATE INDEX IF NOT EXISTS plangate_seen_at ON plangate_seen (at);
CREATE TABLE IF NOT EXISTS plangate_turns (account text PRIMARY KEY, free_at double precision NOT NULL);
CREATE TABLE IF NOT EXISTS plangate_revisions (
    repository bigint NOT NULL, issue bigint NOT NULL, revision bigint NOT NULL,
    PRIMARY KEY (repository, issue));
CREATE TABLE IF NOT EXISTS plangate_timers (
    subject text PRIMARY KEY, due double precision NOT NULL, wake text NOT NULL);
CREATE INDEX IF NOT EXISTS plangate_lock ON procrastinate_jobs (lock) WHERE status IN ('todo', 'doing');
"""


def put(db: Db, wake: Wake, key: bytes, now: float, defer: Defer) -> bool:
    """Add a wake to its subject's queue and have it looked at; False for a delivery that is known."""
    added = "INSERT INTO plangate_seen VALUES (%s, 0, %s) ON CONFLICT DO NOTHING"
    if key and not db.execute(added, (key, now)).rowcount:
        known = db.execute("SELECT wake FROM plangate_seen WHERE key = %s", (key,)).fetchone()
        return revive(db, known[0] if known else 0, now, defer)
    number = _fold(db, wake, now) or _append(db, wake, now)
    if key:
        db.execute("UPDATE plangate_seen SET wake = %s WHERE key = %s", (number, key))
    defer(db, wake.subject, 0)
    return True


def _fold(db: Db, wake: Wake, now: float) -> int:
    """The newest wake of the line, now saying this one too; 0 where it may not fold."""
    last = db.execute(
        "SELECT id, wake, taken FROM plangate_wakes WHERE subject = %s AND NOT dead "
        "ORDER BY id DESC LIMIT 1 FOR UPDATE",
        (wake.subject,),
    ).fetchone()
    if last is None or last[2]:
        return 0
    if hastens(wake):
        _hasten(db, wake.subject, now + SOON)
    newest = readable(last[1])
    both = joined(newest, wake) if newest else None
    if both is None:
        return 0
    db.execute("UPDATE plangate_wakes SET wake = %s WHERE id = %s", (packed(both), last[0]))
    return int(last[0])


def _hasten(db: Db, subject: str, soon: float) -> None:
    """Have what failed tried by then, at no count; the job is asked for once the wake's row is ours."""
    hastened = db.execute(
        "UPDATE plangate_wakes SET due = %s, tries = greatest(tries - 1, 0) "
        "WHERE subject = %s AND NOT dead AND due > %s AND trouble::json->>'code' <> ALL(%s)",
        (soon, subject, soon, list(UNHASTENED)),
    )
    if hastened.rowcount:
        db.execute(
            "UPDATE procrastinate_jobs SET scheduled_at = to_timestamp(%s) "
            "WHERE queueing_lock = %s AND status = 'todo' AND scheduled_at > to_timestamp(%s)",
            (soon, subject, soon),
        )


def _append(db: Db, wake: Wake, now: float) -> int:
    row = db.execute(
        "INSERT INTO plangate_wakes (subject, wake, came, due) VALUES (%s, %s, %s, %s) RETURNING id",
        (wake.subject, packed(wake), now, now),
    ).fetchone()
    return int(row[0]) if row else 0


def take(db: Db, subject: str, now: float, defer: Defer) -> Job | None:
    """The oldest wake of a subject whose job we hold; one that is not due yet is looked at then."""
    row = db.execute(
        "WITH newest AS (SELECT id, wake FROM plangate_wakes WHERE subject = %s AND NOT dead "
        "ORDER BY id DESC LIMIT 1), "
        "first AS (SELECT id, taken FROM plangate_wakes WHERE subject = %s AND NOT dead "
        "ORDER BY id LIMIT 1 FOR UPDATE) "
        "UPDATE plangate_wakes w SET taken = true FROM newest n, first f WHERE w.id = f.id "
        "RETURNING w.id, w.wake, tries, came, due, since, trouble IS NOT NULL, n.id, n.wake, f.taken",
        (subject, subject),
    ).fetchone()
    if row is None:
        return None
    if row[6] and waits(row[4], row[5], now):  # only what failed has to wait
        db.execute("UPDATE plangate_wakes SET taken = false WHERE id = %s", (row[0],))
        defer(db, subject, row[4])
        return None
    wake = readable(row[1])
    if wake is None:
        buried = "UPDATE plangate_wakes SET taken = false, dead = true, trouble = %s WHERE id = %s"
        db.execute(buried, (as_json(UNREADABLE), row[0]))
        return take(db, subject, now, defer)
    job = Job(str(row[0]), wake, row[2], row[3], newest=(row[7], row[8]))
    if row[9]:  # whoever took it before us never gave it back
        finish(db, job, ended(job), now)
        return take(db, subject, now, defer)
    return job


def give_back(db: Db, held: list[Job]) -> None:
    """Let others handle these jobs, where none does yet; that is no try."""
    for job in held:
        free = "UPDATE plangate_wakes SET taken = false WHERE id = %s AND tries = %s"
        db.execute(free, (int(job.id), job.tries))


def finish(db: Db, job: Job, result: Result, now: float) -> None:
    """Write down what came of a job; a pause begins now (`find_set_back`)."""
    SHARED.finish(db, job, result, now)
    if not isinstance(result, Done):
        db.execute("UPDATE plangate_wakes SET since = %s WHERE id = %s", (now, int(job.id)))


def maintain(db: Db, now: float, defer: Defer) -> None:
    """Every second or so: fire timers, forget what is old."""
    for wake in SHARED.fired(db, now):
        put(db, wake, b"", now, defer)
    db.execute("DELETE FROM plangate_seen WHERE at < %s", (now - KEYS_KEPT,))
    db.execute("DELETE FROM plangate_wakes WHERE dead AND came < %s", (now - DEAD_KEPT,))


def find_set_back(db: Db, now: float) -> None:
    """Have every subject looked at whose pause began in the future: the server's clock was set back."""
    db.execute(
        "UPDATE procrastinate_jobs j SET scheduled_at = NULL FROM plangate_wakes w "
        "WHERE j.lock = w.subject AND j.status = 'todo' AND NOT w.dead AND w.since > %s",
        (now + 1.0,),
    )


def find_orphans(db: Db, now: float, defer: Defer) -> None:
    """Have every subject looked at that is due and has no job: none should, but none may be lost.

    A job that began long ago and took none of the wakes that wait as long is nobody's, whoever it is said to
    belong to: a crash of the database may have undone its end. It would keep its subject for ever.
    """
    db.execute(
        "DELETE FROM procrastinate_jobs j WHERE status = 'doing' AND NOT EXISTS ("
        "SELECT 1 FROM procrastinate_events e WHERE e.job_id = j.id AND e.at > to_timestamp(%s))"
        " AND EXISTS (SELECT 1 FROM plangate_wakes w WHERE w.subject = j.lock AND NOT dead AND due < %s)"
        " AND NOT EXISTS (SELECT 1 FROM plangate_wakes w WHERE w.subject = j.lock AND NOT dead AND taken)",
        (now - NOBODYS, now - NOBODYS),
    )
    rows = db.execute(
        "SELECT DISTINCT subject FROM plangate_wakes w WHERE NOT dead AND due < %s AND NOT EXISTS ("
        "SELECT 1 FROM procrastinate_jobs j WHERE j.lock = w.subject AND j.status IN ('todo', 'doing'))"
        " ORDER BY subject LIMIT 1000",
        (now - 5,),
    )
    for (subject,) in rows.fetchall():
        defer(db, subject, 0)


def clock(db: Db) -> float:
    """The server's time, in epoch seconds: the one clock that all processes share."""
    row = db.execute("SELECT extract(epoch FROM clock_timestamp())::double precision").fetchone()
    return float(row[0]) if row else 0.0


def revive(db: Db, number: int, now: float, defer: Defer) -> bool:
    """Try a dead job again; False when it is not dead."""
    row = db.execute(
        "UPDATE plangate_wakes SET dead = false, tries = 0, due = %s, trouble = NULL "
        "WHERE id = %s AND dead RETURNING subject",
        (now, number),
    ).fetchone()
    if row:
        defer(db, row[0], 0)
    return row is not None


def counts(db: Db, now: float) -> Counts:
    """What lies in the inbox."""
    row = db.execute(
        "SELECT (SELECT count(*) FROM plangate_wakes WHERE NOT dead AND NOT taken),"
        " (SELECT count(*) FROM plangate_wakes WHERE NOT dead AND taken),"
        " (SELECT count(*) FROM plangate_wakes WHERE dead), (SELECT count(*) FROM plangate_timers),"
        " (SELECT min(due) FROM plangate_wakes WHERE NOT dead AND NOT taken)"
    ).fetchone()
    waiting, running, dead, timers, oldest = row or (0, 0, 0, 0, None)
    age = max(0.0, now - oldest) if oldest is not None else 0.0
    return Counts(waiting, running, dead, timers, age)
