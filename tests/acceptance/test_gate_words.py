"""Whose words a comment or a card holds: an edit within the second it was written speaks for nobody."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.acceptance import shop
from tests.acceptance.inside_story import CLEAR, begun, look, notices, says, stage
from tests.acceptance.state import record
from tests.acceptance.story import Story, pass_checks, protect, review

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]
TRIES = 20


def planned(begin: Begin) -> Story:
    """An issue whose plan waits for approval."""
    story = begun(begin, "Refuse negative totals", CLEAR)
    assert stage(story) == "staged"
    return story


def turned(story: Story, login: str, said: str, editor: str, into: str) -> dict[str, Any]:
    """Somebody comments, and somebody else edits that within the same second, as REST tells it."""
    issues = f"/repos/{story.hub.repo}/issues"
    for _ in range(TRIES):
        time.sleep(1 - time.time() % 1)
        path = f"{issues}/{story.issue}/comments"
        made = story.hub.request("POST", path, {"body": said}, login=login)
        path = f"{issues}/comments/{made['id']}"
        row = story.hub.request("PATCH", path, {"body": into}, login=editor)
        if row["updated_at"] == row["created_at"]:
            return row
    raise AssertionError("this machine is too slow for two requests a second")


COMMANDS = [
    "/plan approve",
    "/plan waive TESTS_CHANGED no tests needed",
    "/plan reject I do not like it",
    "/plan replan Do it otherwise",
    "/plan cancel",
    "/plan force",
]
UNTOLD = [pytest.param(c, "by no event", marks=pytest.mark.proof) for c in COMMANDS[1:]]


@pytest.mark.parametrize(
    ("command", "told"),
    [*((c, "by its events") for c in COMMANDS), (COMMANDS[0], "by no event"), *UNTOLD],
)
def test_a_comment_edited_within_its_second_commands_nothing(
    inside_story: Begin, command: str, told: str
) -> None:
    """A writer turns an administrator's comment into a command: it is nobody's, and a notice says so."""
    story = planned(inside_story)
    before = record(story)
    turned(story, "alice", "I agree.", "bob", command)
    if told == "by no event":
        story.door.attach()
        look(story)
    story.door.settle()
    after = record(story)

    assert after.get("waivers", []) == [] and after.get("approval") is None
    assert (after["stage"], after["planner"]) == (before["stage"], before["planner"])
    assert any("in an edited comment" in said for said in notices(story))


def test_an_answer_on_policy_edited_within_its_second_answers_nothing(inside_story: Begin) -> None:
    """An exception from policy is a maintainer's own word, or none."""
    protected = "gate: {protected: ['shop/**']}\n"
    story = begun(inside_story, "Refuse negative totals", CLEAR, protected)
    assert stage(story) == "awaiting_human"
    turned(story, "alice", "Let us see.", "bob", "1B")
    story.door.attach()
    look(story)

    assert stage(story) == "awaiting_human"
    assert any("in an edited comment" in said for said in notices(story))


def test_where_github_does_not_tell_who_edited_nothing_is_taken(inside_story: Begin) -> None:
    """A server that answers no such question is believed nothing: the command is to be repeated."""
    story = planned(inside_story)
    story.hub.fail("/graphql$", status=404, times=50)
    says(story, "alice", "/plan approve")

    assert stage(story) == "staged"
    assert any("does not tell" in said for said in notices(story))


def test_an_edit_of_the_card_by_another_app_is_put_back(inside_story: Begin) -> None:
    """Any App with `issues: write` may edit our card; only people with write permission may ask so."""
    story = planned(inside_story)
    card = story.bot_comment("record")
    body = card["body"].replace('"risks": []', '"risks": ["None of ours."]', 1)
    body = body.replace('"transitionNote": "', '"transitionNote": "Because. ')
    assert body != card["body"]
    path = f"/repos/{story.hub.repo}/issues/comments/{card['id']}"
    another = story.hub.as_token(
        story.hub.installation_token({"issues": "write"}, app=story.hub.ci_app)
    )
    another.requester.requestJsonAndCheck("PATCH", path, input={"body": body})
    story.door.attach()
    look(story)

    assert "None of ours." not in story.bot_comment("record")["body"]
    last = record(story)["workflowRuntime"]["actionHistory"][-1]
    assert (last["action"], last["outcome"], last["actor"]) == (
        "edit",
        "refused",
        "github-actions[bot]",
    )


def test_a_persons_edit_of_the_card_needs_no_event(inside_story: Begin) -> None:
    """GitHub names who edited: a lost delivery costs nobody their request."""
    story = planned(inside_story)
    card = story.bot_comment("record")["body"]
    body = card.replace('"risks": []', '"risks": ["Exports may be large."]', 1)
    body = body.replace('"transitionNote": "', '"transitionNote": "Accounting said so. ')
    path = f"/repos/{story.hub.repo}/issues/comments/{story.bot_comment('record')['id']}"
    story.hub.request("PATCH", path, {"body": body}, login="bob")
    story.door.attach()
    look(story)

    assert "Exports may be large." in record(story)["planningArtifact"]["risks"]
    assert record(story)["workflowRuntime"]["actionHistory"][-1]["actor"] == "bob"


def test_no_issue_is_the_authors_own_word(inside_story: Begin) -> None:
    """Who may edit a writer's description without permission to write cannot exempt it."""
    story = inside_story()
    protect(story)
    story.pull = story.hub.open_pull(
        "bob", {**shop.CODE, **shop.TESTS}, branch="more", title="More", body="More of it."
    )
    path = f"/repos/{story.hub.repo}/pulls/{story.pull}"
    story.hub.request("PATCH", path, {"body": "No-Issue: too small"}, login="alice")
    story.door.settle()
    for step in (pass_checks, review):
        story.play(step)
    by_alice = story.check()["conclusion"]
    path = f"/repos/{story.hub.repo}/issues/{story.pull}"
    story.hub.request("PATCH", path, {"body": "No-Issue: far too small"}, login="trent")
    story.door.settle()

    assert (by_alice, story.check()["conclusion"]) == ("success", "failure")
    assert not story.may_merge()
