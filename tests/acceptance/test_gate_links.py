"""GitHub refuses the merge while the gate is red and accepts it when green, however the issue is found."""

from __future__ import annotations

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
FILES = {**shop.CODE, **shop.TESTS}


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """An approved issue."""
    return inside_story().played(protect, report, label, tick_answer, reply_answer, approve)


@pytest.mark.parametrize("link", ["branch", "commit"])
def test_an_issue_found_without_a_keyword_in_the_description(story: Story, link: str) -> None:
    """By the branch's name or a commit's message: red until reviewed, then green, then merged."""
    # B10
    branch = f"task/t-{story.issue:05d}-export" if link == "branch" else "export"
    message = f"Export\n\nFixes #{story.issue}" if link == "commit" else "Export"
    story.hub.push_files("bob", FILES, branch, message)
    body = {"title": "Export", "head": branch, "base": "main", "body": "No word of it"}
    path = f"/repos/{story.hub.repo}/pulls"
    story.pull = story.hub.request("POST", path, body, login="bob")["number"]
    story.door.settle()
    story.play(pass_checks)

    before = story.check()["conclusion"], story.may_merge()
    story.play(review)

    assert before == ("action_required", False)
    told = {"branch": "by the branch name", "commit": "named in a commit"}[link]
    assert told in story.check()["output"]["summary"]
    assert (story.check()["conclusion"], story.may_merge()) == ("success", True)


def test_a_waiver_opens_the_gate_for_its_commit_alone(story: Story) -> None:
    """Waived by a maintainer: green and mergeable; the next commit is red again."""
    # B1
    branch, number = "export", story.issue
    story.pull = story.hub.open_pull(
        "bob", shop.CODE, branch=branch, title="Export", body=f"Fixes #{number}"
    )
    story.door.settle()
    story.play(pass_checks)
    story.play(review)
    red = story.check()["conclusion"], story.may_merge()
    story.comment("bob", "/plan waive TESTS_CHANGED I say so")
    story.door.settle()
    still = story.check()["conclusion"]
    story.comment("alice", "/plan waive TESTS_CHANGED the tests are manual")
    story.door.settle()
    green = story.check()
    story.hub.push_files("bob", {"shop/mail.py": "x = 1\n"}, branch, "More")
    story.door.settle()
    story.play(pass_checks)
    story.play(review)

    assert (red, still) == (("failure", False), "failure")
    assert green["conclusion"] == "success"
    assert "waived by `alice`: the tests are manual" in green["output"]["summary"]
    assert (story.check()["conclusion"], story.may_merge()) == ("failure", False)
