"""The inbox's statements that are the same on both databases, and what they write of a job.

Each function here and in the modules of the two databases is one step of a job's life, in a transaction.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from bot.domain.invisible import strip
from bot.events.envelope import bare, packed, readable
from bot.events.wake import Wake
from bot.ports.inbox import (
    ENDED,
    LAST_TRY,
    LONGEST_WAIT,
    SOON,
    UNHASTENED,
    Dead,
    Done,
    Job,
    Later,
    Result,
    Trouble,
    hastens,
    next_turn,
    pause,
)


@dataclass(frozen=True, slots=True)
class SharedStatements:
    """The statements, with what the names of a database's tables begin with, and its mark for a value.

    `alive` is the condition of the index of wakes that are not dead, letter for letter.
    """

    prefix: str
    mark: str
    alive: str

    def _run(self, db: Any, statement: str, *values: object) -> Any:
        return db.execute(statement.format(self.prefix, self.alive).replace("?", self.mark), values)

    def jobs(self, db: Any, dead: bool, most: int) -> tuple[Job, ...]:
        """The dead jobs, or those that wait, oldest first."""
        wanted = (
            "SELECT id, subject, wake, tries, came, trouble FROM {0}wakes WHERE dead = ? "
            "ORDER BY id LIMIT ?"
        )
        return tuple(_job_of(row) for row in self._run(db, wanted, dead, most).fetchall())

    def turn(self, db: Any, account: str, interval: float, now: float) -> float:
        """Take an account's next turn to write; the seconds until then."""
        held = (
            "INSERT INTO {0}turns AS kept VALUES (?, 0) ON CONFLICT (account) "
            "DO UPDATE SET free_at = kept.free_at RETURNING free_at"
        )
        at = next_turn(self._run(db, held, account).fetchone()[0], now)
        self._run(db, "UPDATE {0}turns SET free_at = ? WHERE account = ?", at + interval, account)
        return at - now

    def revision(self, db: Any, repository: int, issue: int, saved: int) -> int:
        """The highest revision of an issue's record that was ever saved, this one included."""
        kept = "SELECT revision FROM {0}revisions WHERE repository = ? AND issue = ?"
        row = self._run(db, kept, repository, issue).fetchone()
        known = int(row[0]) if row else 0
        if saved > known:
            higher = (
                "INSERT INTO {0}revisions AS kept VALUES (?, ?, ?) ON CONFLICT (repository, issue) "
                "DO UPDATE SET revision = excluded.revision WHERE kept.revision < excluded.revision"
            )
            self._run(db, higher, repository, issue, saved)
        return max(known, saved)

    def finish(self, db: Any, job: Job, result: Result, now: float) -> None:
        """Write down what came of a job: it is done, or tried again, or dead."""
        subject, number = job.wake.subject, int(job.id)
        if isinstance(result, Done):
            self._remind(db, job.wake, result.again_at)  # timers first, as where they are folded
            self._run(db, "DELETE FROM {0}wakes WHERE id = ?", number)
            return
        newer = "SELECT wake FROM {0}wakes WHERE subject = ? AND {1} AND id >= ? AND id <> ?"
        behind = self._run(db, newer, subject, job.newest[0], number).fetchall()
        failed = _as_failed(job, result, now, (line for (line,) in behind))
        written = (
            "UPDATE {0}wakes SET taken = false, tries = tries + ?, due = ?, dead = ?, trouble = ? "
            "WHERE id = ?"
        )
        self._run(db, written, *failed, number)

    def _remind(self, db: Any, wake: Wake, at: datetime | None) -> None:
        """Set the subject's timer, or take it away."""
        self._run(db, "DELETE FROM {0}timers WHERE subject = ?", wake.subject)
        if at is not None:
            line = packed(Wake(wake.repository, wake.target, home=wake.home))
            set_ = "INSERT INTO {0}timers VALUES (?, ?, ?)"
            self._run(db, set_, wake.subject, at.timestamp(), line)

    def fired(self, db: Any, now: float) -> list[Wake]:
        """The wakes of the timers that have run out; they are gone."""
        over = "DELETE FROM {0}timers WHERE due <= ? RETURNING subject, wake"
        rows = self._run(db, over, now).fetchall()
        return [readable(line) or bare(subject) for subject, line in rows]


def as_json(trouble: Trouble) -> str:
    """A trouble as both databases keep it: PostgreSQL reads no NUL and no lone surrogate."""
    return json.dumps({name: strip(text) for name, text in asdict(trouble).items()})


def ended(job: Job) -> Later | Dead:
    """What it means for a job that its process died: one more try failed.

    Part of the pause is left to chance: what died together is not together at every next try, so only
    what ends each process uses up all tries.
    """
    trouble = Trouble(
        ENDED,
        f"the worker process ended while it handled this (try {job.tries + 1} of {LAST_TRY})",
        "Find out why (no memory left, a crash, `kill -9`), then run `plangate inbox retry`",
    )
    if job.tries + 1 >= LAST_TRY:
        return Dead(trouble)
    return Later(pause(job.tries) * random.uniform(0.5, 1.0), trouble)  # noqa: S311 - spread


def _as_failed(
    job: Job, result: Later | Dead, now: float, behind: Iterable[str]
) -> tuple[int, float, bool, str]:
    """What is written of a wake that failed: how many tries more, when it is due, whether it is dead, why.

    `behind` are the wakes behind it, from the one on that was the newest when it was taken.
    """
    if isinstance(result, Dead):
        return 1, now, True, as_json(result.trouble)
    rest, why = min(result.seconds, LONGEST_WAIT), as_json(result.trouble)
    if rest > SOON and result.trouble.code not in UNHASTENED and _hastened(job, behind):
        return 0, now + SOON, False, why
    return int(result.counted), now + rest, False, why


def _hastened(job: Job, behind: Iterable[str]) -> bool:
    """Say whether a person's event came during this try; an older one has hastened it already."""
    before = readable(job.newest[1])
    wakes = (readable(line) for line in behind)
    return any(wake and hastens(wake) and _delivery(wake) != _delivery(before) for wake in wakes)


def _delivery(wake: Wake | None) -> str:
    return wake.witness.delivery if wake and wake.witness else ""


def _job_of(row: tuple[Any, ...]) -> Job:
    """A job from its row."""
    number, subject, line, tries, came, told = row
    trouble = Trouble(**json.loads(told)) if told else None
    return Job(str(number), readable(line) or bare(subject), tries, came, trouble)
