"""Checks: judge any plan, whoever made it; a plan with findings is never shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from bot.domain.artifacts import Finding, PlannedTests
from bot.domain.plan import FIBONACCI, ActionType, Task, TaskPlan
from bot.errors import PlanError
from bot.graph.task_graph import TaskGraph
from bot.planning.commands import is_allowed
from bot.planning.places import folder, is_safe
from bot.planning.testplan import uncovered

REQUEST_UNREADABLE = "PLANGATE-PLAN-001"
CONTEXT_FAILED = "PLANGATE-PLAN-002"
NOT_BROKEN_DOWN = "PLANGATE-PLAN-003"
INVALID = "PLANGATE-PLAN-004"
CIRCULAR = "PLANGATE-PLAN-005"
OVER_BUDGET = "PLANGATE-PLAN-006"
TIMED_OUT = "PLANGATE-PLAN-007"

_ON_FILES = (ActionType.READ_FILE, ActionType.MODIFY_FILE, ActionType.WRITE_FILE)


def judge(
    plan: TaskPlan, tests: PlannedTests | None = None, paths: Collection[str] | None = None
) -> tuple[Finding, ...]:
    """Say everything that is wrong with a plan; nothing when it is sound.

    Takes the plan, the intended tests (left out: coverage is not judged) and the repository's
    paths (left out: only the form of paths is judged). Codes: -003 nothing was broken down,
    -004 the structure is invalid, -005 tasks or steps wait for each other in a circle.
    """
    found = [Finding(code=NOT_BROKEN_DOWN, text=text) for text in _broken_down(plan)]
    found += [Finding(code=CIRCULAR, text=text) for text in _circles(plan)]
    found += [Finding(code=INVALID, text=text) for text in _structure(plan)]
    found += [Finding(code=INVALID, text=text) for text in _resources(plan, paths)]
    if tests is not None:
        found += [
            Finding(code=INVALID, text=f"No intended test covers “{c.text}”")
            for c in uncovered(plan, tests)
        ]
    return tuple(found)


def require(
    plan: TaskPlan, tests: PlannedTests | None = None, paths: Collection[str] | None = None
) -> TaskPlan:
    """Give the plan back when it is sound; else raise PlanError with the first finding's code."""
    found = judge(plan, tests, paths)
    if found:
        rest = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise PlanError(
            found[0].code,
            f"The plan cannot be used: {found[0].text}{rest}",
            "Plan again with `/plan replan REASON`, or word the request more clearly",
        )
    return plan


def _broken_down(plan: TaskPlan) -> Iterator[str]:
    if not plan.tasks:
        yield "The plan has no tasks"
    for task in plan.tasks:
        if not task.steps:
            yield f"Task {task.number} has no steps"
        if not task.acceptance_criteria:
            yield f"Task {task.number} has no acceptance criteria"


def _circles(plan: TaskPlan) -> Iterator[str]:
    names = {t.id: f"task {t.number}" for t in plan.tasks}
    circle = TaskGraph.of_plan(plan).cycle()
    if circle:
        yield f"These wait for each other: {' → '.join(names[c] for c in circle)}"
    for task in plan.tasks:
        steps = {s.id: f"step {task.number}.{n}" for n, s in enumerate(task.steps, 1)}
        circle = TaskGraph.of_steps(task).cycle()
        if circle:
            yield f"These wait for each other: {' → '.join(steps[c] for c in circle)}"


def _structure(plan: TaskPlan) -> Iterator[str]:
    yield from _ids(plan)
    if plan.total_complexity not in FIBONACCI:
        yield f"The total {plan.total_complexity} is no Fibonacci number up to 34"
    tasks = {t.id for t in plan.tasks}
    for task in plan.tasks:
        if task.complexity not in FIBONACCI:
            yield f"Task {task.number}: {task.complexity} is no Fibonacci number up to 34"
        if not task.title.strip() or not task.description.strip():
            yield f"Task {task.number} lacks a title or description"
        yield from (
            f"Task {task.number} waits for a task that is not there: {d}"
            for d in task.depends_on
            if d not in tasks
        )
        yield from _steps(task)
    for edge in plan.dependencies:
        if edge.task not in tasks or edge.needs not in tasks:
            yield f"An edge names a task that is not there: {edge.task} → {edge.needs}"


def _steps(task: Task) -> Iterator[str]:
    own = {s.id for s in task.steps}
    for n, step in enumerate(task.steps, 1):
        if not all(
            t.strip()
            for t in (step.title, step.description, step.expected_output, step.verification)
        ):
            yield f"Step {task.number}.{n} lacks a title, description, expected output or verification"
        if any(d not in own for d in step.depends_on):
            yield f"Step {task.number}.{n} waits for a step that is not in its task"


def _ids(plan: TaskPlan) -> Iterator[str]:
    ids = [plan.id]
    for task in plan.tasks:
        ids += [task.id, *(s.id for s in task.steps), *(c.id for c in task.acceptance_criteria)]
    yield from (f"The id {id_} occurs {n} times" for id_, n in Counter(ids).items() if n > 1)
    numbers = Counter(t.number for t in plan.tasks)
    yield from (
        f"The task number {number} occurs {n} times" for number, n in numbers.items() if n > 1
    )


def _resources(plan: TaskPlan, paths: Collection[str] | None) -> Iterator[str]:
    made = {p for t in plan.tasks for p in t.resources.create}
    made |= {
        s.target
        for t in plan.tasks
        for s in t.steps
        if s.action in {ActionType.WRITE_FILE, ActionType.CREATE_DIRECTORY}
    }
    known = None if paths is None else set(paths) | made
    folders = None if known is None else _folders(known)
    for task in plan.tasks:
        for path in dict.fromkeys(_named(task)):
            if not is_safe(path):
                yield f"Task {task.number} leaves the repository: {path!r}"
            elif known is not None and path not in known and path not in (folders or ()):
                yield f"Task {task.number} names a file that is not there: {path}"
        for command in dict.fromkeys(_run(task)):
            if not is_allowed(command):
                yield f"Task {task.number} runs a command that is not allowed: {command!r}"


def _named(task: Task) -> Iterator[str]:
    yield from (*task.resources.read, *task.resources.write, *task.resources.create)
    for step in task.steps:
        if step.action in _ON_FILES or (step.action is not ActionType.RUN_COMMAND and step.target):
            yield step.target


def _run(task: Task) -> Iterator[str]:
    yield from task.resources.run
    yield from (s.target for s in task.steps if s.action is ActionType.RUN_COMMAND)


def _folders(paths: Collection[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        above = folder(path)
        while above and above not in found:
            found.add(above)
            above = folder(above)
    return found
