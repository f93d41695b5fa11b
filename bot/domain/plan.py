"""Plan, task, step: the goal broken into work that a person or an agent can start on."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from enum import StrEnum
from operator import not_
from typing import Annotated, Any

from pydantic import Field

from bot.domain.value import Moment, Stored

BUILTIN = "builtin"
Score = Annotated[float, Field(ge=0, le=1)]
"""How well a tool suits a task (seed 4): 0 not at all, 1 fully."""
INTENT_FIELDS = ("question", "sub_questions", "tools", "affinity")
PLAN_INTENT_FIELDS = ("objectives", "exit_criteria", "explanation")
"""What the planner says about a task, and about the whole plan, for programs (seed 4).

It is written where it is there, and stands outside of the digest: it asks for no other work.
"""
DECIDED = ". Decided: "
"""What stands in a goal between what is wanted and what people chose of it."""
FIBONACCI = (1, 2, 3, 5, 8, 13, 21, 34)


class ActionType(StrEnum):
    """The seven things a step may do."""

    READ_FILE = "READ_FILE"
    WRITE_FILE = "WRITE_FILE"
    MODIFY_FILE = "MODIFY_FILE"
    CREATE_DIRECTORY = "CREATE_DIRECTORY"
    RUN_COMMAND = "RUN_COMMAND"
    ANALYZE_CODE = "ANALYZE_CODE"
    GENERATE_CODE = "GENERATE_CODE"


class WorkStatus(StrEnum):
    """How far a task or step is."""

    PENDING = "pending"
    DONE = "done"
    SUPERSEDED = "superseded"


class Criterion(Stored):
    """One verifiable acceptance criterion; `test` marks those a test proves, `source` cites the request."""

    id: str
    text: str
    test: bool = True
    source: str = ""


class Resources(Stored):
    """What a task reads, writes, creates (repository paths) and runs (commands as text, never executed)."""

    read: tuple[str, ...] = ()
    write: tuple[str, ...] = ()
    create: tuple[str, ...] = ()
    run: tuple[str, ...] = ()


class Step(Stored):
    """An atomic unit of work; `target` is the path or command it concerns, `code` what is pasted there."""

    id: str
    title: str
    description: str
    code: str = Field("", exclude_if=not_)
    action: ActionType
    target: str = ""
    expected_output: str = ""
    verification: str = ""
    depends_on: tuple[str, ...] = ()
    status: WorkStatus = WorkStatus.PENDING


class Task(Stored):
    """A high-level unit of work; `depends_on` holds ids of tasks, `complexity` is a Fibonacci number.

    `blocked_by` are issues outside of the plan that it waits for.
    `question` to `affinity` are what the planner said of the task for schedulers (seed 4); mostly empty.
    """

    id: str
    number: int
    title: str
    description: str
    complexity: int
    depends_on: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    resources: Resources = Field(default_factory=Resources)
    acceptance_criteria: tuple[Criterion, ...] = ()
    status: WorkStatus = WorkStatus.PENDING
    blocked_by: tuple[int, ...] = Field((), exclude_if=not_)
    question: str = Field("", exclude_if=not_)
    sub_questions: tuple[str, ...] = Field((), exclude_if=not_)
    tools: tuple[str, ...] = Field((), exclude_if=not_)
    affinity: dict[str, Score] = Field(default_factory=dict, exclude_if=not_)

    @property
    def written(self) -> tuple[str, ...]:
        """What it changes or makes."""
        return (*self.resources.write, *self.resources.create)


class Dependency(Stored):
    """An edge of the task graph: `task` waits for `needs` (both ids of tasks)."""

    task: str
    needs: str


class PlanChange(Stored):
    """What a new plan version changed, and why."""

    kind: str
    what: str
    reason: str = ""


class TaskPlan(Stored):
    """A whole plan: tasks, their order, the total estimate, and what changed since the version before."""

    id: str
    version: int
    goal: str
    tasks: tuple[Task, ...]
    dependencies: tuple[Dependency, ...] = ()
    total_complexity: int
    created_at: Moment
    changes: tuple[PlanChange, ...] = ()
    objectives: tuple[str, ...] = Field((), exclude_if=not_)
    exit_criteria: tuple[str, ...] = Field((), exclude_if=not_)
    explanation: str = Field("", exclude_if=not_)

    @property
    def title(self) -> str:
        """The goal without what was decided about it."""
        return self.goal.partition(DECIDED)[0]

    @property
    def live(self) -> tuple[Task, ...]:
        """The tasks that count: those that no later version has set aside."""
        return tuple(t for t in self.tasks if t.status is not WorkStatus.SUPERSEDED)

    def digest(self) -> str:
        """SHA-256 of what the plan says, hexadecimal.

        Ids, version, dates and superseded tasks stand outside: two plans that ask for the same work
        have one digest, so an approval outlives a re-plan that changed nothing.
        """
        return hashlib.sha256(json.dumps(self._said(), sort_keys=True).encode()).hexdigest()

    def _said(self) -> dict[str, Any]:
        names = {t.id: str(t.number) for t in self.tasks}
        for t in self.live:
            names |= {s.id: f"{t.number}.{n}" for n, s in enumerate(t.steps, 1)}
            names |= {c.id: f"{t.number}.c{n}" for n, c in enumerate(t.acceptance_criteria, 1)}
        outside = {"id", "version", "created_at", "changes", "dependencies", *PLAN_INTENT_FIELDS}
        whole = self.model_dump(
            mode="json",
            exclude=dict.fromkeys(outside, True) | {"tasks": {"__all__": {*INTENT_FIELDS}}},
        )
        live = {t.id for t in self.live}
        whole["tasks"] = [t for t in whole["tasks"] if t["id"] in live]
        return _renamed(whole, names)  # type: ignore[no-any-return]

    def task(self, number: int) -> Task | None:
        """Find a task by its number."""
        return next((t for t in self.tasks if t.number == number), None)

    def order(self) -> Callable[[Task], tuple[int, ...]]:
        """What gives the numbers of the tasks that a task waits for; the plan is looked through once."""
        needs, numbers = defaultdict[str, set[str]](set), defaultdict[str, list[int]](list)
        for edge in self.dependencies:
            needs[edge.task].add(edge.needs)
        for task in self.tasks:
            numbers[task.id].append(task.number)

        def after(task: Task) -> tuple[int, ...]:
            asked = {*task.depends_on, *needs.get(task.id, ())}
            return tuple(sorted(n for key in asked for n in numbers.get(key, ())))

        return after


def _renamed(node: Any, names: dict[str, str]) -> Any:
    if isinstance(node, dict):
        return {k: _renamed(v, names) for k, v in node.items() if k != "status"}
    if isinstance(node, list):
        return [_renamed(v, names) for v in node]
    return names.get(node, node) if isinstance(node, str) else node


class PlanningRun(Stored):
    """One run of an engine: who made a plan version, and what that took.

    `instead_of` says which model could not plan, and why; mostly empty. `cost` is
    missing where no price is known; `transcript` is the digest of what was asked and answered.
    """

    engine: str = BUILTIN
    model: str = ""
    calls: int = 0
    tokens_sent: int = 0
    tokens_cached: int = 0
    tokens_received: int = 0
    seconds: float = 0.0
    cost: float | None = None
    transcript: str = ""
    instead_of: str = ""

    @classmethod
    def of(cls, telemetry: Mapping[str, Any]) -> PlanningRun:
        """The run that a proposal's telemetry tells of."""
        fallback = telemetry.get("fallback") or {}
        tokens = telemetry.get("tokens") or {}
        why = f"{telemetry.get('model', '')}: {fallback.get('code')}: {fallback.get('what')}"
        return cls(
            engine=BUILTIN if telemetry.get("engine", BUILTIN) == BUILTIN else "model",
            model=str(telemetry.get("model") or ""),
            calls=int(telemetry.get("calls") or 0),
            tokens_sent=int(tokens.get("sent") or 0),
            tokens_cached=int(tokens.get("cached") or 0),
            tokens_received=int(tokens.get("received") or 0),
            seconds=float(telemetry.get("seconds") or 0),
            cost=telemetry.get("cost"),
            transcript=str(telemetry.get("transcript") or ""),
            instead_of=why if fallback else "",
        )


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
