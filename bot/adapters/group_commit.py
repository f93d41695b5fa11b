"""Group commit: one thread owns the database; what comes while it commits shares the next commit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

LARGEST_GROUP = 256
T = TypeVar("T")
Job = Callable[[Any], Any]
Entry = tuple["Future[Any]", Job, str]


class NothingBegun(Exception):
    """No job of the group was run, so trying each of them alone is of no use; its cause says why."""


class GroupCommit:
    """Runs jobs in the order they come, many in one transaction.

    `transact` runs a list of jobs in one transaction and returns what each returned; it raises when
    nothing was committed: NothingBegun where the database could not even be spoken to.
    """

    def __init__(self, transact: Callable[[list[Job]], list[Any]], end: Callable[[], None]) -> None:
        """`end` runs on the same thread after the last job."""
        self._transact, self._end = transact, end
        self._jobs: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True, name="inbox-commit")
        self._thread.start()

    def submit(self, job: Callable[[Any], T], line: str = "") -> Future[T]:
        """Run a job; the future ends after its transaction was committed.

        A future that is cancelled before its group begins takes its job along: it is not run.
        A group's jobs run sorted by `line` (a subject), so that two processes never wait for each other.
        """
        future: Future[T] = Future()
        self._jobs.put((future, job, line))
        return future

    def ask(self, job: Callable[[Any], T], seconds: float) -> T:
        """What a job answers. Raises TimeoutError, and the job is not run any more."""
        future = self.submit(job)
        try:
            return future.result(seconds)
        finally:
            future.cancel()

    def close(self) -> None:
        """Commit what was submitted, and end."""
        self._jobs.put(None)
        self._thread.join(30)

    def _run(self) -> None:
        more = True
        while more:
            group, more = self._next_group()
            if group:
                self._commit(sorted(group, key=lambda entry: entry[2]))
        self._end()

    def _next_group(self) -> tuple[list[Entry], bool]:
        first = self._jobs.get()
        group: list[Entry] = []
        while first is not None:
            group.append(first)
            if len(group) == LARGEST_GROUP or self._jobs.empty():
                return group, True
            first = self._jobs.get()
        return group, False

    def _commit(self, group: list[Entry]) -> None:
        wanted = [entry for entry in group if entry[0].set_running_or_notify_cancel()]
        if wanted:
            self._run_group(wanted)

    def _run_group(self, group: list[Entry]) -> None:
        try:
            answers = self._transact([job for _, job, _ in group])
        except NothingBegun as nothing:
            for future, _, _ in group:
                future.set_exception(nothing.__cause__ or nothing)
            return
        except Exception as problem:
            if len(group) == 1:
                group[0][0].set_exception(problem)
                return
            for entry in group:  # what one of them broke shall not fail the others
                self._run_group([entry])
            return
        for (future, _, _), answer in zip(group, answers, strict=True):
            future.set_result(answer)
