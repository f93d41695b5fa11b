"""The gate: a row for everything missing, bound to one commit, borrowed from nobody, closed when in doubt."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.domain.contracts import Role
from bot.domain.facts import (
    Facts,
    FileChange,
    LinkedIssue,
    PolicyBroken,
    Pull,
    RecordAbsent,
    RecordDamaged,
    Review,
)
from bot.domain.history import OFFERED, Action
from bot.domain.policy import POLICY_PATH
from bot.domain.record import Record, Waiver
from bot.domain.stages import Stage
from bot.domain.verdict import Verdict
from bot.effects import SetCheck
from bot.roles import dispatch
from bot.roles.gatekeeper import verdicts as gatekeeper
from bot.roles.round import Round
from tests.factories import (
    NOW,
    SHA,
    a_check,
    a_person,
    a_policy,
    a_question,
    a_record,
    a_test,
    an_issue,
    facts,
)
from tests.intents.given import asking, present
from tests.roles.given import a_proposal, a_story_pull, after, at_work

WORK = at_work()
STAGED = after(facts(issue=an_issue(labels={"plan"})), a_proposal())
RED = (a_check("ci", "failure"),)


def known(*pulls: Pull, record: Record | None = WORK, **more: Any) -> Facts:
    """The facts of issue 7 with its record and these pull requests, all under one policy."""
    held = {"record": present(record)} if record else {}
    given = facts(**(held | more))
    ruled: dict[str, Any] = {"policy": given.policy, "policy_broken": given.policy_broken}
    return replace(given, pulls=tuple(replace(pull, **ruled) for pull in pulls))


def verdicts(facts_: Facts) -> tuple[Verdict, ...]:
    """The verdicts on all pull requests."""
    own = facts_.record.record if hasattr(facts_.record, "record") else None
    return gatekeeper.judge(facts_, gatekeeper.records_of(facts_, own))


def lacking(facts_: Facts) -> dict[str, str]:
    """What the first verdict does not have: code and state."""
    return {r.code.value: r.state.value for r in verdicts(facts_)[0].rows if r.state != "met"}


def test_the_open_questions_that_need_write_permission_are_named():
    """Only those: anybody who may answer can answer the others."""
    risk = {"reasonCodes": ["POLICY_RISK"], "affectedSections": ["x"]}
    waits = asking(a_question("q1"), a_question("q2", context=risk))
    [row] = [
        r
        for r in verdicts(known(a_story_pull(record=waits), record=waits))[0].rows
        if r.code.value == "QUESTIONS_ANSWERED"
    ]

    assert (row.data["open"], row.data["need_write"]) == (["q1", "q2"], ["q2"])


def test_honest_work_passes():
    """With plan, approval, tests, checks and review the gate is open, and every row is met."""
    # B1, S2.11
    [verdict] = verdicts(known(a_story_pull(record=WORK)))

    assert ("success", {"met"}) == (verdict.conclusion.value, {r.state.value for r in verdict.rows})
    assert (8, SHA, (7,), (WORK.revision,)) == (
        verdict.pull, verdict.head_sha, verdict.issues, verdict.revisions,
    )  # fmt: skip


UNPLANNED = a_record()
NO_TESTS = WORK.model_copy(
    update={
        "testing_artifacts": WORK.testing_artifacts.model_copy(
            update={"planned": type(WORK.testing_artifacts.planned)()}
        )
    }
)
STALE = WORK.model_copy(
    update={"approval": WORK.approval.model_copy(update={"plan_digest": "0" * 64})}
)
MISSING: dict[str, tuple[dict[str, Any], Record, dict[str, str], str]] = {
    "no issue": ({"linked": ()}, WORK, {"ISSUE_LINKED": "missing"}, "failure"),
    "no plan": ({}, UNPLANNED, {"PLAN_MADE": "missing"}, "failure"),
    "open questions": (
        {}, asking(), {"QUESTIONS_ANSWERED": "undecided", "PLAN_MADE": "undecided"},
        "action_required",
    ),
    "not approved": ({}, STAGED, {"PLAN_APPROVED": "undecided"}, "action_required"),
    "approval of another plan": ({}, STALE, {"PLAN_APPROVED": "undecided"}, "action_required"),
    "cancelled": (
        {}, WORK.model_copy(update={"stage": Stage.CANCELLED}), {"PLAN_APPROVED": "undecided"},
        "action_required",
    ),
    "no planned tests": ({}, NO_TESTS, {"TESTS_PLANNED": "missing"}, "failure"),
    "no tests changed": (
        {"files": (FileChange("shop/cart.py"),)}, WORK, {"TESTS_CHANGED": "missing"}, "failure",
    ),
    "tests only removed": (
        {"files": (a_test(status="removed"),)}, WORK,
        {"TESTS_CHANGED": "missing"}, "failure",
    ),
    "no checks": ({"checks": ()}, WORK, {"CHECKS_PASSED": "missing"}, "failure"),
    "a failed check": ({"checks": RED}, WORK, {"CHECKS_PASSED": "missing"}, "failure"),
    "a cancelled check": (
        {"checks": (a_check("ci", "cancelled"),)}, WORK, {"CHECKS_PASSED": "missing"},
        "failure",
    ),
    "a conclusion nobody knows": (
        {"checks": (a_check("ci", "stale"),)}, WORK, {"CHECKS_PASSED": "missing"},
        "failure",
    ),
    "a running check": (
        {"checks": (a_check("ci", ""),)}, WORK, {"CHECKS_PASSED": "waiting"},
        "in_progress",
    ),
    "one failed of many": (
        {"checks": (*RED, a_check("lint", ""), a_check("docs", "success"))},
        WORK, {"CHECKS_PASSED": "missing"}, "failure",
    ),
    "only our own check": (
        {"checks": (a_check("plangate", "success"),)}, WORK,
        {"CHECKS_PASSED": "missing"}, "failure",
    ),
    "no review": ({"reviews": ()}, WORK, {"REVIEW_APPROVED": "undecided"}, "action_required"),
    "a review of an older commit": (
        {"reviews": (Review(1, a_person("alice"), "APPROVED", "c" * 40, NOW),)}, WORK,
        {"REVIEW_APPROVED": "undecided"}, "action_required",
    ),
    "a reader's review": (
        {"reviews": (Review(1, a_person("carol"), "APPROVED", SHA, NOW),)}, WORK,
        {"REVIEW_APPROVED": "undecided"}, "action_required",
    ),
    "changes requested": (
        {"reviews": (Review(1, a_person("alice"), "CHANGES_REQUESTED", SHA, NOW),)}, WORK,
        {"REVIEW_APPROVED": "missing"}, "failure",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("pull", "record", "rows", "said"), MISSING.values(), ids=MISSING)
def test_each_missing_thing_has_its_row(pull, record, rows, said):
    """One thing missing closes the gate with exactly its row, and the conclusion says who must act."""
    # B1, S2.11, S1.7
    facts_ = known(a_story_pull(**({"record": record} | pull)), record=record)

    found = {code: state for code, state in lacking(facts_).items() if code in rows or rows}

    assert (rows, said) == (found, verdicts(facts_)[0].conclusion.value)


def test_more_approvals_by_policy():
    """The policy says how many approvals are needed, down to none."""
    pull = a_story_pull(record=WORK)
    two = known(pull, policy=a_policy(gate={"approvals": 2}))
    none = known(replace(pull, reviews=()), policy=a_policy(gate={"approvals": 0}))

    assert lacking(two) == {"REVIEW_APPROVED": "undecided"}
    assert lacking(none) == {}


def test_the_row_names_ignored_approvals():
    """An approval that does not count is named, so that nobody wonders."""
    # B1
    carol = Review(1, a_person("carol"), "APPROVED", SHA, NOW)

    [verdict] = verdicts(known(a_story_pull(record=WORK, reviews=(carol,))))

    [row] = [r for r in verdict.rows if r.code == "REVIEW_APPROVED"]
    assert (row.data["ignored"], row.data["by"], row.data["needed"]) == (["carol"], [], 1)


def test_a_broken_policy_closes_the_gate():
    """With a policy that cannot be read nothing passes; the row names file, line and reason."""
    # B1
    broken = PolicyBroken(POLICY_PATH, 3, "gate.require: unknown setting", branch="main")

    [verdict] = verdicts(known(a_story_pull(record=WORK), policy_broken=broken))

    [row] = verdict.rows
    assert (verdict.conclusion.value, row.code.value) == ("failure", "POLICY_VALID")
    said = {"file": POLICY_PATH, "line": 3, "why": broken.why, "branch": "main"}
    assert said == dict(row.data)


def test_a_broken_policy_exempts_nobody():
    """Neither age nor missing plans exempt while the policy cannot be read."""
    # B1
    old = a_story_pull(created_at=datetime(2020, 1, 1, tzinfo=UTC))
    facts_ = known(
        old,
        record=None,
        policy=a_policy(gate={"require": "planned", "since": "2026-01-01"}),
        policy_broken=PolicyBroken(POLICY_PATH, 1, "x"),
    )

    assert verdicts(facts_)[0].conclusion.value == "failure"


DAMAGED = LinkedIssue(7, "keyword", RecordDamaged("PLANGATE-RECORD-004", "cut"))


@pytest.mark.parametrize("require", ["all", "planned"])
def test_a_damaged_record_closes_the_gate(require):
    """A record that cannot be trusted is shown as damaged, whatever the policy asks for."""
    # T8, B1
    policy = a_policy(gate={"require": require})

    facts_ = known(a_story_pull(linked=(DAMAGED,)), record=None, policy=policy)

    assert lacking(facts_)["RECORD_INTACT"] == "undecided"
    assert verdicts(facts_)[0].conclusion.value != "success"


EXEMPT = {
    "require planned, no issue": ({"require": "planned"}, {"linked": ()}, "not planned"),
    "require planned, no record": (
        {"require": "planned"}, {"linked": (LinkedIssue(9, "keyword", RecordAbsent()),)},
        "not planned",
    ),
    "older than since": (
        {"since": "2026-11-21"}, {"created_at": datetime(2026, 11, 20, 23, 59, tzinfo=UTC)},
        "older",
    ),
    "since its own day": (
        {"since": "2026-11-20"}, {"created_at": datetime(2026, 11, 20, 0, 0, tzinfo=UTC)}, "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("gate", "pull", "why"), EXEMPT.values(), ids=EXEMPT)
def test_who_is_exempt_passes_with_a_reason(gate, pull, why):
    """An exempt pull request passes without rows, and the verdict says why."""
    # B1
    facts_ = known(a_story_pull(**pull), record=None, policy=a_policy(gate=gate))

    [verdict] = verdicts(facts_)

    assert (why, bool(why)) == (verdict.why, verdict.conclusion.value == "success")


def test_require_planned_still_asks_of_planned_issues():
    """Where an issue was planned, its pull request is judged in full."""
    facts_ = known(
        a_story_pull(record=WORK, checks=RED), policy=a_policy(gate={"require": "planned"})
    )

    assert lacking(facts_) == {"CHECKS_PASSED": "missing"}


def test_each_pull_request_has_the_policy_of_its_base():
    """The policy at the tip of a pull request's own base branch judges it, and no other."""
    # B2
    pull = a_story_pull(record=WORK, reviews=())
    lenient = replace(pull, policy=a_policy(gate={"approvals": 0}))
    strict = replace(pull, number=9, head_sha="d" * 40)

    first, second = verdicts(replace(known(pull), pulls=(lenient, strict)))

    assert [first.conclusion.value, second.conclusion.value] == ["success", "action_required"]


