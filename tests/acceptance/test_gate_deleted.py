"""Deleted comments and changed hidden blocks: an approval stands only while nobody tampered since."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from bot.domain import markers
from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.sealed import KEY, record_of
from tests.acceptance.story import (
    SECRET,
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
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
Json = dict[str, Any]
TO_GREEN = (protect, report, label, tick_answer, reply_answer, approve, open_pull, add_tests)


@pytest.fixture(scope="module")
def own_hub() -> Any:
    """An emulator of this module's own."""
    with started(files=shop.FILES, secret=SECRET, record=False) as hub:
        yield hub


@pytest.fixture
def story(own_hub: GitHubEmulator, tmp_path: Path) -> Story:
    """A pull request that may merge; records are signed."""
    own_hub.sink.forward = None
    own_hub.reset()
    env = app_environment(own_hub, tmp_path) | {"PLANGATE_RECORD_KEY": KEY}
    made = Story(own_hub, InProcessDoor(own_hub, env), app_id=own_hub.app_id)
    made.played(*TO_GREEN, pass_checks, review)
    assert made.check()["conclusion"] == "success"
    return made


def says(story: Story, login: str, words: str) -> None:
    """Somebody comments, and the bot looks."""
    story.comment(login, words)
    story.door.settle()


def delete(story: Story, login: str, *comments: Json) -> None:
    """Somebody deletes comments; nobody looks yet."""
    for comment in comments:
        path = f"/repos/{story.hub.repo}/issues/comments/{comment['id']}"
        story.hub.as_user(login).requester.requestJsonAndCheck("DELETE", path)


def put_back(story: Story, *comments: Json) -> None:
    """Bob, who may write, pastes older texts into our comments; nobody looks yet."""
    for comment in comments:
        path = f"/repos/{story.hub.repo}/issues/comments/{comment['id']}"
        story.hub.request("PATCH", path, {"body": comment["body"]}, login="bob")


def said_by(story: Story, login: str) -> list[Json]:
    """The comments of somebody."""
    return [c for c in story.comments() if c["user"]["login"] == login]


def pushed(story: Story) -> str:
    """Bob pushes once more, CI passes and alice approves that commit; what the check says."""
    branch = f"task/t-{story.issue:05d}-export-orders-as-a-file"
    story.hub.push_file("bob", "shop/more.py", "x = 1\n", branch=branch)
    story.door.settle()
    for step in (pass_checks, review):
        story.play(step)
    return str(story.check()["conclusion"])


def test_a_withdrawn_approval_does_not_come_back(story: Story) -> None:
    """Rejection and newer comments deleted, the older signed record pasted: the gate stays closed."""
    approved = [c for c in story.comments() if c["body"].startswith("<!-- plangate:")]
    known = {c["id"] for c in approved}
    says(story, "alice", "/plan reject It must not be exported at all")
    assert story.check()["conclusion"] != "success"
    newer = [c for c in story.comments() if c["id"] not in known]
    delete(story, "bob", *newer)
    put_back(story, *approved)
    story.door.attach()

    assert pushed(story) == "action_required"
    assert not story.may_merge()
    assert record_of(story, story.bot_comment("record")["body"]).approval.void == "deleted"  # type: ignore[union-attr]


def test_older_hidden_blocks_put_back_void_an_approval(story: Story) -> None:
    """No comment is deleted: an edit of our hidden blocks by somebody else counts likewise."""
    ours = [c for c in story.comments() if c["body"].startswith("<!-- plangate:")]
    known = {c["id"] for c in ours}
    says(story, "alice", "/plan cancel")
    now = [c for c in story.comments() if c["id"] in known]
    changed = [old for old, new in zip(ours, now, strict=True) if old["body"] != new["body"]]
    put_back(story, *changed)
    story.door.attach()

    assert pushed(story) == "action_required"
    assert not story.may_merge()


def test_a_hidden_block_taken_away_voids_an_approval(story: Story) -> None:
    """The record itself is whole: a change of what another comment of ours keeps hidden is enough."""
    # issue 18, 8
    held = story.bot_comment("questions")
    body = held["body"][: held["body"].rfind(markers.BLOCK)]
    put_back(story, {**held, "body": body})
    story.door.settle()

    assert (story.check()["conclusion"], story.may_merge()) == ("action_required", False)
    assert record_of(story, story.bot_comment("record")["body"]).approval.void == "tampered"  # type: ignore[union-attr]


