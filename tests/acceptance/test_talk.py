"""Talk below an issue, at the doors: what counts as an answer, and who may stop their own request."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance import inside_story as at
from tests.acceptance.inside_story import CLEAR, OPEN, begun, says, stage
from tests.acceptance.state import record
from tests.acceptance.story import Story

pytestmark = pytest.mark.acceptance
Begin = Callable[[], Story]


def asked(begin: Begin) -> Story:
    """Carol's issue with two open questions."""
    story = begun(begin, "Export orders as a file", OPEN)
    assert stage(story) == "awaiting_human"
    return story


def answers(story: Story) -> list[tuple[str, str, str]]:
    """The answers in the record: question, choice, own words."""
    held = record(story)["planner"].get("answers", [])
    return [(a["questionId"], a.get("choice", ""), a.get("text", "")) for a in held]


@pytest.mark.parametrize(
    "talk", ["note 0", "1 note 0", "2:30 is late enough", "cancel the old one"]
)
def test_talk_answers_no_question(inside_story: Begin, talk: str) -> None:
    """Words count only behind a question's number, or as an option's name: the rest reaches no plan."""
    story = asked(inside_story)
    says(story, "carol", talk)
    at.change(story, body=OPEN + "\nThanks.\n")
    assert (stage(story), answers(story)) == ("awaiting_human", [])
    assert at.notices(story) == []

    says(story, "carol", "1A, 2A")
    assert answers(story) == [("q1", "A", ""), ("q2", "A", "")]
    assert talk not in story.bot_comment("plan")["body"]


@pytest.mark.parametrize(
    "reply",
    [
        "Option A for 1, option B for 2",
        "A for question 1 and B for question 2, please",
        "For 1 option A, for 2 option B",
    ],
)
def test_an_option_for_a_question(inside_story: Begin, reply: str) -> None:
    """The letter may stand before the number, with `for` between them."""
    story = asked(inside_story)
    says(story, "carol", reply)

    assert answers(story) == [("q1", "A", ""), ("q2", "B", "")]
    assert stage(story) == "staged"


def test_who_asked_may_cancel_and_resume(inside_story: Begin) -> None:
    """Carol cancels with one word and goes on with a command; an outsider may do neither."""
    story = asked(inside_story)
    says(story, "mallory", "cancel")
    assert stage(story) == "awaiting_human"
    says(story, "carol", "Cancel.")
    assert stage(story) == "cancelled"
    assert "`/plan resume`" in at.notices(story)[-1]
    says(story, "mallory", "/plan resume")
    assert stage(story) == "cancelled"
    says(story, "carol", "/plan resume")

    assert stage(story) == "awaiting_human"
    assert at.count(story, "questions") == 1


def test_an_assignee_may_cancel_and_resume(webhook_story: Begin) -> None:
    """Who is assigned stops the work and goes on with it; nobody else does, nor they once unassigned."""
    story = webhook_story()
    at.issue(story, "Export orders as a file", OPEN)
    assignees = f"/repos/{story.hub.repo}/issues/{story.issue}/assignees"
    says(story, "trent", "/plan cancel")
    assert stage(story) == "awaiting_human"
    story.hub.request("POST", assignees, {"assignees": ["trent"]}, login="alice")
    says(story, "trent", "/plan cancel")
    assert stage(story) == "cancelled"
    says(story, "mallory", "/plan resume")
    assert stage(story) == "cancelled"
    says(story, "trent", "/plan resume")
    assert stage(story) == "awaiting_human"
    story.hub.request("DELETE", assignees, {"assignees": ["trent"]}, login="alice")
    says(story, "trent", "/plan cancel")

    assert stage(story) == "awaiting_human"


def test_what_a_writer_stopped_takes_a_writer(inside_story: Begin) -> None:
    """A cancel by somebody with write permission is not taken back by whoever asked for the work."""
    story = asked(inside_story)
    says(story, "bob", "/plan cancel")
    says(story, "carol", "/plan resume")

    assert stage(story) == "cancelled"
    assert "@carol" in at.notices(story)[-1]


def test_after_the_approval_it_takes_a_writer(inside_story: Begin) -> None:
    """Work that was approved is not stopped by whoever asked for it, also once the approval is void."""
    story = begun(inside_story, "Refuse negative totals", CLEAR)
    says(story, "alice", "/plan approve")
    says(story, "carol", "/plan cancel")
    assert stage(story) == "implementing"
    at.change(story, login="carol", body=CLEAR + "- [ ] Zero is fine\n")
    says(story, "carol", "/plan cancel")

    assert stage(story) == "staged"
