"""Many versions in a row: nothing is lost, nothing done is altered, and every version can be had back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan import TaskPlan, WorkStatus
from bot.domain.plan_delta import PlanDelta
from bot.domain.record import PlannerState, PlanVersion, Record, StoredPlan
from bot.planning.versions import next_version
from tests.planning.test_versions import WISHES, some_plan

CHAINS = st.lists(st.tuples(WISHES, st.integers(0, 9)), min_size=2, max_size=5)


def finished(plan: TaskPlan, number: int) -> TaskPlan:
    """Somebody finishes a live task whose needs are met, or nothing where there is none."""
    done = {t.id for t in plan.tasks if t.status is WorkStatus.DONE}
    ready = [t.id for t in plan.live if t.id not in done and done.issuperset(t.depends_on)]
    chosen = ready[number % len(ready)] if ready else ""
    tasks = tuple(
        t.model_copy(update={"status": WorkStatus.DONE}) if t.id == chosen else t
        for t in plan.tasks
    )
    return plan.model_copy(update={"tasks": tasks})


def versions(chain) -> list[tuple[TaskPlan, TaskPlan]]:
    """Each version as it was planned upon, and the next one; between them somebody finishes a task."""
    plan = some_plan(tuple((n, b, False) for n, b, _ in chain[0][0]), "v0")
    found = []
    for turn, (wish, number) in enumerate(chain[1:], 1):
        fresh = some_plan(tuple((n, b, False) for n, b, _ in wish), f"v{turn}")
        worked = finished(plan, number)
        plan = next_version(worked, fresh, f"turn {turn}")
        found.append((worked, plan))
    return found


@given(chain=CHAINS)
@pytest.mark.shows("FR-063", "FR-066")
def test_no_task_is_ever_lost(chain):
    """Every task of every version is in all later ones; done ones byte for byte."""
    # B5
    ever: dict[str, str] = {}
    for worked, joined in versions(chain):
        ever |= {t.id: t.model_dump_json() for t in worked.tasks if t.status is WorkStatus.DONE}
        now = {t.id: t.model_dump_json() for t in joined.tasks}
        assert {t.id for t in worked.tasks} <= now.keys()
        assert {id_: now[id_] for id_ in ever} == ever


@given(chain=CHAINS)
@pytest.mark.shows("FR-066")
def test_every_version_can_be_had_back(chain):
    """From the plan in force and the record's entries any earlier version follows to the byte."""
    pairs = versions(chain)
    entries, plans = [], [pairs[0][0]]
    first = pairs[0][0]
    entries.append(PlanVersion(version=1, digest=first.digest(), created_at=first.created_at))
    for worked, joined in pairs:
        if joined is worked:
            continue
        plans[-1] = worked
        entry = entries[-1].model_copy(
            update={
                "version": joined.version,
                "changes": joined.changes,
                "before": PlanDelta.between(worked, joined),
            }
        )
        entries.append(entry)
        plans.append(joined)
    last = plans[-1]
    stored = StoredPlan(id=last.id, version=last.version, digest=last.digest(), body=last)
    record = Record.new(7).model_copy(
        update={"planner": PlannerState(plan=stored, versions=tuple(entries))}
    )

    for plan in plans:
        found = record.plan_version(plan.version)
        assert found is not None
        assert (found.id, found.goal, found.digest()) == (plan.id, plan.goal, plan.digest())
        assert [t.id for t in found.tasks] == [t.id for t in plan.tasks]
        assert found.changes == plan.changes and found.dependencies == plan.dependencies
    assert record.plan_version(99) is None
    assert record.plan_version(0) is None


def test_a_dropped_task_that_is_wanted_again_comes_back():
    """What was superseded is revived with its id and number, not planned as a stranger."""
    wish = ((2, (), False), (4, (), False))
    both = some_plan(wish, "a")
    one = next_version(both, some_plan(wish[:1], "b"), "only one")
    again = next_version(one, some_plan(wish, "c"), "both after all")

    assert [t.id for t in again.live] == ["a-1", "a-2"]
    assert again.version == 3 and again.digest() == both.digest()
    assert [(c.kind, c.what) for c in again.changes][-1] == ("added", "Task 2: Task 4")
