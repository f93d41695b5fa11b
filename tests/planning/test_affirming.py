"""What is denied or called wrong, said the other way round."""

from __future__ import annotations

import pytest

from bot.planning.affirming import affirmed, righted, third
from bot.planning.derived import regained
from bot.planning.positives import positive
from bot.planning.reversal import turned


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("The list does not show the total", "The list shows the total"),
        ("The list doesn't always keep the order", "The list keeps the order"),
        ("Names are not escaped in the feed", "Names are escaped in the feed"),
        ("The total was not shown", "The total is shown"),
        ("Old archives won't load", "Old archives will load"),
        ("Guests can't leave a channel", "Guests can leave a channel"),
        ("Robot does not start: ValueError in dock.py", "Robot starts"),
        ("It does not matter", ""),
        ("A list that does not show the total is useless", ""),
        ("The build does not only slow down", ""),
        ("Export orders", ""),
    ],
)
def test_a_denial_is_affirmed(told, wanted):
    """The verb in its own form; a denial within a clause, or of nothing named, is left alone."""  # FR-052
    assert affirmed(told) == wanted


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("The total is wrong in the list", "The total is right in the list"),
        ("Totals are off by a cent on invoices", "Totals are right on invoices"),
        ("Names look garbled", "Names are right"),
        ("The blade is off at night", ""),
        ("If the code is wrong, tell us", ""),
    ],
)
def test_what_is_wrong_is_righted(told, wanted):
    """What is called wrong is to be right; `off` alone says nothing."""  # FR-052
    assert righted(told) == wanted


@pytest.mark.parametrize("told", ["The list does not show the total", "Totals are wrong"])
def test_both_kinds_of_mending_say_a_denial_alike(told):
    """One rule says it for titles and for sentences."""  # FR-052
    assert turned(told) == positive(told) != ""


def test_third_person():
    """The form of the third person."""  # FR-052
    assert [third(v) for v in ("escape", "match", "try", "have")] == [
        "escapes",
        "matches",
        "tries",
        "has",
    ]


def test_what_stands_in_a_quotation_is_not_affirmed():
    """A message that a program prints stays as it is printed."""  # FR-029
    title = 'Jar: "value is not trimmed" crash for a cookie'

    assert affirmed(title) == ""
    assert regained(title) == f"“{title}” no longer happens"
