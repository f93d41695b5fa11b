"""Rules of the words that people read: each offered reply works, each name is told, each state is true."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.domain import stages
from bot.domain.contracts import Role
from bot.domain.history import Action
from bot.domain.plan import PlanningRun, WorkStatus
from bot.domain.policy import Policy
from bot.domain.questionnaire import QuestionContext, ReasonCode
from bot.domain.stages import Stage
from bot.domain.verdict import Row, RowCode, RowState
from bot.effects import (
    CardMessage,
    Effect,
    GateMessage,
    NoticeKind,
    NoticeMessage,
    PlanMessage,
    QuestionsMessage,
)
from bot.intents import commands, replies
from tests.adapters.test_markdown_data import (
    NOON,
    a_handover,
    a_plan,
    a_record,
    a_round,
    a_task,
    a_verdict,
    an_answer,
    an_approval,
    renderer,
    some_tests,
)

NEEDS = [
    need for need in vars(stages).values() if isinstance(need, stages.Requirement)
]  # fmt: skip


def told(kind: NoticeKind, **data: object) -> str:
    """A notice to Ann."""
    return renderer().comment(NoticeMessage(kind, "ann", data))


def asked(*answers, **more) -> str:
    """The comment of a round of questions."""
    return renderer().comment(QuestionsMessage(a_round(*answers), Policy(), "rita", **more))


def card(policy: Policy | None = None, **changes) -> str:
    """The first comment of an issue."""
    return renderer().comment(CardMessage(a_record(**changes), policy or Policy(), 12))


def judged(*rows: Row, **changes) -> str:
    """The check of a pull request with these rows."""
    return renderer().comment(GateMessage(a_verdict(*rows, **changes), Policy()))


def planned(level: str = "manual", **changes) -> str:
    """A plan that waits for approval under this automation."""
    record = a_record(**changes)
    policy = Policy.model_validate({"automation": level})
    return renderer().comment(PlanMessage(record, policy, 12, some_tests()))


@pytest.mark.parametrize(("was", "reply"), [("A", "2A"), ("Keep a year", "2: Keep a year")])
def test_the_reply_that_takes_an_answer_back_is_an_answer(was: str, reply: str) -> None:
    """Whoever disagrees types what the notice says; an answer in own words needs its colon."""
    text = told(NoticeKind.ANSWER_CHANGED, by="bob", number="2", was=was, now="B")

    assert f"reply `{reply}`." in text
    assert len(replies.picks(reply)) == 1


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.code)
def test_a_step_that_stopped_is_told_without_names_of_fields(need: stages.Requirement) -> None:
    """The card says what is missing in words, for each requirement of a stage."""
    why = stages.WorkflowBlockingReason(code=need.code, requirement=need.what, remedy=need.remedy)
    stopped = Action(
        key="k", at=NOON, actor="ann", role=Role.PLANNER, action="move", outcome="blocked",
        blocking=(why,),
    )  # fmt: skip
    text = renderer().comment(CardMessage(a_record().logged(stopped), Policy(), 12))

    assert "\n- Missing: " in text
    assert need.what not in text.partition("Record (JSON)")[0]


@pytest.mark.parametrize("effect", get_args(Effect), ids=lambda effect: effect.__name__)
def test_the_summary_names_no_class_of_the_program(effect: type) -> None:
    """What was written is told in words; a dry run wrote nothing."""
    text = renderer().summary({"effects": [effect.__name__]})

    assert "**Written**" in text
    assert effect.__name__ not in text
    assert "**Written**" not in renderer().summary({"effects": ["x"], "dry_run": True})


def test_answered_questions_are_closed_once_no_answer_changes_anything() -> None:
    """While a reply still changes an answer they are called answered."""
    every = [an_answer(f"q{n}") for n in (1, 2, 3)]

    assert "### 💬 3 questions, answered\n" in asked(*every, closed=True, changeable=True)
    assert "### 💬 3 questions, closed\n" in asked(*every, closed=True)
    assert "### 💬 3 questions\n" in asked(closed=True, changeable=True)


def test_a_question_about_protected_files_says_who_may_allow_them() -> None:
    """A writer's "Allow it" does not count, so the question does not offer it to writers."""
    about = QuestionContext(
        reason_codes=(ReasonCode.POLICY_RISK,), affected_sections=("reviewArtifact.planReview",)
    )
    [question, *_] = a_round().questions
    risk = question.having(id="q4", context=about)
    round_ = type(a_round()).asking((risk,), NOON, 1, None)
    text = renderer().comment(QuestionsMessage(round_, Policy(), "rita"))

    assert (
        "People with write permission can choose **4A**; only people with the role Maintain" in text
    )


