"""Wakes, and a worker that records what it handles."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from bot.domain.facts import Person, Repository, Witness
from bot.events.wake import IssueTarget, Wake
from bot.ports.inbox import Done, Inbox, Job, Result

HOME = Repository("acme/shop", 5, "main", private=True)


def a_wake(number: int = 7, delivery: str = "d", *, edited: bool = False, bot: str = "") -> Wake:
    """A wake; an edited comment bears witness to who ticked."""
    action = "edited" if edited else "created"
    person = Person(bot or "bob", 2, is_bot=bool(bot))
    seen = Witness("issue_comment", action, person, delivery, 9, "before" if edited else None)
    return Wake("acme/shop", IssueTarget(number), seen, HOME)


def put(inbox: Inbox, *wakes: Wake) -> None:
    """Store wakes in this order, durably."""
    for stored in [inbox.put(wake) for wake in wakes]:
        stored.result(10)


def slowly(seconds: float) -> Callable[[Job], Result]:
    """A handler that takes its time."""

    def handle(_: Job) -> Result:
        time.sleep(seconds)
        return Done()

    return handle


class Worker:
    """Works on an inbox in a thread and records what it handled; `result` decides what came of it."""

    def __init__(
        self,
        inbox: Inbox,
        workers: int = 4,
        result: Callable[[Job], Result] = lambda job: Done(),
    ) -> None:
        self.inbox, self.result = inbox, result
        self.jobs: list[Job] = []
        self.overlaps: list[str] = []
        self.most = 0
        self.running: set[str] = set()
        self._guard = threading.Lock()
        arguments: Any = (self._handle, workers)
        self.thread = threading.Thread(target=inbox.work, args=arguments, daemon=True)
        self.thread.start()

    def _handle(self, job: Job) -> Result:
        subject = job.wake.subject
        with self._guard:
            self.overlaps += [subject] if subject in self.running else []
            self.running.add(subject)
            self.most = max(self.most, len(self.running))
            self.jobs.append(job)
        try:
            return self.result(job)
        finally:
            with self._guard:
                self.running.discard(subject)

    def deliveries(self) -> list[str]:
        """The deliveries handled, in order."""
        return [job.wake.witness.delivery for job in self.jobs if job.wake.witness]

    def idle(self, timeout: float = 20) -> None:
        """Wait until nothing waits or runs."""
        until(lambda: (lambda c: c.waiting == c.running == 0)(self.inbox.counts()), timeout)

    def stop(self) -> None:
        """Stop, and wait for what runs."""
        self.inbox.stop()
        self.thread.join(20)
        assert not self.thread.is_alive()


def until(true: Callable[[], bool], timeout: float = 20) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + timeout
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
