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


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("The drawer does not close any more", "The drawer closes again"),
        ("The pump isn't started at all", "The pump is started"),
        ("Labels don't print since 3.1", "Labels print"),
        ("The search does not find any hits", "The search finds hits"),
        ("Rows did not sort", "Rows sort"),
        ("The job does not stop until midnight", ""),
        ("The page does not say anything", ""),
        ("thread panicked at 'offset 3 is not aligned'", ""),
        ("Import: ValueError: Cannot read the head", ""),
    ],
)
def test_what_leans_on_the_denial_goes_with_it(title, wanted):
    """`any more` becomes `again`; what means something else without the denial is not turned."""  # FR-052
    assert affirmed(title) == wanted


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("Pen sets are delivered too late", "“Pen sets are delivered too late” no longer happens"),
        ("Insurance claims are lost on save", "Insurance claims are no longer lost on save"),
        (
            "hall: parallel list writes when two join",
            "“hall: parallel list writes when two join” no longer happens",
        ),
        (
            "trim step takes the host down on long lines",
            "“trim step takes the host down on long lines” no longer happens",
        ),
        ("The editor writes two heads", "The editor no longer writes two heads"),
        ("Parser throws KeyError on dates", "Parser no longer throws KeyError on dates"),
        ("Fleet aborts with “bad head” on a tie", "Fleet works without an error on a tie"),
        ("Letter of noon not imported, KeyError", "Letter of noon is imported"),
        (
            "A lamp is lost when the bulb dies early",
            "A lamp is no longer lost when the bulb dies early",
        ),
        ("Plain switches swallow the next word", "Plain switches keep the next word"),
    ],
)
def test_a_title_is_turned_only_where_its_verb_is_sure(title, wanted):
    """A noun that looks like a verb stays one, quoted with its title; errors behind go."""  # FR-052
    assert regained(title) == wanted


@pytest.mark.parametrize(
    ("title", "event"),
    [
        ("Ward names", False),
        ("Mugs with handle", False),
        ("NPE on save", True),
        ("Totals are odd", True),
    ],
)
def test_a_name_does_not_happen(title, event):
    """`Ward names` is settled; only what happens can no longer happen."""  # FR-052
    assert regained(title).endswith("no longer happens") is event
