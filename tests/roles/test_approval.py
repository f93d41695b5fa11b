"""From the plan to its approval, and every way back: stale digests, rejections, edits, cancels."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.facts import PolicyBroken, RecordDamaged
from bot.domain.policy import POLICY_PATH
from bot.domain.stages import Stage
from bot.effects import PlanMessage, React, SetLabels, SupersedeComment, UpsertComment
from tests.factories import NOW, a_comment, a_plan, a_policy, a_task, an_issue, facts
from tests.intents.given import known, said
from tests.roles.given import (
    TESTS,
    a_proposal,
    after,
    decide,
    notices,
    said_in,
    wants_plan,
    with_record,
)

LABELLED = facts(issue=an_issue(labels={"plan"}))
STAGED = after(LABELLED, a_proposal())
DIGEST = STAGED.planner.plan.digest
OTHER = a_proposal(a_plan(a_task(complexity=3), version=2))


def by(login: str, body: str, id: int = 1001, **more):
    """A comment by somebody, a minute after the plan."""
    at = NOW + timedelta(minutes=1)
    return a_comment(body, id, author=login, **({"created_at": at, "updated_at": at} | more))


def next_(record=STAGED, *comments, **more):
    """The facts of the next round."""
    return with_record(LABELLED, record, *comments, **more)


def test_a_plan_is_staged_for_approval():
    """An adopted plan waits for a person, with its version, digest, tests and branch in the record."""
    # S3.10, S1.2, S1.7, S3.6
    assert (STAGED.stage, STAGED.orchestrator.outcome) == (Stage.STAGED, "STAGING_PAYLOAD")
    assert (1, a_plan().digest()) == (STAGED.planner.plan.version, DIGEST)
    assert STAGED.testing_artifacts.planned == TESTS
    assert STAGED.planning_artifact.steps == ("1.1 Check the count",)
    assert (
        STAGED.workflow.owner, STAGED.workflow.base_branch, STAGED.workflow.branch_name,
    ) == ("carol", "main", "task/t-00007-add-input-validation-to-cart")  # fmt: skip
    assert STAGED.approval is None


def test_only_what_is_still_wanted_is_staged():
    """A task that was superseded is history: its files are not worked on any more."""
    # S3.7 S3.10
    old = a_task(1, resources={"write": ("shop/old.py",)}, status="superseded")
    plan = a_plan(old, a_task(2, resources={"write": ("shop/new.py",)}))

    staged = after(LABELLED, a_proposal(plan)).orchestrator.staging_payload

    assert staged.write_files == ("shop/new.py",)
    assert len(staged.tasks) == 1


def test_a_plan_is_shown_with_its_box():
    """The plan has a comment of its own version, and the stage label follows."""
    effects = decide(LABELLED, a_proposal()).effects

    plan = next(e for e in effects if isinstance(e, UpsertComment))
    assert ("plan", "v=1", PlanMessage) == (plan.kind.value, plan.key, type(plan.message))
    assert {"stage: staged"} == next(e for e in effects if isinstance(e, SetLabels)).add


def test_a_plan_without_tests_is_not_staged():
    """The architect finds it, and the issue does not move towards implementing."""
    # S1.7, S2.2
    record = after(LABELLED, replace(a_proposal(), tests=type(TESTS)()))

    review = record.review_artifact.plan_review
    assert (
        review.decision, [f.code for f in review.findings],
    ) == ("changes_requested", ["TESTS_MISSING"])  # fmt: skip
    assert review.remediation
    assert Stage.PLANNING is record.stage
    assert [b.code for b in record.history[-1].blocking] == ["PLANNED_TESTS_MISSING"]


def test_the_architect_judges_by_policy():
    """A task over the policy's cap is a finding with a remedy; the reviewer's decision stays empty."""
    # S2.2
    capped = replace(LABELLED, policy=a_policy(planner={"max_complexity": 1}))

    review = after(capped, a_proposal()).review_artifact

    assert [f.code for f in review.plan_review.findings] == ["TASK_TOO_LARGE"]
    assert review.plan_review.remediation == ("Split the task, or raise planner.max_complexity",)
    assert review.decision is None


def test_an_approval_lets_the_work_begin():
    """A writer's approval is bound to the plan's digest, with who, when, how and where."""
    # S3.10, B6
    decision = decide(next_(STAGED, by("bob", "/plan approve")))

    record = decision.record
    assert Stage.IMPLEMENTING is record.stage
    given = record.approval
    assert (
        given.by, given.plan_digest, given.permission, given.how, given.comment_id,
    ) == ("bob", DIGEST, "write", "command", 1001)  # fmt: skip
    assert record.approved
    assert [React(1001, "rocket")] == [e for e in decision.effects if isinstance(e, React)]


@pytest.mark.parametrize(
    "digest", [DIGEST, DIGEST[:12], DIGEST[:7].upper()], ids=["whole", "12", "7"]
)
def test_an_approval_may_name_the_digest(digest):
    """Naming the plan's digest, or its beginning, approves this plan."""
    # B6
    assert Stage.IMPLEMENTING is after(next_(STAGED, by("bob", f"/plan approve {digest}"))).stage


