"""Versions: the next plan from the one before; finished work is never touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from bot.domain.codec import weight
from bot.domain.plan import INTENT_FIELDS, Task, TaskPlan, WorkStatus
from bot.domain.plan_delta import changes
from bot.planning.assembly import edges, total
from bot.planning.words import shortened, words

_LONGEST = 2_000
SUPERSEDED_ROOM = 40_000
"""Bytes that a plan keeps of what is wanted no longer."""


def next_version(earlier: TaskPlan, fresh: TaskPlan, reason: str = "") -> TaskPlan:
    """Join a freshly made plan with the one in force.

    Takes the plan in force, the fresh plan, and why it was made. Finished tasks,
    and what they wait for, are kept byte for byte; what one of them would have to take on becomes a task
    of its own. A task with an earlier one's title keeps its id and number; every change is listed with its
    reason. A fresh plan that asks for the same work gives the earlier plan itself: no new version. What is
    wanted no longer stays in the plan by its title, superseded, as far as there is room: no number of edits
    makes a plan too long, and no finished work goes.
    """
    kept = _kept(earlier)
    tasks = _joined(earlier, fresh, kept)
    joined = fresh.having(
        version=earlier.version + 1,
        tasks=tasks,
        dependencies=edges(tasks),
        total_complexity=total(t.complexity for t in tasks if _live(t)),
    )
    if joined.digest() == earlier.digest():
        return earlier
    return joined.having(changes=changes(earlier, joined, reason))


def _live(task: Task) -> bool:
    return task.status is not WorkStatus.SUPERSEDED


def _kept(earlier: TaskPlan) -> dict[str, Task]:
    """Finished tasks and all they wait for."""
    tasks = {t.id: t for t in earlier.tasks}
    kept: dict[str, Task] = {}
    queue = [t for t in earlier.tasks if t.status is WorkStatus.DONE]
    while queue:
        task = queue.pop()
        if task.id not in kept:
            kept[task.id] = task
            queue += [tasks[d] for d in task.depends_on if d in tasks]
    return kept


def _joined(earlier: TaskPlan, fresh: TaskPlan, kept: dict[str, Task]) -> tuple[Task, ...]:
    before = _matched(earlier.tasks, fresh.tasks)
    wanted = tuple(_wanted(fresh, before, kept))
    known = _matched((t for t in earlier.tasks if t.id not in kept), wanted)
    ids = {t.id: known.get(t.id, t).id for t in wanted}
    ids |= {id_: match.id for id_, match in before.items() if match.id in kept}
    free = count(max((t.number for t in earlier.tasks), default=0) + 1)
    new: list[Task] = []
    for task in wanted:
        match = known.get(task.id)
        own = (match.id, match.number) if match else (task.id, next(free))
        after = tuple(ids.get(d, d) for d in task.depends_on)
        moved = task.having(id=own[0], number=own[1], depends_on=after)
        new.append(match if match and _work(match) == _work(moved) else moved)
    there = {*kept, *(t.id for t in new)}
    dropped = _superseded([t for t in earlier.tasks if t.id not in there])
    return tuple(sorted([*kept.values(), *new, *dropped], key=lambda t: t.number))


def _superseded(gone: Sequence[Task]) -> Iterator[Task]:
    """Tasks that are wanted no longer, by their titles: the newest, as far as there is room.

    The last number stays in any case: no later task gets it.
    """
    room, last = SUPERSEDED_ROOM, max((t.number for t in gone), default=0)
    for task in sorted(gone, key=lambda t: (not _live(t), -t.number)):
        told = task.model_dump(include={"id", "number", "title", "complexity"})
        titled = Task(**told, description="", status=WorkStatus.SUPERSEDED)
        room -= weight(titled.model_dump_json())
        if room >= 0 or task.number == last:
            yield titled


def _wanted(fresh: TaskPlan, before: dict[str, Task], kept: dict[str, Task]) -> Iterator[Task]:
    """The fresh tasks that are still to be done; of a finished one only what it did not hold."""
    done = (t for t in kept.values() if t.status is WorkStatus.DONE)
    proven = {c.text.rstrip(".") for t in done for c in t.acceptance_criteria}
    for task in fresh.tasks:
        match = before.get(task.id)
        if match is None or match.id not in kept:
            yield task
            continue
        known = proven | {c.text.rstrip(".") for c in match.acceptance_criteria}
        more = tuple(c for c in task.acceptance_criteria if c.text.rstrip(".") not in known)
        if more:
            yield task.having(
                title=f"{task.title} (added)",
                description=shortened("; ".join(c.text.rstrip(".") for c in more), _LONGEST),
                acceptance_criteria=more,
                depends_on=(*(d for d in task.depends_on if d != match.id), match.id),
            )


def _matched(earlier: Iterable[Task], fresh: Iterable[Task]) -> dict[str, Task]:
    """For each fresh task the earlier one with its title, each earlier one once."""
    left: dict[tuple[str, ...], list[Task]] = {}
    for task in sorted(earlier, key=lambda t: not _live(t)):  # those that count come first
        left.setdefault(tuple(words(task.title)), []).append(task)
    found: dict[str, Task] = {}
    for task in fresh:
        matches = left.get(tuple(words(task.title)))
        if matches:
            found[task.id] = matches.pop(0)
    return found


def _work(task: Task) -> dict[str, Any]:
    """What a task asks for, without ids: each step waits for the one before."""
    outside = dict.fromkeys(("id", "number", *INTENT_FIELDS), True)
    steps = {"__all__": {"id", "depends_on"}}
    criteria = {"__all__": {"id"}}
    return task.model_dump(exclude={**outside, "steps": steps, "acceptance_criteria": criteria})
