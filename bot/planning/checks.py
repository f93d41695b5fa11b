"""Checks: judge any plan of any engine; a plan with findings is never shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel

from bot.domain.artifacts import Finding, PlannedTests
from bot.domain.codec import packed, weight
from bot.domain.plan import ActionType, Task, TaskPlan
from bot.domain.secrets import without_secrets
from bot.errors import PlanError
from bot.graph.planner_output import CIRCULAR as CIRCULAR
from bot.graph.planner_output import INVALID as INVALID
from bot.graph.task_graph import TaskGraph
from bot.planning.repository.commands import is_allowed
from bot.planning.repository.places import is_safe

CONTEXT_FAILED = "PLANGATE-PLAN-002"
NOT_BROKEN_DOWN = "PLANGATE-PLAN-003"
OVER_BUDGET = "PLANGATE-PLAN-006"
TIMED_OUT = "PLANGATE-PLAN-007"

MOST_TASKS = 500
MOST_STEPS = 100
MOST_CRITERIA = 200
LONGEST_TEXT = 8_000
WHOLE, PACKED = 3_000_000, 150_000
"""Bytes of a plan as a record writes it, and characters that it takes in comments once it is compressed."""
_SMALLER = "Make the plan smaller, or split it into several"
_CLEARER = "Make the request clearer, then plan again (on GitHub: `/plan replan REASON`)"
_NEEDS_TARGET = frozenset(ActionType) - {ActionType.ANALYZE_CODE, ActionType.GENERATE_CODE}
_SEVERAL = re.compile(r"[*?{}\n\t;,|]|(?<!\\) (?:and|&) ")


def judge(plan: TaskPlan, tests: PlannedTests | None = None) -> tuple[Finding, ...]:
    """Say everything that is wrong with a plan; nothing when it is sound.

    Takes the plan, and the intended tests (looked through for secrets). That its files are there is judged
    before (grounding). Codes: -003 nothing was broken down, -004 the structure is invalid, -005 tasks or
    steps wait for each other in a circle, -006 the plan is larger than a plan may be. Superseded tasks are
    history.
    """
    coded = [(OVER_BUDGET, _oversized(plan)), (NOT_BROKEN_DOWN, _broken_down(plan))]
    coded += [(CIRCULAR, _circles(plan)), (INVALID, _invalid(plan, tests))]
    return tuple(Finding(code=code, text=text) for code, told in coded for text in told)


def require(plan: TaskPlan, tests: PlannedTests | None = None) -> TaskPlan:
    """Give the plan back when it is sound; else raise PlanError with the first finding's code."""
    found = judge(plan, tests)
    if found:
        rest = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise PlanError(
            found[0].code,
            f"The plan is invalid: {found[0].text}{rest}",
            _SMALLER if found[0].code == OVER_BUDGET else _CLEARER,
        )
    return plan


def _broken_down(plan: TaskPlan) -> Iterator[str]:
    if not plan.live:
        yield "The plan has no tasks"
    for task in plan.live:
        if not task.steps:
            yield f"Task {task.number} has no steps"
        if not task.acceptance_criteria:
            yield f"Task {task.number} has no acceptance criteria"


def _circles(plan: TaskPlan) -> Iterator[str]:
    names = {t.id: f"task {t.number}" for t in plan.tasks}
    for task in plan.live:
        names |= {s.id: f"step {task.number}.{n}" for n, s in enumerate(task.steps, 1)}
    graphs = (TaskGraph.of_plan(plan), *map(TaskGraph.of_steps, plan.live))
    for circle in filter(None, (graph.cycle() for graph in graphs)):
        yield f"These wait for each other: {' → '.join(names[c] for c in circle)}"


def _invalid(plan: TaskPlan, tests: PlannedTests | None) -> Iterator[str]:
    for task in plan.live:
        if not task.title.strip() or not task.description.strip():
            yield f"Task {task.number} lacks a title or description"
        yield from (*_steps(task), *_unsafe(task))
    yield from _secrets(plan, tests)
    wanted = sum(c.test for t in plan.live for c in t.acceptance_criteria)
    if tests is not None and not tests and wanted:
        yield f"No test is planned, but {wanted} criteria need one"


def _steps(task: Task) -> Iterator[str]:
    """What a step lacks, and what keeps it from being atomic: it concerns one file or command."""
    for n, step in enumerate(task.steps, 1):
        name = f"Step {task.number}.{n}"
        told = (step.title, step.description, step.expected_output, step.verification)
        if not all(text.strip() for text in told):
            yield f"{name} lacks a title, description, expected output or verification"
        if step.action in _NEEDS_TARGET and not step.target.strip():
            yield f"{name} does not say what it concerns ({step.action.value} without a target)"
        if step.action is not ActionType.RUN_COMMAND and _SEVERAL.search(step.target):
            yield f"{name} is not atomic: it concerns more than one file ({step.target!r})"


def _oversized(plan: TaskPlan) -> Iterator[str]:
    """Every limit that a plan exceeds: tasks, steps and criteria, one text, all texts together."""
    if len(plan.live) > MOST_TASKS:
        yield f"The plan has {len(plan.live)} tasks, more than {MOST_TASKS}"
    for task in plan.live:
        if len(task.steps) > MOST_STEPS:
            yield f"Task {task.number} has {len(task.steps)} steps, more than {MOST_STEPS}"
        if len(task.acceptance_criteria) > MOST_CRITERIA:
            many = len(task.acceptance_criteria)
            yield f"Task {task.number} has {many} criteria, more than {MOST_CRITERIA}"
        if any(len(text) > LONGEST_TEXT for text in texts(task)):
            yield f"Task {task.number} holds a text of more than {LONGEST_TEXT} characters"
    written = plan.having(tasks=plan.live).model_dump_json(include={"goal", "tasks"})
    if weight(written) > WHOLE or packed(written) > PACKED:
        yield "The plan is too long to be kept on GitHub"


def _secrets(plan: TaskPlan, tests: PlannedTests | None) -> Iterator[str]:
    """Every place that looks as if it held a secret; the finding does not repeat it."""
    held: dict[str, Iterable[str]] = {"The goal": (plan.goal,)}
    held |= {f"Task {task.number}": texts(task) for task in plan.live}
    held["An intended test"] = () if tests is None else texts(tests)
    for where, told in held.items():
        if any(without_secrets(text) != text for text in told):
            yield f"{where} holds what looks like a secret"


def texts(held: BaseModel) -> Iterator[str]:
    """Every text of a task, or of planned tests, wherever it stands in it."""
    queue: list[Any] = [held.model_dump(mode="json")]
    while queue:
        one = queue.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict | list):
            queue += one.values() if isinstance(one, dict) else one


def _unsafe(task: Task) -> Iterator[str]:
    runs = ActionType.RUN_COMMAND
    paths = (s.target for s in task.steps if s.action is not runs and s.target)
    for path in dict.fromkeys((*task.resources.read, *task.written, *paths)):
        if not is_safe(path):
            yield f"Task {task.number} leaves the repository: {path!r}"
    commands = (s.target for s in task.steps if s.action is runs)
    for command in dict.fromkeys((*task.resources.run, *commands)):
        if not is_allowed(command):
            yield f"Task {task.number} runs a command that is not allowed: {command!r}"
