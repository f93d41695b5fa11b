"""Wishes that are told without `should`."""

from __future__ import annotations

import pytest

from bot.planning.preferences import preferred, prefers


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A dash for the mean is what I'd go for.", "A dash for the mean"),
        ("I'd prefer that the row stays.", "the row stays."),
        ("It'd help to see the row number in the bar.", "the row number in the bar."),
        ("For shorter ones use the whole name.", "For shorter ones use the whole name."),
        ("Two things then: write to a second file.", "write to a second file."),
        ("Only when something changed.", "Only when something changed."),
        ("As far as I know the standard an event may simply come without end.",
         "an event may simply come without end."),
        ("Ein Hinweis wäre gut.", "Ein Hinweis wäre gut."),
        ("Il suffirait de garder la date.", "Il suffirait de garder la date."),
        ("Bastaría con guardar la fecha.", "Bastaría con guardar la fecha."),
    ],
)  # fmt: skip
def test_a_preference_is_a_wish(text: str, wanted: str):
    """Preferences, orders behind a case, and `only when` wish for something."""  # FR-052
    assert prefers(text)
    assert preferred(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "The list is empty.",
        "I opened the page and got an error.",
        "Which one would you prefer?",
        "It happens since the update.",
        "`curl -i localhost/page` is enough on any year without rows.",
    ],
)
def test_a_statement_is_none(text: str):
    """What only tells or asks wishes for nothing."""  # FR-052
    assert not prefers(text)
