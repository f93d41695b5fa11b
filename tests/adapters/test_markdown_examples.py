"""A realistic example of every message, and its picture: what people read is reviewed as text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.adapters.markdown import MarkdownRenderer
from bot.domain.artifacts import (
    Finding,
    PlannedTests,
    PlanningArtifact,
    PlanReview,
    ReviewArtifact,
)
from bot.domain.contracts import Role
from bot.domain.plan import (
    ActionType,
    Change,
    Criterion,
    Dependency,
    Resources,
    Step,
    Task,
    TaskPlan,
    WorkStatus,
)
from bot.domain.policy import Policy
from bot.domain.questionnaire import (
    Answer,
    AwaitingHuman,
    Group,
    How,
    Option,
    Question,
    QuestionContext,
    ReasonCode,
)
from bot.domain.record import (
    Action,
    Approval,
    PlanDecision,
    PlannerState,
    PullEvidence,
    Record,
    StoredPlan,
    Workflow,
)
from bot.domain.stages import Stage, WorkflowBlockingReason
from bot.domain.verdict import Row, RowCode, RowState, Verdict
from bot.effects import (
    CardMessage,
    GateMessage,
    Message,
    NoticeKind,
    NoticeMessage,
    PlanMessage,
    QuestionsMessage,
)

NOON = datetime(2026, 2, 18, 12, 0, tzinfo=UTC)
REPOSITORY = "octo/shop"


def renderer(**options) -> MarkdownRenderer:
    """A renderer that fails the test when it has to fall back to plain text."""

    def unsafe(what) -> None:
        raise AssertionError(what)

    return MarkdownRenderer(REPOSITORY, **{"on_unsafe": unsafe, **options})


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
    values = {"question_id": question, "choice": "A", "by": "ann", "how": How.TICK, "at": NOON}
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
        "changes": (Change(kind="added", what="Task 3", reason="carts must not pile up"),),
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
    values = {
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
        Row(RowCode.QUESTIONS_ANSWERED, RowState.UNDECIDED, 12, {"open": ["q2", "q3"]}),
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


def notice(kind: NoticeKind, **data) -> NoticeMessage:
    """A notice to Ann."""
    return NoticeMessage(kind=kind, to="ann", data=data)


NOTICES: dict[NoticeKind, dict] = {
    NoticeKind.ANSWER_REFUSED: {"round": 1, "who": ["author", "write"]},
    NoticeKind.APPROVAL_REFUSED: {"needed": "write"},
    NoticeKind.COMMAND_REFUSED: {"command": "/plan cancel", "needed": "write"},
    NoticeKind.STALE_APPROVAL: {"given": "ab" * 32, "current": "cd" * 32},
    NoticeKind.UNKNOWN_COMMAND: {"verb": "aprove", "suggestion": "approve"},
    NoticeKind.EDITED_COMMAND: {},
    NoticeKind.UNCLEAR_ANSWER: {"open": [1, 3]},
    NoticeKind.HELP: {"commands": [("/plan", "plan now"), ("/plan approve [DIGEST]", "approve")]},
    NoticeKind.DUPLICATE: {"number": 5, "score": 0.87, "reason": "both ask for saved carts"},
    NoticeKind.UNRESOLVABLE: {
        "reason": "it only says hello",
        "would_change": "a sentence that says what should be different",
    },
    NoticeKind.CANCELLED: {},
    NoticeKind.RECORD_DAMAGED: {"code": "PLANGATE-RECORD-002", "why": "its digest is wrong"},
    NoticeKind.POLICY_BROKEN: {
        "file": ".github/plangate.yml",
        "line": 3,
        "why": "unknown key `gates`",
    },
}


def messages() -> dict[str, Message]:
    """One realistic example a message and state."""
    staged = a_record()
    approved = a_record().model_copy(update={"approval": an_approval(staged)})
    asking = a_record(Stage.AWAITING_HUMAN, awaiting_human_artifact=a_round(an_answer()))
    building = approved.model_copy(
        update={
            "stage": Stage.IMPLEMENTING,
            "workflow": Workflow(branch_name="task/t-00012-carts", pull_requests=(a_pull(),)),
        }
    )
    blocked = staged.logged(
        Action(
            key="k",
            at=NOON,
            actor="ann",
            role=Role.PLANNER,
            action="move",
            outcome="blocked",
            blocking=(
                WorkflowBlockingReason(
                    code="APPROVAL_MISSING",
                    requirement="approval: an approval of this plan",
                    remedy="Tick the approval box or comment /plan approve",
                ),
            ),
        )
    )
    policy = Policy()
    answered = a_round(
        an_answer(),
        an_answer("q2", choice="", text="Archive them\nfor a year", how=How.REPLY, by="bea"),
        an_answer("q3", choice="B", how=How.COMMAND),
    )
    return {
        "card_planning": CardMessage(Record.new(12), policy, 12),
        "card_asking": CardMessage(asking, policy, 12),
        "card_staged": CardMessage(staged, policy, 12),
        "card_blocked": CardMessage(blocked, policy, 12),
        "card_implementing": CardMessage(building, policy, 12),
        "card_done": CardMessage(building.model_copy(update={"stage": Stage.DONE}), policy, 12),
        "card_duplicate": CardMessage(a_record(Stage.DUPLICATE), policy, 12),
        "questions_open": QuestionsMessage(a_round(), policy, "rita"),
        "questions_partly": QuestionsMessage(a_round(an_answer()), policy, "rita"),
        "questions_answered": QuestionsMessage(answered, policy, "rita"),
        "questions_closed": QuestionsMessage(a_round(an_answer()), policy, "rita", closed=True),
        "plan_staged": PlanMessage(staged, policy, 12, some_tests()),
        "plan_approved": PlanMessage(approved, policy, 12, some_tests()),
        "plan_absent": PlanMessage(Record.new(12), policy, 12),
        "gate_mixed": GateMessage(a_mixed_verdict(), policy),
        "gate_success": GateMessage(
            a_verdict(
                Row(RowCode.POLICY_VALID, RowState.MET), Row(RowCode.PLAN_MADE, RowState.MET)
            ),
            policy,
        ),
        "gate_exempt": GateMessage(a_verdict(why="no-plan was set by ann"), policy),
        "gate_borrowed": GateMessage(
            a_verdict(Row(RowCode.PLAN_MADE, RowState.MET), borrowed=(8, 9)), policy
        ),
        **{f"notice_{kind.value}": notice(kind, **data) for kind, data in NOTICES.items()},
    }


@pytest.mark.parametrize("name", list(messages()))
def test_every_message_reads_as_in_its_picture(name: str, snapshot: SnapshotAssertion) -> None:
    """What people read changes only on purpose, and nothing in it is live. # B9"""
    text = renderer().comment(messages()[name])

    assert snapshot == text


