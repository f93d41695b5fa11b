"""Ways to open the gate that must stay closed, played on the emulator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.acceptance import shop
from tests.acceptance.story import (
    CHECK,
    STEPS,
    Story,
    add_tests,
    approve,
    label,
    open_pull,
    pass_checks,
    protect,
    reply_answer,
    report,
    review,
    tick_answer,
)

pytestmark = pytest.mark.acceptance
POLICY = ".github/plangate.yml"
UNTIL_PULL = (protect, report, label, tick_answer, reply_answer, approve, open_pull)


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """A story through the program's own functions."""
    return inside_story()


def test_a_pull_request_to_a_lax_branch_opens_nothing_on_main(story: Story) -> None:
    """Each pull request is judged by the policy of its own base; a shared commit shows the worst."""
    # B2, T14
    story.played(*UNTIL_PULL, add_tests, pass_checks, review, policy="gate: {approvals: 2}\n")
    assert story.check()["conclusion"] == "action_required"
    lax = "gate: {approvals: 0, require: planned, since: 2099-01-01}\n"
    story.hub.push_file("bob", POLICY, lax, branch="old")
    head = f"task/t-{story.issue:05d}-export-orders-as-a-file"
    body = {"title": "Same head", "head": head, "base": "old", "body": ""}
    story.hub.request("POST", f"/repos/{story.hub.repo}/pulls", body, login="bob")
    story.door.settle()

    assert story.check()["conclusion"] != "success"
    assert not story.may_merge()
    story.comment("mallory", "hello")
    story.door.settle()
    assert not story.may_merge()


def test_an_issue_event_judges_by_the_base_branchs_policy_too(story: Story) -> None:
    """A stranger's comment on the issue does not change what a pull request to `release` needs there."""
    story.played(*UNTIL_PULL[:-1])
    story.hub.push_file("alice", POLICY, "gate: {approvals: 2}\n", branch="release")
    story.pull = story.hub.open_pull(
        "bob",
        {**shop.CODE, **shop.TESTS},
        branch="feature",
        title="For release",
        body=f"Fixes #{story.issue}",
        base="release",
    )
    story.door.settle()
    _play(story, pass_checks, review)
    before = story.check()["conclusion"], story.check("plangate (release)")["conclusion"]
    story.comment("mallory", "hello")
    story.door.settle()
    after = story.check()["conclusion"], story.check("plangate (release)")["conclusion"]

    assert before == after == ("success", "action_required")


def test_finished_work_approves_no_further_pull_request(story: Story) -> None:
    """Naming an issue that is done is no plan for other work."""
    story.played(*STEPS)
    story.pull = story.hub.open_pull(
        "bob",
        {"shop/evil.py": "x = 1\n", "tests/test_evil.py": "def test_x(): ...\n"},
        branch="more",
        title="More",
        body=f"Fixes #{story.issue}",
    )
    story.door.settle()
    _play(story, pass_checks, review)

    assert story.check()["conclusion"] == "failure"
    assert "the approval covers no further" in story.check()["output"]["summary"]
    assert not story.may_merge()


def test_a_status_of_a_failing_checks_name_masks_nothing(story: Story) -> None:
    """Of several results with one name the worst counts."""
    story.played(*UNTIL_PULL, add_tests)
    sha = story.head()
    story.hub.ci(sha, "CI", "failure")
    status = {"state": "success", "context": "CI"}
    story.hub.request("POST", f"/repos/{story.hub.repo}/statuses/{sha}", status, login="bob")
    story.door.settle()
    story.play(review)

    assert story.check()["conclusion"] == "failure"


def test_another_apps_check_of_our_name_opens_nothing(story: Story) -> None:
    """A workflow calls its own check `plangate`, and makes it green: nobody takes it for ours."""
    # T18 B2
    story.played(*UNTIL_PULL)
    theirs = story.hub.ci(story.head(), CHECK, "success")
    story.door.settle()
    path = f"/repos/{story.hub.repo}/commits/{story.head()}/check-runs?filter=all"
    runs = story.hub.request("GET", path)["check_runs"]
    said = {run["id"]: run["conclusion"] for run in runs if run["app"]["id"] != story.app_id}
    ours = max((r for r in runs if r["app"]["id"] == story.app_id), key=lambda r: r["id"])

    assert said == {theirs: "success"}
    assert ours["conclusion"] == "failure"
    assert "no check has run except `plangate`" in ours["output"]["summary"]
    assert not story.may_merge()


