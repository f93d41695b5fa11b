"""Schedule: which task comes next for a tool, by a rule that always gives the same answer (seed 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from bot.domain.plan import Task, TaskPlan
from bot.graph.task_graph import TaskGraph, finished
from bot.graph.task_node import TaskNode

Key = tuple[bool, bool, float, int, int, str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A task that is still to be done, with everything the rule looks at."""

    task: Task
    ready: bool
    affinity: Mapping[str, float]
    depth: int
    pending: int


def schedule_next(plan: TaskPlan, tool: str = "") -> Candidate | None:
    """The task of a plan that comes next for a tool; None where nothing is left to do.

    Every place that names a next task asks here: the card, `plan next` and the tools for agents.
    """
    graph = TaskGraph.of_plan(plan)
    first = min(sort_keys(graph, finished(plan), tool), default=None)
    if first is None:
        return None
    late, _, _, depth, pending, id_ = first
    task = next(t for t in plan.live if t.id == id_)
    return Candidate(task, not late, graph.tasks[id_].affinity, depth, pending)


def tools_of(plan: TaskPlan) -> list[str]:
    """The tools that the unfinished tasks of a plan need."""
    graph, done = TaskGraph.of_plan(plan), finished(plan)
    return sorted({tool for id_ in graph.tasks.keys() - done for tool in graph.tasks[id_].affinity})


def sort_keys(graph: TaskGraph, over: Collection[str] = (), tool: str = "") -> Iterator[Key]:
    """One key for each unfinished task, which ends with its id; linear in tasks and dependencies.

    The rule: ready ones first, then those whose affinity map holds the tool, then the highest
    affinity (for a tool that the map does not hold, the highest in it), the smallest depth, the fewest
    pending dependencies, and at last the id. No two keys are equal, for ids are not.
    """
    done, wanted, depths = {*over}, tool.strip().lower(), graph.depths()
    for id_, needs in graph.needs.items():
        if id_ not in done:
            pending = sum(needed not in done for needed in needs)
            yield (pending > 0, *_wish(graph.tasks[id_], wanted), depths[id_], pending, id_)


def _wish(task: TaskNode, tool: str) -> tuple[bool, float]:
    """Whether the task's map lacks the tool, and the score that counts, below zero: both sort first."""
    scores = task.affinity
    if tool in scores:
        return False, -scores[tool]
    return True, -max(scores.values(), default=0.0)
