"""What people said of a change holds for the branch it went to: towards another one it is another change."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.acceptance import shop
from tests.acceptance.story import (
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
UNTIL_APPROVED = (protect, report, label, tick_answer, reply_answer, approve)


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """An approved issue, and bob's pull request to a branch that he filled alone; its checks pass."""
    made = inside_story().played(*UNTIL_APPROVED)
    made.hub.push_files("bob", {"shop/unseen.py": "x = 1\n"}, "feature")
    ref = {"ref": "refs/heads/export", "sha": made.hub.head("feature")}
    made.hub.request("POST", f"/repos/{made.hub.repo}/git/refs", ref, login="bob")
    files = {**shop.CODE, **shop.TESTS}
    body = f"Fixes #{made.issue}"
    made.pull = made.hub.open_pull("bob", files, branch="export", base="feature", body=body)
    made.door.settle()
    made.play(pass_checks)
    return made


def turn(story: Story) -> None:
    """Bob has it go to main, the commit being the same, and the bot looks."""
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"base": "main"}, login="bob")
    story.door.settle()


def test_an_approval_is_not_taken_to_another_branch(story: Story) -> None:
    """Alice saw what the change adds to `feature`; to main it brings more, and waits for her again."""
    story.play(review)
    before = story.check()["conclusion"]
    turn(story)
    check = story.check()
    closed = check["conclusion"], story.may_merge()
    _later(story)
    story.play(review)

    assert before == "success"
    assert closed == ("action_required", False)
    assert "does not count: `alice` (for another base branch)" in check["output"]["summary"]
    assert story.check()["conclusion"] == "success"


def test_a_waiver_is_not_taken_to_another_branch(story: Story) -> None:
    """Not even a sticky one, which is for later commits of the same change."""
    story.comment("alice", "/plan waive REVIEW_APPROVED sticky It is tiny")
    story.door.settle()
    before = story.check()["conclusion"]
    turn(story)

    assert before == "success"
    assert (story.check()["conclusion"], story.may_merge()) == ("action_required", False)


def test_a_label_is_not_taken_to_another_branch(story: Story) -> None:
    """`no-plan` on a small change says nothing of a large one."""
    path = f"/repos/{story.hub.repo}/issues/{story.pull}/labels"
    story.hub.request("POST", path, {"labels": ["no-plan"]}, login="alice")
    story.door.settle()
    before = story.check()["conclusion"]
    turn(story)

    assert before == "success"
    assert (story.check()["conclusion"], story.may_merge()) == ("action_required", False)


def _later(story: Story) -> None:
    """GitHub's times have whole seconds: what is said in the second of the turn may be from before it."""
    time.sleep(1.1)
