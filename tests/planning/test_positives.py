"""What a title that states a fault wants to be so."""

from __future__ import annotations

import pytest

from bot.planning.positives import positive
from bot.planning.proving import healed
from tests.planning.requests import brief, plan_of


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        (
            "Invoice list blows up when a month has no orders",
            "Invoice list works without an error when a month has no orders",
        ),
        ("Parser: IndexError for short names", "Parser works without an error for short names"),
        (
            "KeyError in the importer if a row is empty",
            "The importer works without an error if a row is empty",
        ),
        (
            "TypeError: x is undefined when opening the cart",
            "Opening the cart works without an error",
        ),
        ("Login fails with 500 after the update", "Login works without an error after the update"),
        (
            "Daemon does not come up after a power cut: ValueError in store",
            "Daemon comes up after a power cut",
        ),
        ("The date is not shown in the list", "The date is shown in the list"),
        ("Export rejects names with umlauts", "Export accepts names with umlauts"),
        ("Import loses the last row", "Import keeps the last row"),
        ("Totals are wrong in the report", "Totals are right in the report"),
        ("Missing translations in the menu", "Translations are there in the menu"),
        ("memory leak in the poller", "There is no memory leak in the poller"),
        ("Error is written to STDOUT instead of STDERR", "Error is written to STDERR, not STDOUT"),
        (
            "`[x error]: no file` is written to stdout instead of stderr",
            "`[x error]: no file` is written to stderr, not stdout",
        ),
        (
            "Clicking a row opens the list instead of the detail page",
            "Clicking a row opens the detail page, not the list",
        ),
        ("Totals are rounded down rather than up", "Totals are rounded up, not down"),
        ("Exporter uses old name instead of new name", "Exporter uses new name, not old name"),
        ("Button is shown as red instead of as green", "Button is shown as green, not as red"),
        ("Invoice shows wrong date instead of today", ""),
        ("Badge color should be green instead of red", ""),
        ("I want the export sorted by date instead of id", ""),
        ("Allow passing a file instead of stdin", ""),
        ("Fix sorting by name instead of date", ""),
        ("Does not show the name instead of the id", ""),
        ("Editor jumps to start instead of keeping the position", ""),
        ("Function returns early instead of raising", ""),
        ("User is logged out instead of being redirected to /settings", ""),
        ("Menu is shown to guests instead of hidden from them", ""),
        ("All carts are deleted instead of only the selected ones", ""),
        ("One clock instead of two", ""),
        ("Fix the order list", ""),
        ("Emails are sent twice", ""),
    ],
)
def test_a_fault_is_turned_into_what_is_wanted(title: str, wanted: str):
    """A plain sentence without quotes where the form of the title is known, else nothing."""  # FR-052
    assert positive(title) == wanted


def test_a_crash_report_without_a_wish_has_the_wanted_behaviour_as_criterion():
    """The criterion says what holds, not that a title no longer happens."""  # FR-052
    plan = plan_of(brief("Order list crashes when a month has no orders", "Seen in 1.2.")).plan
    told = [c.text for t in plan.tasks for c in t.acceptance_criteria]

    assert "Order list works without an error when a month has no orders" in told
    assert not any("no longer happens" in text for text in told)


def test_a_task_is_called_after_what_holds_once_the_fault_is_mended():
    """Also where neither a denial nor a symptom is taken back, but one thing stands for another."""  # FR-030
    told = "The error is written to STDERR, not STDOUT"

    assert healed("The error is written to STDOUT instead of STDERR") == told
    assert healed("The menu") == ""
    assert healed("Badge color should be green instead of red") == ""
    assert healed("Wrong password is accepted") == ""
    assert healed("Button does nothing instead of opening the menu") == ""
