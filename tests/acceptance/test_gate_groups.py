"""A merge group's green does not outlive its members: it is judged again whenever one of theirs changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
FILES = {**shop.CODE, **shop.TESTS}
Json = dict[str, Any]


def opens(story: Story) -> str:
    """Bob's pull request with code and tests."""
    body = f"Fixes #{story.issue}"
    story.pull = story.hub.open_pull("bob", FILES, branch="export", title="Export", body=body)
    return "bob opens a pull request"


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """A pull request that may merge."""
    until_approved = (protect, report, label, tick_answer, reply_answer, approve)
    made = inside_story().played(*until_approved, opens, pass_checks, review)
    return made


def queued(story: Story, *pulls: int, method: str = "merge", told: bool = True) -> Json:
    """The pull requests wait in the merge queue, and the bot has judged their group."""
    group = story.hub.merge_group(*pulls, method=method, queue=told)
    story.door.settle()
    return group


def said(story: Story, group: Json) -> tuple[str, int]:
    """What the newest check on a group's commit says, and how many there are."""
    path = f"/repos/{story.hub.repo}/commits/{group['head_sha']}/check-runs?check_name={CHECK}"
    runs = story.hub.request("GET", path)["check_runs"]
    newest: Json = max(runs, key=lambda run: run["id"], default={})
    return newest.get("conclusion") or "", len(runs)


def exempt(story: Story) -> int:
    """Another pull request that may merge: a writer labelled it."""
    pull = story.hub.open_pull("bob", {"docs/x.md": "x\n"}, branch="docs", title="Docs")
    path = f"/repos/{story.hub.repo}/issues/{pull}/labels"
    story.hub.request("POST", path, {"labels": ["no-plan"]}, login="alice")
    story.door.settle()
    return pull


WAYS = [("merge", True), ("squash", False)]
"""Of merging, and whether GraphQL tells of the group (or branches do): each once, the others for proof."""
REST = [(m, t) for m in ("merge", "squash", "rebase") for t in (True, False) if (m, t) not in WAYS]


@pytest.mark.parametrize(
    ("method", "told"), [*WAYS, *(pytest.param(*way, marks=pytest.mark.proof) for way in REST)]
)
def test_a_group_is_judged_again_when_a_plan_is_sent_back(
    story: Story, method: str, told: bool
) -> None:
    """Green, then `/plan replan` on the issue: the group closes at the same time as its pull request."""
    # issue 18, 13
    other = exempt(story)
    group = queued(story, story.pull, other, method=method, told=told)
    before = said(story, group)[0]
    story.comment("alice", "/plan replan the file should be XLSX")
    story.door.settle()

    assert before == "success"
    assert story.check()["conclusion"] == "action_required"
    assert said(story, group)[0] == "failure"


CHANGES: dict[str, Callable[[Story], Any]] = {
    "the issue is closed": lambda s: s.hub.request(
        "PATCH", f"/repos/{s.hub.repo}/issues/{s.issue}", {"state": "closed"}, login="trent"
    ),
    "a reviewer asks for changes": lambda s: s.hub.request(
        "POST",
        f"/repos/{s.hub.repo}/pulls/{s.pull}/reviews",
        {"event": "REQUEST_CHANGES", "body": "No"},
        login="alice",
    ),
    "a check fails": lambda s: s.hub.ci(s.head(), "CI", "failure"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_closes_a_member_closes_its_group(
    story: Story, change: Callable[[Story], Any]
) -> None:
    """However the member's verdict changed, the group's changes with it, and back."""
    # issue 18, 13
    group = queued(story, story.pull)
    before = said(story, group)[0]
    change(story)
    story.door.settle()

    assert (before, said(story, group)[0]) == ("success", "failure")


def test_a_group_turns_green_again_with_its_member(story: Story) -> None:
    """The issue is opened again: the pull request passes, and so does the group."""
    # issue 18, 13
    group = queued(story, story.pull)
    path = f"/repos/{story.hub.repo}/issues/{story.issue}"
    seen = []
    for state in ("closed", "open"):
        story.hub.request("PATCH", path, {"state": state}, login="trent")
        story.door.settle()
        seen.append(said(story, group)[0])

    assert seen == ["failure", "success"]


def test_a_group_that_is_gone_is_left_alone(story: Story) -> None:
    """Taken apart: nobody writes a check on its commit any more."""
    # issue 18, 13
    group = queued(story, story.pull)
    before = said(story, group)
    story.hub.destroy_group(group)
    story.comment("alice", "/plan replan the file should be XLSX")
    story.door.settle()

    assert before == ("success", 1)
    assert said(story, group) == before


def test_a_title_names_no_member(story: Story) -> None:
    """A commit of a rebased pull request that bears another's number does not stand for it."""
    # issue 18, 13
    other = exempt(story)
    sly = story.hub.open_pull(
        "bob", {"shop/evil.py": "x = 1\n"}, branch="sly", title=f"x (#{other})"
    )
    story.door.settle()
    group = story.hub.merge_group(sly, other, method="rebase", branches=False)
    story.door.settle()

    assert said(story, group)[0] == "failure"


def test_a_branch_named_like_a_queues_opens_nothing(story: Story) -> None:
    """A writer presses Re-run on the red check of such a branch's commit, which nobody reviewed."""
    # attack: the verdict on the pull request that the name tells was published there
    name = f"gh-readonly-queue/main/pr-{story.pull}-{'e' * 40}"
    files = {"shop/evil.py": "x = 1\n"}
    evil = story.hub.open_pull("bob", files, branch=name, title="Typo")
    story.door.settle()
    path = f"/repos/{story.hub.repo}/pulls/{evil}"
    commit = {"head_sha": story.hub.request("GET", path)["head"]["sha"]}
    seen = [said(story, commit)[0]]
    runs = f"/repos/{story.hub.repo}/commits/{commit['head_sha']}/check-runs?check_name={CHECK}"
    for run in story.hub.request("GET", runs)["check_runs"]:
        story.hub.click(run["id"], login="bob")
    story.door.settle()

    assert [*seen, said(story, commit)[0]] == ["failure"] * 2
