"""Plan, task, step: the goal broken into work that a person or an agent can start on."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable
from enum import StrEnum
from operator import not_
from typing import Annotated, Any

from pydantic import Field

from bot.domain.value import Moment, Stored

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
        for task in self.live:
            names |= {s.id: f"{task.number}.{n}" for n, s in enumerate(task.steps, 1)}
            names |= {
                c.id: f"{task.number}.c{n}" for n, c in enumerate(task.acceptance_criteria, 1)
            }
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

    def after(self, task: Task) -> tuple[int, ...]:
        """The numbers of the tasks that a task waits for."""
        return self.order()(task)

    def order(self) -> Callable[[Task], tuple[int, ...]]:
        """`after` for who asks of many tasks: the plan is looked through once."""
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