def test_a_stale_digest_is_refused():
    """Naming another digest approves nothing, and the person hears which plan stands."""
    # B6
    decision = decide(next_(STAGED, by("bob", "/plan approve 0123456789ab")))

    assert (decision.record.stage, decision.record.approval) == (Stage.STAGED, None)
    assert notices(decision) == [("stale_approval", "bob")]
    assert decision.record.history[-1].outcome == "refused"


@pytest.mark.parametrize("given", [DIGEST[:1], DIGEST[:6], "please"])
def test_what_names_no_plan_approves_none(given):
    """A digit or two fit too many plans, and a word is no digest: the person hears what to write."""
    # B6
    decision = decide(next_(STAGED, by("bob", f"/plan approve {given}")))

    assert (decision.record.stage, decision.record.approval) == (Stage.STAGED, None)
    assert notices(decision) == [("stale_approval", "bob")]


def test_an_approval_said_before_the_plan_stood_is_stale():
    """`/plan approve` without a digest means the plan its author saw, not one that came after."""
    # B6
    earlier = NOW - timedelta(minutes=1)
    early = by("bob", "/plan approve", created_at=earlier, updated_at=earlier)
    record = STAGED.model_copy(
        update={
            "workflow_runtime": STAGED.workflow_runtime.model_copy(
                update={
                    "action_history": (
                        STAGED.history[0].model_copy(update={"at": NOW - timedelta(hours=1)}),
                        *STAGED.history[1:],
                    )
                }
            )
        }
    )

    decision = decide(next_(record, early))

    assert (decision.record.stage, decision.record.approval) == (Stage.STAGED, None)
    assert notices(decision) == [("stale_approval", "bob")]


@pytest.mark.parametrize("login", ["carol", "trent", "mallory"])
def test_only_writers_approve(login):
    """Who may not write may not approve: not even the author."""
    # B6, T4
    decision = decide(next_(STAGED, by(login, "/plan approve")))

    assert (decision.record.stage, decision.record.approval) == (Stage.STAGED, None)
    assert [("approval_refused", login)] == notices(decision)


def test_a_refused_approver_is_told_once():
    """The second try is noted, and says nothing but what the same comment of ours says."""
    # B11
    once = decide(next_(STAGED, by("mallory", "/plan approve")))

    twice = decide(next_(once.record, by("mallory", "/plan approve", 1002)))

    assert said_in(once) == said_in(twice)
    assert len(twice.record.history) == len(once.record.history) + 1


def test_an_approval_without_a_staged_plan_is_noted():
    """An approval after the fact changes nothing but the history."""
    # S2.13
    working = after(next_(STAGED, by("bob", "/plan approve")))

    record = after(next_(working, by("alice", "/plan approve", 1002)))

    assert record.approval.by == "bob"
    assert record.history[-1].reason == "approve: no plan waits for approval"


def test_a_rejection_goes_back_with_its_reason():
    """A rejected plan is planned again, and the reason reaches the planner through the history."""
    # S3.8
    facts_ = next_(STAGED, by("bob", "/plan reject too slow"))

    decision = decide(facts_, OTHER)

    record = decision.record
    assert wants_plan(facts_)
    assert ("reject", "too slow") in [(a.action, a.reason) for a in record.history]
    assert (record.stage, record.planner.plan.version, record.approval) == (Stage.STAGED, 2, None)
    assert [v.version for v in record.planner.versions] == [1, 2]
    assert [e.key for e in decision.effects if isinstance(e, SupersedeComment)] == ["v=1"]


