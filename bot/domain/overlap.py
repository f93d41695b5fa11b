"""Overlap: two plans that write the same file, and how near they come."""

from __future__ import annotations

from operator import not_
from typing import Literal

from pydantic import Field

from bot.domain.plan import TaskPlan, WorkStatus
from bot.domain.value import Moment, Stored


class Overlap(Stored):
    """Another issue's plan that writes what this one writes: the files, and the symbols both name in them.

    `finished`: its work is done, so ours may rest on what was there before. `since` is when it was seen;
    `approved`: that plan is approved (records before it did not ask: the next look does).
    """

    issue: int
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    kind: Literal["open", "finished"] = "open"
    since: Moment
    approved: bool = Field(default=False, exclude_if=not_)

    @property
    def strength(self) -> float:
        """How near the two come, from 0 to 1: a common symbol, a common file, a file of finished work."""
        return 0.3 if self.kind == "finished" else 1.0 if self.symbols else 0.6


def overlap(mine: TaskPlan, theirs: TaskPlan) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files that unfinished tasks of one plan and tasks of the other write, and their symbols."""
    own, other = _written(mine, WorkStatus.DONE), _written(theirs)
    paths = tuple(sorted(own.keys() & other.keys()))
    return paths, tuple(sorted({s for p in paths for s in own[p] & other[p]}))


def _written(plan: TaskPlan, but: WorkStatus | None = None) -> dict[str, set[str]]:
    """Each file that a plan's tasks write or create, with the code that its steps name there."""
    found: dict[str, set[str]] = {}
    for task in (t for t in plan.live if t.status is not but):
        for path in task.written:
            named = (s.description.split("`")[1::2] for s in task.steps if s.target == path)
            found.setdefault(path, set()).update(n for names in named for n in names if n != path)
    return found
