"""What plangate writes is true in each state: nobody is sent to do what is done, or cannot be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.artifacts import (
    Finding,
    PlanReview,
    PolicyException,
    Retrospective,
    ReviewArtifact,
    payload,
)
from bot.domain.policy import Policy
from bot.domain.questionnaire import AwaitingHuman, QuestionContext, ReasonCode
from bot.domain.record import Orchestration, Workflow
from bot.domain.stages import Stage
from bot.domain.verdict import Row, RowCode, RowState
from bot.effects import GateMessage, NoticeKind
from tests.adapters.test_markdown_data import (
    NOON,
    a_handover,
    a_plan,
    a_pull,
    a_record,
    a_round,
    a_verdict,
    an_answer,
    an_approval,
    renderer,
)
from tests.adapters.test_words import card, judged, planned, told

ENDED = (Stage.CANCELLED, Stage.DUPLICATE, Stage.UNRESOLVABLE, Stage.PLANNING)
PLANREVIEW = "reviewArtifact.planReview"


@pytest.mark.parametrize("stage", ENDED)
def test_only_a_plan_that_waits_for_approval_asks_for_one(stage: Stage) -> None:
    """Elsewhere an approval does nothing, under every automation."""
    for level in ("manual", "full"):
        text = planned(level, stage=stage)

        assert "This plan cannot be approved now." in text
        assert "To approve" not in text and "No approval is needed" not in text
    assert "To approve" in planned()


@pytest.mark.parametrize(("section", "stays"), [(PLANREVIEW, True), ("planningArtifact", False)])
def test_answers_make_a_new_plan_except_those_about_the_plan(section: str, stays: bool) -> None:
    """The plan above open questions is approved later only if they are about it."""
    about = QuestionContext(reason_codes=(ReasonCode.POLICY_RISK,), affected_sections=(section,))
    [question, *_] = a_round().questions
    round_ = AwaitingHuman.asking((question.having(context=about),), NOON, 1, None)
    text = planned(stage=Stage.AWAITING_HUMAN, awaiting_human_artifact=round_)

    assert ("Once it is answered, the plan can be approved." in text) is stays
    assert ("this one cannot be approved" in text) is not stays


def test_a_prompt_that_is_not_there_is_not_pointed_at() -> None:
    """The words for an agent need the prompt above them."""
    long = replace(a_handover(), today="word " * 20_000)

    assert "comment above" in told(NoticeKind.HANDED, handover=a_handover())
    assert "comment above" not in told(NoticeKind.HANDED, handover=long)


@pytest.mark.parametrize("command", ["/plan cancel", "/plan resume"])
def test_a_refused_person_is_sent_to_somebody_who_may(command: str) -> None:
    """The author and the assignees may be those who were refused."""
    text = told(NoticeKind.COMMAND_REFUSED, command=command)

    assert f"Please ask someone with write permission to comment `{command}`." in text


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"offered": True, "planning": True}, "comment `/plan` on #12"),
        ({"planning": True}, "approve the new plan on #12 once it is there"),
        ({}, "/plan approve"),
    ],
)
def test_the_gate_asks_to_approve_the_plan_that_can_be_approved(data, says: str) -> None:
    """While a new plan is to be made, the old one cannot."""
    row = Row(RowCode.PLAN_APPROVED, RowState.UNDECIDED, 12, data)
    [_, words] = renderer().row_words(GateMessage(a_verdict(row), Policy()), row)

    assert says in words.replace("[#12](https://github.com/octo/shop/issues/12)", "#12")
    assert ("/plan approve" in words) is (not data)
    assert ("**Next: plan again.**" in judged(row)) is bool(data.get("offered"))


def test_the_card_names_the_pull_request_that_is_open() -> None:
    """Of several it is the one that leads, not the one that was seen last."""
    gone = a_pull(number=32, state="closed")
    flow = Workflow(pull_requests=(a_pull(state="open", url="u"), gone), pull_request_url="u")

    for stage, says in {
        Stage.IMPLEMENTING: "The developer continues",
        Stage.REVIEW: "A reviewer with write permission reviews",
        Stage.VERIFICATION: "Merge",
    }.items():
        assert f"{says} [#31](" in card(stage=stage, workflow=flow)
    alone = Workflow(pull_requests=(gone,))
    assert "opens a pull request" in card(stage=Stage.IMPLEMENTING, workflow=alone)


@pytest.mark.parametrize(("answered", "told_"), [((), True), (("q1", "q2"), False)])
def test_the_card_names_a_time_only_where_it_ends_a_question(answered, told_: bool) -> None:
    """A question that needs write permission never times out."""
    asked = a_round(*map(an_answer, answered))
    text = card(stage=Stage.AWAITING_HUMAN, awaiting_human_artifact=asked)

    assert ("If nobody answers by" in text) is told_


def test_the_card_does_not_call_reverted_work_merged() -> None:
    """It says how to plan it again."""
    merged = Retrospective(at=NOON, lessons=("2 of 2 planned files were changed",))
    undone = Retrospective(at=NOON, lessons=("The work was reverted by #40",))

    assert "The work is merged." in card(stage=Stage.DONE, retrospectives=(merged,))
    text = card(stage=Stage.DONE, retrospectives=(merged, undone))
    assert "The merged work was reverted." in text and "is merged" not in text


def test_finished_work_has_no_tasks_left() -> None:
    """A merge finishes the issue, also tasks that nobody ticked; a closed issue hears no command."""
    given = an_approval(a_record())
    assert "| Done | 1 of 3 tasks |" in card(stage=Stage.REVIEW, approval=given)
    text = card(stage=Stage.DONE, approval=given)

    assert "of 3 tasks |" not in text
    assert "reopen this issue (if it is open, comment `/plan`)" in text


def test_a_plan_names_the_branch_that_links_a_pull_request() -> None:
    """It is the branch of card and prompt; an epic has none, for each story has its own."""
    flow = Workflow(branch_name="task/t-00012-keep-carts")
    made = Orchestration(
        outcome="STAGING_PAYLOAD", confidence=1.0, staging_payload=payload(a_plan(), "keep-carts")
    )
    text = planned(workflow=flow, orchestrator=made)

    assert "planned branch `task/t-00012-keep-carts`" in text
    epic = a_record().planner.having(epic=True)
    assert "branch" not in planned(workflow=flow, orchestrator=made, planner=epic)


def test_a_late_answer_is_told_what_is_true_in_every_stage() -> None:
    """Not only cancelled issues are not planned, and approved work may be finished."""
    assert "cancelled" not in told(NoticeKind.ANSWER_LATE)
    assert "being worked on" not in told(NoticeKind.ANSWER_LATE, planned=True)


@pytest.mark.parametrize(("level", "counts"), [("write", False), ("maintain", True)])
def test_an_exception_that_was_allowed_is_not_asked_for(level: str, counts: bool) -> None:
    """The plan says who allowed it, and whether that is enough."""
    given = PolicyException(
        rule="PROTECTED_PATH", plan_version=2, plan_digest="d", question_id="q4", by="mia",
        at=NOON, how="tick", permission=level,
    )  # fmt: skip
    review = PlanReview(
        findings=(Finding(code="PROTECTED_PATH", text="Task 2 changes protected files"),),
        remediation=("Plan again without these files",),
        exceptions=(given,),
    )
    text = planned(review_artifact=ReviewArtifact(plan_review=review))

    assert "Plan again" not in text
    assert ("`mia` allowed this" in text) is counts
    assert ("It counts once someone with the role Maintain" in text) is not counts


def test_a_pull_request_without_an_issue_has_none() -> None:
    """Where only planned issues are checked, it is not blamed on the plan of one."""
    assert "The issue of this one" not in judged(why="not planned", issues=())


def test_too_many_issues_are_not_answered_by_one_more() -> None:
    """The next step is to name fewer; a writer's own pull request may name more."""
    data = {"issues": [1, 2, 3], "many": 3}
    text = judged(Row(RowCode.ISSUE_LINKED, RowState.MISSING, 0, data), issues=(1, 2, 3))

    assert "**Next: name fewer issues.**" in text
    assert "permission: open the pull request instead (10 issues at most)" in text


