"""An issue that nobody waits for any more opens no gate, however well it was planned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


def opens(story: Story) -> str:
    """Its pull request."""
    opened(story, f"Fixes #{story.issue}")
    return "bob opens a pull request, and it is reviewed"


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """A pull request that may merge."""
    made = inside_story().played(protect, report, label, tick_answer, reply_answer, approve, opens)
    assert made.check()["conclusion"] == "success"
    return made


def opened(story: Story, body: str, branch: str = "export") -> None:
    """A reviewed pull request with code and tests, whose checks pass."""
    story.pull = story.hub.open_pull("bob", FILES, branch=branch, title="Export", body=body)
    story.door.settle()
    story.play(pass_checks)
    story.play(review)


def change(story: Story, **changes: str) -> None:
    """Somebody with triage permission closes or reopens the issue."""
    path = f"/repos/{story.hub.repo}/issues/{story.issue}"
    story.hub.request("PATCH", path, changes, login="trent")
    story.door.settle()


def vanish(story: Story, action: str, status: int, **more: Any) -> None:
    """The issue goes: GitHub answers so whoever asks for it, and an event says it."""
    [told] = [d for d in story.hub.sink.history if (d.event, d.action) == ("issues", "opened")]
    for path in (f"/issues/{story.issue}$", f"/issues/{story.issue}/comments"):
        story.hub.fail(path, status=status, times=99, **more)
    payload = {**told.payload, "action": action}
    story.hub.control("POST", "/deliver", {"event": "issues", "payload": payload})
    story.door.settle()


ENDED = {
    "not_planned": "it was closed as not planned",
    "completed": "it was closed as completed before this change was merged",
    "duplicate": "it was closed as a duplicate",
}


@pytest.mark.parametrize(("reason", "said"), ENDED.items(), ids=ENDED)
def test_an_issue_that_was_closed_opens_nothing(story: Story, reason: str, said: str) -> None:
    """Green until then; closed for whatever reason, the check fails at once and says so."""
    # issue 18, 10
    change(story, state="closed", state_reason=reason)

    check = story.check()
    assert (check["conclusion"], story.may_merge()) == ("failure", False)
    assert said in check["output"]["summary"]


def test_an_issue_that_is_opened_again_counts_again(story: Story) -> None:
    """Who closed it by mistake opens it again: green as before."""
    # issue 18, 10
    change(story, state="closed", state_reason="not_planned")
    change(story, state="open")

    assert (story.check()["conclusion"], story.may_merge()) == ("success", True)


def test_a_part_of_a_closed_issue_opens_nothing(story: Story) -> None:
    """Who serves a part of an issue serves an issue that must be open, too."""
    # issue 18, 10
    opened(story, f"Part of #{story.issue}, task 1", branch="part")
    before = story.check()["conclusion"]
    change(story, state="closed", state_reason="completed")

    assert (before, story.check()["conclusion"]) == ("success", "failure")
    assert not story.may_merge()


def test_a_locked_issue_opens_nothing(story: Story) -> None:
    """Where only writers may still speak, nobody else can object."""
    # issue 18, 10
    path = f"/repos/{story.hub.repo}/issues/{story.issue}/lock"
    story.hub.request("PUT", path, {"lock_reason": "too heated"}, login="trent")
    story.door.settle()

    check = story.check()
    assert (check["conclusion"], story.may_merge()) == ("failure", False)
    assert "its conversation is locked" in check["output"]["summary"]


GONE: dict[str, tuple[str, int, dict[str, Any]]] = {
    "deleted": ("deleted", 410, {"body": {"message": "This issue was deleted"}}),
    "transferred": ("transferred", 404, {}),
}


@pytest.mark.parametrize("how", GONE)
def test_an_issue_that_is_gone_opens_nothing(story: Story, how: str) -> None:
    """Deleted, or moved to another repository: its pull request is judged again, and fails."""
    # issue 18, 10
    action, status, more = GONE[how]
    vanish(story, action, status, **more)

    check = story.check()
    assert (check["conclusion"], story.may_merge()) == ("failure", False)
    assert "there is no issue" in check["output"]["summary"]
