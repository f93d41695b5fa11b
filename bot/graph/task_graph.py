"""The task graph: which task waits for which, in what order they can be done, and whether that works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import Self

from bot.domain.plan import Task, TaskPlan


@dataclass(frozen=True, slots=True)
class TaskGraph:
    """Nodes in their given order, and for each the nodes it needs first."""

    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of_tasks(cls, tasks: Iterable[Task]) -> Self:
        """Read the graph off tasks; a dependency on a task that is not there is left out."""
        listed = tuple(tasks)
        known = {t.id for t in listed}
        return cls({t.id: tuple(d for d in t.depends_on if d in known) for t in listed})

    @classmethod
    def of_steps(cls, task: Task) -> Self:
        """Read the graph of one task's steps."""
        known = {s.id for s in task.steps}
        return cls({s.id: tuple(d for d in s.depends_on if d in known) for s in task.steps})

    @classmethod
    def of_plan(cls, plan: TaskPlan) -> Self:
        """Read the graph off a plan: its live tasks' dependencies and the plan's list of edges."""
        graph = cls.of_tasks(plan.live)
        needs = {node: list(first) for node, first in graph.needs.items()}
        for edge in plan.dependencies:
            if edge.task in needs and edge.needs in needs and edge.needs not in needs[edge.task]:
                needs[edge.task].append(edge.needs)
        return cls({node: tuple(first) for node, first in needs.items()})

    def cycle(self) -> tuple[str, ...]:
        """Name one circle of nodes that wait for each other, first node repeated last; or nothing."""
        try:
            TopologicalSorter(self.needs).prepare()
        except CycleError as found:
            return tuple(reversed(found.args[1]))
        return ()

    def order(self) -> tuple[str, ...]:
        """All nodes, each after what it needs; of those that could come next the first given comes first.

        A circle has no order: then the answer is empty.
        """
        rank = {node: n for n, node in enumerate(self.needs)}
        sorter = TopologicalSorter(self.needs)
        try:
            sorter.prepare()
        except CycleError:
            return ()
        ready: list[str] = []
        done: list[str] = []
        while sorter.is_active():
            ready = sorted([*ready, *sorter.get_ready()], key=rank.__getitem__)
            node = ready.pop(0)
            sorter.done(node)
            done.append(node)
        return tuple(done)

    def depths(self) -> dict[str, int]:
        """How many nodes stand, at most, before each node; empty where there is a circle."""
        depth: dict[str, int] = {}
        for node in self.order():
            depth[node] = max((depth[first] + 1 for first in self.needs[node]), default=0)
        return depth

    def depth(self, node: str) -> int:
        """How many nodes stand, at most, before this one; 0 for one that waits for nothing."""
        return self.depths().get(node, 0)
