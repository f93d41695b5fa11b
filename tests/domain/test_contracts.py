"""Who may write which field of a record, and how it may change."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pydantic.alias_generators import to_camel

from bot.domain.artifacts import (
    DoneArtifact,
    Finding,
    PlannedTests,
    PlanReview,
    Retrospective,
    ReviewArtifact,
    TestingArtifacts,
)
from bot.domain.contracts import Role
from bot.domain.questionnaire import AwaitingHuman
from bot.domain.record import Approval, Orchestration, Record, Waiver, Workflow
from bot.errors import ContractError
from tests.domain.given import a_full_record, an_action
from tests.factories import NOW, a_question, a_record

LATER = NOW + timedelta(hours=1)
FULL = a_full_record()

FIELDS: dict[str, Any] = {
    "workflow": FULL.workflow.model_copy(update={"owner": "bob"}),
    "planning_artifact": FULL.planning_artifact.model_copy(update={"risks": ("another",)}),
    "testing_artifacts": FULL.testing_artifacts.model_copy(update={"schema_version": "9.9"}),
    "review_artifact": FULL.review_artifact.model_copy(update={"known_risks": ("a risk",)}),
    "verification_artifact": FULL.verification_artifact.model_copy(update={"result": "failed"}),
    "awaiting_human_artifact": AwaitingHuman.asking((a_question("q2"),), NOW, 2, None),
    "done_artifact": DoneArtifact(completed_at=NOW, summary=("merged",)),
    "retrospectives": (*FULL.retrospectives, Retrospective(at=NOW)),
    "orchestrator": Orchestration(outcome="DUPLICATE", confidence=0.9),
    "planner": FULL.planner.model_copy(update={"intent": "bug"}),
    "approval": None,
    "waivers": (Waiver(requirement="X", reason="y", by="alice", at=NOW, permission="admin"),),
    "claims": ({"text": "tests pass"},),
    "stage": "done",
    "revision": 9,
    "transition_note": "because",
    "workflow_runtime": Record.new(7).logged(an_action()).workflow_runtime,
    "canonical_task_id": "T-00008",
    "schema_version": "9.9",
}
MAY = {
    "orchestrator": {"orchestrator", "awaiting_human_artifact", "planner"},
    "planner": {
        "planning_artifact", "testing_artifacts", "awaiting_human_artifact", "planner", "workflow",
    },
    "architect": {"review_artifact", "awaiting_human_artifact"},
    "developer": {"testing_artifacts", "workflow"},
    "reviewer": {"review_artifact"},
    "tester": {"verification_artifact", "testing_artifacts", "claims"},
    "retrospective": {"done_artifact", "retrospectives"},
    "gatekeeper": set(),
    "human": {
        "awaiting_human_artifact", "approval", "waivers", "planner",
        "planning_artifact", "testing_artifacts", "workflow", "retrospectives",
    },
}  # fmt: skip
CELLS = [(role, field) for role in Role for field in FIELDS]


def test_each_role_writes_its_own_fields_only():
    """The table role x field: a role's own fields change, any other write is refused by name."""
    # S2.1, S2.2, S2.3, S2.4, S2.5, S2.6, S1.7
    record = FULL.model_copy(update={"canonical_task_id": "T-00009"})

    assert [(r, f) for r, f in CELLS if not _as_the_table_says(record, r, f)] == []


def _as_the_table_says(record: Record, role: Role, field: str) -> bool:
    try:
        written = record.write(role, LATER, "a reason", **{field: FIELDS[field]})
    except ContractError as refused:
        what = f"{camel(field)} is not a field of the role {role.value}"
        said = (refused.code, refused.what, refused.remedy)
        return field not in MAY[role.value] and said == (
            "PLANGATE-RECORD-010", what, "Let its own role write it",
        )  # fmt: skip
    return field in MAY[role.value] and getattr(record, field) != getattr(written, field)


def camel(path: str) -> str:
    """A field as people see it."""
    return ".".join(to_camel(name) for name in path.split("."))


def with_(field: str, **changes: Any) -> dict[str, Any]:
    """A change of one artifact of the full record."""
    return {field: getattr(FULL, field).model_copy(update=changes)}


