"""Phases: a plan above the limit of the policy is cut into parts that can be done one after the other."""

from __future__ import annotations

from bot.domain.plan import Task, TaskPlan
from bot.graph.task_graph import TaskGraph

Phase = tuple[Task, ...]


def phases(plan: TaskPlan, limit: int) -> tuple[Phase, ...]:
    """The live tasks in an order that works, cut so that no phase is above `limit` points.

    A task that alone is above the limit is a phase of its own. Nothing for a plan within the limit, or
    one whose tasks wait for each other in a circle.
    """
    if sum(t.complexity for t in plan.live) <= limit:
        return ()
    tasks = {t.id: t for t in plan.live}
    found: list[list[Task]] = []
    for node in TaskGraph.of_plan(plan).order():
        task = tasks[node]
        if found and points(tuple(found[-1])) + task.complexity <= limit:
            found[-1].append(task)
        else:
            found.append([task])
    return tuple(tuple(phase) for phase in found)


def points(phase: Phase) -> int:
    """The points of a phase."""
    return sum(t.complexity for t in phase)


def suggested(plan: TaskPlan, limit: int) -> str:
    """One sentence that suggests the phases of a plan; nothing where none are needed."""
    cut = phases(plan, limit)
    total = sum(t.complexity for t in plan.live)
    if len(cut) < 2:
        return f"The estimate of {total} is above the limit of {limit}: split it." if cut else ""
    parts = "; ".join(f"{n}. {_named(phase)}" for n, phase in enumerate(cut, 1))
    return f"The estimate of {total} is above the limit of {limit}: do it in phases: {parts}."


def _named(phase: Phase) -> str:
    numbers = ", ".join(str(t.number) for t in phase)
    word = "task" if len(phase) == 1 else "tasks"
    return f"{word} {numbers} ({points(phase)})"
