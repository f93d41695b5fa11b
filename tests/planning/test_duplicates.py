"""Twins among open issues: found with high precision and explained."""

from __future__ import annotations

import pytest

from bot.planning.duplicates import twin
from bot.planning.proposal import OpenIssue

OTHERS = (
    OpenIssue(3, "Export orders as a file", "Accountants copy orders by hand. CSV is enough."),
    OpenIssue(4, "Login fails with umlauts in the password", "Signing in with ä gives a 500."),
    OpenIssue(5, "Show the order total in the cart", "The cart should show it."),
)


@pytest.mark.parametrize(
    ("title", "body", "number"),
    [
        ("Export the orders as a file", "Accountants copy orders by hand.", 3),
        ("Exporting orders to file", "", 3),
        ("Login fails when the password has umlauts", "ä gives a 500 when signing in", 4),
    ],
)
def test_the_same_in_other_words(title, body, number):
    """Word order, forms and small words make no difference."""  # S3.11
    found = twin(9, title, body, OTHERS)

    assert found is not None
    assert found.number == number
    assert f"#{number}" in found.reason
    assert found.shared


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Import orders from a file", "Accountants copy orders by hand."),
        ("Export customers as a file", ""),
        ("Login fails on Safari", "The page stays white."),
        ("Show the order date in the cart", "The cart should show it."),
        ("", ""),
    ],
)
def test_near_but_different(title, body):
    """A shared subject is not the same request."""  # S3.11
    assert twin(9, title, body, OTHERS) is None


def test_an_issue_is_not_its_own_twin():
    """The issue itself, should it be listed, does not count."""  # S3.11
    assert twin(3, OTHERS[0].title, OTHERS[0].body, OTHERS) is None
