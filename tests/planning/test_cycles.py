"""Random graphs of tasks and steps: a circle is always refused and named, and nothing else is called one."""

from __future__ import annotations

from itertools import pairwise

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.plan import TaskPlan
from bot.planning.assembly import edges
from bot.planning.checks import CIRCULAR, judge
from tests.planning.requests import the_plan

BASE = the_plan()
EDGES = st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=16)


def of_tasks(pairs: list[tuple[int, int]], *, in_list: bool) -> TaskPlan:
    """Eight tasks; each pair is (waits, for): in the tasks themselves, or in the plan's list of edges."""
    one = BASE.tasks[0]
    tasks = tuple(
        one.model_copy(
            update={
                "id": f"t{n}",
                "number": n,
                "depends_on": () if in_list else tuple(f"t{b}" for a, b in pairs if a == n),
            }
        )
        for n in range(1, 9)
    )
    like = BASE.dependencies[0]
    listed = tuple(like.model_copy(update={"task": f"t{a}", "needs": f"t{b}"}) for a, b in pairs)
    plan = BASE.model_copy(update={"tasks": tasks})
    return plan.model_copy(update={"dependencies": listed if in_list else edges(tasks)})


def named(plan: TaskPlan, prefix: str) -> list[list[int]]:
    """The circles that the findings name, as numbers."""
    texts = [f.text.partition(": ")[2] for f in judge(plan) if f.code == CIRCULAR]
    return [
        [int(part.removeprefix(prefix)) for part in text.split(" → ")]
        for text in texts
        if text.startswith(prefix)
    ]


@settings(deadline=None)
@given(pairs=EDGES, in_list=st.booleans())
def test_circles_of_tasks(pairs, in_list):
    """An independent library says whether there is a circle; the one that is named is real."""
    # FR-044, FR-046, AC-032, NFR-010
    found = named(of_tasks(pairs, in_list=in_list), "task ")

    assert bool(found) is not networkx.is_directed_acyclic_graph(networkx.DiGraph(pairs))
    for circle in found:
        assert circle[0] == circle[-1]
        assert all((a, b) in pairs or (b, a) in pairs for a, b in pairwise(circle))


@settings(deadline=None)
@given(pairs=EDGES)
def test_circles_of_steps(pairs):
    """Steps of a task that wait for each other are refused the same way."""
    # FR-043, FR-046, AC-031
    task = BASE.tasks[0]
    steps = tuple(
        task.steps[0].model_copy(
            update={"id": f"s{n}", "depends_on": tuple(f"s{b}" for a, b in pairs if a == n)}
        )
        for n in range(1, 9)
    )
    plan = BASE.model_copy(
        update={"tasks": (task.model_copy(update={"steps": steps}), *BASE.tasks[1:])}
    )
    found = named(plan, "step 1.")

    assert bool(found) is not networkx.is_directed_acyclic_graph(networkx.DiGraph(pairs))
    assert all(circle[0] == circle[-1] for circle in found)
