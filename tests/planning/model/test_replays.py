"""Transcripts of a large model on three labelled cases: they replay, with today's prompts, to the same plans.

Whoever answered saw nothing but the requests. A changed prompt or check makes them another run: then they
are recorded again (`plangate plan run … --transcript FILE`), or the change is not what it seemed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.entrypoints.cli import inside

TRANSCRIPTS = Path(__file__).with_name("transcripts")
PLANS = {"document": ("proceed", 1, 1), "feature": ("proceed", 3, 1), "epic": ("epic", 7, 1)}
"""What the model decided, into how many tasks or stories, and in how many calls."""


@pytest.mark.parametrize("name", PLANS)
def test_a_recorded_run_gives_the_same_plan(name: str) -> None:
    """Every request is the recorded one, byte for byte, and the answers lead to the recorded plan."""
    # issue 20
    file = TRANSCRIPTS / f"{name}.json"
    ran = inside("plan", "replay", file, "--json")
    assert ran.code == 0, ran.err
    made, told = json.loads(ran.out), json.loads(file.read_text(encoding="utf-8"))
    telemetry = made["telemetry"]

    assert (made["decision"], len(made["plan"]["tasks"]), telemetry["calls"]) == PLANS[name]
    assert telemetry["transcript"] == told["digest"]
    assert (telemetry["engine"], telemetry["faults"]) == ("large-model", [])
