"""Classes and amounts that a rule names and nothing defines: which ones are meant, how much of what."""

from __future__ import annotations

import pytest

from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.undefined import undefined
from bot.planning.unitless import unitless

NO_LINE = (
    "Only trusted sellers may skip the review.",
    "Large orders need a second signature.",
    "Frequent callers are put to the front of the queue.",
    "Every night the job removes stale bookmarks.",
    "Experienced players start in group B.",
    "Big families get the lower fee.",
    "Expensive instruments are kept in the locked case.",
    "Regular guests may pay at the end of the month.",
    "Notify the caretaker about damaged bikes.",
    "Reject suspicious uploads.",
    "Popular walks are listed first on the start page.",
    "Remote farms pay a surcharge.",
    "Heavy parcels go by freight.",
    "Close the accounts of dormant members.",
    "Senior staff can override the block.",
    "Hide irrelevant notices from the board.",
    "Show only important messages on the watch.",
    "Archive old regattas once a year.",
    "Long songs are limited to 2.",
    "Purge obsolete drawings from the archive.",
)
LINE_DRAWN = (
    "Only trusted sellers (verified, 50 sales) may skip the review.",
    "Large orders need a second signature, that is, orders above 500 EUR.",
    "Callers with more than 3 calls a day are frequent. Frequent callers are put to the front.",
    "Close the accounts of members who did not log in for 24 months.",
    'Jobs marked "heavy" wait for a free slot. Heavy jobs are limited to 5.',
    "Heavy parcels go by freight, which means from 30 kg on.",
    "Remove the `stale` label from everything that was answered.",
    "Long labels overflow the button.",
    "The large window shows the map.",
    "Use a shorter name for the column.",
)
NO_UNIT = (
    "Lock the account when the last try is older than 30.",
    "15 off on every family ticket.",
    "The gate stays open, it is held for 20 and then falls shut.",
    "A mail is sent 3 before the due date.",
    "The pump waits 45, then tries again.",
    "Warn me if the cellar is warmer than 12.",
    "A code is valid for 10.",
    "Members get 5 off each course.",
    "Registration closes 48 before kick-off.",
    "The display is refreshed every 5.",
    "Parcels heavier than 31 go by freight.",
    "Users are logged out after 15.",
    "Sound the horn if the boat is more than 2 off the line.",
    "A fee of 4 is added for paper invoices.",
    "Poems longer than 40 are cut on the start page.",
    "Retry every 30 until it works.",
    "The link expires after 7.",
    "Snow deeper than 25 closes the trail.",
    "Keep them for 90, then delete them.",
    "Reminders 2 before the exam.",
)
UNIT_TOLD = (
    "Lock the account when the last try is older than 30 days.",
    "15 % off on every family ticket, 15 off on the card too.",
    "All times in minutes. The gate is held for 20 and then falls shut.",
    "A mail is sent 3 working days before the due date.",
    "Retry 3 times.",
    "The second run starts after round 4.",
    "Drop support for everything older than 3.9.",
    "It fails for 5 of 12 files.",
    "Photos older than 2019 go to the archive.",
    "The pump waits 45 s. After it has waited 45, it tries again.",
)


def _rule(text):
    return read("A rule for the club", text)


@pytest.mark.parametrize("text", NO_LINE)
def test_class(text):
    """A class that only an adjective of degree picks out has no edge that can be tested."""  # S1.3
    assert len(list(undefined(_rule(text), Intent.FEATURE))) == 1


@pytest.mark.parametrize("text", LINE_DRAWN)
def test_defined_class(text):
    """A number, a condition, a quoted mark or an explanation anywhere draws the line."""  # S1.3
    assert not list(undefined(_rule(text), Intent.FEATURE))


@pytest.mark.parametrize("text", NO_UNIT)
def test_number(text):
    """A limit whose number ends the clause lacks its unit."""  # S1.3
    (doubt,) = unitless(_rule(text), Intent.FEATURE)

    assert "which unit" in doubt.question


@pytest.mark.parametrize("text", UNIT_TOLD)
def test_number_with_unit(text):
    """A unit beside the number, elsewhere or for all is enough; names are no amounts."""  # S1.3
    assert not list(unitless(_rule(text), Intent.FEATURE))


@pytest.mark.parametrize(("rule", "text"), [(undefined, NO_LINE[3]), (unitless, NO_UNIT[0])])
def test_fault(rule, text):
    """What the report of a fault tells of large things and amounts asks for nothing."""  # S1.3
    assert not list(rule(_rule(text), Intent.BUG))
