"""Files that a request speaks of in other forms of their words."""

from __future__ import annotations

import pytest

from bot.planning.kindred import akin, kindred
from bot.planning.words import stem

PATHS = (
    "src/approvals/approvals.service.ts",
    "src/approvals/approvals.controller.ts",
    "src/audit/audit.service.ts",
    "src/notify.ts",
    "src/weather.ts",
    "test/approvals.e2e-spec.ts",
    "docs/guide.md",
)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("approvers", "approvals", True),
        ("rent", "rental", True),
        ("notify", "notification", True),
        ("delivery", "deliver", True),
        ("cat", "category", False),
        ("order", "ordinary", False),
    ],
)
def test_forms_of_one_word(one: str, other: str, same: bool):
    """Endings that make nouns of verbs do not hide a word."""  # FR-061
    assert akin(stem(one), stem(other)) is same


def test_the_head_of_a_title_leads_to_its_module():
    """Approvers belong to approvals, with the test; what a criterion mentions comes behind."""  # FR-061
    text = "Deputies for approvers\nThe audit trail says who decided."
    found = kindred(text, PATHS, ("src/audit/audit.service.ts",), ())

    assert {"src/approvals/approvals.service.ts", "test/approvals.e2e-spec.ts"} <= set(found)
    assert "src/weather.ts" not in found


def test_a_field_of_work_is_called_by_several_names():
    """A mail to be sent leads to what notifies."""  # FR-061
    assert "src/notify.ts" in kindred("Owners get an e-mail", PATHS, (), ())
