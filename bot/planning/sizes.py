"""Sizes and secrets: how large a plan may be, and what must never stand in one."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.artifacts import PlannedTests
from bot.domain.plan import Task, TaskPlan
from bot.planning.blanks import without_secrets

MOST_TASKS = 500
MOST_STEPS = 100
MOST_CRITERIA = 200
LONGEST_TEXT = 8_000
WHOLE = 2_000_000


def oversized(plan: TaskPlan) -> Iterator[str]:
    """Every limit that a plan exceeds: tasks, steps and criteria, one text, all texts together."""
    if len(plan.live) > MOST_TASKS:
        yield f"The plan has {len(plan.live)} tasks, more than {MOST_TASKS}: do it in phases"
    whole = 0
    for task in plan.live:
        if len(task.steps) > MOST_STEPS:
            yield f"Task {task.number} has {len(task.steps)} steps, more than {MOST_STEPS}"
        if len(task.acceptance_criteria) > MOST_CRITERIA:
            yield (
                f"Task {task.number} has {len(task.acceptance_criteria)} criteria, "
                f"more than {MOST_CRITERIA}"
            )
        lengths = [len(text) for text in texts(task)]
        whole += sum(lengths)
        if max(lengths) > LONGEST_TEXT:
            yield f"Task {task.number} holds a text of more than {LONGEST_TEXT} characters"
    if whole > WHOLE:
        yield f"The plan holds more than {WHOLE} characters"


def secrets(plan: TaskPlan, tests: PlannedTests | None = None) -> Iterator[str]:
    """Every place that looks as if it held a secret; the finding does not repeat it."""
    if _secret(plan.goal):
        yield "The goal holds what looks like a secret"
    for task in plan.live:
        if any(_secret(text) for text in texts(task)):
            yield f"Task {task.number} holds what looks like a secret"
    if tests is not None:
        intended = (
            *tests.gherkin_scenarios,
            *tests.unit_test_intent,
            *tests.integration_test_intent,
            tests.notes or "",
        )
        if any(_secret(text) for text in intended):
            yield "An intended test holds what looks like a secret"


def texts(task: Task) -> Iterator[str]:
    """Every text of a task that people or programs read."""
    yield from (task.title, task.description)
    held = task.resources
    yield from (*held.read, *held.write, *held.create, *held.run)
    for step in task.steps:
        yield from (
            step.title,
            step.description,
            step.target,
            step.expected_output,
            step.verification,
        )
    for criterion in task.acceptance_criteria:
        yield from (criterion.text, criterion.source)


def _secret(text: str) -> bool:
    return without_secrets(text) != text
