"""The gate shows other approved plans that write the same file, and closes where the policy says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.overlap import Overlap
from bot.domain.record import Record
from bot.domain.verdict import Row
from bot.roles.gatekeeper import verdicts
from tests.factories import NOW, a_policy, facts
from tests.intents.given import present
from tests.roles.given import a_story_pull, at_work


def rows_with(kind: str, policy: str, *, approved: bool = True) -> tuple[list[Row], Record]:
    """The gate's rows about other plans, and the record that they were read from."""
    record = at_work()
    seen = Overlap.model_validate(
        {"issue": 5, "paths": ["shop/cart.py"], "kind": kind, "since": NOW, "approved": approved}
    )
    held = record.planner.model_copy(update={"overlaps": (seen,)})
    record = record.model_copy(update={"planner": held})
    pull = replace(a_story_pull(record=record), policy=a_policy(gate={"overlap": policy}))
    known = facts(pulls=(pull,), record=present(record))
    found = verdicts.judge(known, verdicts.records_of(known, record))
    return [row for row in found[0].rows if row.code == "PLANS_APART"], record


@pytest.mark.parametrize(("policy", "state"), [("list", "met"), ("block", "undecided")])
@pytest.mark.shows("PT-21")
def test_the_gate_shows_contradiction_intensity_and_closes_where_the_policy_says_so(policy, state):
    """The row names the other issue, the files and the intensity; only `block` asks a person."""
    # S4.6: "the gate monitors contradiction intensity"
    (row,), _ = rows_with("open", policy)

    assert row.state.value == state
    assert row.data == {"others": [5], "paths": ["shop/cart.py"], "intensity": 0.6}


def test_finished_work_closes_no_gate():
    """A plan whose work is done is no reason to wait."""
    # S4.6
    assert rows_with("finished", "block", approved=False)[0] == []


@pytest.mark.parametrize("policy", ["list", "block"])
def test_a_plan_that_nobody_approved_is_no_matter_of_the_gate(policy):
    """Anybody can have such a plan made, so it closes nobody's gate: the issue's notice lists it."""
    # issue 19
    assert rows_with("open", policy, approved=False)[0] == []
