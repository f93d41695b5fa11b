"""Any plan is judged, whoever made it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.artifacts import PlannedTests
from bot.domain.plan import ActionType, TaskPlan, WorkStatus
from bot.errors import PlanError
from bot.planning.checks import judge, require
from tests.planning.requests import the_plan


def changed(plan: TaskPlan, which: int, /, **fields: Any) -> TaskPlan:
    tasks = tuple(t.model_copy(update=fields) if t.number == which else t for t in plan.tasks)
    return plan.model_copy(update={"tasks": tasks})


def with_step(plan: TaskPlan, **fields: Any) -> TaskPlan:
    first = plan.tasks[0]
    steps = (first.steps[0].model_copy(update=fields), *first.steps[1:])
    return changed(plan, 1, steps=steps)


PLAN = the_plan()
FIRST = PLAN.tasks[0]
TOKEN = "ghp_" + "a1B2" * 9


def with_tasks(count: int) -> TaskPlan:
    """As many tasks of one step, each with ids of its own."""
    tasks = tuple(
        FIRST.model_copy(
            update={
                "id": f"t{n}", "number": n, "depends_on": (),
                "steps": (FIRST.steps[0].model_copy(update={"id": f"s{n}", "depends_on": ()}),),
                "acceptance_criteria": (FIRST.acceptance_criteria[0].model_copy(update={"id": f"c{n}"}),),
            }
        )
        for n in range(1, count + 1)
    )  # fmt: skip
    return PLAN.model_copy(update={"tasks": tasks, "dependencies": ()})


def with_steps(count: int) -> TaskPlan:
    """As many steps in the first task."""
    one = FIRST.steps[0]
    steps = tuple(one.model_copy(update={"id": f"s{n}", "depends_on": ()}) for n in range(count))
    return changed(PLAN, 1, steps=steps)


def running(command: str) -> TaskPlan:
    """The first step runs a command that the task lists."""
    plan = with_step(PLAN, action=ActionType.RUN_COMMAND, target=command)
    held = FIRST.resources.model_copy(update={"run": (*FIRST.resources.run, command)})
    return changed(plan, 1, resources=held)


BAD = "PLANGATE-PLAN-004"
CASES = [  # a plan that fails, its code and words, and one that just passes
    (
        PLAN.model_copy(update={"tasks": (), "dependencies": ()}),
        "PLANGATE-PLAN-003",
        "no tasks",
        with_tasks(1),
    ),
    (changed(PLAN, 2, steps=()), "PLANGATE-PLAN-003", "Task 2 has no steps", with_steps(1)),
    (
        changed(PLAN, 2, acceptance_criteria=()),
        "PLANGATE-PLAN-003",
        "no acceptance criteria",
        with_tasks(1),
    ),
    (
        changed(PLAN, 1, depends_on=(PLAN.tasks[1].id,)),
        "PLANGATE-PLAN-005",
        "task 1",
        changed(PLAN, 3, depends_on=(FIRST.id,)),
    ),
    (changed(PLAN, 1, title=" "), BAD, "lacks a title", changed(PLAN, 1, title="x")),
    (with_step(PLAN, verification=""), BAD, "verification", with_step(PLAN, verification="x")),
    (
        with_step(PLAN, depends_on=(FIRST.steps[1].id,)),
        "PLANGATE-PLAN-005",
        "step 1.1",
        with_step(PLAN, depends_on=()),
    ),
    (
        with_step(PLAN, action=ActionType.RUN_COMMAND, target="rm -rf ."),
        BAD,
        "not allowed",
        running("pytest -q"),
    ),
    (running("pytest && rm x"), BAD, "not allowed", running("make test")),
    (
        with_step(PLAN, target=""),
        BAD,
        "without a target",
        with_step(PLAN, target="", action=ActionType.ANALYZE_CODE),
    ),
    (
        with_step(PLAN, target="shop/*.py"),
        BAD,
        "more than one file",
        with_step(PLAN, target="shop/mail.py"),
    ),
    (
        with_step(PLAN, target="shop/mail.py, shop/auth.py"),
        BAD,
        "more than one file",
        with_step(PLAN, target="shop/auth.py"),
    ),
    (
        with_step(PLAN, description=f"Use {TOKEN}"),
        BAD,
        "looks like a secret",
        with_step(PLAN, description="Use GITHUB_TOKEN"),
    ),
    (
        PLAN.model_copy(update={"goal": f"x {TOKEN}"}),
        BAD,
        "goal holds",
        PLAN.model_copy(update={"goal": "x"}),
    ),
    (with_tasks(501), "PLANGATE-PLAN-006", "501 tasks", with_tasks(500)),
    (with_steps(101), "PLANGATE-PLAN-006", "101 steps", with_steps(100)),
    (
        with_step(PLAN, description="x" * 8_001),
        "PLANGATE-PLAN-006",
        "8000 characters",
        with_step(PLAN, description="x" * 8_000),
    ),
]


def test_a_sound_plan_has_no_findings():
    """A sound plan passes the checks and is handed through."""
    tests = PlannedTests(unit_test_intent=("It holds",))

    assert judge(PLAN, tests) == ()
    assert require(PLAN, tests) is PLAN


@pytest.mark.parametrize(("plan", "code", "text", "fine"), CASES, ids=[c[2][:30] for c in CASES])
@pytest.mark.shows(
    "FR-046", "FR-051", "FR-082", "NFR-006", "NFR-008", "NFR-009", "NFR-011", "NFR-012", "AC-052"
)
def test_each_fault_is_found_with_its_code(plan, code, text, fine):
    """Every fault is named and `require` refuses the plan; the nearest good one passes."""
    found = judge(plan)

    assert any(f.code == code and text in f.text for f in found), found
    assert judge(fine) == ()
    with pytest.raises(PlanError) as refused:
        require(plan)
    assert refused.value.code.startswith("PLANGATE-PLAN-00")


def test_a_plan_that_is_too_large_is_to_be_split():
    """A clearer request would not help there, so that is the advice for all other faults alone."""
    told = []
    for plan in (with_tasks(501), with_step(PLAN, target="")):
        with pytest.raises(PlanError) as refused:
            require(plan)
        told.append(refused.value.remedy.split()[1:4])

    assert told == [["the", "plan", "smaller,"], ["the", "request", "clearer,"]]


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../out.py", "a/../../b", "~/.ssh/id", ".git/config", "a\\b.py", "a\0b"]
)
@pytest.mark.shows("NFR-013")
def test_paths_that_leave_the_repository_are_refused(path):
    """Even where the repository's paths are not known."""
    assert any("leaves the repository" in f.text for f in judge(with_step(PLAN, target=path)))


def test_no_finding_repeats_a_secret():
    """What looks like a secret is told by its place alone."""  # T11
    plan = with_step(PLAN, description=TOKEN)
    tests = PlannedTests(notes=TOKEN)
    found = judge(plan, tests)

    assert any("An intended test holds" in f.text for f in found)
    assert not any(TOKEN in f.text for f in found)


def test_superseded_tasks_are_history():
    """A task that was set aside may name what is gone, and counts for nothing."""
    odd = {"status": WorkStatus.SUPERSEDED, "steps": (), "complexity": 4, "title": ""}

    plan = PLAN.model_copy(update={"dependencies": PLAN.dependencies[:1]})

    assert judge(changed(plan, 3, **odd)) == ()


@pytest.mark.shows("FR-055")
def test_a_plan_without_any_test_is_a_finding():
    """Criteria flagged for a test need one intended: without any, no work begins."""  # S1.7
    [found] = judge(PLAN, PlannedTests())

    assert "No test is planned" in found.text


@given(size=st.integers(2, 7), start=st.integers(0, 6))
@pytest.mark.shows("FR-044", "FR-046", "AC-032")
def test_a_circle_is_always_refused_and_named(size, start):
    """A circle of any size, wherever it begins, is found and spelled out."""
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
