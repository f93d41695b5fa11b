"""Labels that change what counts: they take write permission, on issues as on pull requests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance.inside_story import look, stage
from tests.acceptance.state import record
from tests.acceptance.story import (
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
Begin = Callable[[], Story]
TO_GREEN = (protect, report, label, tick_answer, reply_answer, approve, open_pull, add_tests)


@pytest.fixture
def story(inside_story: Begin) -> Story:
    """A pull request that may merge."""
    made = inside_story().played(*TO_GREEN, pass_checks, review)
    assert made.check()["conclusion"] == "success"
    return made


def give(story: Story, login: str, name: str = "no-plan", *, number: int = 0) -> None:
    """Somebody gives the issue (or another number) a label, and the bot looks."""
    path = f"/repos/{story.hub.repo}/issues/{number or story.issue}/labels"
    story.hub.request("POST", path, {"labels": [name]}, login=login)
    story.door.settle()


def take(story: Story, login: str, name: str = "no-plan") -> None:
    """Somebody takes a label off the issue, and the bot looks."""
    client = story.hub.as_user(login).requester
    path = f"/repos/{story.hub.repo}/issues/{story.issue}/labels/{name}"
    client.requestJsonAndCheck("DELETE", path)
    story.door.settle()


def says(story: Story, login: str, words: str) -> None:
    """Somebody comments, and the bot looks."""
    story.comment(login, words)
    story.door.settle()


def test_who_may_only_triage_mutes_no_rejection(story: Story) -> None:
    """`no-plan` by somebody without write permission changes nothing: a rejection closes the gate."""
    give(story, "trent")
    before = story.check()["conclusion"]
    says(story, "alice", "/plan reject It must not be exported at all")

    assert (before, story.check()["conclusion"]) == ("success", "action_required")
    assert record(story).get("approval") is None
    assert not story.may_merge()


def test_a_muted_issues_plan_counts_as_not_approved(story: Story) -> None:
    """Where a writer's `no-plan` stands the gate closes at once; without it the approval counts again."""
    give(story, "bob")
    summary, muted = story.check()["output"]["summary"], story.check()["conclusion"]
    assert (muted, story.may_merge()) == ("action_required", False)
    assert "no approval on it counts" in summary and "`no-plan`" in summary
    take(story, "bob")

    assert story.check()["conclusion"] == "success"


def test_a_rejection_is_heard_on_a_muted_issue(story: Story) -> None:
    """Nothing is planned while the label stands; without it the rejected plan is made again."""
    give(story, "bob")
    says(story, "alice", "/plan reject Add a test for the empty month")
    muted = stage(story)
    says(story, "alice", "/plan approve")
    look(story)
    still = stage(story)
    take(story, "bob")

    assert (muted, still, stage(story)) == ("planning", "planning", "staged")
    assert story.check()["conclusion"] == "action_required"


def test_a_label_on_a_pull_request_is_the_last_givers(story: Story) -> None:
    """Of many events the newest tells who gave a label: an older one by a writer exempts nothing."""
    story.pull = story.hub.open_pull(
        "bob", {"shop/more.py": "x = 1\n"}, branch="more", title="More", body="More."
    )
    story.door.settle()
    give(story, "bob", number=story.pull)
    exempt = story.check()["conclusion"]
    path = f"/repos/{story.hub.repo}/issues/{story.pull}/labels"
    client = story.hub.as_user("bob").requester
    client.requestJsonAndCheck("DELETE", f"{path}/no-plan")
    story.hub.request("POST", path, {"labels": ["no-plan"]}, login="trent")
    story.door.settle()

    assert (exempt, story.check()["conclusion"]) == ("success", "failure")
