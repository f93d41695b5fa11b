"""Given/When/Then in a sentence."""

from __future__ import annotations

import pytest

from bot.planning.scenarios import Scenario, scenario


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Given a, when b, then c.", Scenario("a", "b", "c")),
        ("When b, then c", Scenario("", "b", "c")),
        ("GIVEN a WHEN b THEN c", Scenario("a", "b", "c")),
        ("Given the state, nothing happens", None),
        ("Then it works when given time", None),
        ("It works when a then b", None),
    ],
)
def test_scenario(text, read):
    """The three parts in their order, or no scenario."""  # S1.1
    assert scenario(text) == read
