"""Group commit: one thread owns the database; what comes while it commits shares the next commit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

LARGEST_GROUP = 256
T = TypeVar("T")
Statement = Callable[[Any], Any]
Entry = tuple["Future[Any]", Statement, str]


class NothingBegun(Exception):
    """No statement of the group was run, so trying each of them alone is of no use; its cause says why."""


class GroupCommit:
    """Runs statements in the order they come, many in one transaction.

    `transact` runs a list of statements in one transaction and returns what each returned; it raises when
    nothing was committed: NothingBegun where the database could not even be spoken to.
    """

    def __init__(
        self, transact: Callable[[list[Statement]], list[Any]], end: Callable[[], None]
    ) -> None:
        """`end` runs on the same thread after the last statement."""
        self._transact, self._end = transact, end
        self._statements: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True, name="inbox-commit")
        self._thread.start()

    def submit(self, statement: Callable[[Any], T], subject: str = "") -> Future[T]:
        """Run a statement; the future ends after its transaction was committed.

        A future that is cancelled before its group begins takes its statement along: it is not run.
        A group's statements run sorted by `subject`, so that two processes never wait for each other.
        """
        future: Future[T] = Future()
        self._statements.put((future, statement, subject))
        return future

    def close(self) -> None:
        """Commit what was submitted, and end."""
        self._statements.put(None)
        self._thread.join(30)

    def _run(self) -> None:
        more = True
        while more:
            group, more = self._next_group()
            group.sort(key=lambda entry: entry[2])
            wanted = [entry for entry in group if entry[0].set_running_or_notify_cancel()]
            if wanted:
                self._run_group(wanted)
        self._end()

    def _next_group(self) -> tuple[list[Entry], bool]:
        first = self._statements.get()
        group: list[Entry] = []
        while first is not None:
            group.append(first)
            if len(group) == LARGEST_GROUP or self._statements.empty():
                return group, True
            first = self._statements.get()
        return group, False

    def _run_group(self, group: list[Entry]) -> None:
        try:
            answers = self._transact([statement for _, statement, _ in group])
        except NothingBegun as nothing:
            for future, _, _ in group:
                future.set_exception(nothing.__cause__ or nothing)
        except Exception as problem:
            if len(group) == 1:
                group[0][0].set_exception(problem)
            else:
                for entry in group:  # what one of them broke shall not fail the others
                    self._run_group([entry])
        else:
            for (future, _, _), answer in zip(group, answers, strict=True):
                future.set_result(answer)