@pytest.mark.parametrize(("code", "edited"), [("PLANGATE-RECORD-009", False), ("X", True)])
def test_a_deleted_comment_has_no_earlier_edit_to_put_back(code: str, edited: bool) -> None:
    """Then only the command brings the record back."""
    for stale in (0, 4):
        text = told(NoticeKind.RECORD_DAMAGED, code=code, why="gone", stale=stale)

        assert ("copy the last version before the damage" in text) is edited
        assert "`/plan restore`" in text


def test_the_card_says_which_question_not_everybody_may_answer() -> None:
    """Of several open questions it names those that need write permission."""
    text = card(stage=Stage.AWAITING_HUMAN, awaiting_human_artifact=a_round())

    assert "people with write permission (question 3: only people with write permission):" in text


@pytest.mark.parametrize(("left", "offered"), [(2, True), (1, False)])
def test_a_pull_request_for_one_of_several_tasks_does_not_close_the_issue(
    left: int, offered: bool
) -> None:
    """The card and the prompts of the tasks say the same."""
    tasks = [a_task(n, "A", status=WorkStatus.DONE) for n in range(1, 4 - left)]
    plan = a_plan(tasks=(*tasks, *(a_task(n, "B") for n in range(4 - left, 4))))

    assert ("`Part of #12, task N`" in card(stage=Stage.IMPLEMENTING, plan=plan)) is offered
    assert f"(`Task {4 - left}`)" in planned(
        plan=plan, stage=Stage.IMPLEMENTING, approval=an_approval(a_record(plan=plan))
    )


@pytest.mark.parametrize("hard", [True, False])
def test_nobody_is_told_to_approve_a_plan_while_a_question_is_open(hard: bool) -> None:
    """The command would be ignored; of another issue of the pull request it works."""
    question = Row(RowCode.QUESTIONS_ANSWERED, RowState.UNDECIDED, 12, {"open": ["q1"]})
    for code in (RowCode.PLAN_SOUND, RowCode.PLAN_APPROVED):
        row = Row(code, RowState.UNDECIDED, 12, {"hard": hard, "findings": ["protected"]})
        other = Row(code, RowState.UNDECIDED, 13, row.data)

        assert "/plan approve" not in judged(question, row)
        assert "/plan approve" in judged(question, other, issues=(12, 13))


@pytest.mark.parametrize("fork", [True, False])
def test_a_waiver_of_a_forks_pull_request_names_it(fork: bool) -> None:
    """Unless a stranger's pull request is named, a waiver leaves it out."""
    rows = [Row(code, RowState.MISSING, 12) for code in (RowCode.SCOPE_KEPT, RowCode.CHECKS_PASSED)]
    text = judged(*rows, notes=("fork",) if fork else ())

    assert ("`/plan waive CHECKS_PASSED for octo/shop#31 REASON`" in text) is fork
    assert ("`/plan waive CHECKS_PASSED REASON`" in text) is not fork


@pytest.mark.parametrize("some", [True, False])
def test_the_gate_says_which_questions_need_write_permission(some: bool) -> None:
    """An author who follows it is not refused."""
    data = {"open": ["q1", "q2"], "need_write": ["q2"] if some else []}
    text = judged(Row(RowCode.QUESTIONS_ANSWERED, RowState.UNDECIDED, 12, data))

    assert ("(question 2: only people with write permission):" in text) is some


