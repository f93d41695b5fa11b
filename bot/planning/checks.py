"""Checks: judge any plan, whoever made it; a plan with findings is never shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from bot.domain.artifacts import Finding, PlannedTests
from bot.domain.plan import FIBONACCI, Task, TaskPlan
from bot.errors import PlanError
from bot.graph.task_graph import TaskGraph
from bot.planning import atomic, resources, sizes
from bot.planning.testplan import uncovered

REQUEST_UNREADABLE = "PLANGATE-PLAN-001"
CONTEXT_FAILED = "PLANGATE-PLAN-002"
NOT_BROKEN_DOWN = "PLANGATE-PLAN-003"
INVALID = "PLANGATE-PLAN-004"
CIRCULAR = "PLANGATE-PLAN-005"
OVER_BUDGET = "PLANGATE-PLAN-006"
TIMED_OUT = "PLANGATE-PLAN-007"


def judge(
    plan: TaskPlan, tests: PlannedTests | None = None, paths: Collection[str] | None = None
) -> tuple[Finding, ...]:
    """Say everything that is wrong with a plan; nothing when it is sound.

    Takes the plan, the intended tests (left out: coverage is not judged) and the repository's
    paths (left out: only the form of paths is judged). Codes: -003 nothing was broken down,
    -004 the structure is invalid, -005 tasks or steps wait for each other in a circle, -006 the plan
    is larger than a plan may be. Superseded tasks are history: only their ids are looked at.
    """
    found = [Finding(code=OVER_BUDGET, text=text) for text in sizes.oversized(plan)]
    found += [Finding(code=NOT_BROKEN_DOWN, text=text) for text in _broken_down(plan)]
    found += [Finding(code=CIRCULAR, text=text) for text in _circles(plan)]
    found += [Finding(code=INVALID, text=text) for text in _structure(plan)]
    found += [Finding(code=INVALID, text=text) for text in resources.faults(plan, paths)]
    found += [Finding(code=INVALID, text=text) for text in sizes.secrets(plan, tests)]
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
    if not plan.live:
        yield "The plan has no tasks"
    for task in plan.live:
        if not task.steps:
            yield f"Task {task.number} has no steps"
        if not task.acceptance_criteria:
            yield f"Task {task.number} has no acceptance criteria"


def _circles(plan: TaskPlan) -> Iterator[str]:
    names = {t.id: f"task {t.number}" for t in plan.tasks}
    circle = TaskGraph.of_plan(plan).cycle()
    if circle:
        yield f"These wait for each other: {' → '.join(names[c] for c in circle)}"
    for task in plan.live:
        steps = {s.id: f"step {task.number}.{n}" for n, s in enumerate(task.steps, 1)}
        circle = TaskGraph.of_steps(task).cycle()
        if circle:
            yield f"These wait for each other: {' → '.join(steps[c] for c in circle)}"


def _structure(plan: TaskPlan) -> Iterator[str]:
    yield from _ids(plan)
    if plan.total_complexity not in FIBONACCI:
        yield f"The total {plan.total_complexity} is no Fibonacci number up to 34"
    tasks = {t.id for t in plan.live}
    for task in plan.live:
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
        yield from atomic.faults(f"Step {task.number}.{n}", step)
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
