"""Seed 4, telemetry flow: a new plan's telemetry is merged into what the record holds, field by field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan import MERGES, Merge, merged
from bot.graph.task_graph import set_task_graph, statistics
from tests.factories import a_plan, a_task

PLAN = a_plan(
    a_task(1, affinity={"read": 1.0}),
    a_task(2, depends_on=("t-1",)),
    a_task(3, depends_on=("t-1",)),
)
FIELDS = st.sampled_from([*MERGES, "confidence", "route"])
TOLD = st.dictionaries(
    FIELDS, st.integers(0, 9) | st.none() | st.dictionaries(FIELDS, st.integers(0, 9))
)


@pytest.mark.shows("PT-12")
def test_set_task_graph_merges_planner_telemetry():
    """Counts add up over runs, what a run says of itself is the newest, and the statistics are there."""
    # S4.3: "`QueryState.set_task_graph` merges planner telemetry into …"
    first = {"engine": "a", "calls": 2, "tokens": {"sent": 5}, "cost": None, "confidences": [0.5]}
    second = {"engine": "b", "calls": 3, "tokens": {"sent": 1, "cached": 2}, "confidences": [0.9]}

    held = set_task_graph(set_task_graph({}, PLAN, first), PLAN, second)

    assert (held["engine"], held["calls"], held["runs"]) == ("b", 5, 2)
    assert held["tokens"] == {"sent": 6, "cached": 2}
    assert (held["cost"], held["confidences"]) == (None, [0.5, 0.9])
    assert held["taskGraph"] == statistics(PLAN)


@pytest.mark.shows("PT-14")
def test_existing_telemetry_and_routing_signals_survive_a_graph_refresh():
    """A confidence and a route that somebody wrote down stay as they are."""
    # S4.3: "Existing telemetry such as planner confidence values are merged rather than overwritten"
    before = {"confidence": 0.7, "route": "deep", "calls": 1}

    held = set_task_graph(before, PLAN, {"confidence": 0.2, "route": "plain"})

    assert (held["confidence"], held["route"], held["calls"]) == (0.7, "deep", 1)


def test_the_statistics_are_those_of_the_graph():
    """Tasks, edges, the longest chain, the most at one depth, what is ready, and tasks by tool."""
    # S4.3
    assert statistics(PLAN) == {
        "count": 3, "edges": 2, "depth": 2, "width": 2, "ready": 1, "byTool": {"modify": 2, "read": 1},
    }  # fmt: skip


@given(TOLD, TOLD)
def test_nothing_is_ever_taken_away(before, told):
    """Every field of either is there afterwards, and what no rule names is what it was."""
    # S4.3
    found = merged(before, told)

    assert found.keys() == before.keys() | told.keys()
    kept = {k for k in before if MERGES.get(k, Merge.KEEP) is Merge.KEEP}
    assert all(found[k] == before[k] for k in kept)
