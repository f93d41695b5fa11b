"""Very many open pull requests of one issue, or on one commit: which of them a look reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.facts import Pull
from bot.domain.record import Record

MOST = 30
"""So many of those that no writer approved are read; each costs five to nine requests."""
MOST_ON_COMMIT = 5
"""So many on one commit are judged together; if there are more, its check stays closed."""


def looked_at(numbers: Iterable[int], record: Record | None) -> frozenset[int]:
    """Those that a writer approved, for they may pass, and the newest of the others.

    Outsiders may open any number of pull requests, but approve none.
    """
    every = frozenset(numbers)
    passing = every & approved(record)
    return passing | set(sorted(every - passing, reverse=True)[:MOST])


def approved(record: Record | None) -> frozenset[int]:
    """Those that a writer approved, as far as the record knows."""
    shown = record.workflow.pull_requests if record else ()
    return frozenset(p.number for p in shown if p.approved_by)


def on_commit(pulls: Sequence[Pull]) -> Sequence[Pull]:
    """Those of one commit that a look reads: all, or the newest of too many."""
    newest = sorted(pulls, key=lambda p: p.number, reverse=True)[:MOST_ON_COMMIT]
    return pulls if len(pulls) <= MOST_ON_COMMIT else newest


def left_out(record: Record) -> int:
    """How many open pull requests that the record knows such a look leaves out."""
    opened = open_in(record)
    return len(opened - looked_at(opened, record))


def open_in(record: Record | None) -> frozenset[int]:
    """The pull requests that are open as far as the record knows."""
    shown = record.workflow.pull_requests if record else ()
    return frozenset(p.number for p in shown if p.state == "open")