def test_a_replan_keeps_the_first_dates_and_branch():
    """A new version keeps createdAt, branch and base branch, and notes why the plan changed."""
    # S2.8
    record = after(next_(STAGED, by("bob", "/plan replan split it")), OTHER)

    assert STAGED.planning_artifact.created_at == record.planning_artifact.created_at
    assert STAGED.workflow == record.workflow
    assert "split it" in record.planner.versions[1].reason


def test_a_replan_voids_the_approval():
    """Another plan needs another approval."""
    # B6
    working = after(next_(STAGED, by("bob", "/plan approve")))

    record = after(next_(working, by("alice", "/plan replan split it", 1002)), OTHER)

    assert (record.stage, record.approved) == (Stage.STAGED, False)


def test_a_replan_that_says_the_same_keeps_the_approval():
    """The same plan again stays the version it is, and its approval stands."""
    # B5, B11
    working = after(next_(STAGED, by("bob", "/plan approve")))

    record = after(next_(working, by("alice", "/plan replan again", 1002)), a_proposal())

    assert (
        record.stage, record.planner.plan.version, record.approved,
    ) == (Stage.IMPLEMENTING, 1, True)  # fmt: skip


def test_a_replan_that_says_the_same_tells_its_own_risks_and_assumptions():
    """The plan stands, and beside it what the newest planning says: no assumption outlives its answer."""
    again = a_proposal(risks=("callers", "old carts"), assumptions=())
    first = after(facts(issue=an_issue(labels={"plan"})), a_proposal(assumptions=("No guests",)))

    record = after(next_(first, by("alice", "/plan replan again")), again)

    told = record.planning_artifact
    assert record.planner.plan == first.planner.plan
    assert (told.risks, told.assumptions) == (("callers", "old carts"), ())


def test_an_edited_request_voids_the_plan():
    """A changed request is planned again; its approval does not carry over to another plan."""
    # B6
    working = after(next_(STAGED, by("bob", "/plan approve")))
    edited = next_(working, issue=an_issue(title="Something else", labels={"plan"}))

    record = after(edited, OTHER)

    assert wants_plan(edited)
    assert (record.stage, record.approved) == (Stage.STAGED, False)
    assert "request edited" in [a.action for a in record.history]


def test_a_cancel_keeps_everything():
    """Cancelling stops, keeps the plan, and says how to go on."""
    # S3.9
    decision = decide(next_(STAGED, by("bob", "/plan cancel")))

    assert (Stage.CANCELLED, STAGED.planner) == (decision.record.stage, decision.record.planner)
    assert notices(decision) == [("cancelled", "bob")]


def test_a_resume_goes_on():
    """After a cancel planning goes on where it stopped."""
    # S3.9
    stopped = after(next_(STAGED, by("bob", "/plan cancel")))

    record = after(next_(stopped, by("bob", "/plan resume", 1002)), a_proposal())

    assert (record.stage, record.planner.plan.version) == (Stage.STAGED, 1)


def test_what_is_done_cannot_be_cancelled():
    """A refused cancel is logged with its reason, and nobody is told it was cancelled."""
    # S2.10, S2.13
    done = STAGED.model_copy(update={"stage": Stage.DONE})

    decision = decide(next_(done, by("bob", "/plan cancel")))

    assert Stage.DONE is decision.record.stage
    assert [b.code for b in decision.record.history[-1].blocking] == ["TRANSITION_UNKNOWN"]
    assert notices(decision) == []


def test_a_cancel_wins_over_an_edit():
    """An edit read in the same round as a cancel does not start planning again."""
    # S3.9
    facts_ = next_(
        STAGED, by("bob", "/plan cancel"), now=NOW + timedelta(hours=1),
        issue=an_issue(title="Something else", labels={"plan"}),
    )  # fmt: skip

    assert Stage.CANCELLED is after(facts_, OTHER).stage


REFUSED = [
    (login, command)
    for login in ("carol", "mallory", "trent")
    for command in ("cancel", "resume", "replan x")
    if (login, command) != ("carol", "cancel")  # it is her own request
]


