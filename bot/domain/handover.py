"""A task as it is handed to a coding agent: its place in the plan, its tests, and what is not its own."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.plan import Task, TaskPlan, WorkStatus
from bot.domain.planned_tests import PlannedTest, planned_in
from bot.domain.policy import Policy
from bot.domain.record import Record


@dataclass(frozen=True, slots=True)
class Handover:
    """What the prompt of one task says beside the task itself.

    `issue` is 0 for a plan of a file, `today` says how the code does it now. `last`: no other task is open.
    `others` are files that only other tasks change, `protected` what nobody changes without leave.
    """

    task: Task
    goal: str
    today: str
    of: int
    after: tuple[int, ...]
    issue: int = 0
    branch: str = ""
    base: str = ""
    approved: bool = False
    last: bool = False
    tests: tuple[PlannedTest, ...] = ()
    others: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()


def handover(plan: TaskPlan, task: Task, record: Record | None, policy: Policy) -> Handover:
    """The handover of one task; without a record there is no issue, no branch and no list of tests."""
    own = {*task.resources.write, *task.resources.create}
    rest = (t for t in plan.live if t.id != task.id)
    theirs = (p for t in rest for p in (*t.resources.write, *t.resources.create))
    number = record.canonical_task_id.removeprefix("T-") if record else ""
    return Handover(
        task=task,
        goal=plan.goal,
        today=plan.explanation,
        of=len(plan.live),
        after=plan.after(task),
        issue=int(number) if number.isdecimal() else 0,
        branch=record.workflow.branch_name if record else "",
        base=record.workflow.base_branch if record else "",
        approved=record is not None and record.approved,
        last=all(t.status is WorkStatus.DONE for t in plan.live if t.id != task.id),
        tests=_tests(plan, task, record) if record else (),
        others=tuple(dict.fromkeys(p for p in theirs if p not in own)),
        protected=policy.gate.protected,
    )


def handovers(record: Record, policy: Policy) -> tuple[Handover, ...]:
    """The open tasks of a plan as they are handed on; a story of an epic is planned on its own first."""
    plan = record.plan
    if plan is None or record.planner.epic:
        return ()
    opened = (t for t in plan.live if t.status is WorkStatus.PENDING)
    return tuple(handover(plan, t, record, policy) for t in opened)


def _tests(plan: TaskPlan, task: Task, record: Record) -> tuple[PlannedTest, ...]:
    """The planned tests that name a criterion or a file of the task, and those that name no task's."""
    found = planned_in(record)
    return tuple(t for t in found if _names(task, t) or not any(_names(o, t) for o in plan.live))


def _names(task: Task, test: PlannedTest) -> bool:
    changed = (*task.resources.write, *task.resources.create)
    return test.file in changed or any(c.text in test.text for c in task.acceptance_criteria)