def test_a_check_that_was_skipped_opens_nothing(story: Story) -> None:
    """A change that switches its own CI off has not passed it."""
    # B1
    story.played(*UNTIL_PULL, add_tests)
    story.hub.ci(story.head(), "CI", "skipped")
    story.door.settle()
    story.play(review)

    assert (story.check()["conclusion"], story.may_merge()) == ("failure", False)
    assert "none passed; skipped: `CI`" in story.check()["output"]["summary"]


def test_a_merge_into_another_branch_finishes_nothing(story: Story) -> None:
    """Only a merge into the planned base branch makes an issue done."""
    story.played(*UNTIL_PULL[:-1])
    story.hub.push_file("alice", "NOTES.md", "release\n", branch="release")
    story.pull = story.hub.open_pull(
        "bob",
        {**shop.CODE, **shop.TESTS},
        branch="feature",
        title="For release",
        body=f"Part of the work, fixes #{story.issue}",
        base="release",
    )
    story.door.settle()
    story.hub.merge("bob", story.pull)
    story.door.settle()

    assert "stage: done" not in story.labels()


def test_a_verdict_changed_by_hand_is_put_right(story: Story) -> None:
    """Somebody with our token's power turns the check green: the next look turns it back."""
    # T18
    story.played(*UNTIL_PULL)
    run = story.check()
    path = f"/repos/{story.hub.repo}/check-runs/{run['id']}"
    story.hub.as_app().requester.requestJsonAndCheck("PATCH", path, input={"conclusion": "success"})
    story.door.wake_pull(story.pull)  # type: ignore[attr-defined]

    assert story.check()["conclusion"] == "failure"


def test_an_approval_of_an_older_commit_counts_no_more(story: Story) -> None:
    """A push after the review asks for another one."""
    story.played(*UNTIL_PULL, add_tests, pass_checks, review)
    assert story.check()["conclusion"] == "success"
    branch = f"task/t-{story.issue:05d}-export-orders-as-a-file"
    story.hub.push_file("bob", "shop/evil.py", "x = 1\n", branch=branch)
    story.door.settle()

    assert story.check()["conclusion"] != "success"
    assert not story.may_merge()


def test_thirty_named_issues_cost_no_thousand_requests(story: Story) -> None:
    """Ten issues are looked at; more make the pull request red, not the budget empty."""
    story.played(protect, report)
    path = f"/repos/{story.hub.repo}/issues"
    for n in range(30):
        story.hub.request("POST", path, {"title": f"Issue {n}", "body": ""}, login="carol")
    story.door.settle()
    before = len(story.hub.exchanges())
    body = " ".join(f"fixes #{n}" for n in range(1, 31))
    story.pull = story.hub.open_pull("bob", {"x.py": "x\n"}, branch="many", body=body)
    story.door.settle()
    ours = [e for e in story.hub.exchanges()[before:] if e["actor"] == "app"]

    assert len(ours) < 120
    assert story.check()["conclusion"] == "failure"


def test_policy_and_templates_of_the_pull_requests_branch_change_nothing(story: Story) -> None:
    """What a pull request itself brings as policy takes effect after its merge, not before."""
    # T14
    story.played(*UNTIL_PULL[:-1])
    files: dict[str, Any] = {**shop.CODE, POLICY: "gate: {approvals: 0}\nautomation: full\n"}
    story.pull = story.hub.open_pull(
        "bob", files, branch="sly", title="Sly", body=f"Fixes #{story.issue}"
    )
    story.door.settle()

    assert story.check()["conclusion"] == "failure"
    assert "review" in story.check()["output"]["title"]


def test_a_broken_policy_closes_the_gate_with_file_line_and_reason(story: Story) -> None:
    """The check says where the policy is wrong; nothing is green by omission."""
    story.played(*UNTIL_PULL[1:])
    story.hub.push_file("alice", POLICY, "automation: manual\nautmation: full\n")
    story.door.wake_pull(story.pull)  # type: ignore[attr-defined]
    summary = story.check()["output"]["summary"]

    assert story.check()["conclusion"] == "failure"
    assert ".github/plangate.yml" in summary and "line 2" in summary and "autmation" in summary


def _play(story: Story, *steps: Callable[[Story], str]) -> None:
    for step in steps:
        story.play(step)


def test_the_check_has_the_name_branch_protection_asks_for() -> None:
    """The name is fixed from outside."""
    assert CHECK == "plangate"
