"""Who wrote a change is what GitHub itself knows, never what git was told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.acceptance.story import Story, pass_checks, protect

pytestmark = pytest.mark.acceptance


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """A repository whose policy exempts what alice writes."""
    return inside_story().played(protect, policy="gate: {exempt: {authors: [alice]}}\n")


def opened(story: Story, login: str = "alice", **commit: Any) -> None:
    """Somebody opens a pull request of one commit that names no issue."""
    story.pull = story.hub.open_pull(
        login, {"shop/orders.py": "x = 1\n"}, branch="bump", title="Bump", **commit
    )
    story.door.settle()


@pytest.mark.parametrize("signed", ["key", "web"])
def test_what_an_exempt_account_signed_is_exempt(story: Story, signed: str) -> None:
    """With its own key, or by GitHub for what it did on GitHub's pages."""
    opened(story, signed=signed)

    assert (story.check()["conclusion"], story.may_merge()) == ("success", True)


def test_a_forged_author_exempts_nothing(story: Story) -> None:
    """A writer pushes a commit under the exempt account's name and e-mail: all is asked."""
    opened(story, signed="key")
    story.hub.push_files("bob", {"shop/evil.py": "x = 1\n"}, "bump", author="alice")
    story.door.settle()

    summary = story.check()["output"]["summary"]
    assert (story.check()["conclusion"], story.may_merge()) == ("failure", False)
    assert "exemption for authors" in summary and story.head()[:7] in summary


REFUSED: dict[str, tuple[str, dict[str, str], str]] = {
    "without a signature": ("alice", {}, "no signature"),
    "signed by somebody else": ("alice", {"author": "bob", "signed": "key"}, "`bob`"),
    "made by somebody else on GitHub's pages": (
        "alice", {"author": "bob", "signed": "web"}, "`bob`",
    ),
    "opened by somebody else": ("bob", {"author": "alice", "signed": "key"}, "`bob`"),
}  # fmt: skip


@pytest.mark.parametrize(("login", "commit", "why"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_the_exempt_accounts_own_says_why(
    story: Story, login: str, commit: dict[str, str], why: str
) -> None:
    """Exempt is what the account opened and signed; else the check tells what is missing for it."""
    opened(story, login, **commit)

    [line] = [
        x for x in story.check()["output"]["summary"].split("\n") if "exemption for authors" in x
    ]
    assert (story.check()["conclusion"], story.may_merge()) == ("failure", False)
    assert why in line


def test_all_is_asked_of_a_change_that_is_not_exempt(story: Story) -> None:
    """It may merge as every other does: here with a reason why no issue is needed."""
    story.pull = story.hub.open_pull(
        "alice", {"tests/test_more.py": "def test_more():\n    assert 1\n"}, branch="bump",
        body="No-Issue: a test",
    )  # fmt: skip
    story.door.settle()
    story.play(pass_checks)
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}/reviews"
    story.hub.request("POST", path, {"event": "APPROVE", "body": "Good."}, login="bob")
    story.door.settle()

    assert story.may_merge()
