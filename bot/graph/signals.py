"""Contradiction signals of a plan: what speaks against it, where that comes from, and how strongly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Literal

from bot.domain.overlap import Overlap
from bot.domain.plan import TaskPlan
from bot.domain.record import Record

_CANCELLED = 0.8


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing that speaks against a task (`task` is its id; empty: against the plan).

    `source` is what says so: a check, changed files, or an issue; `strength` goes from 0 to 1.
    """

    kind: Literal["claim", "overlap", "finished", "cancelled"]
    task: str
    source: str
    what: str
    strength: float


def signals(record: Record, plan: TaskPlan) -> tuple[Signal, ...]:
    """Everything that the record knows against a plan, in the order of its tasks.

    A claim that evidence contradicts; another open plan, or finished work, that writes the same file; a
    dependency on a task whose issue was closed as not planned.
    """
    found = (*_claims(record, plan), *_overlaps(record, plan), *_cancelled(record, plan))
    place = {t.id: n for n, t in enumerate(plan.tasks)}
    return tuple(sorted(found, key=lambda s: (place.get(s.task, -1), s.kind, s.source, s.what)))


def intensity(found: Iterable[Signal | Overlap]) -> float:
    """How strongly all of it together speaks against a plan: 0 for nothing, 1 for a certain contradiction."""
    return round(1 - prod(1 - one.strength for one in found), 2)


def _claims(record: Record, plan: TaskPlan) -> Iterator[Signal]:
    holder = {c.text: t.id for t in plan.live for c in t.acceptance_criteria}
    by_number = {t.number: t.id for t in plan.live}
    for claim in record.claims:
        if claim.state == "contradicted":
            source = claim.attempts[-1].source if claim.attempts else "evidence"
            task = holder.get(claim.text) or by_number.get(claim.task, "")
            yield Signal("claim", task, source, claim.text, 1.0)


def _overlaps(record: Record, plan: TaskPlan) -> Iterator[Signal]:
    for seen in record.planner.overlaps:
        kind: Literal["overlap", "finished"] = "overlap" if seen.kind == "open" else "finished"
        for task in plan.live:
            here = [p for p in task.written if p in seen.paths]
            if here:
                yield Signal(kind, task.id, f"#{seen.issue}", " ".join(here), seen.strength)


def _cancelled(record: Record, plan: TaskPlan) -> Iterator[Signal]:
    numbers = {s.key: s.number for s in record.planner.sub_issues}
    for task in plan.live:
        for needed in task.depends_on:
            if needed in record.planner.dropped:
                source = f"#{numbers[needed]}" if needed in numbers else needed
                yield Signal("cancelled", task.id, source, "closed as not planned", _CANCELLED)
