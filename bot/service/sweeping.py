"""What makes up for lost deliveries: a sweep of every repository, and GitHub's own list of failures."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from bot import log
from bot.errors import Bug, NotFound, PlangateError
from bot.events.wake import Wake
from bot.ports.inbox import Inbox
from bot.service.handling import GONE, SUSPENDED
from bot.service.ingest import Delivery
from bot.wiring.github import Wiring

Sweep = Callable[[Wiring, str], Iterable[Wake]]
RESERVE = 500
"""Requests of an account's hour that background work leaves to people."""
REMOVED = {"deleted", "suspend", "removed", "archived"}


class Repositories:
    """The repositories known to this process. Safe for threads."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._lock = threading.Lock()

    def note(self, delivery: Delivery) -> None:
        """Remember where a delivery came from; a renamed or moved repository comes under its new name."""
        if delivery.wake:
            self.add(delivery.wake.repository)
        elif delivery.event == "repository" and delivery.action in REMOVED:
            self.drop(delivery.repository)

    def add(self, *names: str) -> None:
        """Remember names."""
        with self._lock:
            self._names.update(names)

    def drop(self, name: str) -> None:
        """Forget a name, until a delivery brings it again."""
        with self._lock:
            self._names.discard(name)

    def all(self) -> list[str]:
        """All names, sorted."""
        with self._lock:
            return sorted(self._names)


class Periodic:
    """Does something every few seconds, on a thread, until it is stopped; no failure ends it."""

    def __init__(self, seconds: float, do: Callable[[], object], *, at_once: bool = False) -> None:
        """`at_once`: the first time right at the start."""
        self._seconds, self._do, self._at_once = seconds, do, at_once
        self._over = threading.Event()

    def start(self) -> None:
        """Begin."""
        threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        """Do it no more."""
        self._over.set()

    def _run(self) -> None:
        pause = 0.0 if self._at_once else self._seconds
        while not self._over.wait(pause):
            pause = self._seconds
            try:
                self._do()
            except PlangateError as problem:
                _log(problem)
            except Exception as problem:
                log.logger().exception("bug", code=Bug(problem).code)


class Sweeper:
    """Puts a wake for everything that could want attention into the inbox, where it folds."""

    def __init__(self, wiring: Wiring, inbox: Inbox, sweep: Sweep, known: Repositories) -> None:
        """`known` grows by what the App is installed on."""
        self._wiring, self._inbox, self._sweep, self._known = wiring, inbox, sweep, known

    def sweep(self) -> None:
        """Sweep once; a repository that does not let us in is left out until a delivery comes from it."""
        self._known.add(*self._wiring.installed())
        for repository in self._known.all():
            try:
                self._one(repository)
            except PlangateError as problem:
                _log(problem, repo=repository)
                if isinstance(problem, NotFound) or problem.code in GONE | {SUSPENDED}:
                    self._known.drop(repository)
            except Exception as problem:
                log.logger().exception("bug", repo=repository, code=Bug(problem).code)

    def _one(self, repository: str) -> None:
        left = self._wiring.budgets().get(repository.split("/")[0])
        if left is not None and left < RESERVE:
            log.logger().info("sweep put off", repo=repository, what=f"{left} requests left")
            return
        for stored in [self._inbox.put(wake) for wake in self._sweep(self._wiring, repository)]:
            stored.result(30)


def _log(problem: PlangateError, **more: str) -> None:
    said = {"code": problem.code, "what": problem.what, "remedy": problem.remedy}
    log.logger().warning("sweep failed", **said, **more)
