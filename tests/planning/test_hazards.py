"""Actions that need an explicit decision, and words that only sound like them."""

from __future__ import annotations

import pytest

from bot.planning.hazards import hazards_in


@pytest.mark.parametrize(
    "sentence",
    [
        "Drop the orders table.",
        "Delete all old customer records.",
        "Truncate table sessions before the import.",
        "Turn off TLS for the internal calls.",
        "Skip the signature verification in tests and production.",
        "Rewrite the git history to remove the key.",
        "Remove the old public API.",
        "Relicense the project.",
        "Hard-code the API key in the code.",
    ],
)
def test_risky(sentence):
    """What cannot be undone or weakens a protection is a hazard, with a safer way."""  # S1.3
    found = hazards_in(sentence)

    assert len(found) == 1
    assert found[0].safer != found[0].risky


@pytest.mark.parametrize(
    "sentence",
    [
        "Users can delete their own comment.",
        "Never drop the orders table.",
        "The migration must not delete all records.",
        "The drop-down shows all tables.",
        "Authentication is disabled when the header is missing.",
        "Add a licence header check.",
        "We have decided to drop the orders table.",
        "Remove the unused import.",
        "Show the history of an order.",
    ],
)
def test_harmless(sentence):
    """Features, prohibitions, descriptions and decided actions are none."""  # S1.3
    assert hazards_in(sentence) == ()
