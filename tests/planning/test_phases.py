"""A plan above the limit says in which parts it can be done."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.planning.phases import phases, points, suggested
from tests.factories import a_plan, a_task

POINTS = st.sampled_from([1, 2, 3, 5, 8, 13, 21])


@st.composite
def plans(draw):
    """Plans of up to twelve tasks, each waiting for some of those that stand anywhere before or after."""
    order = draw(st.permutations(range(1, draw(st.integers(1, 12)) + 1)))
    return a_plan(
        *(
            a_task(
                number,
                complexity=draw(POINTS),
                depends_on=tuple(
                    a_task(first).id
                    for first in order[: order.index(number)]
                    if draw(st.booleans())
                ),
            )
            for number in range(1, len(order) + 1)
        )
    )


@given(plan=plans(), limit=st.integers(1, 34))
def test_phases_hold_every_task_once_in_an_order_that_works(plan, limit):
    """No phase is above the limit unless one task is, and nothing waits for a later phase."""
    # seed 5: "If the task seems too large, the Planner suggests breaking it into phases"
    cut = phases(plan, limit)
    held = [t.id for phase in cut for t in phase]

    assert sorted(held) == (sorted(t.id for t in plan.live) if cut else [])
    assert all(points(phase) <= limit or len(phase) == 1 for phase in cut)
    assert all(
        held.index(d) < held.index(t.id) for phase in cut for t in phase for d in t.depends_on
    )
    assert bool(cut) == (points(plan.live) > limit)


def test_the_suggestion_names_the_tasks_of_each_phase():
    """What to do is said, with numbers."""  # seed 5: phases
    plan = a_plan(a_task(1, complexity=8), a_task(2, complexity=13), a_task(3, complexity=3))

    assert suggested(plan, 21) == (
        "The estimate of 24 is above the limit of 21: do it in phases: 1. tasks 1, 2 (21); 2. task 3 (3)."
    )
    assert suggested(plan, 24) == ""


def test_a_single_task_above_the_limit_is_to_be_split():
    """One task cannot be done in phases."""  # seed 5: phases
    assert suggested(a_plan(a_task(1, complexity=21)), 13) == (
        "The estimate of 21 is above the limit of 13: split it."
    )
