"""Wakes waiting in memory: one repository at a time, wakes of one subject folded together.

An issue, its pull request and their commit are different subjects that write one record, so runs of
one repository do not overlap; different repositories run side by side.

A later issue puts a durable queue behind the same methods; until then a lost wake is found again by
the sweep.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from dataclasses import replace

from bot.events.wake import Wake


class Queue:
    """A queue for threads. `take` blocks; after `close` it returns None once nothing waits."""

    def __init__(self) -> None:
        """Start empty."""
        self._waiting: dict[str, deque[Wake]] = {}
        self._running: set[str] = set()
        self._closed = self._stopped = False
        self._changed = threading.Condition()

    def put(self, wake: Wake) -> None:
        """Add a wake, folded with a waiting one of its subject; after `stop` it is dropped."""
        with self._changed:
            if self._stopped:
                return
            line = self._waiting.setdefault(wake.subject, deque())
            if line and not _bears_witness(line[-1]) and not _bears_witness(wake):
                wake = _folded(line.pop(), wake)
            line.append(wake)
            self._changed.notify()

    def take(self) -> Wake | None:
        """The next wake of a repository nobody works on, or None when the queue is closed."""
        with self._changed:
            while True:
                free = next((s for s in self._waiting if _repository(s) not in self._running), None)
                if free is not None:
                    return self._start(free)
                if self._closed:
                    return None
                self._changed.wait(0.5)

    def _start(self, subject: str) -> Wake:
        line = self._waiting[subject]
        wake = line.popleft()
        if not line:
            del self._waiting[subject]
        self._running.add(wake.repository)
        return wake

    def finished(self, wake: Wake) -> None:
        """Say that a wake was handled, whatever came of it."""
        with self._changed:
            self._running.discard(wake.repository)
            self._changed.notify_all()

    def counts(self) -> dict[str, int]:
        """How many wakes wait and how many are handled now."""
        with self._changed:
            waiting = sum(len(line) for line in self._waiting.values())
            return {"waiting": waiting, "running": len(self._running)}

    def close(self) -> None:
        """Take no more waiting in `take`; what waits is still handed out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def stop(self) -> int:
        """Hand out nothing more; say how many wakes were left."""
        with self._changed:
            left = sum(len(line) for line in self._waiting.values())
            self._waiting.clear()
            self._closed = self._stopped = True
            self._changed.notify_all()
            return left


def _repository(subject: str) -> str:
    return re.split("[#@]", subject, maxsplit=1)[0]


def _folded(older: Wake, newer: Wake) -> Wake:
    """One wake for two: the newer, unless it is a bot's and could be taken for our own and dropped."""
    if not _bot(newer) or _bot(newer) == _bot(older):
        return newer
    return older if not _bot(older) else replace(newer, witness=None)


def _bot(wake: Wake) -> str:
    """The bot that caused a wake; empty for people and sweeps."""
    sender = wake.witness.sender if wake.witness else None
    return sender.login if sender and sender.is_bot else ""


def _bears_witness(wake: Wake) -> bool:
    """An edited comment's event says who ticked: it must not be folded away."""
    seen = wake.witness
    return seen is not None and seen.event == "issue_comment" and seen.action == "edited"
