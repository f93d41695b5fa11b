"""The task graph: which task waits for which, in what order they can be done, and whether that works."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import Any, Self

from bot.domain.plan import ActionType, Task, TaskPlan, WorkStatus, merged
from bot.errors import PlanError
from bot.graph.planner_output import CIRCULAR, read
from bot.graph.task_node import TaskNode

EXPORTS = ("json", "graphml", "mermaid", "markdown")
"""What `plangate plan export` makes of a plan; the planner's telemetry says so."""
_MOST_TOOLS = 20
_VERBS = {
    ActionType.READ_FILE: "read",
    ActionType.WRITE_FILE: "write",
    ActionType.MODIFY_FILE: "modify",
    ActionType.CREATE_DIRECTORY: "create",
    ActionType.RUN_COMMAND: "run",
    ActionType.ANALYZE_CODE: "analyze",
    ActionType.GENERATE_CODE: "generate",
}


@dataclass(frozen=True, slots=True)
class TaskGraph:
    """Nodes in their given order, and for each the nodes it needs first.

    A plan's graph holds its tasks in canonical form, too, and what the planner wants of the whole (seed 4);
    `unread` are names in another planner's output that no rule reads.
    """

    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tasks: Mapping[str, TaskNode] = field(default_factory=dict)
    objectives: tuple[str, ...] = ()
    exit_criteria: tuple[str, ...] = ()
    explanation: str = ""
    unread: tuple[str, ...] = ()

    @classmethod
    def from_planner_output(cls, source: str | Mapping[str, Any] | Sequence[Any]) -> Self:
        """Read any planner's output: JSON text, a mapping with a list of tasks, or that list alone.

        Raises PlanError: -004 naming the task and the field that does not fit, -005 naming the circle.
        """
        said = read(source)
        tasks = {t.id: t for t in said.tasks}
        needs = {t.id: t.dependencies for t in said.tasks}
        wanted = said.objectives, said.exit_criteria, said.explanation
        graph = cls(needs, tasks, *wanted, said.unread)
        circle = graph.cycle()
        if circle:
            named = " → ".join("".join(c for c in id_[:60] if c.isprintable()) for id_ in circle)
            raise PlanError(
                CIRCULAR,
                f"these tasks wait for each other: {named}",
                "Remove one of these dependencies",
            )
        return graph

    @classmethod
    def of_steps(cls, task: Task) -> Self:
        """Read the graph of one task's steps."""
        known = {s.id for s in task.steps}
        return cls({s.id: tuple(d for d in s.depends_on if d in known) for s in task.steps})

    @classmethod
    def of_plan(cls, plan: TaskPlan) -> Self:
        """Read the graph off a plan: its live tasks' dependencies and the plan's list of edges.

        A dependency on a task that is not there is left out.
        """
        asked = {t.id: dict.fromkeys(t.depends_on) for t in plan.live}
        for edge in plan.dependencies:
            asked.get(edge.task, {})[edge.needs] = None
        held = {node: tuple(n for n in first if n in asked) for node, first in asked.items()}
        nodes = {t.id: node_of(t, held[t.id]) for t in plan.live}
        wanted = plan.objectives or (plan.goal,), plan.exit_criteria, plan.explanation
        return cls(held, nodes, *wanted)

    def cycle(self) -> tuple[str, ...]:
        """Name one circle of nodes that wait for each other, first node repeated last; or nothing."""
        try:
            TopologicalSorter(self.needs).prepare()
        except CycleError as found:
            return tuple(reversed(found.args[1]))
        return ()

    def order(self) -> tuple[str, ...]:
        """All nodes, each after what it needs; empty where there is a circle."""
        try:
            return tuple(TopologicalSorter(self.needs).static_order())
        except CycleError:
            return ()

    def depths(self) -> dict[str, int]:
        """How many nodes stand, at most, before each node; a circle begins where it is entered."""
        depth: dict[str, int] = {}
        stack = list(self.needs)[::-1]
        while stack:
            node, first = stack[-1], self.needs.get(stack[-1], ())
            if node not in depth:
                depth[node] = 0
                stack += [needed for needed in first if needed not in depth]
            else:
                depth[node] = max((depth[needed] + 1 for needed in first), default=0)
                stack.pop()
        return depth

    def as_json(self) -> dict[str, Any]:
        """The graph in canonical form: `from_planner_output` reads it back as it is."""
        return {
            "objectives": list(self.objectives),
            "exitCriteria": list(self.exit_criteria),
            "explanation": self.explanation,
            "tasks": [task.as_json() for task in self.tasks.values()],
        }


def finished(plan: TaskPlan) -> set[str]:
    """The ids of a plan's tasks of which nothing is left to do."""
    return {t.id for t in plan.live if t.status is not WorkStatus.PENDING}


def statistics(plan: TaskPlan) -> dict[str, Any]:
    """What a plan's graph is like: tasks, edges, the longest chain, the most at one depth, ready ones.

    `byTool` counts tasks by the tool that they ask for most; at most 20 tools are named.
    """
    graph, done = TaskGraph.of_plan(plan), finished(plan)
    levels = Counter(graph.depths().values())
    best = Counter(
        max(t.affinity, key=t.affinity.__getitem__) for t in graph.tasks.values() if t.affinity
    )
    return {
        "count": len(graph.tasks),
        "edges": sum(len(first) for first in graph.needs.values()),
        "depth": len(levels),
        "width": max(levels.values(), default=0),
        "ready": sum(id_ not in done and done.issuperset(n) for id_, n in graph.needs.items()),
        "byTool": dict(best.most_common(_MOST_TOOLS)),
    }


def set_task_graph(
    before: Mapping[str, Any], plan: TaskPlan, told: Mapping[str, Any]
) -> dict[str, Any]:
    """The record's telemetry once a plan stands: `told` merged in, and the graph's statistics.

    `bot.domain.plan.MERGES` says per field what becomes of what was there. The tasks themselves stand in
    the record's plan.
    """
    now = {"runs": 1, "exports": list(EXPORTS), "taskGraph": statistics(plan)}
    return merged(before, {**told, **now})


def node_of(task: Task, needs: tuple[str, ...]) -> TaskNode:
    """A task of a plan in canonical form; `needs` are the ids of the tasks it waits for.

    What its planner did not say follows from the task: its title is the question, its steps are the
    sub-questions, and the tools are those that the steps use.
    """
    scores = affinity(task)
    return TaskNode(
        id=task.id,
        question=task.question.strip() or task.title.strip(),
        sub_questions=_told(task.sub_questions) or _told(s.title for s in task.steps),
        tools=_told(task.tools) or tuple(scores),
        affinity=scores,
        dependencies=needs,
        criteria=_told(c.text for c in task.acceptance_criteria),
    )


def affinity(task: Task) -> dict[str, float]:
    """The tools a task asks for, each with a score from 0 to 1.

    What the planner wrote down under `affinity` counts; else the share of the task's steps that a
    tool would do: `read`, `modify`, `run` and so on, and the program that a command starts.
    """
    if task.affinity:
        return {name.strip().lower(): score for name, score in sorted(task.affinity.items())}
    counts: Counter[str] = Counter()
    for step in task.steps:
        counts[_VERBS[step.action]] += 1
        if step.action is ActionType.RUN_COMMAND and step.target.split():
            counts[step.target.split()[0].lower()] += 1
    return {name: round(min(n / len(task.steps), 1.0), 3) for name, n in sorted(counts.items())}


def _told(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(text.strip() for text in texts if text.strip())
