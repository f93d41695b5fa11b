"""The plan's digest: what it says, whatever it is called."""

from __future__ import annotations

import pytest

from bot.domain.plan import TaskPlan, WorkStatus
from tests.planning.requests import AT, the_plan

PLAN = the_plan()


def renamed(plan: TaskPlan) -> TaskPlan:
    """The same work under other ids."""
    text = plan.model_dump_json()
    ids = [plan.id]
    for task in plan.tasks:
        ids += [task.id, *(s.id for s in task.steps), *(c.id for c in task.acceptance_criteria)]
    for n, id_ in enumerate(ids):
        text = text.replace(id_, f"id-{n}")
    return TaskPlan.model_validate_json(text)


def test_ids_version_date_and_state_stand_outside_the_digest():
    """An approval outlives a re-plan that changed nothing, and progress."""  # B6
    other = renamed(PLAN).model_copy(update={"version": 5, "created_at": AT.replace(year=2030)})
    done = PLAN.tasks[0].model_copy(update={"status": WorkStatus.DONE})
    further = PLAN.model_copy(update={"tasks": (done, *PLAN.tasks[1:])})

    assert other.digest() == PLAN.digest() == further.digest()


@pytest.mark.parametrize("field", ["title", "description"])
def test_a_word_more_changes_the_digest(field):
    """Whatever a task says is part of what was approved."""  # B6
    task = PLAN.tasks[0]
    other = task.model_copy(update={field: getattr(task, field) + "!"})

    assert PLAN.model_copy(update={"tasks": (other, *PLAN.tasks[1:])}).digest() != PLAN.digest()


@pytest.mark.shows("FR-061", "AC-039")
def test_a_plan_survives_json():
    """A plan is plain JSON in camelCase, and comes back the same."""
    text = PLAN.model_dump_json(by_alias=True)

    assert TaskPlan.model_validate_json(text) == PLAN
    assert '"totalComplexity":8' in text


def test_a_task_is_found_by_its_number():
    """Numbers are what people type."""  # CONTRACT: plan show --task
    assert PLAN.task(2) == PLAN.tasks[1]
    assert PLAN.task(99) is None
