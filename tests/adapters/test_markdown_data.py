"""Values for the tests of rendering: valid by default, override what a test is about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.adapters.markdown import MarkdownRenderer
from bot.domain.artifacts import (
    Finding,
    PlannedTests,
    PlanningArtifact,
    PlanReview,
    ReviewArtifact,
    TestingArtifacts,
)
from bot.domain.handover import Handover, handover
from bot.domain.plan import (
    ActionType,
    Criterion,
    Dependency,
    PlanChange,
    Resources,
    Step,
    Task,
    TaskPlan,
    WorkStatus,
)
from bot.domain.policy import Policy
from bot.domain.questionnaire import (
    Answer,
    AnswerSource,
    AwaitingHuman,
    Group,
    Option,
    Question,
    QuestionContext,
    ReasonCode,
)
from bot.domain.record import (
    Approval,
    PlanDecision,
    PlannerState,
    PullEvidence,
    Record,
    StoredPlan,
    Workflow,
)
from bot.domain.stages import Stage
from bot.domain.verdict import Row, RowCode, RowState, Verdict

NOON = datetime(2026, 2, 18, 12, 0, tzinfo=UTC)
REPOSITORY = "octo/shop"


class Unforgiving(MarkdownRenderer):
    """Fails the test when it has to fall back to plain text."""

    def _proven(self, text, limit, message) -> str:
        assert limit.allows(text) and self.findings(text, message) == (), text
        return text


def renderer(**options) -> MarkdownRenderer:
    """A renderer that fails the test when it has to fall back to plain text."""
    return Unforgiving(REPOSITORY, **options)


def a_question(number: int = 1, text: str = "Where are carts kept?", **changes) -> Question:
    """A question with two options, the first recommended."""
    values = {
        "id": f"q{number}",
        "question": text,
        "options": (
            Option(label="In the database (Recommended)", description="survives a restart"),
            Option(label="In memory", description="fast, lost on restart"),
        ),
        "recommended_option": "In the database (Recommended)",
        "context": QuestionContext(
            reason_codes=(ReasonCode.AC_AMBIGUOUS,), affected_sections=("planningArtifact.steps",)
        ),
        "group": Group.APPROACH,
        "why": "“Carts should survive for a while.” does not say for how long.",
        "recommended_because": "the shop already has a `carts` table.",
    }
    return Question.model_validate(values | changes)


def a_round(*answers: Answer) -> AwaitingHuman:
    """Three questions; the third needs write permission."""
    asked = AwaitingHuman.asking(
        (
            a_question(),
            a_question(2, "What happens to old carts?", free_text=True, recommended_because=""),
            a_question(
                3,
                "May the migration lock the table?",
                context=QuestionContext(
                    reason_codes=(ReasonCode.POLICY_RISK,), affected_sections=("planningArtifact",)
                ),
            ),
        ),
        NOON,
        1,
        NOON + timedelta(hours=72),
    )
    return asked.with_answers(answers)


def an_answer(question: str = "q1", **changes) -> Answer:
    """Ann ticked 1A."""
    values = {
        "question_id": question,
        "choice": "A",
        "by": "ann",
        "how": AnswerSource.TICK,
        "at": NOON,
    }
    return Answer.model_validate(values | changes)


def a_task(number: int, title: str, needs: tuple[str, ...] = (), **changes) -> Task:
    """A task with two steps and two criteria."""
    values = {
        "id": f"task-{number}",
        "number": number,
        "title": title,
        "description": "Keeps a cart for 30 days after it was last touched.",
        "complexity": 3,
        "depends_on": needs,
        "steps": (
            Step(
                id=f"s{number}1",
                title="Read the cart store",
                description="",
                action=ActionType.ANALYZE_CODE,
                target="src/cart/store.py",
                expected_output="a list of its callers",
            ),
            Step(
                id=f"s{number}2",
                title="Write the repository class",
                description="",
                action=ActionType.WRITE_FILE,
                target="src/cart/repository.py",
                verification="pytest tests/cart",
            ),
        ),
        "resources": Resources(
            read=("src/cart/store.py",),
            write=("src/cart/repository.py",),
            run=("pytest tests/cart | tee out.txt",),
        ),
        "acceptance_criteria": (
            Criterion(id="c1", text="A cart is there after a restart"),
            Criterion(id="c2", text="The README names the retention time", test=False),
        ),
    }
    return Task.model_validate(values | changes)


def a_plan(**changes) -> TaskPlan:
    """Three tasks: the second and third wait for the first."""
    values = {
        "id": "019c0000-0000-7000-8000-000000000001",
        "version": 2,
        "goal": "Keep shopping carts over a restart",
        "tasks": (
            a_task(1, "Create CartRepository", status=WorkStatus.DONE),
            a_task(2, "Use it in the checkout", ("task-1",)),
            a_task(3, "Delete carts after 30 days", complexity=2),
        ),
        "dependencies": (Dependency(task="task-3", needs="task-1"),),
        "total_complexity": 8,
        "created_at": NOON,
        "changes": (PlanChange(kind="added", what="Task 3", reason="carts must not pile up"),),
    }
    return TaskPlan.model_validate(values | changes)


def a_record(stage: Stage = Stage.STAGED, plan: TaskPlan | None = None, **changes) -> Record:
    """A record with a plan, a decision, findings and one pull request."""
    body = plan or a_plan()
    values = {
        "stage": stage,
        "revision": 7,
        "planning_artifact": PlanningArtifact(
            created_at=NOON,
            goals=("Keep carts over a restart", "Delete old ones"),
            steps=("Create CartRepository",),
            risks=("The migration locks the table",),
            assumptions=("PostgreSQL 15 is in use everywhere",),
        ),
        "review_artifact": ReviewArtifact(
            plan_review=PlanReview(
                findings=(Finding(code="WIDE_WRITE", text="Task 2 writes in three packages"),),
                remediation=("Split task 2",),
            )
        ),
        "planner": PlannerState(
            plan=StoredPlan(id=body.id, version=body.version, digest=body.digest(), body=body),
            decisions=(
                PlanDecision(
                    question="Where are carts kept?",
                    answer="In the database",
                    rationale="because ann chose A by tick",
                ),
            ),
        ),
    }
    return Record.new(12).model_copy(update=values | changes)


def an_approval(record: Record, **changes) -> Approval:
    """Ann approved the plan in force."""
    plan = record.planner.plan
    digest = plan.digest if plan else ""
    values = {"by": "ann", "at": NOON, "plan_digest": digest, "permission": "write", "how": "tick"}
    return Approval.model_validate(values | changes)


def some_tests() -> PlannedTests:
    """One test of each kind."""
    return PlannedTests(
        gherkin_scenarios=(
            "Scenario: restart\n  Given a cart with one book\n  When the shop restarts\n"
            "  Then the cart holds one book",
        ),
        unit_test_intent=("CartRepository.save keeps the quantity",),
        integration_test_intent=("checkout reads a cart written before the restart",),
    )


def a_pull(**changes) -> PullEvidence:
    """An open pull request with a failing check."""
    values = {
        "number": 31,
        "head_sha": "a" * 40,
        "checks": {"build": "success", "unit tests": "failure"},
        "approved_by": ("bea",),
    }
    return PullEvidence.model_validate(values | changes)


def a_verdict(*rows: Row, **changes) -> Verdict:
    """A verdict on pull request 31."""
    values: dict[str, Any] = {
        "pull": 31,
        "head_sha": "f00dfeed" * 5,
        "base_ref": "main",
        "base_sha": "1badcafe" * 5,
        "rows": rows,
        "issues": (12,),
        "revisions": (7,),
    }
    return Verdict(**(values | changes))


def a_mixed_verdict() -> Verdict:
    """Every requirement once, in different states."""
    return a_verdict(
        Row(RowCode.POLICY_VALID, RowState.MET),
        Row(RowCode.ISSUE_LINKED, RowState.MET, 0, {"issues": [12]}),
        Row(RowCode.RECORD_INTACT, RowState.MET, 12),
        Row(
            RowCode.QUESTIONS_ANSWERED,
            RowState.UNDECIDED,
            12,
            {"open": ["q2", "q3"], "need_write": ["q3"]},
        ),
        Row(RowCode.PLAN_MADE, RowState.MET, 12),
        Row(RowCode.PLAN_APPROVED, RowState.UNDECIDED, 12, {"digest": "ab" * 32, "stale": True}),
        Row(RowCode.TESTS_PLANNED, RowState.WAIVED, 12, {"by": "ann", "why": "only wording"}),
        Row(RowCode.TESTS_CHANGED, RowState.MISSING, 12, {"tests": [], "planned": 3}),
        Row(
            RowCode.CHECKS_PASSED,
            RowState.MISSING,
            0,
            {"failed": ["unit | tests"], "running": ["e2e"], "passed": ["lint"]},
        ),
        Row(
            RowCode.REVIEW_APPROVED,
            RowState.MISSING,
            0,
            {"by": [], "rejected_by": ["bea"], "needed": 2, "ignored": ["carl"]},
        ),
    )


def a_handover(number: int = 2, **changes) -> Handover:
    """A task of the plan as it is handed on."""
    record = a_record(
        testing_artifacts=TestingArtifacts(planned=some_tests()),
        workflow=Workflow(branch_name="task/t-00012-keep-carts", base_branch="main"),
        **changes,
    )
    task = record.plan and record.plan.task(number)
    assert record.plan and task
    gate = Policy().gate.model_copy(update={"protected": ("migrations/**",)})
    return handover(record.plan, task, record, Policy(gate=gate))
