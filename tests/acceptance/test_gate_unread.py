"""What was not read to its end passes nothing: the newest decides, and a limit closes the gate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.adapters import github_issues, github_pulls
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
LIMIT = 100
"""The least that is asked for at once; the real limits are ten times as high."""


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
    assert made.check()["conclusion"] == "success"
    return made


def limited(monkeypatch: pytest.MonkeyPatch, *names: str, to: int = LIMIT) -> None:
    """Read no more than this of each."""
    for name in names:
        monkeypatch.setattr(github_pulls, name, to)


def look(story: Story) -> tuple[str, str]:
    """What the check says once the bot looked; what was done before is not told one by one."""
    story.hub.settle()
    story.door.attach()
    story.door.wake_pull(story.pull)  # type: ignore[attr-defined]
    check = story.check()
    return check["conclusion"] or check["status"], check["output"]["summary"]


def post(story: Story, path: str, body: dict[str, Any], login: str) -> None:
    """Somebody posts something to the repository."""
    story.hub.request("POST", f"/repos/{story.hub.repo}{path}", body, login=login)


def chatter(story: Story, count: int) -> None:
    """A stranger reviews with comments, again and again."""
    for n in range(count):
        body = {"event": "COMMENT", "body": f"I am number {n}"}
        post(story, f"/pulls/{story.pull}/reviews", body, "mallory")


def test_a_request_for_changes_behind_many_reviews_counts(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest reviews are read first: what was asked last closes the gate, and says by whom."""
    # issue 18, 7
    limited(monkeypatch, "MOST_REVIEWS")
    chatter(story, LIMIT + 5)
    post(story, f"/pulls/{story.pull}/reviews", {"event": "REQUEST_CHANGES", "body": "No"}, "alice")

    said, summary = look(story)

    assert said == "failure" and "changes requested by `alice`" in summary
    assert not story.may_merge()


def test_more_reviews_than_are_read_close_the_gate(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The approval is among the unread ones, or a request for changes may be: a person decides."""
    # issue 18, 7
    limited(monkeypatch, "MOST_REVIEWS")
    chatter(story, LIMIT + 5)
    body = {"event": "APPROVE", "body": "Again"}
    post(story, f"/pulls/{story.pull}/reviews", body, "alice")

    said, summary = look(story)
    story.comment("alice", "/plan waive CHANGES_READ I have read them all")
    story.door.settle()

    assert said == "action_required" and "not all reviews were read" in summary
    assert story.check()["conclusion"] == "success"


def test_more_checks_than_are_read_close_the_gate(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that failed may be among the unread ones."""
    # issue 18, 7
    limited(monkeypatch, "MOST_STATUSES")
    sha = story.head()
    for n in range(LIMIT + 5):
        post(story, f"/statuses/{sha}", {"state": "success", "context": f"ci/{n}"}, "alice")

    said, summary = look(story)

    assert said == "action_required" and "not all checks were read" in summary
    assert not story.may_merge()


def test_a_label_is_its_newest_givers(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given by a writer, taken, and given by a triage user behind many events: it exempts nothing."""
    # issue 18, 7
    limited(monkeypatch, "MOST_EVENTS")
    path = f"/issues/{story.pull}/labels"
    story.hub.push_files("bob", {"shop/evil.py": "x = 1\n"}, "export")
    post(story, path, {"labels": ["no-plan"]}, "bob")
    for _ in range(LIMIT // 2 + 5):
        story.hub.request("DELETE", f"/repos/{story.hub.repo}{path}/no-plan", login="bob")
        post(story, path, {"labels": ["no-plan"]}, "trent")

    said, summary = look(story)

    assert said != "success"
    assert "It has an exempt label" not in summary


def test_more_pull_requests_on_a_commit_than_are_read_close_the_gate(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that does not pass may be among the unread ones."""
    # issue 18, 7
    limited(monkeypatch, "MOST_OPEN", to=2)
    for n in range(3):
        story.hub.push_file("bob", f"n{n}.md", "x\n", branch=f"base{n}")
        body = {
            "title": "Same",
            "head": "export",
            "base": f"base{n}",
            "body": f"Fixes #{story.issue}",
        }
        post(story, "/pulls", body, "bob")

    said, summary = look(story)

    assert said != "success" and "not all pull requests on this commit were read" in summary


def test_more_comments_than_are_read_close_the_gate(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among the unread ones may be a rejection."""
    # issue 18, 7
    monkeypatch.setattr(github_issues, "MOST_COMMENTS", len(story.comments()))
    story.comment("alice", "/plan reject It must not be exported at all")

    said, summary = look(story)

    assert said == "failure" and "not all comments of" in summary
    assert not story.may_merge()


def test_links_that_github_does_not_tell_close_the_gate(story: Story) -> None:
    """Without its answer nobody knows which issue a merge would close besides."""
    # issue 18, 7
    story.hub.fail("/graphql", status=404, times=99)

    said, summary = look(story)

    assert said == "action_required"
    assert "which issues are linked to this" in summary


def test_a_description_that_was_cut_short_closes_the_gate(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may name another issue further below; a look at the pull request itself reads all of it."""
    # issue 19: a thousand long descriptions took more memory than a worker has
    assert look(story)[0] == "success"
    monkeypatch.setattr(github_pulls, "MOST_SAID", 1)

    story.comment("alice", "What about it?")
    story.door.attach()
    story.door.wake_issue(story.issue)  # type: ignore[attr-defined]
    check = story.check()

    assert check["conclusion"] != "success"
    assert "which issues are linked to this" in check["output"]["summary"]
    assert look(story)[0] == "success"
