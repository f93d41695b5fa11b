"""Judging hand edits: who may, what may still change, and what becomes of a refused one."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.artifacts import PlannedTests, PlanningArtifact, TestingArtifacts
from bot.domain.authority import UNNAMED
from bot.domain.facts import Person
from bot.domain.hand_edits import HandEdit
from bot.domain.plan import TaskPlan
from bot.domain.record import Approval, PlannerState, Record, StoredPlan
from bot.intents.model import RecordEdited
from bot.roles import repair
from tests.factories import NOW, a_person, a_plan, a_record, facts

PLAN: TaskPlan = a_plan()
ARTIFACT = PlanningArtifact(created_at=NOW, goals=("g",), steps=("1.1 s",))
TESTS = TestingArtifacts(planned=PlannedTests(unit_test_intent=("t",)))


def planned(**more: Any) -> Record:
    """A record with a plan."""
    stored = StoredPlan(id=PLAN.id, version=1, digest=PLAN.digest(), body=PLAN)
    return a_record(
        planner=PlannerState(plan=stored),
        planning_artifact=ARTIFACT,
        testing_artifacts=TESTS,
        **more,
    )


def judged(record: Record, by: Person, *fields: tuple[str, object]) -> tuple[Record, str]:
    """The record after an edit, and the outcome."""
    intent = RecordEdited("card:1:x", NOW, by, 3, edit=HandEdit(fields, "because"))
    after = repair.edited(facts(record=record), record, intent).record
    assert after is not None
    return after, after.history[-1].outcome


NEW_STEPS = ("planning_artifact", ARTIFACT.model_copy(update={"steps": ("2.1 other",)}))
NEW_TESTS = (
    "testing_artifacts",
    TESTS.model_copy(update={"planned": PlannedTests(unit_test_intent=("u",))}),
)


@pytest.mark.parametrize("field", [NEW_STEPS, NEW_TESTS])
def test_what_was_approved_is_not_changed_by_hand(field):
    """After approval the plan's artifacts change by `/plan replan` alone; before it, by hand too."""
    # S2.7 S2.8 B4
    bob = a_person("bob")
    approval = Approval(
        by="bob", at=NOW, plan_digest=PLAN.digest(), permission="write", how="command"
    )

    after, outcome = judged(planned(approval=approval), bob, field)
    assert outcome == "refused" and "/plan replan" in after.history[-1].reason
    assert getattr(after, field[0]) == getattr(planned(), field[0])
    assert judged(planned(), bob, field)[1] == "done"


def test_an_edit_that_nobody_is_named_for_changes_nothing():
    """Any App may edit our comments, and authors their issues: who did it is known, or it is put back."""
    # S2.7 T6
    assert judged(planned(), a_person("bob"), NEW_STEPS)[1] == "done"
    after, outcome = judged(planned(), UNNAMED, NEW_STEPS)
    assert outcome == "refused" and "does not say" in after.history[-1].reason
    assert judged(planned(), a_person("some-app[bot]"), NEW_STEPS)[1] == "refused"
