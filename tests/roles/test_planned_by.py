"""Every plan version says who made it, what that took, and why no model did where one was wanted."""

from __future__ import annotations

from typing import Any

import pytest

from bot.effects import CardMessage, PlanMessage
from tests.adapters.test_markdown_data import renderer
from tests.factories import an_issue, facts
from tests.roles.given import TESTS, a_proposal, after

BY_MODEL: dict[str, Any] = {
    "engine": "small-model",
    "model": "small-model",
    "calls": 5,
    "tokens": {"sent": 21_000, "cached": 9_000, "received": 3_000},
    "seconds": 41.2,
    "cost": 0.1234,
    "transcript": "ab" * 32,
    "fallback": None,
}
FELL_BACK: dict[str, Any] = {
    **BY_MODEL,
    "engine": "builtin",
    "fallback": {"code": "PLANGATE-MODEL-001", "what": "the model server cannot be reached"},
}
CASES: dict[str, tuple[dict[str, Any], str]] = {
    "model": (
        BY_MODEL,
        "(21000 tokens read, 3000 written, 41.2 s, cost 0.1234 at the prices of PLANGATE_MODEL_PRICES)",
    ),
    "builtin": ({"engine": "builtin"}, "by the built-in planner, without a model"),
    "fallback": (
        FELL_BACK,
        "PLANGATE-MODEL-001: the model server cannot be reached; `/plan replan` tries again",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_card_and_plan_say_who_planned(name):
    """The engine, and for a model its calls, tokens, time and money; the record keeps the digest alone."""
    telemetry, words = CASES[name]
    known = facts(issue=an_issue(labels={"plan"}))
    record = after(known, a_proposal(telemetry=telemetry))
    run = record.planner.plan.planned_by
    drawn = renderer()
    shown = [
        drawn.comment(CardMessage(record, known.policy, 7)),
        drawn.comment(PlanMessage(record, known.policy, 7, TESTS)),
    ]

    assert record.planner.versions[-1].planned_by == run
    assert run.transcript == telemetry.get("transcript", "")
    plain = [text.replace("\u2060", "").replace("&#96;", "`") for text in shown]
    assert all(words in text for text in plain), plain
    assert ("made without a language model" in plain[1]) is (name != "model")
    assert "**Today:**" not in plain[1] or name == "model"
    assert ("other risks were not looked for" in plain[1]) is (name != "model")


def test_an_older_record_names_nobody():
    """A record from before says nothing, and nothing is shown."""
    known = facts(issue=an_issue(labels={"plan"}))
    record = after(known, a_proposal())
    planner = record.planner
    older = planner.plan.model_copy(update={"planned_by": None})
    record = record.model_copy(update={"planner": planner.model_copy(update={"plan": older})})

    assert "planned by" not in renderer().comment(PlanMessage(record, known.policy, 7, TESTS))
