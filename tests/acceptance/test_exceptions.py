"""A plan for protected files, on the emulator: asked about, allowed by a maintainer, approved, merged."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.acceptance.story import (
    Story,
    add_tests,
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


@pytest.fixture
def story(inside_story: Callable[[], Story]) -> Story:
    """A planned issue whose plan changes protected files."""
    steps = (protect, report, label, tick_answer, reply_answer)
    return inside_story().played(*steps, policy="gate: {protected: ['shop/**']}\n")


def says(story: Story, login: str, words: str) -> None:
    """Somebody comments, and the bot deals with it."""
    story.comment(login, words)
    story.door.settle()


def test_an_exception_opens_the_gate_when_a_maintainer_gives_it(story: Story) -> None:
    """The reporter cannot, a tick of a maintainer does; then the story goes on as ever."""
    # S2.2 B1 B6
    asked = story.bot_comment("questions")["body"]
    says(story, "carol", "3B")
    waits = story.labels()
    story.tick("alice", "questions", "q3.b")
    story.door.settle()
    staged = story.labels()
    says(story, "bob", "/plan approve")
    for step in (open_pull, add_tests, pass_checks, review):
        story.play(step)

    assert "Should version 1 of the plan be an exception?" in asked
    assert "only people with the role Maintain or Admin can allow it. It never times out." in asked
    assert ("stage: awaiting human" in waits, "stage: staged" in staged) == (True, True)
    assert "accepted by `alice`" in story.check()["output"]["summary"]
    assert (story.check()["conclusion"], story.may_merge()) == ("success", True)


def test_the_gate_waits_for_a_maintainer_where_a_writer_allowed_it(story: Story) -> None:
    """Red and refused until a maintainer approves the plan, too, as the check says."""
    # S2.2 B1 B6
    says(story, "bob", "3B")
    says(story, "bob", "/plan approve")
    for step in (open_pull, add_tests, pass_checks, review):
        story.play(step)
    before, merged = story.check(), story.may_merge()

    says(story, "alice", "/plan approve")

    assert (before["conclusion"], merged) == ("action_required", False)
    assert (
        "Someone with the role Maintain or Admin: comment `/plan approve`"
        in before["output"]["summary"]
    )
    assert (story.check()["conclusion"], story.may_merge()) == ("success", True)
