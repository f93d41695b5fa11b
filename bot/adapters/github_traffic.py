"""What goes over the line to GitHub: the pauses between writes, and the count of all requests."""

from __future__ import annotations

import functools
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Turn = Callable[[float], float]
"""Takes the next turn to write, an interval after the one before; the seconds until it."""
_log = logging.getLogger(__name__)


class Pace:
    """Keeps writes apart; one instance may be shared by all clients of an account.

    With `turn` it keeps them apart from those of other processes, too.

    https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
    """

    def __init__(
        self,
        interval: float = 1.0,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        turn: Turn | None = None,
    ) -> None:
        """`interval` is the number of seconds between two writes."""
        self._turn = turn
        self.interval, self.sleep, self.monotonic = interval, sleep, monotonic
        self._lock = threading.Lock()
        self._free_at = 0.0

    def before_write(self) -> None:
        """Wait for the next free moment."""
        if not self.interval:
            return
        wait = max(self._own(), self._shared())
        if wait > 0:
            self.sleep(wait)

    def _own(self) -> float:
        with self._lock:
            now = self.monotonic()
            start = max(now, self._free_at)
            self._free_at = start + self.interval
        return start - now

    def _shared(self) -> float:
        """With the database away we keep to our own pace: no write waits for it."""
        try:
            return self._turn(self.interval) if self._turn else 0.0
        except Exception as problem:
            _log.warning("the shared pace is out of reach (%s)", type(problem).__name__)
            return 0.0


class Paces:
    """A pace for each account: GitHub limits them apart. Safe for threads."""

    def __init__(self, interval: float) -> None:
        """`interval` is the number of seconds between two writes of one account."""
        self._interval, self._lock = interval, threading.Lock()
        self._paces: dict[str, Pace] = {}
        self.turn: Callable[[str, float], float] | None = None
        """Where processes take turns (`Inbox.turn`); without it this process is alone."""

    def of(self, account: str) -> Pace:
        """The pace of an account."""
        name = account.lower()
        turn = functools.partial(self.turn, name) if self.turn else None
        with self._lock:
            return self._paces.setdefault(name, Pace(self._interval, turn=turn))


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was sent: its route template, and the status (0: no answer)."""

    method: str
    route: str
    status: int


@dataclass(slots=True)
class Traffic:
    """All requests of a run, in order; `hear` is told each, with the headers of its answer."""

    calls: list[Call] = field(default_factory=list)
    hear: Callable[[Call, Mapping[str, str]], None] = lambda call, headers: None

    def add(self, call: Call, headers: Mapping[str, str]) -> None:
        """Note one request."""
        self.calls.append(call)
        self.hear(call, headers)

    def count(self, method: str = "", route: str = "") -> int:
        """How many were sent, of a method or to a route."""
        return sum(method in ("", c.method) and route in ("", c.route) for c in self.calls)

    @property
    def unchanged(self) -> int:
        """How many were answered 304: GitHub does not count them (best practices, as above)."""
        return sum(c.status == 304 for c in self.calls)

    @property
    def writes(self) -> int:
        """How many could have changed something."""
        return sum(c.method != "GET" and c.route != "/graphql" for c in self.calls)
