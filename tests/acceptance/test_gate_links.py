"""GitHub refuses the merge while the gate is red and accepts it when green, however the issue is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.story import (
    SECRET,
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
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
FILES = {**shop.CODE, **shop.TESTS}


@pytest.fixture(scope="module")
def own_hub() -> Iterator[GitHubEmulator]:
    """An emulator of this module's own."""
    with started(files=shop.FILES, secret=SECRET) as hub:
        yield hub


@pytest.fixture
def story(own_hub: GitHubEmulator, tmp_path: Path) -> Story:
    """An approved issue."""
    own_hub.sink.forward = None
    own_hub.reset()
    door = InProcessDoor(own_hub, app_environment(own_hub, tmp_path))
    made = Story(own_hub, door, app_id=own_hub.app_id)
    for step in (protect, report, label, tick_answer, reply_answer, approve):
        made.play(step)
    return made


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
    assert f"(by {link})" in story.check()["output"]["summary"]
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
