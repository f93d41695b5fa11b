"""The default branch's policy is the floor: no other branch's file, and no other base, opens main."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import github
import pytest

from tests.acceptance import shop
from tests.acceptance.story import (
    CHECK,
    Story,
    approve,
    label,
    pass_checks,
    protect,
    reply_answer,
    report,
    review,
    tick_answer,
)

pytestmark = pytest.mark.acceptance
POLICY = ".github/plangate.yml"
FILES = {**shop.CODE, **shop.TESTS}
LAX = "gate: {approvals: 0, require: planned, since: 2099-01-01, exempt: {authors: ['*']}}\n"
MORE = "gate: {checks: [Deploy]}\n"


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """An approved issue."""
    return inside_story().played(protect, report, label, tick_answer, reply_answer, approve)


def opened(story: Story, base: str = "main", policy: str = "", *, body: str = "") -> None:
    """A pull request with code and tests to a branch with its own policy; its checks pass."""
    if policy:
        story.hub.push_file("bob", POLICY, policy, branch=base)
    text = body or f"Fixes #{story.issue}"
    story.pull = story.hub.open_pull(
        "bob", FILES, branch="export", title="Export", body=text, base=base
    )
    story.door.settle()
    story.play(pass_checks)


def said(story: Story, name: str = CHECK) -> tuple[str, str]:
    """What the newest of our checks of this name says: its conclusion and summary; nothing without one."""
    path = f"/repos/{story.hub.repo}/commits/{story.head()}/check-runs?per_page=100"
    runs = [r for r in story.hub.request("GET", path)["check_runs"] if r["name"] == name]
    newest: dict[str, Any] = max(runs, key=lambda r: r["id"], default={})
    return newest.get("conclusion") or newest.get("status", ""), str(newest.get("output"))


def turn(story: Story, base: str) -> None:
    """The pull request goes to another branch; nobody has heard of it yet."""
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"base": base}, login="bob")


def require(story: Story, branch: str, name: str) -> None:
    """A branch's protection wants a check of our App."""
    rules = {
        "required_status_checks": {
            "strict": False, "contexts": [], "checks": [{"context": name, "app_id": story.app_id}],
        },
        "enforce_admins": True, "required_pull_request_reviews": None, "restrictions": None,
    }  # fmt: skip
    story.hub.request("PUT", f"/repos/{story.hub.repo}/branches/{branch}/protection", rules)


def refused(story: Story) -> bool:
    """Say whether GitHub refuses the merge now."""
    try:
        story.hub.merge("bob", story.pull)
    except github.GithubException as refusal:
        return bool(refusal.status == 405)
    return False


def test_a_lax_branch_gives_no_green_that_main_would_not(story: Story) -> None:
    """Neither a pull request to it, nor the same one turned to main before anybody looked, gets through."""
    # issue 18, 1
    opened(story, "lax", LAX)

    before = said(story)
    turn(story, "main")

    assert before[0] == "action_required"
    assert refused(story)


def test_exempt_files_towards_another_branch_open_nothing(
    inside_story: Callable[[], Story],
) -> None:
    """A page on top of a branch full of code, turned to main before anybody looks: refused."""
    story = inside_story()
    story.hub.push_file("alice", POLICY, "gate: {exempt: {paths: ['docs/**']}}\n")
    story.play(protect)
    story.hub.push_files("bob", shop.CODE, "feature")
    ref = {"ref": "refs/heads/page", "sha": story.hub.head("feature")}
    story.hub.request("POST", f"/repos/{story.hub.repo}/git/refs", ref, login="bob")
    page = {"docs/page.md": "Hello\n"}
    story.pull = story.hub.open_pull("bob", page, branch="page", base="feature", body="A page")
    story.door.settle()
    turn(story, "main")

    assert refused(story)


def test_a_second_pull_request_of_a_commit_gains_nothing(story: Story) -> None:
    """Opened to main on a commit that a lax branch let through, and merged before anybody looked: refused."""
    # issue 18, 1
    opened(story, "lax", LAX, body="Nothing at all")
    body = {"title": "Same", "head": "export", "base": "main", "body": "Nothing"}
    made = story.hub.request("POST", f"/repos/{story.hub.repo}/pulls", body, login="bob")
    story.pull = made["number"]

    assert refused(story)


def test_a_branch_may_ask_more_in_a_check_of_its_own(story: Story) -> None:
    """`plangate` judges by the floor, `plangate (release)` by both; each turns green by itself."""
    # issue 18, 1
    opened(story, "release", MORE)
    story.play(review)
    require(story, "release", f"{CHECK} (release)")

    before = said(story)[0], said(story, f"{CHECK} (release)"), refused(story)
    story.hub.ci(story.head(), "Deploy", "success")
    story.door.settle()

    assert (before[0], before[1][0], before[2]) == ("success", "failure", True)
    assert "Deploy" in before[1][1]
    assert said(story, f"{CHECK} (release)")[0] == "success"
    assert not refused(story)


