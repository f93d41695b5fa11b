"""Schedule: which task comes next for a tool, by a rule that always gives the same answer (seed 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.plan import ActionType, Task, TaskPlan, WorkStatus
from bot.graph.task_graph import TaskGraph

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
class Candidate:
    """A task that is still to be done, with everything the rule looks at."""

    task: Task
    ready: bool
    affinity: Mapping[str, float]
    depth: int
    pending: int

    def suits(self, tool: str) -> bool:
        """Say whether the tool stands in the task's affinity map."""
        return tool in self.affinity

    def score(self, tool: str) -> float:
        """How much the task asks for this tool; for a tool it does not know, its highest affinity."""
        return self.affinity.get(tool, max(self.affinity.values(), default=0.0))


def schedule(plan: TaskPlan, tool: str = "") -> tuple[Candidate, ...]:
    """All open tasks in the order in which `tool` should take them.

    The rule: ready ones first, then those whose affinity map holds the tool, then the highest
    affinity, the smallest depth, the fewest pending dependencies, and at last the id.
    """
    graph = TaskGraph.of_plan(plan)
    depths, open_ = graph.depths(), {t.id for t in plan.live if t.status is WorkStatus.PENDING}
    found = (_candidate(t, graph, depths, open_) for t in plan.live if t.id in open_)
    wanted = tool.strip().lower()
    return tuple(sorted(found, key=lambda c: _key(c, wanted)))


def affinity(task: Task) -> dict[str, float]:
    """The tools a task asks for, each with a score from 0 to 1.

    What the planner wrote down under `affinity` counts; else the share of the task's steps that a
    tool would do: `read`, `modify`, `run` and so on, and the program that a command starts.
    """
    given = (task.model_extra or {}).get("affinity")
    if isinstance(given, Mapping):
        return {
            str(name).lower(): min(max(float(score), 0.0), 1.0)
            for name, score in sorted(given.items())
            if isinstance(score, int | float) and not isinstance(score, bool)
        }
    counts: Counter[str] = Counter()
    for step in task.steps:
        counts[_VERBS[step.action]] += 1
        if step.action is ActionType.RUN_COMMAND and step.target.split():
            counts[step.target.split()[0].lower()] += 1
    return {name: round(n / len(task.steps), 3) for name, n in sorted(counts.items())}


def _candidate(
    task: Task, graph: TaskGraph, depths: Mapping[str, int], open_: set[str]
) -> Candidate:
    pending = sum(needed in open_ for needed in graph.needs[task.id])
    return Candidate(task, pending == 0, affinity(task), depths.get(task.id, 0), pending)


def _key(one: Candidate, tool: str) -> tuple[object, ...]:
    fits = one.suits(tool)
    return (not one.ready, not fits, -one.score(tool), one.depth, one.pending, one.task.id)
