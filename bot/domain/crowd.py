"""Very many open pull requests of one issue: which of them a look at the issue itself reads."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.record import Record

MOST = 30
"""So many of those that no writer approved are read; each costs five to nine requests."""


def looked_at(numbers: Iterable[int], record: Record | None) -> frozenset[int]:
    """Those that a writer approved, for they may pass, and the newest of the others.

    Outsiders may open any number of pull requests, but approve none.
    """
    every = frozenset(numbers)
    shown = record.workflow.pull_requests if record else ()
    passing = every & {p.number for p in shown if p.approved_by}
    return passing | set(sorted(every - passing, reverse=True)[:MOST])


def left_out(record: Record) -> int:
    """How many open pull requests that the record knows such a look leaves out."""
    opened = open_in(record)
    return len(opened - looked_at(opened, record))


def open_in(record: Record | None) -> frozenset[int]:
    """The pull requests that are open as far as the record knows."""
    shown = record.workflow.pull_requests if record else ()
    return frozenset(p.number for p in shown if p.state == "open")