def test_the_verdict_names_both_policies(story: Story) -> None:
    """The commits of the default and of the base branch stand in text and id of each check."""
    # issue 18, 1
    opened(story, "release", MORE)
    heads = [story.hub.head(name)[:12] for name in ("main", "release")]

    path = f"/repos/{story.hub.repo}/commits/{story.head()}/check-runs"
    ours = [r for r in story.hub.request("GET", path)["check_runs"] if r["name"].startswith(CHECK)]

    assert len(ours) == 2
    for run in ours:
        assert (
            f"policy:{heads[0]}" in run["external_id"] and f"base:{heads[1]}" in run["external_id"]
        )
        assert all(sha in run["output"]["summary"] for sha in heads)


def test_a_green_of_main_opens_nothing_stricter(story: Story) -> None:
    """Judged for main alone, and turned to a branch that asks more: its own check is not there."""
    # issue 18, 1
    story.hub.push_file("bob", POLICY, MORE, branch="release")
    require(story, "release", f"{CHECK} (release)")
    opened(story)
    story.play(review)
    before = said(story)[0]
    turn(story, "release")

    assert before == "success"
    assert refused(story)


def test_an_own_check_does_not_outlive_its_base(story: Story) -> None:
    """Green for release, turned to main, and back before anybody looks: no longer green."""
    # issue 18, 1
    opened(story, "release", MORE)
    story.play(review)
    story.hub.ci(story.head(), "Deploy", "success")
    story.door.settle()
    require(story, "release", f"{CHECK} (release)")
    before = said(story, f"{CHECK} (release)")[0]
    turn(story, "main")
    story.door.settle()
    after = said(story, f"{CHECK} (release)")
    turn(story, "release")

    assert before == "success"
    assert after[0] == "failure" and "goes to the branch that this check" in after[1]
    assert refused(story)


def test_a_green_does_not_outlive_its_pull_request(story: Story) -> None:
    """Closed, then opened again (or another one opened on its commit): nothing is green before a look."""
    # issue 18, 1 13
    opened(story)
    story.play(review)
    before = said(story)[0]
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"state": "closed"}, login="bob")
    story.door.settle()
    closed = said(story)[0]
    story.hub.request("PATCH", path, {"state": "open"}, login="bob")
    early = refused(story)
    story.door.settle()

    assert (before, closed, early) == ("success", "failure", True)
    assert said(story)[0] == "success"


def test_a_green_does_not_outlive_its_place_as_the_head(story: Story) -> None:
    """Another commit is pushed, the plan rejected, and the old commit pushed back before anybody looks."""
    opened(story)
    story.play(review)
    first, before = story.head(), said(story)[0]
    story.hub.push_files("bob", {"shop/more.py": "x = 1\n"}, "export")
    story.door.settle()
    story.comment("alice", "/plan reject It must not be exported at all")
    story.door.settle()
    ref = f"/repos/{story.hub.repo}/git/refs/heads/export"
    story.hub.request("PATCH", ref, {"sha": first, "force": True}, login="bob")

    assert (before, story.head()) == ("success", first)
    assert said(story)[0] == "failure" and "has moved to another commit" in said(story)[1]
    assert refused(story)


def test_a_commit_that_comes_back_is_judged_as_ever(story: Story) -> None:
    """What was closed when its pull request left it is green again once it earns it."""
    opened(story)
    story.play(review)
    first = story.head()
    story.hub.push_files("bob", {"shop/more.py": "x = 1\n"}, "export")
    story.door.settle()
    ref = f"/repos/{story.hub.repo}/git/refs/heads/export"
    story.hub.request("PATCH", ref, {"sha": first, "force": True}, login="bob")
    story.door.settle()

    assert (said(story)[0], refused(story)) == ("success", False)


def test_a_broken_file_closes_its_own_branchs_check_alone(story: Story) -> None:
    """Who breaks the file of a branch blocks what that branch asks, not what main asks."""
    # issue 18, 1
    opened(story, "release", "gate: {aprovals: 2}\n")
    story.play(review)
    own = said(story, f"{CHECK} (release)")

    assert (said(story)[0], own[0]) == ("success", "failure")
    assert "aprovals" in own[1] and "/edit/release/" in own[1]


def test_a_branch_that_adds_nothing_has_no_check_of_its_own(story: Story) -> None:
    """Without a file, or with a laxer one, there is one check."""
    # issue 18, 1
    opened(story, "lax", LAX)

    path = f"/repos/{story.hub.repo}/commits/{story.head()}/check-runs"
    ours = {r["name"] for r in story.hub.request("GET", path)["check_runs"]} - {"CI"}

    assert ours == {CHECK}