IMPLEMENTED = FULL.testing_artifacts.implemented
PARTS = {
    "architect decides a code review": (
        Role.ARCHITECT, with_("review_artifact", decision="changes_requested"),
        "review_artifact.decision",
    ),
    "architect takes a decision away": (
        Role.ARCHITECT, with_("review_artifact", decision=None), "review_artifact.decision",
    ),
    "reviewer judges the plan": (
        Role.REVIEWER,
        with_("review_artifact", plan_review=PlanReview(findings=(Finding(code="X", text="x"),))),
        "review_artifact.plan_review",
    ),
    "reviewer forgets the architect": (
        Role.REVIEWER, with_("review_artifact", plan_review=None), "review_artifact.plan_review",
    ),
    "planner claims tests": (
        Role.PLANNER,
        with_(
            "testing_artifacts",
            implemented=IMPLEMENTED.model_copy(update={"commands_run": ("make test", "make all")}),
        ),
        "testing_artifacts.implemented",
    ),
    "planner forgets the developer": (
        Role.PLANNER, with_("testing_artifacts", implemented=None), "testing_artifacts.implemented",
    ),
    "developer plans tests": (
        Role.DEVELOPER,
        with_("testing_artifacts", planned=PlannedTests(unit_test_intent=("mine",))),
        "testing_artifacts.planned",
    ),
    "developer drops planned tests": (
        Role.DEVELOPER, with_("testing_artifacts", planned=PlannedTests()),
        "testing_artifacts.planned",
    ),
    "tester plans tests": (
        Role.TESTER,
        with_("testing_artifacts", planned=PlannedTests(unit_test_intent=("mine",))),
        "testing_artifacts.planned",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("role", "change", "part"), PARTS.values(), ids=PARTS)
def test_a_role_leaves_the_parts_of_others_alone(role, change, part):
    """A field that two roles share is split: neither sets, changes nor erases the other's part."""
    # S2.2, S2.3, S2.5, S1.7
    with pytest.raises(ContractError) as caught:
        FULL.write(role, LATER, "a reason", **change)

    assert f"{camel(part)} belongs to another role" == caught.value.what
    assert caught.value.remedy == "Do not change this part"


def test_the_architects_part_comes_before_there_is_a_review():
    """The architect opens the review artifact with the plan review alone."""
    # S2.2
    record: Any = a_record()

    written = record.write(
        Role.ARCHITECT, LATER, review_artifact=ReviewArtifact(plan_review=PlanReview())
    )

    assert PlanReview() == written.review_artifact.plan_review


def test_the_developer_opens_an_empty_testing_artifact():
    """Without a plan, a developer's evidence still has a home, and no test counts as planned."""
    record: Any = a_record()

    written = record.write(
        Role.DEVELOPER, LATER, testing_artifacts=TestingArtifacts(implemented=IMPLEMENTED)
    )

    assert written.testing_artifacts.implemented == IMPLEMENTED


WHY = "Say why it changes (in the card: with a new text in `transitionNote`)"
RULES = {
    "createdAt stays": (
        Role.PLANNER, with_("planning_artifact", created_at=LATER), "a reason",
        "planning_artifact.created_at", "is immutable after creation", "Keep the first value",
    ),
    "the whole plan cannot be dropped": (
        Role.PLANNER, {"planning_artifact": None}, "a reason",
        "planning_artifact.created_at", "is immutable after creation", "Keep the first value",
    ),
    "branchName stays": (
        Role.DEVELOPER, with_("workflow", branch_name="mine"), "a reason",
        "workflow.branch_name", "is immutable after creation", "Keep the first value",
    ),
    "baseBranch stays": (
        Role.PLANNER, with_("workflow", base_branch=""), "a reason",
        "workflow.base_branch", "is immutable after creation", "Keep the first value",
    ),
    "changeSummary grows only": (
        Role.REVIEWER, with_("review_artifact", change_summary=("another",)), "a reason",
        "review_artifact.change_summary", "is append-only", "Add lines at its end",
    ),
    "notes grow only": (
        Role.TESTER, with_("verification_artifact", notes=()), "a reason",
        "verification_artifact.notes", "is append-only", "Add lines at its end",
    ),
    "verification cannot be dropped": (
        Role.TESTER, {"verification_artifact": None}, "a reason",
        "verification_artifact.notes", "is append-only", "Add lines at its end",
    ),
    "commandsRun grows only": (
        Role.DEVELOPER,
        with_("testing_artifacts", implemented=IMPLEMENTED.model_copy(update={"commands_run": ()})),
        "a reason",
        "testing_artifacts.implemented.commands_run", "is append-only", "Add lines at its end",
    ),
    "goals need a reason": (
        Role.PLANNER, with_("planning_artifact", goals=("other",)), "",
        "planning_artifact.goals", "changes only with a reason", WHY,
    ),
    "erasing goals needs a reason": (
        Role.PLANNER, with_("planning_artifact", goals=()), "",
        "planning_artifact.goals", "changes only with a reason", WHY,
    ),
    "steps need a reason": (
        Role.PLANNER, with_("planning_artifact", steps=("other",)), "",
        "planning_artifact.steps", "changes only with a reason", WHY,
    ),
    "risks need a reason": (
        Role.PLANNER, with_("planning_artifact", risks=("other",)), "",
        "planning_artifact.risks", "changes only with a reason", WHY,
    ),
    "planned tests need a reason": (
        Role.PLANNER, with_("testing_artifacts", planned=PlannedTests(unit_test_intent=("b",))), "",
        "testing_artifacts.planned", "changes only with a reason", WHY,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("role", "change", "reason", "field", "rule", "remedy"), RULES.values(), ids=RULES
)
def test_a_broken_rule_names_field_rule_and_remedy(role, change, reason, field, rule, remedy):  # noqa: PLR0913
    """Immutable, append-only and with-reason fields refuse other changes, and say which and why."""
    # S2.8
    with pytest.raises(ContractError) as caught:
        FULL.write(role, LATER, reason, **change)

    assert f"{camel(field)} {rule}" == caught.value.what
    assert remedy == caught.value.remedy


def test_with_a_reason_a_plan_changes_and_the_reason_is_noted():
    """What changes only with a reason changes, and the reason becomes the transition note."""
    # S2.8
    change = with_("planning_artifact", goals=("g", "another"), steps=(), risks=("s",))

    written = FULL.write(Role.PLANNER, LATER, "rejected: too slow", **change)

    assert written.planning_artifact.goals == ("g", "another")
    assert written.transition_note == "rejected: too slow"


def test_append_only_fields_grow():
    """A line more at the end of an append-only field is a lawful change."""
    # S2.8
    change = with_("verification_artifact", notes=("aaa: passed", "bbb: failed"))

    written = FULL.write(Role.TESTER, LATER, **change)

    assert written.verification_artifact.notes == ("aaa: passed", "bbb: failed")


def test_a_first_plan_needs_no_reason():
    """Creation is no change: the first plan is written without a reason."""
    # S2.8
    record: Any = a_record()

    written = record.write(Role.PLANNER, LATER, planning_artifact=FULL.planning_artifact)

    assert written.planning_artifact.goals == ("g",)
    assert written.transition_note is None


def test_branch_names_are_set_once():
    """A branch name may be written where there was none."""
    # S2.8
    record: Any = a_record()

    written = record.write(Role.PLANNER, LATER, workflow=Workflow(branch_name="task/t-00007"))

    assert written.workflow.branch_name == "task/t-00007"


def test_an_artifact_says_who_wrote_it_and_when():
    """Each written artifact carries `updatedAt` and `updatedBy`."""
    # S2.9
    written = FULL.write(Role.TESTER, LATER, **with_("verification_artifact", result="failed"))

    assert (
        written.verification_artifact.updated_at,
        written.verification_artifact.updated_by,
    ) == (LATER, "tester")


def test_writing_what_stands_changes_nothing():
    """A write that says the same leaves the record, dates included, as it was."""
    # B11
    written = FULL.write(Role.REVIEWER, LATER, "why", review_artifact=FULL.review_artifact)

    assert written == FULL


def test_an_approval_names_who_may_write_it():
    """Only the person's own role binds an approval."""
    # B6
    approval = Approval(by="bob", at=NOW, plan_digest="d", permission="write", how="tick")

    written = FULL.write(Role.HUMAN, LATER, "approved by bob", approval=approval)

    assert approval == written.approval
    assert written.transition_note == "approved by bob"


def _shown(path: str) -> str:
    """A field as people see it in the JSON."""
    return ".".join(to_camel(part) for part in path.split("."))