def test_two_pull_requests_on_one_commit_borrow_nothing():
    """Of two pull requests with one head, the good one is not green while the other is not."""
    # B2
    good, bad = a_story_pull(8, record=WORK), a_story_pull(9, linked=())

    first, second = verdicts(known(good, bad))

    assert (first.conclusion.value, first.borrowed) == ("failure", (9,))
    assert (second.conclusion.value, second.borrowed) == ("failure", ())


def test_one_commit_with_two_good_pull_requests_is_green():
    """Both pass, both are green."""
    # B2
    both = verdicts(known(a_story_pull(8, record=WORK), a_story_pull(9, record=WORK)))

    assert [v.conclusion.value for v in both] == ["success", "success"]


def test_a_commit_has_one_check():
    """Of the verdicts on one commit the worst is published, always the same one."""
    # B2, B11
    good, waits = a_story_pull(8, record=WORK), a_story_pull(9, record=WORK, reviews=())
    facts_ = known(good, waits, a_story_pull(10, record=WORK, head_sha="d" * 40))

    decision = dispatch.act(facts_, Round(WORK), None)
    back = dispatch.act(replace(facts_, pulls=facts_.pulls[::-1]), Round(WORK), None)

    said = {
        e.message.verdict.head_sha: e.message.verdict
        for e in decision.effects
        if isinstance(e, SetCheck)
    }
    assert len([e for e in decision.effects if isinstance(e, SetCheck)]) == 2
    assert said[SHA].conclusion.value == "failure"
    assert said == {
        e.message.verdict.head_sha: e.message.verdict
        for e in back.effects
        if isinstance(e, SetCheck)
    }


