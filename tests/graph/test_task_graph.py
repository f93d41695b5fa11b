"""The task graph orders what waits for each other, or names the circle."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.graph.task_graph import TaskGraph
from tests.planning.requests import the_plan

NODES = "abcdefgh"
GRAPHS = st.dictionaries(
    st.sampled_from(NODES), st.lists(st.sampled_from(NODES), max_size=3, unique=True).map(tuple)
).map(lambda needs: {n: tuple(f for f in first if f in needs) for n, first in needs.items()})


@given(needs=GRAPHS)
@pytest.mark.shows("FR-044", "FR-045", "AC-032", "AC-033")
def test_an_order_or_a_circle_never_both(needs):
    """A graph without a circle has an order that keeps every edge; one with a circle names it."""
    graph = TaskGraph(needs)
    order, circle = graph.order(), graph.cycle()
    try:
        list(TopologicalSorter(needs).static_order())
        cyclic = False
    except CycleError:
        cyclic = True

    assert bool(circle) is cyclic
    if circle:
        assert order == ()
        assert circle[0] == circle[-1]
        assert all(b in needs[a] for a, b in pairwise(circle))
    else:
        assert sorted(order) == sorted(needs)
        assert all(order.index(f) < order.index(n) for n in needs for f in needs[n])


def test_depth_counts_what_stands_before():
    """Depth is the longest way to a node that waits for nothing."""  # S4.4
    graph = TaskGraph({"c": ("a", "b"), "a": (), "b": ("a",)})

    assert graph.depths() == {"a": 0, "b": 1, "c": 2}


@pytest.mark.shows("FR-042", "FR-059", "AC-030")
def test_a_plan_is_read_with_its_edges():
    """The graph of a plan holds the tasks' own dependencies."""
    plan = the_plan()
    graph = TaskGraph.of_plan(plan)

    assert graph.order() == tuple(t.id for t in plan.tasks)
    assert graph.needs[plan.tasks[1].id] == (plan.tasks[0].id,)


@pytest.mark.shows("FR-044")
def test_an_edge_of_the_list_counts_too():
    """An edge that only the plan's list names is an edge."""
    plan = the_plan()
    first, second = plan.tasks[0].id, plan.tasks[1].id
    edge = plan.dependencies[0].model_copy(update={"task": first, "needs": second})
    broken = plan.model_copy(update={"dependencies": (*plan.dependencies, edge)})

    assert set(TaskGraph.of_plan(broken).cycle()) == {first, second}
