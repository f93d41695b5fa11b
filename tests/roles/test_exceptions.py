"""A plan that breaks a rule of the policy: people are asked, and an exception is for one version alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.flow.propose import _keeping, request_of
from bot.roles.gatekeeper import verdicts
from tests.factories import NOW, a_comment, a_plan, a_policy, a_task, an_issue, facts
from tests.roles.given import a_proposal, a_story_pull, after, decide, notices, with_record

POLICY = a_policy(gate={"protected": ["shop/**"]})
OPENED = facts(issue=an_issue(labels={"plan"}), policy=POLICY)
ASKED = after(OPENED, a_proposal())


def answered(body: str, login: str = "alice", record: Record = ASKED, proposal: Any = None) -> Any:
    """The record after somebody's reply; the planner proposes the same again."""
    said = a_comment(body, 1002 + len(record.history), author=login)
    return after(with_record(OPENED, record, said), proposal or a_proposal())


def sound(record: Record) -> tuple[str, str]:
    """The row of the gate: its state, and who accepted the plan."""
    pull = replace(a_story_pull(record=record), policy=POLICY)
    [verdict] = verdicts.judge(facts(pulls=(pull,), policy=POLICY), {7: record})
    [row] = [r for r in verdict.rows if r.code == "PLAN_SOUND"]
    return row.state.value, str(row.data["by"])


def test_a_rule_that_is_broken_is_asked_about() -> None:
    """A policy question: planning again is recommended, writers decide, and no time-out does."""
    # S2.2 S1.3 S1.4
    asked = ASKED.awaiting_human_artifact
    assert asked is not None
    [question] = asked.questions

    assert Stage.AWAITING_HUMAN is ASKED.stage
    assert ASKED.planner.plan is not None
    assert question.context.reason_codes == ("POLICY_RISK",)
    assert question.option("A").label == question.recommended_option
    assert "shop/cart.py" in question.question and "version 1" in question.question
    assert (question.needs_write, asked.deadline) == (True, None)
    assert (
        ASKED.history[-1].role.value,
        ASKED.history[-1].action,
    ) == ("architect", "exception asked")


def test_a_plan_within_the_rules_is_not_asked_about() -> None:
    """Large tasks are a finding that the approval accepts; only protected files take an exception."""
    # S2.2
    capped = facts(issue=an_issue(labels={"plan"}), policy=a_policy(planner={"max_complexity": 1}))

    assert Stage.STAGED is after(capped, a_proposal()).stage


def test_an_exception_is_kept_with_its_provenance() -> None:
    """Who, when, how, with which permission, in which comment; for this rule and version alone."""
    # S2.2 S1.6
    record = answered("1B")
    [given] = record.review_artifact.plan_review.exceptions

    assert Stage.STAGED is record.stage
    assert (given.rule, given.plan_version, given.question_id) == ("PROTECTED_PATH", 1, "q1")
    assert given.plan_digest == record.planner.plan.digest
    assert (given.by, given.permission, given.how) == ("alice", "admin", "reply")
    assert given.comment_id > 1000 and given.at <= NOW
    assert record.review_artifact.plan_review.decision == "approved"


def test_what_is_allowed_is_the_plan_that_stands() -> None:
    """No plan is made anew, so talk on the issue cannot change it under the hands of who allowed it."""
    # S2.2 B6
    other = a_proposal(a_plan(a_task(resources={"write": ("shop/evil.py",)}), version=2))
    record = answered("1B", proposal=other)

    assert Stage.STAGED is record.stage
    assert record.planner.plan.version == 1
    assert [a.action for a in record.history[-2:]] == ["answer", "plan staged"]
    assert record.orchestrator.staging_payload is not None


def test_an_edited_request_is_planned_anew_whatever_was_allowed() -> None:
    """The exception was for the plan of the old text."""
    # S2.2 B6
    edited = replace(an_issue(labels={"plan"}), body="Something else is wanted now. `shop/x.py`")
    known = replace(OPENED, issue=edited)
    other = a_plan(a_task(resources={"write": ("shop/x.py",)}), version=2)
    record = after(
        with_record(known, ASKED, a_comment("1B", 1002, author="alice")), a_proposal(other)
    )

    assert Stage.AWAITING_HUMAN is record.stage
    assert record.planner.plan.version == 2
    assert record.review_artifact.plan_review.exceptions == ()


