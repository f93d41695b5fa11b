"""Telemetry: what planning took and what its plan's graph is like, merged over all runs of an issue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from bot.domain.plan import TaskPlan
from bot.domain.value import Value
from bot.graph.task_graph import EXPORTS, TaskGraph, finished

_MOST_TOOLS = 20


class ContextCounts(Value):
    """How many files were listed, in the text index, read and shortened; about how many tokens were read."""

    files_scanned: int
    files_indexed: int
    files_loaded: int
    files_trimmed: int
    context_tokens: int


class Merge(StrEnum):
    """What becomes of a field of the telemetry when a new run tells it again."""

    KEEP = "keep"
    ADD = "add"
    REPLACE = "replace"
    APPEND = "append"


_MOST_APPENDED = 20
MERGES: Mapping[str, Merge] = {
    **dict.fromkeys(("calls", "tokens", "seconds", "cost", "runs", "byTool"), Merge.ADD),
    **dict.fromkeys(("filesScanned", "filesIndexed", "filesLoaded", "filesTrimmed"), Merge.ADD),
    **dict.fromkeys(("engine", "model", "fallback", "caveat", "transcript"), Merge.REPLACE),
    **dict.fromkeys(("faults", "questions", "partial", "explored", "byTurn"), Merge.REPLACE),
    **dict.fromkeys(("contextTokens", "contextFiles", "unreadFields", "exports"), Merge.REPLACE),
    **dict.fromkeys(("taskGraph", "tasks", "criteria", "quality", "plansUnread"), Merge.REPLACE),
    "confidences": Merge.APPEND,
}
"""How telemetry is merged; what does not stand here, such as `confidence` or a route, is kept."""


def merged(before: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The telemetry of earlier runs with that of a new one, field by field as `MERGES` says.

    Nothing is ever taken away, and a field that no rule names is set once.
    """
    found = dict(before)
    for name, value in told.items():
        how = MERGES.get(name, Merge.KEEP)
        if name not in found or how is Merge.REPLACE:
            found[name] = value
        elif how is Merge.ADD:
            found[name] = _sum(found[name], value)
        elif how is Merge.APPEND:
            both = (one if isinstance(one, list) else [one] for one in (found[name], value))
            found[name] = [entry for one in both for entry in one][-_MOST_APPENDED:]
    return found


def _sum(one: Any, other: Any) -> Any:
    """Two counts together; of maps, each key's. Nothing and something is what is there."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        both = {**one, **other}
        return {k: _sum(one[k], other[k]) if k in one and k in other else both[k] for k in both}
    numbers = all(isinstance(n, int | float) and not isinstance(n, bool) for n in (one, other))
    if not numbers:
        return one if other is None else other
    return round(one + other, 4)


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

    `MERGES` says per field what becomes of what was there. The tasks themselves stand in the record's plan.
    """
    now = {"runs": 1, "exports": list(EXPORTS), "taskGraph": statistics(plan)}
    return merged(before, {**told, **now})
