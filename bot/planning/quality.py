"""Quality: figures that say how good a plan is, kept with it so that plans can be compared."""

from __future__ import annotations

from collections.abc import Collection

from bot.domain.artifacts import PlannedTests
from bot.domain.plan import ActionType, TaskPlan
from bot.graph.task_graph import TaskGraph
from bot.planning.testplan import uncovered


def quality(plan: TaskPlan, tests: PlannedTests, paths: Collection[str]) -> dict[str, float | int]:
    """The figures of a plan, each from 0 to 1 unless it counts.

    Takes the plan, its intended tests and the repository's paths. `covered`: criteria with a test of
    those that want one; `testable`: criteria that a test can prove; `sourced`: criteria that cite the
    request; `placed`: tasks that name a file of the tree; `proven`: tasks that end in a command.
    """
    tasks = plan.live
    criteria = [c for t in tasks for c in t.acceptance_criteria]
    wanted = [c for c in criteria if c.test]
    known = set(paths)
    placed = [t for t in tasks if known.intersection((*t.resources.read, *t.resources.write))]
    proven = [t for t in tasks if any(s.action is ActionType.RUN_COMMAND for s in t.steps)]
    depths = TaskGraph.of_plan(plan).depths().values()
    return {
        "tasks": len(tasks),
        "steps": sum(len(t.steps) for t in tasks),
        "criteria": len(criteria),
        "covered": _share(len(wanted) - len(uncovered(plan, tests)), len(wanted)),
        "testable": _share(len(wanted), len(criteria)),
        "sourced": _share(sum(bool(c.source) for c in criteria), len(criteria)),
        "placed": _share(len(placed), len(tasks)),
        "proven": _share(len(proven), len(tasks)),
        "longestChain": max(depths, default=0) + 1 if tasks else 0,
        "largestTask": max((t.complexity for t in tasks), default=0),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 1.0
