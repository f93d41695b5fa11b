"""Rounds of questions: three at a time, eight in all, and then a plan."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.planning.builtin.engine import BuiltinEngine
from tests.flow.given import Shop

DOUBTS = "\n".join(f"Should column {n} hold the letter{n} or the figure{n}?\n" for n in range(12))


@pytest.mark.parametrize("reply", ["you decide", "/plan answer you decide"])
def test_many_doubts_end_in_a_plan(reply):
    """Twelve open choices, each round left to the planner: 3 + 3 + 2 questions, the rest is assumed."""
    # S3.2, S3.8
    story = Shop()
    story.world = replace(story.world, engine=BuiltinEngine())
    story.issue = story.hub.open_issue("carol", "Columns of the export in shop/orders.py", DOUBTS)
    story.hub.set_labels(story.issue, ["plan"])
    story.look()
    rounds: list[int] = []
    while story.stage == "awaiting_human":
        asked = story.record.awaiting_human_artifact
        assert asked is not None and len(rounds) < 9
        rounds.append(len(asked.open_questions))
        story.hub.comment("alice", story.issue, reply)
        story.look()

    assert (story.stage, rounds) == ("staged", [3, 3, 2])
    artifact = story.record.planning_artifact
    assert artifact and sum("Taken: " in text for text in artifact.assumptions) == 4
