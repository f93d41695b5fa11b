"""Evidence that its own subject made is shown as self-reported, and proves nothing."""

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
UNTIL_APPROVED = (protect, report, label, tick_answer, reply_answer, approve)
FILES = {**shop.CODE, **shop.TESTS}
ACTION = "name: Build\nruns: {using: node20, main: index.js}\n"


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """A story through the program's own functions."""
    return inside_story()


def opened(story: Story, files: dict[str, str], policy: str = "", **more: Any) -> None:
    """Bob's pull request for the approved plan."""
    story.played(*UNTIL_APPROVED, policy=policy)
    body = f"Fixes #{story.issue}"
    story.pull = story.hub.open_pull(
        "bob", files, branch="export", title="Export", body=body, **more
    )
    story.door.settle()


def status(story: Story, login: str, context: str = "CI", state: str = "success") -> None:
    """Somebody sets a commit status on the head, by a token of their own."""
    path = f"/repos/{story.hub.repo}/statuses/{story.head()}"
    body = {"state": state, "context": context}
    story.hub.request("POST", path, body, login=login)
    story.door.settle()


def approved_by(story: Story, login: str) -> None:
    """Somebody approves the head."""
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}/reviews"
    story.hub.request("POST", path, {"event": "APPROVE", "body": "Good."}, login=login)
    story.door.settle()


def seen(story: Story) -> tuple[str, bool]:
    """What the check says, and whether GitHub lets the pull request merge."""
    return story.check()["conclusion"], story.may_merge()


NAMED = {"any check": "", "a named check": "gate: {checks: [CI]}\n"}


@pytest.mark.parametrize("policy", NAMED.values(), ids=NAMED)
def test_an_authors_own_status_passes_no_check(story: Story, policy: str) -> None:
    """Whoever opened the change sets a green status on it: shown, and no proof."""
    opened(story, FILES, policy)
    status(story, "bob")
    story.play(review)

    assert seen(story) == ("failure", False)
    assert "so it does not count" in story.check()["output"]["summary"]


def test_somebody_elses_status_counts(story: Story) -> None:
    """A status of an account that has no part in the change is proof, as a check of an App is."""
    opened(story, FILES)
    status(story, "alice", "lint")
    story.play(review)

    assert seen(story) == ("success", True)


def test_an_authors_own_red_status_counts_against_the_change(story: Story) -> None:
    """What is self-reported opens nothing, and closes as ever."""
    opened(story, FILES)
    story.play(pass_checks)
    status(story, "bob", "mine", "failure")
    story.play(review)

    assert seen(story) == ("failure", False)


def test_an_authors_green_takes_no_red_away(story: Story) -> None:
    """CI's red status stays, whatever its author sets under the same name, in whatever case."""
    opened(story, FILES)
    story.play(pass_checks)
    status(story, "alice", "ci/jenkins", "failure")
    story.play(review)
    status(story, "bob", "ci/jenkins")
    status(story, "bob", "CI/Jenkins")
    before = seen(story)
    status(story, "alice", "ci/jenkins")

    assert before == ("failure", False)
    assert seen(story) == ("success", True)


EDITED = {
    "a workflow": {".github/workflows/ci.yml": "name: CI\non: push\njobs: {}\n"},
    "a script of a local action": {".github/actions/build/run.sh": "exit 0\n"},
    "a local action": {"tools/build/action.yml": ACTION},
    "what a local action runs": {"tools/ci/lib/index.js": "process.exit(0)\n"},
}


@pytest.mark.parametrize("edited", EDITED.values(), ids=EDITED)
def test_runs_that_the_change_itself_wrote_count_once_somebody_approved(
    story: Story, edited: dict[str, str]
) -> None:
    """Where no review is asked, a change of the workflow would pass itself: it waits for an approval."""
    story.hub.push_file("alice", "tools/ci/action.yml", ACTION)
    opened(story, {**FILES, **edited}, "gate: {approvals: 0}\n")
    story.play(pass_checks)
    before, summary = seen(story), story.check()["output"]["summary"]

    story.play(review)

    assert before == ("failure", False)
    assert "so it does not count" in summary
    assert seen(story) == ("success", True)


def test_runs_that_the_change_did_not_write_count(story: Story) -> None:
    """Without a review being asked, CI's green is enough for a change that leaves it alone."""
    story.hub.push_file("alice", "tools/ci/action.yml", ACTION)
    opened(story, {**FILES, "tools/readme.py": "x = 1\n"}, "gate: {approvals: 0}\n")
    story.play(pass_checks)

    assert seen(story) == ("success", True)


HANDS: dict[str, dict[str, str]] = {
    "under her own name": {"author": "alice"},
    "under the author's name": {"author": "bob"},
    "as a co-author": {
        "login": "bob",
        "message": "More\n\nCo-authored-by: Al <alice@example.test>",
    },
}


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
def test_who_had_a_hand_in_a_change_does_not_review_it(story: Story, hand: dict[str, str]) -> None:
    """Alice adds a commit of hers to bob's change, and approves: that takes somebody else."""
    opened(story, FILES)
    commit = {"login": "alice", "message": "More"} | hand
    story.hub.push_files(files={"shop/mail.py": "x = 1\n"}, branch="export", **commit)  # type: ignore[arg-type]
    story.door.settle()
    story.play(pass_checks)
    story.play(review)

    assert seen(story) == ("action_required", False)
    assert "`alice`" in story.check()["output"]["summary"]


def test_a_reviewers_suggestion_leaves_the_review_to_her(story: Story) -> None:
    """The author takes it over on GitHub's pages, which name her as co-author: no hand in the change."""
    opened(story, FILES)
    story.hub.push_files(
        "bob",
        {"shop/mail.py": "x = 1\n"},
        "export",
        "Take it over\n\nCo-authored-by: Al <alice@example.test>",
        signed="web",
    )
    story.door.settle()
    story.play(pass_checks)
    story.play(review)

    assert seen(story) == ("success", True)


def test_what_another_person_with_write_permission_wrote_needs_a_third(story: Story) -> None:
    """Requested changes of somebody who has a hand in the change still block it."""
    opened(story, FILES)
    story.hub.request("PUT", f"/repos/{story.hub.repo}/collaborators/carol", {"permission": "push"})
    story.hub.push_files("alice", {"shop/mail.py": "x = 1\n"}, "export")
    story.door.settle()
    story.play(pass_checks)
    approved_by(story, "carol")
    before = story.check()["conclusion"]
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}/reviews"
    no = {"event": "REQUEST_CHANGES", "body": "Not yet."}
    story.hub.request("POST", path, no, login="alice")
    story.door.settle()

    assert (before, story.check()["conclusion"]) == ("success", "failure")
