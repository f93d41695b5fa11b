"""Scopes: how far a deletion goes."""

from __future__ import annotations

import pytest

from bot.domain.questionnaire import ReasonCode
from tests.planning.test_leanings import codes

RISK, OPEN = ReasonCode.POLICY_RISK, ReasonCode.AC_AMBIGUOUS
NIGHTLY = "The table has grown to 40 GB. A nightly job deletes them with all their {what}."


@pytest.mark.parametrize(
    ("title", "what"),
    [
        ("Clean out dormant tenants", "documents"),
        ("Purge dead subscribers", "orders"),
        ("Remove stale projects", "uploads"),
        ("Wipe abandoned mailboxes", "messages"),
    ],
)
def test_a_deletion_without_a_period_is_asked_how_far_it_goes(title, what):
    """Beside the risk it is asked what is old enough to go, for `dormant` has no measure."""  # S1.3
    assert codes(title, NIGHTLY.format(what=what)) == {RISK, OPEN}


def test_a_period_tells_how_far_it_goes():
    """With a period only the risk is left."""  # S1.3
    told = (
        "A nightly job deletes tenants with all their documents 24 months after the contract ended."
    )

    assert codes("Remove ended tenants for good", told) == {RISK}


def test_two_rules_tell_two_scopes():
    """A paper that wants longer than the wish leaves the scope open, whatever period the wish has."""  # S1.3
    told = (
        "A nightly job deletes log files older than 30 days from the disk for good.\n\n"
        'docs/retention.md says "log files are kept for 180 days, claims are settled with them".'
    )
    assert codes("Remove old log files", told) == {RISK, OPEN}


def test_whoever_allows_the_deletion_is_not_asked_its_scope():
    """Without its risk there is nothing to ask of a deletion."""  # S1.3
    told = NIGHTLY.format(what="orders")
    said = ("OWNER", "Approved, please go ahead.")

    assert OPEN not in codes("Purge dead subscribers", told, said)
