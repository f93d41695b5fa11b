"""A rejection closes the gate, whoever touches the comment that says it."""

from __future__ import annotations

import pytest

from tests.flow.given import told


@pytest.mark.parametrize("tells", [True, False])
def test_a_rejection_counts_at_once_whoever_edits_its_comment(tells: bool) -> None:
    """Nor does it wait until GitHub tells who wrote it: meanwhile the gate would stay open."""
    # issue 19: a greeting that bob put above it kept the plan approved
    shop = told("review")
    comment = shop.hub.comment("alice", shop.issue, "/plan reject It is unsafe")
    shop.hub.edit_comment("bob", comment, "Hello.\n\n/plan reject It is unsafe")
    shop.hub.told = tells
    shop.look()

    assert not shop.record.approved