@pytest.mark.parametrize(("login", "command"), REFUSED, ids=[f"{p}-{c}" for p, c in REFUSED])
def test_only_writers_command(login, command):
    """Who may not write is told so once, and nothing moves."""
    # B4, T4
    decision = decide(next_(STAGED, by(login, f"/plan {command}")))

    assert Stage.STAGED is decision.record.stage
    assert [("command_refused", login)] == notices(decision)
    again = decide(next_(decision.record, by(login, f"/plan {command}", 1002)))
    assert said_in(decision) == said_in(again)


def test_a_strangers_plan_command_opens_nothing():
    """`/plan` by somebody without triage leaves an issue without a record, silently."""
    # B4
    decision = decide(known(None, said("/plan", author="mallory")))

    assert (decision.record, decision.effects) == (None, ())


@pytest.mark.parametrize("login", ["trent", "bob", "alice"])
def test_triage_may_ask_for_a_plan(login):
    """`/plan` by somebody with triage opens a record."""
    assert Stage.STAGED is after(known(None, said("/plan", author=login)), a_proposal()).stage


def test_plan_again_while_planning_changes_nothing():
    """`/plan` on an issue with a plan is noted, and asks no planner."""
    # B11
    facts_ = next_(STAGED, by("bob", "/plan"))

    assert not wants_plan(facts_)
    assert Stage.STAGED is after(facts_).stage


NOTICES = {
    "/plan help": "help",
    "/plan show": "shown",
    "/plan aprove": "unknown_command",
}


@pytest.mark.parametrize(("body", "kind"), NOTICES.items(), ids=NOTICES)
def test_a_call_for_help_is_answered_once(body, kind):
    """Help, and an unknown verb, are answered; the next wake knows it."""
    # B11
    decision = decide(next_(STAGED, by("carol", body)))

    assert [(kind, "carol")] == notices(decision)
    again = decide(next_(decision.record, by("carol", body)))
    assert (said_in(again), again.record) == (said_in(decision), decision.record)


def test_an_edited_command_is_told_once():
    """The author of an edited comment with a command hears that it does not run."""
    # T4
    edited = by("bob", "/plan approve", updated_at=NOW + timedelta(hours=1))

    decision = decide(next_(STAGED, edited))

    assert Stage.STAGED is decision.record.stage
    assert notices(decision) == [("edited_command", "bob")]
    again = decide(next_(decision.record, edited))
    assert (said_in(again), again.record) == (said_in(decision), decision.record)


def test_a_damaged_record_is_never_replaced():
    """Whoever asks for what: a record that cannot be trusted is not overwritten by a fresh one."""
    # S2.10, T8
    damaged = RecordDamaged("PLANGATE-RECORD-004", "cut")
    asked = (by("bob", "/plan"), by("bob", "/plan force", 1002), by("bob", "/plan resume", 1003))

    decision = decide(replace(LABELLED, record=damaged, comments=asked), a_proposal())

    assert decision.record is None
    assert notices(decision) == [("record_damaged", "")]
    assert [UpsertComment] == [type(e) for e in decision.effects]


def test_nothing_new_writes_no_record():
    """A second look at the same facts saves nothing and moves no label."""
    # B11
    seen = next_(STAGED, issue=an_issue(labels={"plan", "stage: staged"}))

    assert [UpsertComment] == [type(e) for e in decide(seen).effects]
    assert decide(seen).record == STAGED


def test_stage_labels_ignore_case():
    """A stage label that stands in another case stands: GitHub's labels ignore case."""
    # B11
    seen = next_(STAGED, issue=an_issue(labels={"plan", "Stage: Staged", "STAGE: planning"}))

    [labels] = [e for e in decide(seen).effects if isinstance(e, SetLabels)]

    assert (labels.add, labels.remove) == (frozenset(), frozenset({"STAGE: planning"}))


def test_with_a_broken_policy_nothing_is_planned_and_it_is_said_why():
    """Nobody knows what the team wants: no plan, one notice with file, line and reason."""
    broken = replace(LABELLED, policy_broken=PolicyBroken(POLICY_PATH, 3, "unknown"))
    decision = decide(broken, a_proposal())

    assert decision.record is None
    assert notices(decision) == [("policy_broken", "")]