def test_a_test_that_github_does_not_show_is_not_denied() -> None:
    """A file too large to show may hold the tests."""
    data = {"tests": [], "planned": 2, "unread": ["tests/big.py"]}
    text = judged(Row(RowCode.TESTS_CHANGED, RowState.MISSING, 0, data))

    assert "no test was found in what GitHub shows; 2 are planned" in text


@pytest.mark.parametrize(("borrowed", "says"), [((30,), "push another commit"), ((), "nothing")])
def test_the_prompt_says_what_separates_pull_requests_on_a_commit(borrowed, says: str) -> None:
    """Only checks that run are waited for without doing anything."""
    state = RowState.MET if borrowed else RowState.WAITING
    verdict = a_verdict(Row(RowCode.CHECKS_PASSED, state), borrowed=borrowed)

    assert says in renderer().gate_prompt(GateMessage(verdict, Policy()))


def test_the_digest_beside_a_missing_approval_is_of_the_plan_in_force() -> None:
    """It is not taken for that of the older version."""
    data = {"digest": "ab" * 32, "stale": True}
    text = judged(Row(RowCode.PLAN_APPROVED, RowState.UNDECIDED, 12, data))

    assert "an older version was approved (current plan `abababababab`)" in text


def test_the_name_of_an_exempt_label_is_its_name_alone() -> None:
    """Who set it is said beside it."""
    assert "`no-plan`, set by `ann`" in judged(why="label", why_of="no-plan by ann", issues=())


def test_a_plan_of_the_approvers_policy_may_end_a_void_approval() -> None:
    """Who approves the new plan is for `automation` to say."""
    text = told(NoticeKind.APPROVAL_VOID, why="request", by="", digest="")

    assert "until there is a new plan and it is approved." in text
