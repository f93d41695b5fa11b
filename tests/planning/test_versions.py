"""The next version of a plan; finished work is never touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan import Criterion, Task, TaskPlan, WorkStatus
from bot.domain.plan_delta import changes
from bot.graph.task_graph import TaskGraph
from bot.planning import checks
from bot.planning.assembly import edges, total
from bot.planning.versions import next_version
from tests.planning.requests import the_plan

BASE = the_plan()


def renewed(plan: TaskPlan) -> TaskPlan:
    """The same plan made once more: every id is another."""
    return TaskPlan.model_validate_json(plan.model_dump_json().replace("019ca8bb", "119ca8bb"))


def some_plan(wish: tuple[tuple[int, tuple[int, ...], bool], ...], mark: str) -> TaskPlan:
    """Make a plan of tasks `(name, positions before, done)`; a name occurs once."""
    base = BASE
    unique = {name: (before, done) for name, before, done in wish}
    tasks: list[Task] = []
    for n, (name, (before, done)) in enumerate(unique.items(), 1):
        tasks.append(
            base.tasks[0].model_copy(
                update={
                    "id": f"{mark}-{n}",
                    "number": n,
                    "title": f"Task {name}",
                    "description": mark if name % 2 else "same",
                    "depends_on": tuple(
                        dict.fromkeys(tasks[b % len(tasks)].id for b in before if tasks)
                    ),
                    "status": WorkStatus.DONE if done else WorkStatus.PENDING,
                }
            )
        )
    return base.model_copy(
        update={
            "tasks": tuple(tasks),
            "dependencies": edges(tasks),
            "total_complexity": total(t.complexity for t in tasks),
        }
    )


WISHES = st.lists(
    st.tuples(st.integers(0, 9), st.lists(st.integers(0, 5), max_size=2).map(tuple), st.booleans()),
    min_size=1,
    max_size=6,
).map(tuple)


@given(before=WISHES, after=WISHES)
@pytest.mark.shows("FR-063", "AC-041")
def test_finished_tasks_are_never_altered(before, after):
    """Whatever the fresh plan says, done tasks stay byte for byte and the graph stays sound."""
    earlier = some_plan(before, "old")
    fresh = some_plan(tuple((name, first, False) for name, first, _ in after), "new")
    joined = next_version(earlier, fresh, "because")
    kept = {t.id: t.model_dump_json() for t in joined.tasks}

    for task in earlier.tasks:
        if task.status is WorkStatus.DONE:
            assert kept[task.id] == task.model_dump_json()
    assert TaskGraph.of_plan(joined).cycle() == ()
    ids = {t.id for t in joined.tasks}
    assert all(d in ids for t in joined.tasks for d in t.depends_on)
    numbers = [t.number for t in joined.tasks]
    assert len(set(numbers)) == len(numbers) == len(ids)


@given(before=WISHES, after=WISHES)
@pytest.mark.shows("FR-062", "FR-064", "AC-040", "AC-042")
def test_every_change_is_listed_with_its_reason(before, after):
    """Each task of either version stands in the list of changes once."""
    earlier, fresh = some_plan(before, "old"), some_plan(after, "new")
    joined = next_version(earlier, fresh, "because")
    if joined is earlier:
        return
    named = [c.what for c in joined.changes]
    gone = {t.id for t in earlier.live} - {t.id for t in joined.live}

    assert joined.version == earlier.version + 1
    assert len(named) == len(joined.live) + len(gone)
    assert all(c.reason for c in joined.changes)
    assert {c.kind for c in joined.changes} <= {"added", "removed", "changed", "kept"}


def test_nothing_new_is_no_new_version():
    """The same work under other ids is the plan there was."""  # B11
    plan = the_plan()
    renamed = plan.model_copy(update={"id": "other", "version": 9})

    assert next_version(plan, renamed) is plan


@pytest.mark.parametrize("field", ["title", "description", "question"])
def test_a_change_is_told_by_the_field_that_changed(field):
    """Whatever differs of a task is named, not always its description."""
    plan = the_plan()
    other = plan.tasks[0].model_copy(update={field: "Something else"})

    [told, *_] = changes(plan, plan.having(tasks=(other, *plan.tasks[1:])), "asked")

    assert told.reason == f"{field}. Why: asked"


@pytest.mark.shows("FR-064")
def test_a_dropped_task_is_superseded():
    """Pending work that is no longer wanted is set aside by its title, and the list says why."""
    plan = the_plan()
    fewer = plan.model_copy(update={"tasks": plan.tasks[:1], "dependencies": edges(plan.tasks[:1])})
    joined = next_version(plan, fewer, "No documents")

    last = joined.task(plan.tasks[-1].number)
    assert [(c.kind, c.reason) for c in joined.changes][-1] == ("removed", "No documents")
    assert last is not None and last.status is WorkStatus.SUPERSEDED
    assert (last.id, last.title) == (plan.tasks[-1].id, plan.tasks[-1].title)
    assert last not in joined.live and joined.digest() != plan.digest()
    assert checks.judge(joined) == ()


@pytest.mark.shows("FR-063")
def test_a_finished_task_takes_nothing_on():
    """A criterion that comes after a task was finished is carried by a new task that waits for it."""
    # S1.6
    plan = the_plan()
    first = plan.tasks[0]
    done = first.model_copy(update={"status": WorkStatus.DONE})
    earlier = plan.model_copy(update={"tasks": (done, *plan.tasks[1:])})
    late = first.acceptance_criteria[0].model_copy(update={"id": "late", "text": "Guests may, too"})
    again = renewed(plan)
    wanted = again.tasks[0].model_copy(
        update={"acceptance_criteria": (*again.tasks[0].acceptance_criteria, late)}
    )
    fresh = again.model_copy(update={"tasks": (wanted, *again.tasks[1:])})
    joined = next_version(earlier, fresh, "Guests, too")

    [carrier] = [t for t in joined.live if late in t.acceptance_criteria]
    assert joined.tasks[0] == done and carrier.id not in {t.id for t in earlier.tasks}
    assert carrier.acceptance_criteria == (late,) and done.id in carrier.depends_on
    assert checks.judge(joined) == ()


def with_criteria(plan: TaskPlan, wanted: tuple[frozenset[int], ...]) -> TaskPlan:
    """The plan whose tasks hold these criteria, told apart by a sign that is no word."""
    signs = ("<", ">", "<=", ">=", "=", "!=")
    tasks = tuple(
        t.model_copy(
            update={
                "acceptance_criteria": tuple(
                    Criterion(id=f"{t.id}-c{n}", text=f"The total is {signs[n]} 5")
                    for n in sorted(wanted[at % len(wanted)])
                )
            }
        )
        for at, t in enumerate(plan.tasks)
    )
    return plan.model_copy(update={"tasks": tasks})


CRITERIA = st.lists(st.frozensets(st.integers(0, 5), max_size=3), min_size=1, max_size=6).map(tuple)


@pytest.mark.shows("FR-063")
@given(before=WISHES, held=CRITERIA, after=WISHES, wanted=CRITERIA)
def test_every_new_criterion_belongs_to_an_unfinished_task(before, held, after, wanted):
    """What no finished task holds is carried by one that is still to be done; then the version rises."""
    earlier = with_criteria(some_plan(before, "old"), held)
    undone = tuple((name, first, False) for name, first, _ in after)
    joined = next_version(earlier, with_criteria(some_plan(undone, "new"), wanted), "because")

    def texts(*states: WorkStatus) -> set[str]:
        tasks = (t for t in joined.live if t.status in states)
        return {c.text for t in tasks for c in t.acceptance_criteria}

    asked = {
        c.text
        for t in with_criteria(some_plan(undone, "new"), wanted).tasks
        for c in t.acceptance_criteria
    }
    new = asked - texts(WorkStatus.DONE)
    assert new <= texts(WorkStatus.PENDING)
    assert joined.version == earlier.version + (joined is not earlier)
    for task in earlier.tasks:
        if task.status is WorkStatus.DONE:
            assert task in joined.tasks
    known = {c.text for t in earlier.live for c in t.acceptance_criteria}
    assert joined is not earlier or asked <= known


@pytest.mark.shows("FR-063")
def test_planning_again_what_was_added_changes_nothing():
    """The task that carries a late criterion is known again: nothing is added twice, nor another time."""
    plan = the_plan()
    done = plan.tasks[0].model_copy(update={"status": WorkStatus.DONE})
    earlier = plan.model_copy(update={"tasks": (done, *plan.tasks[1:])})
    second = next_version(earlier, _asking_more(plan), "Guests, too")
    third = next_version(second, _asking_more(renewed(plan)), "Look again")
    carrier = next(t for t in second.live if t.title.endswith("(added)"))
    finished = second.model_copy(
        update={
            "tasks": tuple(
                t.model_copy(update={"status": WorkStatus.DONE}) if t is carrier else t
                for t in second.tasks
            )
        }
    )

    assert third is second
    assert next_version(finished, _asking_more(plan), "Look again") is finished


def _asking_more(plan: TaskPlan) -> TaskPlan:
    late = (
        plan.tasks[0]
        .acceptance_criteria[0]
        .model_copy(update={"id": "late", "text": "Guests may, too"})
    )
    first = plan.tasks[0].model_copy(
        update={"acceptance_criteria": (*plan.tasks[0].acceptance_criteria, late)}
    )
    return renewed(plan.model_copy(update={"tasks": (first, *plan.tasks[1:])}))
