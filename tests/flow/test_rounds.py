"""Rounds of questions: three at a time, eight in all, and then a plan."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.questionnaire import ReasonCode
from bot.planning.draft import Draft
from bot.planning.proposal import Brief
from tests.fakes.engine import FakeEngine, question, story
from tests.flow.given import Shop

DOUBTS = tuple(
    question(ReasonCode.AC_AMBIGUOUS, f"The letter {n}", f"The figure {n}") for n in range(12)
)


def doubtful(brief: Brief) -> Draft:
    """An engine that asks all its twelve questions, each time."""
    return story(brief).model_copy(update={"decision": "ask", "questions": DOUBTS})


@pytest.mark.parametrize("reply", ["you decide", "/plan answer you decide"])
def test_many_doubts_end_in_a_plan(reply):
    """Twelve open choices, each round left to the planner: 3 + 3 + 2 questions, the rest is assumed."""
    # S3.2, S3.8
    shop = Shop()
    shop.world = replace(shop.world, engine=FakeEngine(doubtful))
    shop.issue = shop.hub.open_issue("carol", "Columns of the export in shop/orders.py", "All.")
    shop.hub.set_labels(shop.issue, ["plan"])
    shop.look()
    rounds: list[int] = []
    while shop.stage == "awaiting_human":
        asked = shop.record.awaiting_human_artifact
        assert asked is not None and len(rounds) < 9
        rounds.append(len(asked.open_questions))
        shop.hub.comment("alice", shop.issue, reply)
        shop.look()

    assert (shop.stage, rounds) == ("staged", [3, 3, 2])
    artifact = shop.record.planning_artifact
    assert artifact and sum("I assumed: " in text for text in artifact.assumptions) == 4
