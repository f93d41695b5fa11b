"""Who is exempt from the gate, who only seems to be; links to other repositories."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.domain.authorship import ACTIONS
from bot.domain.facts import Commit, FileChange, LinkedIssue, RecordAbsent, Review
from bot.domain.listing import Reading
from bot.domain.verdict import NotExempt
from bot.roles.gatekeeper import verdicts
from tests.factories import (
    NOW,
    SHA,
    a_comment,
    a_person,
    a_plan,
    a_policy,
    a_task,
    an_issue,
    facts,
)
from tests.intents.given import present
from tests.roles.given import a_proposal, a_story_pull, after, at_work, with_record

WORK = at_work()
BOT = "dependabot[bot]"
NONE = LinkedIssue(9, "keyword", RecordAbsent())


def commits(*authors: str) -> tuple[Commit, ...]:
    """A commit that each wrote and signed."""
    return tuple(Commit(f"{n}" * 40, "x", a, a, signer=a) for n, a in enumerate(authors))


def a_commit(author: str, signer: str) -> dict[str, Any]:
    """A pull request by the bot, of its own commit and one more."""
    return {"author": BOT, "commits": (*commits(BOT), Commit("9" * 40, "x", author, signer=signer))}


def judged(gate: dict[str, Any], **pull: Any) -> tuple[str, str]:
    """The conclusion, and why nothing was asked."""
    given = a_story_pull(**({"linked": (), "reviews": (), "checks": ()} | pull))
    seen = facts(pulls=(replace(given, policy=a_policy(gate=gate)),))
    [verdict] = verdicts.judge(seen, {})
    return verdict.conclusion.value, verdict.why


AUTHORS: dict[str, Any] = {"exempt": {"authors": [BOT, "renovate*", ACTIONS]}}
LABELS: dict[str, Any] = {"exempt": {"labels": ["hotfix"]}}
STRANGER: dict[str, Any] = {
    "author": "mallory",
    "fork": True,
    "labels": frozenset({"hotfix"}),
    "labelled": {"hotfix": "bob"},
}
"""A label that bob gave; issue 19: it stays when mallory pushes more."""
PATHS: dict[str, Any] = {"exempt": {"paths": ["docs/**"]}}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "a bot": (AUTHORS, {"author": BOT, "commits": commits(BOT)}, "author"),
    "a bot by glob": (AUTHORS, {"author": "renovate-acme", "commits": commits("renovate-acme")}, "author"),
    "a bot whose name looks like a set of letters": (
        {"exempt": {"authors": ["a[bot]"]}}, {"author": "ab", "commits": commits("ab")}, "",
    ),
    "a bot, and somebody's commit": (AUTHORS, {"author": BOT, "commits": commits(BOT, "bob")}, ""),
    "a bot, and a commit of nobody": (AUTHORS, {"author": BOT, "commits": commits(BOT, "")}, ""),
    "a bot whose commits are unknown": (AUTHORS, {"author": BOT, "commits": ()}, ""),
    "a bot, and an unsigned commit under its name": (AUTHORS, a_commit(BOT, ""), ""),
    "a bot, and a commit under its name signed by somebody": (AUTHORS, a_commit(BOT, "bob"), ""),
    "a bot, and somebody's commit that it signed": (AUTHORS, a_commit("bob", BOT), ""),
    "a bot, and a commit of another exempt account": (
        AUTHORS, a_commit("renovate-acme", "renovate-acme"), "",
    ),
    "a bot, and what somebody else pushed under its name": (
        AUTHORS, {"author": BOT, "commits": commits(BOT), "pushers": frozenset({BOT, "bob"})}, "",
    ),
    "a bot, and what anybody's workflow pushed under its name": (
        {"exempt": {"authors": ["*[bot]"]}},
        {"author": BOT, "commits": commits(BOT), "pushers": frozenset({ACTIONS})}, "",
    ),
    "a bot that pushed itself": (
        AUTHORS, {"author": BOT, "commits": commits(BOT), "pushers": frozenset({"Dependabot[bot]"})},
        "author",
    ),
    "a bot, and pushers that were not all read": (
        AUTHORS, {"author": BOT, "commits": commits(BOT), "cut": frozenset({Reading.HANDS})}, "",
    ),
    "a person, with commits of a bot": (AUTHORS, {"author": "bob", "commits": commits(BOT)}, ""),
    "a bot with more commits than are listed": (
        AUTHORS, {"author": BOT, "commits": commits(BOT), "commit_count": 300}, "",
    ),
    "GitHub Actions, for anybody": (AUTHORS, {"author": ACTIONS, "commits": commits(ACTIONS)}, ""),
    "a person": (AUTHORS, {"author": "bob", "commits": commits("bob")}, ""),
    "a label by a writer": (
        LABELS, {"labels": frozenset({"Hotfix"}), "labelled": {"hotfix": "bob"}}, "label",
    ),
    "a label by a triager": (
        LABELS, {"labels": frozenset({"hotfix"}), "labelled": {"hotfix": "trent"}}, "",
    ),
    "a label on a stranger's change": (LABELS, STRANGER, ""),
    "a label on a stranger's change that is approved": (
        LABELS, STRANGER | {"reviews": (Review(1, a_person("alice"), "APPROVED", SHA, NOW),)}, "label",
    ),
    "a label on a stranger's change of which an older commit is approved": (
        LABELS, STRANGER | {"reviews": (Review(1, a_person("alice"), "APPROVED", "9" * 40, NOW),)}, "",
    ),
    "a label on a stranger's change that is approved, and to which a writer objects": (
        LABELS, STRANGER | {"reviews": (
            Review(1, a_person("alice"), "APPROVED", SHA, NOW),
            Review(2, a_person("bob"), "CHANGES_REQUESTED", SHA, NOW),
        )}, "",
    ),
    "a label on a stranger's change whose reviews were not all read": (
        LABELS, STRANGER | {
            "cut": frozenset({Reading.REVIEWS}),
            "reviews": (Review(1, a_person("alice"), "APPROVED", SHA, NOW),),
        }, "",
    ),
    "a label by nobody": (LABELS, {"labels": frozenset({"hotfix"})}, ""),
    "a label long gone": (LABELS, {"labelled": {"hotfix": "bob"}}, ""),
    "no-plan by a writer": (
        {}, {"labels": frozenset({"no-plan"}), "labelled": {"no-plan": "bob"}}, "label",
    ),
    "no-plan by a reader": (
        {}, {"labels": frozenset({"no-plan"}), "labelled": {"no-plan": "carol"}}, "",
    ),
    "exempt files": (PATHS, {"files": (FileChange("docs/a.md"),)}, "paths"),
    "exempt files and one more": (
        PATHS, {"files": (FileChange("docs/a.md"), FileChange("shop/a.py"))}, "",
    ),
    "code moved into exempt files": (
        PATHS, {"files": (FileChange("docs/a.md", "renamed", "shop/a.py"),)}, "",
    ),
    "exempt files, counted from another branch": (
        PATHS, {"files": (FileChange("docs/a.md"),), "base_ref": "feature"}, "",
    ),
    "no files": (PATHS, {"files": ()}, ""),
    "more files than are listed": (
        PATHS, {"files": (FileChange("docs/a.md"),), "changed_files": 3001}, "",
    ),
    "older": ({"since": "2026-11-21"}, {"created_at": datetime(2026, 1, 1, tzinfo=UTC)}, "older"),
    "an issue nobody may read, where only planned ones count": (
        {"require": "planned"}, {"linked": (replace(NONE, unreachable="no access"),)}, "",
    ),
    "more issues than are looked at, where only planned ones count": (
        {"require": "planned"}, {"linked": (NONE,), "too_many_links": True}, "",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("gate", "pull", "why"), CASES.values(), ids=CASES)
def test_who_is_exempt(gate: dict[str, Any], pull: dict[str, Any], why: str) -> None:
    """An exemption needs what the policy says, from somebody who may give it; else all is asked."""
    # B10, B1
    conclusion, said = judged(gate, **pull)

    assert (why, "success" if why else "failure") == (said, conclusion)


REASONS = {
    "not opened by it": ({"author": "bob", "commits": commits(BOT)}, NotExempt("opened", by="bob")),
    "unsigned": (a_commit(BOT, ""), NotExempt("unsigned", "9" * 40)),
    "signed by somebody": (a_commit(BOT, "bob"), NotExempt("signed", "9" * 40, "bob")),
    "written by somebody": (a_commit("bob", BOT), NotExempt("signed", "9" * 40, "bob")),
    "pushed by somebody": (
        {"author": BOT, "commits": commits(BOT), "pushers": frozenset({BOT, "bob"})},
        NotExempt("hand", by="bob"),
    ),
    "pushers unread": (
        {"author": BOT, "commits": commits(BOT), "cut": frozenset({Reading.HANDS})},
        NotExempt("hands"),
    ),
    "commits unread": ({"author": BOT, "commits": ()}, NotExempt("commits")),
    "nobody's business": ({"author": "bob", "commits": commits("bob")}, None),
    "exempt": ({"author": BOT, "commits": commits(BOT)}, None),
    "a stranger's, with a label": (
        {"reviews": (), "author": "mallory", "fork": True, "labels": frozenset({"no-plan"}),
         "labelled": {"no-plan": "bob"}},
        NotExempt("unapproved"),
    ),
    "of anybody's workflow": (
        {"author": ACTIONS, "commits": commits(ACTIONS)}, NotExempt("actions"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("pull", "why"), REASONS.values(), ids=REASONS)
def test_what_looks_exempt_and_is_not_says_why(pull: dict[str, Any], why: NotExempt | None) -> None:
    """The verdict names what is missing for the exemption, and the commit it is missing on."""
    given = replace(a_story_pull(**pull), policy=a_policy(gate=AUTHORS))

    [verdict] = verdicts.judge(facts(pulls=(given,)), {})

    assert verdict.not_exempt == why


FINDINGS = {
    "nothing": ({}, a_plan(), []),
    "a large task": ({"planner": {"max_complexity": 1}}, a_plan(), ["TASK_TOO_LARGE"]),
    "a protected file": ({"gate": {"protected": ["shop/**"]}}, a_plan(), ["PROTECTED_PATH"]),
    "another protected file": ({"gate": {"protected": ["infra/**"]}}, a_plan(), []),
    "no criteria": ({}, a_plan(a_task(acceptance_criteria=())), ["CRITERIA_MISSING"]),
}


@pytest.mark.parametrize(("policy", "plan", "codes"), FINDINGS.values(), ids=FINDINGS)
def test_the_architect_judges_the_plan(policy: dict[str, Any], plan: Any, codes: list[str]) -> None:
    """Complexity cap, protected files and missing criteria are findings, each with a remediation."""
    # S2.2
    opened = facts(issue=an_issue(labels={"plan"}), policy=a_policy(**policy))
    review = after(opened, a_proposal(plan)).review_artifact

    assert codes == [f.code for f in review.plan_review.findings]
    assert len(review.plan_review.remediation) == len(codes)
    assert review.plan_review.decision == ("changes_requested" if codes else "approved")
    assert review.decision is None  # never mistaken for a code review


PERMISSIONS = {"write": "undecided", "maintain": "met", "admin": "met", "policy": "undecided"}


@pytest.mark.parametrize(("permission", "state"), PERMISSIONS.items())
def test_a_plan_for_protected_files_needs_a_maintainer(permission: str, state: str) -> None:
    """A writer's approval, or the policy's own, is no exception to the policy."""
    # S2.2, B6
    policy = a_policy(gate={"protected": ["shop/**"]})
    opened = facts(issue=an_issue(labels={"plan"}), policy=policy)
    asked = after(opened, a_proposal())
    again = with_record(opened, asked, a_comment("1A", 1002, author="bob"))
    staged = after(again, a_proposal())  # the planner finds no other plan
    approved = after(with_record(opened, staged, a_comment("/plan approve", 1003, author="bob")))
    given = approved.approval.model_copy(update={"permission": permission})
    record = approved.model_copy(update={"approval": given})
    pull = replace(a_story_pull(record=record), policy=policy)

    [verdict] = verdicts.judge(facts(pulls=(pull,), policy=policy), {7: record})

    [row] = [r for r in verdict.rows if r.code == "PLAN_SOUND"]
    assert state == row.state.value


def test_an_app_without_access_leaves_no_green() -> None:
    """A pull request for two issues, one elsewhere and out of reach, is closed."""
    # B10
    own = LinkedIssue(7, "keyword", present(WORK))
    other = LinkedIssue(5, "keyword", RecordAbsent(), "acme/plans", unreachable="no access")
    [verdict] = verdicts.judge(facts(pulls=(a_story_pull(linked=(own, other)),)), {7: WORK})

    assert [(r.code.value, r.repository) for r in verdict.lacking] == [
        ("ISSUE_REACHED", "acme/plans")
    ]
    assert (facts().now, verdict.head_sha) == (NOW, SHA)