def test_a_running_check_does_not_follow_from_what_is_to_do() -> None:
    """Only a claim about a check that failed is met by itself."""
    met, running = (
        Row(RowCode.PLAN_MADE, RowState.MET),
        Row(RowCode.CHECKS_PASSED, RowState.WAITING),
    )
    tests = Row(RowCode.TESTS_CHANGED, RowState.MISSING, 0, {"planned": 1})

    assert " 1 of 3 met\n" in judged(met, running, tests)


def test_a_verdict_that_no_pull_request_needs_counts_nothing_to_do() -> None:
    """Where the newest commit has a check of its own, nobody acts on the older one."""
    text = judged(Row(RowCode.STILL_ASKED, RowState.MISSING, 0, {"why": "left"}))

    assert "thing to do" not in text
    assert "**Next: nothing.**" in text


def test_a_reason_by_nobody_known_is_not_laid_to_anybody() -> None:
    """GitHub does not always tell who edited a description."""
    text = judged(Row(RowCode.ISSUE_LINKED, RowState.MISSING, 0, {"denied": ""}), issues=())

    assert "GitHub does not say who edited the description" in text
    assert "permission;" not in text


def test_where_no_review_is_asked_none_is_told() -> None:
    """A change that nobody looked at is not called reviewed."""
    data = {"by": [], "needed": 0, "ignored": ["carol"]}
    text = judged(Row(RowCode.REVIEW_APPROVED, RowState.MET, 0, data))

    assert "No review is required" in text
    assert "is reviewed" not in text


def test_the_prompt_says_of_each_requirement_that_it_is_not_met() -> None:
    """A requirement alone reads as if it were met."""
    message = GateMessage(a_verdict(Row(RowCode.CHECKS_PASSED, RowState.MISSING)), Policy())

    assert "\n1. Not met: All checks passed\n" in renderer().gate_prompt(message)


def test_after_an_edit_of_the_issue_a_new_plan_is_approved() -> None:
    """The box and the command of the old plan would be refused."""
    text = told(NoticeKind.APPROVAL_VOID, why="request", by="", digest="")

    assert "until there is a new plan" in text
    assert "tick" not in text


@pytest.mark.parametrize("verb", ["waive", "reject", "replan"])
def test_a_refused_command_is_passed_on_with_all_that_it_needs(verb: str) -> None:
    """Without its reason the command would be refused again."""
    text = told(NoticeKind.COMMAND_REFUSED, command=f"/plan {verb}")

    assert any(f"comment `{usage}`." in text for usage, _ in commands.USAGE)


@pytest.mark.parametrize(
    ("asked", "command"), [(0, "plan next"), (2, "plan show octo/shop#12 --task 2")]
)
def test_a_prompt_too_long_for_a_comment_is_printed_by_a_command(asked: int, command: str) -> None:
    """`plan next` prints the next task alone."""
    long = replace(a_handover(), today="word " * 20_000)
    text = told(NoticeKind.HANDED, handover=long, asked=asked)

    assert f"`plangate {command}" in text


@pytest.mark.parametrize(
    ("level", "run", "says"),
    [
        (
            "full",
            PlanningRun(engine="model", model="m"),
            "approves a language model's plan only if",
        ),
        (
            "balanced",
            PlanningRun(engine="model", model="m"),
            "small plans without questions, and a",
        ),
        ("balanced", PlanningRun(instead_of="m"), "does not approve this plan"),
        ("balanced", PlanningRun(), "approves only small plans without questions."),
    ],
)
def test_a_plan_that_policy_leaves_to_people_says_which_it_approves(level, run, says) -> None:
    """It does not say that such plans need no approval: this one does."""
    planner = a_record().planner
    assert planner.plan
    plan = planner.plan.having(planned_by=run)
    text = planned(level, planner=planner.having(plan=plan))

    assert says in text
    assert "need no approval" not in text and "needs an approval, except" not in text