def test_another_commit_is_another_verdict():
    """A pull request with another head is judged alone."""
    # B2
    other = a_story_pull(9, linked=(), head_sha="d" * 40)

    first, second = verdicts(known(a_story_pull(8, record=WORK), other))

    assert (first.conclusion.value, second.conclusion.value) == ("success", "failure")


def test_closed_pull_requests_are_not_judged():
    """A closed or merged one has no verdict, and spoils no other."""
    closed = a_story_pull(9, linked=(), state="closed")

    assert [v.pull for v in verdicts(known(a_story_pull(8, record=WORK), closed))] == [8]


def test_a_pull_request_needs_tests_for_its_own_issue_only():
    """What another pull request's issue plans is not asked of this one."""
    # B2
    bare = LinkedIssue(
        9, "keyword", present(NO_TESTS.model_copy(update={"canonical_task_id": "T-00009"}))
    )
    mine = a_story_pull(8, linked=(bare,), files=(FileChange("README.md"),), head_sha="d" * 40)

    verdict = verdicts(known(mine, a_story_pull(9, record=WORK)))[0]

    [row] = [r for r in verdict.rows if r.code == "TESTS_CHANGED"]
    assert (row.state.value, row.data["planned"]) == ("met", 0)


def test_every_linked_issue_must_pass():
    """A pull request for two issues passes only when both are planned and approved."""
    # B10
    second = LinkedIssue(9, "keyword", present(STAGED))
    both = a_story_pull(8, linked=(LinkedIssue(7, "keyword", present(WORK)), second))

    [verdict] = verdicts(known(both))

    assert [(r.code, r.issue) for r in verdict.lacking] == [("PLAN_APPROVED", 9)]


