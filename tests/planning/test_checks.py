"""Any plan is judged, whoever made it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.artifacts import PlannedTests
from bot.domain.plan import ActionType, TaskPlan
from bot.errors import PlanError
from bot.planning.checks import judge, require
from bot.planning.testplan import plan_tests
from tests.planning.requests import SHOP, the_plan


def changed(plan: TaskPlan, which: int, /, **fields: Any) -> TaskPlan:
    tasks = tuple(t.model_copy(update=fields) if t.number == which else t for t in plan.tasks)
    return plan.model_copy(update={"tasks": tasks})


def with_step(plan: TaskPlan, **fields: Any) -> TaskPlan:
    first = plan.tasks[0]
    steps = (first.steps[0].model_copy(update=fields), *first.steps[1:])
    return changed(plan, 1, steps=steps)


PLAN = the_plan()
CASES = [
    (PLAN.model_copy(update={"tasks": (), "dependencies": ()}), "PLANGATE-PLAN-003", "no tasks"),
    (changed(PLAN, 2, steps=()), "PLANGATE-PLAN-003", "Task 2 has no steps"),
    (changed(PLAN, 2, acceptance_criteria=()), "PLANGATE-PLAN-003", "no acceptance criteria"),
    (changed(PLAN, 1, depends_on=(PLAN.tasks[1].id,)), "PLANGATE-PLAN-005", "task 1"),
    (changed(PLAN, 1, depends_on=("nobody",)), "PLANGATE-PLAN-004", "not there"),
    (changed(PLAN, 1, complexity=4), "PLANGATE-PLAN-004", "4 is no Fibonacci number"),
    (PLAN.model_copy(update={"total_complexity": 7}), "PLANGATE-PLAN-004", "total 7"),
    (changed(PLAN, 1, number=2), "PLANGATE-PLAN-004", "number 2 occurs 2 times"),
    (changed(PLAN, 1, title=" "), "PLANGATE-PLAN-004", "lacks a title"),
    (with_step(PLAN, id=PLAN.tasks[1].id), "PLANGATE-PLAN-004", "occurs 2 times"),
    (with_step(PLAN, verification=""), "PLANGATE-PLAN-004", "verification"),
    (with_step(PLAN, depends_on=(PLAN.tasks[0].steps[1].id,)), "PLANGATE-PLAN-005", "step 1.1"),
    (with_step(PLAN, target="shop/none.py"), "PLANGATE-PLAN-004", "not there: shop/none.py"),
    (
        with_step(PLAN, action=ActionType.RUN_COMMAND, target="rm -rf ."),
        "PLANGATE-PLAN-004",
        "not allowed",
    ),
]


def test_a_sound_plan_has_no_findings():
    """The built-in plan passes its own checks and is handed through."""  # FR-082
    tests = plan_tests(PLAN)

    assert judge(PLAN, tests, SHOP) == ()
    assert require(PLAN, tests, SHOP) is PLAN


@pytest.mark.parametrize(("plan", "code", "text"), CASES, ids=[c[2][:24] for c in CASES])
def test_each_fault_is_found_with_its_code(plan, code, text):
    """Every fault is named, and `require` refuses the plan."""  # FR-082
    found = judge(plan, None, SHOP)

    assert any(f.code == code and text in f.text for f in found), found
    with pytest.raises(PlanError) as refused:
        require(plan, None, SHOP)
    assert refused.value.code.startswith("PLANGATE-PLAN-00")


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../out.py", "a/../../b", "~/.ssh/id", ".git/config", "a\\b.py", "a\0b"]
)
def test_paths_that_leave_the_repository_are_refused(path):
    """Even where the repository's paths are not known."""  # NFR-013
    assert any("leaves the repository" in f.text for f in judge(with_step(PLAN, target=path)))


def test_a_criterion_without_a_test_is_a_finding():
    """Every criterion flagged for a test needs one intended."""  # S1.7
    found = judge(PLAN, PlannedTests(), SHOP)

    assert len(found) == 5
    assert all("No intended test covers" in f.text for f in found)


@given(size=st.integers(2, 7), start=st.integers(0, 6))
def test_a_circle_is_always_refused_and_named(size, start):
    """A circle of any size, wherever it begins, is found and spelled out."""  # FR-046
    base = PLAN.tasks[0]
    ids = [f"t{n}" for n in range(size)]
    tasks = tuple(
        base.model_copy(
            update={
                "id": ids[n],
                "number": n + 1,
                "depends_on": (ids[(n + start % size + 1) % size],),
            }
        )
        for n in range(size)
    )
    plan = PLAN.model_copy(update={"tasks": tasks, "dependencies": ()})
    circles = [f for f in judge(plan) if f.code == "PLANGATE-PLAN-005"]

    assert circles
    assert "→" in circles[0].text
    named = circles[0].text.split(": ", 1)[1].split(" → ")
    assert named[0] == named[-1]
