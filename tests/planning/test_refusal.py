"""Requests that are no task, and tasks that only look like none."""

from __future__ import annotations

import pytest

from bot.planning.builtin import propose
from bot.planning.proposal import Declined
from bot.planning.reading import read
from bot.planning.strangers import is_stranger
from tests.pace import within
from tests.planning.requests import brief, declined

TEMPLATE = """\
**Describe the bug**
A clear and concise description of what the bug is.

**To Reproduce**
Steps to reproduce the behavior:
1. Go to '...'
2. Click on '....'

**Expected behavior**
A clear and concise description of what you expected to happen.
"""


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("", ""),
        ("bug", ""),
        ("test", "asdf"),
        ("[BUG] ", TEMPLATE),
        ("Best online casino bonus", "Click here https://example.com"),
        ("How do I install this on Windows?", "I am new to Python. Can someone help me?"),
        ("Question about the cart", "How can I change the colour?"),
    ],
)
def test_no_task(title, body):
    """Nothing, an unfilled form, advertising and questions for help are declined with a way on."""  # FR-017
    refused = declined(brief(title, body))

    assert refused.outcome == "UNRESOLVABLE"
    assert refused.reason.endswith(".")
    assert refused.would_change.startswith("To plan it, the issue needs")


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Dark mode", ""),
        ("Show totals", ""),
        ("Fix typo in README", ""),
        ("Crash on start", ""),
        (
            "How should old links behave after the move?",
            "## Acceptance criteria\n- Old links redirect",
        ),
        ("Add a help page", "It should say how to install the shop."),
        ("Block spam sign-ups", "Casino and betting links in profiles should be refused."),
        ("Zahlung schlägt fehl", ""),
        ("[BUG] Cart is empty after login", TEMPLATE),
    ],
)
def test_a_task(title, body):
    """Terse, blunt or oddly worded tasks are tasks."""  # FR-017
    assert not isinstance(propose(brief(title, body)), Declined)


def test_force_overrules_all_but_an_empty_issue():
    """`/plan force` plans what looks like no task; without a word there is nothing to plan."""  # S3.11
    assert not isinstance(propose(brief("How do I install it?", "Help me", forced=True)), Declined)
    assert isinstance(propose(brief("", "", forced=True)), Declined)


@pytest.mark.parametrize(
    ("title", "is_letter"), [("Payment", True), ("Correct the payment", False)]
)
def test_a_title_that_orders_work_asks_for_more_signs_of_a_letter(title, is_letter):
    """What reads like a letter to a shop is one, unless its title orders a change."""  # FR-017
    asked = brief(title, "I paid for it and the receptionist is rude.").request
    assert is_stranger(asked, read(title, asked.body)) is is_letter


def test_a_line_of_labels_is_read_in_bounded_time():
    """`x: x: x: …!` is no list of labels, and finding that out takes no time."""  # FR-017
    with within(2):
        found = propose(brief("Add a page", "x: " * 60 + "!"))
    assert not isinstance(found, Declined)
