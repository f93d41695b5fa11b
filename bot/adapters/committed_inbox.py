"""What the inboxes of both databases share: all goes through the committing thread."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from bot.adapters.group_commit import GroupCommit
from bot.adapters.inbox_statements import SharedStatements
from bot.errors import InboxError
from bot.ports.inbox import FAILS, Counts, Job

PATIENCE, GLANCE = 30.0, 3.0
"""Seconds that an answer of the database may take, and that its counts may."""
MAINTAIN_EVERY = 1.0
_log = logging.getLogger(__name__)
T = TypeVar("T")


class CommittedInbox(ABC):
    """Half of an inbox (bot.ports.inbox.Inbox); the other half differs from database to database."""

    _any_answer_proves = False
    """Whether whatever succeeds proves that we can write again; on a full disk reading does not."""

    def __init__(
        self, commit: GroupCommit, statements: SharedStatements, now: Callable[[], float]
    ) -> None:
        """`now` is the clock that all processes of the inbox share, in epoch seconds."""
        self._commit, self._statements, self._now = commit, statements, now
        self._stopped, self._working = threading.Event(), threading.Lock()
        self._told = ""

    def jobs(self, *, dead: bool = True, most: int = 1000) -> tuple[Job, ...]:
        """The dead jobs, or those that wait."""
        listed = self._commit.submit(lambda db: self._statements.jobs(db, dead, most))
        return listed.result(PATIENCE)

    def retry(self, job_id: str) -> bool:
        """Try a dead job again."""
        if not job_id.isdecimal() or len(job_id) > 18:
            return False
        return self._commit.submit(lambda db: self._revive(db, int(job_id))).result(PATIENCE)

    @abstractmethod
    def _revive(self, db: Any, number: int) -> bool:
        """Try a dead job again, inside of a transaction; False where there is none."""

    def turn(self, account: str, interval: float) -> float:
        """Take the account's next turn to write; the seconds until it."""
        try:
            until = self._ask(lambda db: self._statements.turn(db, account, interval, self._now()))
        except InboxError as problem:
            self._tell(problem)
            raise
        self._answered()
        return until

    def revision(self, repository: int, issue: int, saved: int = 0) -> int:
        """The highest revision of an issue's record that was ever saved, this one included."""
        return self._ask(lambda db: self._statements.revision(db, repository, issue, saved))

    def counts(self) -> Counts:
        """What lies in the inbox."""
        return self._ask(self._counted)

    @abstractmethod
    def _counted(self, db: Any) -> Counts:
        """What lies in the inbox, inside of a transaction."""

    def _ask(self, statement: Callable[[Any], T]) -> T:
        """What a statement answers within a few seconds, else it is not run. Raises InboxError."""
        future = self._commit.submit(statement)
        try:
            return future.result(GLANCE)
        except TimeoutError as late:
            what = "the database of the inbox does not answer"
            remedy = "Reduce the load of the database; plangate then continues by itself"
            raise InboxError(FAILS, what, remedy) from late
        finally:
            future.cancel()

    def give_back(self) -> None:
        """Let others handle what still runs here."""
        self._commit.submit(self._given_back).result(GLANCE)

    @abstractmethod
    def _given_back(self, db: Any) -> None:
        """Give back what still runs here, inside of a transaction."""

    def close(self) -> None:
        """Wait for `work` to end, commit what was put, and close the database."""
        with self._working:
            self._commit.close()

    def _written(self, write: Callable[[Any], T], subject: str = "") -> T | None:
        """What a write answers, however long the disk is full or the database away; None when we stop."""
        while not self._try_write(future := self._commit.submit(write, subject)):
            if self._stopped.wait(1.0):
                return None  # the next worker handles it once more
        return future.result()

    def _try_write(self, future: Future[Any]) -> bool:
        try:
            future.result(PATIENCE)
        except Exception as problem:
            self._tell(problem)
            return False
        self._answered()
        return True

    def _told_of(self, stored: Future[bool]) -> Future[bool]:
        """The same future; what comes of storing a delivery tells of an outage and of its end."""
        stored.add_done_callback(self._hear)
        return stored

    def _hear(self, stored: Future[bool]) -> None:
        if stored.cancelled():
            return
        problem = stored.exception()
        if isinstance(problem, Exception):
            self._tell(problem)
        else:
            self._answered(proof=True)

    def _tell(self, problem: Exception) -> None:
        """Log a failure of the database once, in whatever words it fails, until it is over."""
        kind = problem.code if isinstance(problem, InboxError) else type(problem).__name__
        if kind != self._told:
            self._told = kind
            _log.warning("%s", problem if isinstance(problem, InboxError) else kind)

    def _answered(self, *, proof: bool = False) -> None:
        """Log once that an outage is over, where what was answered proves that."""
        if self._told and (proof or self._any_answer_proves):
            self._told = ""
            _log.warning("the inbox can be written again")