@pytest.mark.parametrize("whose", ["ours", "alice"])
def test_a_deletion_voids_the_approval_until_it_is_given_again(story: Story, whose: str) -> None:
    """Of a comment of ours, or of somebody who may approve: the check says so, and one tick mends it."""
    gone = story.bot_comment("questions") if whose == "ours" else said_by(story, "alice")[-1]
    delete(story, "bob", gone)
    story.door.settle()
    closed, summary = story.check()["conclusion"], story.check()["output"]["summary"]
    card = story.bot_comment("record")["body"]
    told = [c["body"] for c in story.comments() if c["body"].startswith("<!-- plangate:notice")]
    assert (closed, story.may_merge()) == ("action_required", False)
    assert "deleted or edited a comment" in summary and "void: " in card
    assert any("void: `bob` deleted" in body for body in told)
    time.sleep(
        1.0
    )  # GitHub's times have whole seconds, and within one the deletion counts as later
    story.tick("alice", "plan", "approve")
    story.door.settle()

    assert story.check()["conclusion"] == "success"


def edit(story: Story, login: str, comment: Json, body: str) -> None:
    """Somebody edits a comment of somebody, and the bot looks at once at all that happened."""
    path = f"/repos/{story.hub.repo}/issues/comments/{comment['id']}"
    story.hub.request("PATCH", path, {"body": body}, login=login)
    story.door.settle()


def test_a_rejection_that_somebody_edits_away_counts(story: Story) -> None:
    """Before anybody looked, bob takes the words out of alice's comment: no better than deleting it."""
    story.comment("alice", "/plan reject It must not be exported at all")
    edit(story, "bob", said_by(story, "alice")[-1], "Fine by me")

    assert (story.check()["conclusion"], story.may_merge()) == ("action_required", False)
    assert "a comment that the approval rests on" in story.check()["output"]["summary"]


def test_a_rejection_deleted_from_the_edit_history_counts(story: Story) -> None:
    """Bob deletes alice's version, too: GitHub gives null for what she said, which is no empty text."""
    story.comment("alice", "/plan reject It must not be exported at all")
    said = said_by(story, "alice")[-1]
    path = f"/repos/{story.hub.repo}/issues/comments/{said['id']}"
    story.hub.request("PATCH", path, {"body": "Fine by me"}, login="bob")
    story.hub.delete_version(said["id"], 0)
    story.door.settle()

    assert (story.check()["conclusion"], story.may_merge()) == ("action_required", False)


KEPT: dict[str, tuple[str, str, str, str]] = {
    "a stranger's command": ("carol", "/plan reject No", "bob", "Hm"),
    "her own command": ("alice", "Wait:\n/plan show", "alice", "Never mind"),
    "a word": ("alice", "Luks good", "bob", "Looks good"),
}


@pytest.mark.parametrize(("whose", "words", "login", "now"), KEPT.values(), ids=KEPT)
def test_other_edits_of_peoples_comments_void_nothing(
    story: Story, whose: str, words: str, login: str, now: str
) -> None:
    """Of who may not approve, by whom it is, or without a command that is gone."""
    story.comment(whose, words)
    edit(story, login, said_by(story, whose)[-1], now)

    assert story.check()["conclusion"] == "success"


def test_a_strangers_deleted_chat_voids_nothing(story: Story) -> None:
    """Who may not approve deletes what they like."""
    says(story, "mallory", "Nice.")
    says(story, "carol", "When will it come?")
    delete(story, "mallory", *said_by(story, "mallory"))
    delete(story, "bob", said_by(story, "carol")[-1])
    story.door.settle()

    assert story.check()["conclusion"] == "success"


def test_a_tick_or_an_edit_of_the_card_voids_nothing(story: Story) -> None:
    """What people are asked to do in our comments leaves the hidden parts as they are."""
    story.tick("bob", "plan", "t1")
    story.door.settle()
    card = story.bot_comment("record")
    body = card["body"].replace("### ", "### Look: ", 1)
    put_back(story, {**card, "body": body})
    story.door.settle()

    assert story.check()["conclusion"] == "success"


def test_without_an_event_the_gate_closes_at_the_next_look(story: Story) -> None:
    """A lost delivery opens nothing: whoever looks at the pull request sees the deletion."""
    delete(story, "bob", said_by(story, "alice")[0])
    story.door.attach()
    story.door.wake_pull(story.pull)  # type: ignore[attr-defined]

    assert story.check()["conclusion"] == "action_required"


def test_where_github_does_not_tell_the_gate_is_closed(story: Story) -> None:
    """Nobody can say whether anything was deleted: an approval may be a withdrawn one."""
    story.hub.fail("/graphql$", status=404, times=50)
    story.door.wake_pull(story.pull)  # type: ignore[attr-defined]

    assert story.check()["conclusion"] == "action_required"
    assert "GitHub does not show whether a comment" in story.check()["output"]["summary"]