def test_the_gate_judges_the_record_as_it_will_be():
    """A decision of this very round counts: the check follows the saved record."""
    # B2
    pull = a_story_pull(record=STAGED)
    facts_ = known(pull, record=STAGED)

    decision: Any = dispatch.act(facts_, Round(WORK), None)

    [check] = [e for e in decision.effects if isinstance(e, SetCheck)]
    verdict = check.message.verdict
    assert (verdict.conclusion.value, verdict.head_sha) == ("success", SHA)
    assert (decision.record.revision,) == verdict.revisions


def a_waiver(requirement: str = "TESTS_CHANGED", head: str = SHA) -> Record:
    """The record with a waiver for a commit."""
    waiver = Waiver(
        requirement=requirement, reason="docs only", by="alice", at=NOW, permission="admin",
        heads=(head,), pulls=(8,),
    )  # fmt: skip
    return WORK.model_copy(update={"waivers": (waiver,)})


def test_a_waiver_counts_for_its_requirement_and_commit():
    """A waived row is shown as waived, with who and why; another row or commit stays closed."""
    # B1
    files = (FileChange("README.md"),)
    waived, other = a_waiver(), a_waiver(head="c" * 40)

    there = known(a_story_pull(record=waived, files=files), record=waived)
    elsewhere = known(a_story_pull(record=other, files=files), record=other)

    assert (
        lacking(there), verdicts(there)[0].conclusion.value,
    ) == ({"TESTS_CHANGED": "waived"}, "success")  # fmt: skip
    assert lacking(elsewhere) == {"TESTS_CHANGED": "missing"}


def test_a_waiver_of_another_issue_counts_nothing():
    """A waiver for one pull request's issue sets nothing aside for another on the same commit."""
    # B2
    foreign = a_waiver().model_copy(update={"canonical_task_id": "T-00009"})
    other = a_story_pull(9, linked=(LinkedIssue(9, "keyword", present(foreign)),))
    mine = a_story_pull(8, record=WORK, files=(FileChange("README.md"),))

    assert lacking(known(mine, other)) == {"TESTS_CHANGED": "missing"}


def test_no_issue_needs_a_writers_reason():
    """`No-Issue: reason` by an author who may write stands for the issue; a stranger's does not."""
    # B10
    said: dict[str, Any] = {"linked": (), "body": "No-Issue: a typo in the README"}

    writer = known(a_story_pull(author="bob", **said), record=None)
    stranger = known(a_story_pull(author="mallory", **said), record=None)

    assert lacking(writer)["ISSUE_LINKED"] == "waived"
    assert lacking(stranger)["ISSUE_LINKED"] == "missing"


PARTS: dict[str, tuple[tuple[int, ...], bool]] = {
    "no task": ((), False),
    "a task that the plan does not have": ((99,), False),
    "its task": ((1,), True),
}


@pytest.mark.parametrize(("tasks", "passes"), PARTS.values(), ids=PARTS)
def test_a_part_that_names_no_task_answers_for_the_whole_plan(
    tasks: tuple[int, ...], passes: bool
) -> None:
    """Where each planned test is asked for, nobody gets around it by serving no task at all."""
    link = LinkedIssue(7, "part", present(WORK), whole=False, tasks=tasks)
    strict = a_policy(gate={"test_evidence": "planned"})
    given = known(a_story_pull(linked=(link,)), policy=strict)

    assert lacking(given) == ({} if passes else {"TESTS_CHANGED": "missing"})


@pytest.mark.parametrize("offered", [True, False])
def test_the_gate_knows_that_a_new_plan_is_to_be_made(offered: bool):
    """Then nobody is asked to approve the old one; a plan that waits for a starter is told as such."""
    line = Action(
        key="o", at=NOW, actor="plangate", role=Role.ORCHESTRATOR, action=OFFERED, outcome="done",
    )  # fmt: skip
    planning = WORK.model_copy(update={"stage": Stage.PLANNING})
    record = planning.logged(line) if offered else planning
    [verdict] = verdicts(known(a_story_pull(record=record), record=record))

    [row] = [r for r in verdict.rows if r.code == "PLAN_APPROVED"]
    assert (row.data["planning"], row.data["offered"]) == (True, offered)