def test_a_maintainers_exception_lets_a_writer_approve() -> None:
    """The gate says who allowed it."""
    # S2.2 B1
    record = answered("/plan approve", "bob", answered("1B"))

    assert Stage.IMPLEMENTING is record.stage
    assert sound(record) == ("met", "alice")


def test_a_writers_exception_waits_for_a_maintainer() -> None:
    """It is remembered, but only a maintainer's word opens the gate: also when work has begun."""
    # S2.2 B6
    record = answered("/plan approve", "bob", answered("1B", "bob"))
    before = sound(record)
    same = answered("/plan approve", "trent", record)
    mended = answered("/plan approve", "alice", record)

    assert (record.stage, before) == (Stage.IMPLEMENTING, ("undecided", ""))
    assert sound(same) == before
    assert (mended.stage, mended.approval.by) == (Stage.IMPLEMENTING, "alice")
    assert sound(mended)[0] == "met"


def test_the_author_alone_decides_no_policy() -> None:
    """Whoever opened the issue may answer questions, but not this one."""
    # S1.4 B4
    decision = decide(with_record(OPENED, ASKED, a_comment("1B", 1002, author="carol")))

    assert Stage.AWAITING_HUMAN is decision.record.stage
    assert notices(decision) == [("answer_refused", "carol")]
    assert not decision.record.planner.answers


def test_time_never_makes_an_exception() -> None:
    """A year later it still waits."""
    # S1.4
    later = replace(with_record(OPENED, ASKED), now=NOW + timedelta(days=365))

    assert Stage.AWAITING_HUMAN is decide(later).record.stage


@pytest.mark.parametrize("body", ["1A", "1: you decide", "yes"])
def test_planning_again_leaves_the_protected_files_alone(body: str) -> None:
    """The planner does not see them any more, nor the question that is none of its own."""
    # S2.2 S1.6
    known = with_record(OPENED, ASKED, a_comment(body, 1002, author="bob"))
    record = decide(known, a_proposal(a_plan(a_task(resources={"write": ("docs/x.md",)})))).record
    seen = _keeping(known, record).planner.context_excludes
    request = request_of(known, record)

    assert "shop/**" in seen
    assert (request.questions, request.answers) == ((), ())
    assert Stage.STAGED is record.stage
    assert record.review_artifact.plan_review.exceptions == ()


def test_the_same_plan_again_is_not_asked_about_again() -> None:
    """Nobody is asked twice: it is staged, and the gate waits for a maintainer's approval."""
    # S2.2
    record = answered("1A", "bob")

    assert Stage.STAGED is record.stage
    assert len(record.planner.questions) == 1
    assert sound(answered("/plan approve", "bob", record)) == ("undecided", "")
    assert sound(answered("/plan approve", "alice", record)) == ("met", "alice")


def test_another_version_needs_another_exception() -> None:
    """What was allowed for one plan says nothing of the next."""
    # S2.2 B6
    allowed = answered("/plan approve", "bob", answered("1B"))
    other = a_plan(a_task(resources={"write": ("shop/secrets.py",)}), version=2)

    record = answered("/plan replan other files", "bob", allowed, a_proposal(other))

    assert Stage.AWAITING_HUMAN is record.stage
    assert [q.id for q in record.awaiting_human_artifact.questions] == ["q2"]
    assert record.review_artifact.plan_review.exceptions == ()
    assert sound(record)[0] == "undecided"


def test_whoever_changes_their_mind_takes_the_exception_back() -> None:
    """Until the plan is approved an answer may change."""
    # S1.6
    record = answered("1A", "alice", answered("1B"))

    assert record.review_artifact.plan_review.exceptions == ()


def test_the_decision_stands_with_the_plan() -> None:
    """What was decided is shown where the plan is, like every answer."""
    # S3.7
    assert [d.answer for d in answered("1B").planner.decisions] == ["Allow it"]


def test_what_is_allowed_needs_no_remedy_any_more() -> None:
    """The plan's check tells how to fix only what stands against the plan."""
    # S2.2
    both = facts(
        issue=an_issue(labels={"plan"}),
        policy=a_policy(gate={"protected": ["shop/**"]}, planner={"max_complexity": 1}),
    )
    asked = after(both, a_proposal())
    record = after(with_record(both, asked, a_comment("1B", 1002, author="alice")), a_proposal())
    judged = record.review_artifact.plan_review

    assert [f.code for f in judged.findings] == ["TASK_TOO_LARGE", "PROTECTED_PATH"]
    assert judged.remediation == ("Split the task, or raise planner.max_complexity",)
