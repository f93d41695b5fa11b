"""The next task for a tool, by seed 4's rule."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.domain.plan import ActionType, Step, Task, TaskPlan, WorkStatus
from bot.graph.schedule import schedule_next, sort_keys
from bot.graph.task_graph import TaskGraph, affinity, finished
from tests.factories import a_plan, a_task
from tests.graph.graphs import task_graphs


def task(number: int, *, after: tuple[int, ...] = (), done: bool = False, **tools: float) -> Task:
    """A task with the affinity map a planner wrote down."""
    return Task.model_validate(
        a_task(number).model_dump()
        | {
            "depends_on": tuple(f"t-{n}" for n in after),
            "status": WorkStatus.DONE if done else WorkStatus.PENDING,
            "affinity": tools,
        }
    )


def order(plan: TaskPlan, tool: str = "") -> list[int]:
    """The numbers of the open tasks by their keys; the first of them is the next one."""
    number = {t.id: t.number for t in plan.tasks}
    found = [number[id_] for id_ in ranked(TaskGraph.of_plan(plan), finished(plan), tool)]
    first = schedule_next(plan, tool)
    assert [first.task.number if first else 0] == (found[:1] or [0])
    return found


def ranked(graph: TaskGraph, done: Collection[str], tool: str) -> list[str]:
    return [key[-1] for key in sorted(sort_keys(graph, done, tool))]


def test_ready_comes_before_everything():
    """What waits comes last, however well the tool fits."""
    # S4.4
    plan = a_plan(task(1, other=0.1), task(2, after=(1,), pytest=1.0))

    assert order(plan, "pytest") == [1, 2]


@pytest.mark.shows("PT-25")
def test_the_planners_tools_lead_execution():
    """A task whose map holds the tool goes before one with a higher score for another."""
    # S4.4
    plan = a_plan(task(1, other=1.0), task(2, pytest=0.2))

    assert (order(plan, "pytest"), order(plan, "other")) == ([2, 1], [1, 2])


def test_the_highest_affinity_comes_first():
    """Among fitting tasks the score decides."""
    # S4.4
    assert order(a_plan(task(1, pytest=0.3), task(2, pytest=0.9)), "PyTest ") == [2, 1]


def test_then_depth_then_pending_then_id():
    """Equal in tools: the one nearer the start, then the one that waits for less, then by id."""
    # S4.4
    deep = a_plan(task(1, done=True), task(2, after=(1,), x=1.0), task(3, x=1.0))
    waiting = a_plan(
        task(1, x=0.9), task(2, x=0.9), task(3, after=(1, 2), x=0.5), task(4, after=(1,), x=0.5)
    )

    chain = a_plan(
        *(task(n, x=0.9) for n in (1, 2)),
        task(3, after=(1, 2), x=0.5), task(4, after=(1,), x=0.5), task(5, after=(4,), x=0.5),
    )  # fmt: skip

    assert order(chain, "x") == [1, 2, 4, 3, 5]
    assert order(deep, "x") == [3, 2]
    assert order(waiting, "x") == [1, 2, 4, 3]


def test_what_is_done_or_superseded_is_no_candidate():
    """Only open tasks are offered, and what is done holds nobody up."""
    # S4.4
    old = task(3).model_copy(update={"status": WorkStatus.SUPERSEDED})
    plan = a_plan(task(1, done=True), task(2, after=(1,)), old)

    found = schedule_next(plan)
    assert order(plan) == [2] and found and found.ready


def test_affinity_is_the_share_of_steps():
    """Without a map of the planner's, tools are what the steps do and the programs they start."""
    # S4.1
    steps = tuple(
        Step(id=f"s{n}", title="x", description="x", action=action, target=target)
        for n, (action, target) in enumerate(
            [(ActionType.MODIFY_FILE, "a.py"), (ActionType.RUN_COMMAND, "pytest tests")]
        )
    )

    assert affinity(a_task(steps=steps)) == {"modify": 0.5, "pytest": 0.5, "run": 0.5}


@pytest.mark.parametrize("score", [7, -1, "x"])
def test_a_score_outside_of_its_bounds_is_no_score(score):
    """A task with a score that is no number from 0 to 1 is refused, never corrected."""
    # S4.1
    with pytest.raises(ValidationError):
        Task.model_validate(a_task().model_dump() | {"affinity": {"a": score}})


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 6), st.booleans()), max_size=7))
@pytest.mark.shows("PT-24")
def test_the_order_is_reproducible_however_tasks_are_listed(wishes):
    """Listing the same tasks in another order changes nothing."""
    # S4.4
    tasks = [
        task(n, after=(before,) if 0 < before < n else (), done=done, x=score)
        for n, (score, before, done) in enumerate(wishes, 1)
    ]
    plan = a_plan(*tasks) if tasks else a_plan(task(1))
    turned = plan.model_copy(update={"tasks": tuple(reversed(plan.tasks))})

    assert order(plan, "x") == order(turned, "x")


@given(task_graphs(), st.data())
@pytest.mark.shows("PT-23")
def test_schedule_next_orders_by_readiness_tool_affinity_depth_pending_and_id(graph, data):
    """Each unfinished task stands once, in the seed's order of signs, however tasks are listed."""
    # S4.4: "orders pending tasks by readiness, whether a preferred tool matches …"
    done = data.draw(st.sets(st.sampled_from(list(graph.tasks))))
    tool = data.draw(st.sampled_from(["", "read", "Run "]))

    depths = graph.depths()

    def signs(id_: str) -> tuple[object, ...]:
        scores, name = graph.tasks[id_].affinity, tool.strip().lower()
        pending = [d for d in graph.needs[id_] if d not in done]
        score = scores[name] if name in scores else max([0.0, *scores.values()])
        return (bool(pending), name not in scores, -score, depths[id_], len(pending), id_)

    found = ranked(graph, done, tool)
    turned = TaskGraph(dict(reversed(graph.needs.items())), dict(reversed(graph.tasks.items())))

    assert found == sorted((i for i in graph.tasks if i not in done), key=signs)
    assert found == ranked(turned, done, tool)