def test_the_terminal_draws_a_plan_as_the_manual_does(snapshot: SnapshotAssertion) -> None:
    """`plan show` draws what seed 5's user manual draws. # S5"""
    words = renderer()

    assert snapshot == words.plan_text(a_plan())
    assert snapshot == words.plan_text(a_plan(), task=2)


def test_the_terminal_explains_a_verdict(snapshot: SnapshotAssertion) -> None:
    """`gate explain` says what is missing, who can mend it and how. # B1"""
    assert snapshot == renderer().gate_text(a_mixed_verdict())


def test_the_job_summary_tells_the_run(snapshot: SnapshotAssertion) -> None:
    """The Action's summary holds stage, decision, gate and links. # B1"""
    data = {
        "issue": 12,
        "pull": 31,
        "stage": "staged",
        "decision": "proceed",
        "plan_id": "019c",
        "plan_version": 2,
        "gate": "3 of 10 missing",
        "reasons": ["labelled plan"],
        "effects": ["comment plan/2 posted"],
        "links": {
            "Plan": "https://github.com/octo/shop/issues/12#issuecomment-1",
            "Elsewhere": "https://evil.example/x",
        },
        "dry_run": True,
        "messages": [GateMessage(a_mixed_verdict(), Policy())],
    }

    assert snapshot == renderer().summary(data)
