"""A task as it is handed to a coding agent: its place in the plan, its tests, and what is not its own."""

from __future__ import annotations

from collections.abc import Iterator
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
    return _handed(plan, task, record, policy, _free(plan, record))


def open_tasks(record: Record) -> tuple[Task, ...]:
    """The tasks of a plan that may be handed on; a story of an epic is planned on its own first."""
    plan = None if record.planner.epic else record.plan
    return tuple(t for t in plan.live if t.status is WorkStatus.PENDING) if plan else ()


def handovers(record: Record, policy: Policy) -> Iterator[Handover]:
    """The open tasks as they are handed on; each is made when it is asked for."""
    plan, opened = record.plan, open_tasks(record)
    if plan and opened:
        free = _free(plan, record)
        yield from (_handed(plan, t, record, policy, free) for t in opened)


def _handed(
    plan: TaskPlan, task: Task, record: Record | None, policy: Policy, free: frozenset[str]
) -> Handover:
    own, live = _changed(task), plan.live
    theirs = (p for t in live if t.id != task.id for p in _changed(t))
    number = record.canonical_task_id.removeprefix("T-") if record else ""
    return Handover(
        task=task,
        goal=plan.goal,
        today=plan.explanation,
        of=len(live),
        after=plan.after(task),
        issue=int(number) if number.isdecimal() else 0,
        branch=record.workflow.branch_name if record else "",
        base=record.workflow.base_branch if record else "",
        approved=record is not None and record.approved,
        last=all(t.status is WorkStatus.DONE for t in live if t.id != task.id),
        tests=tuple(t for t in planned_in(record) if t.id in free or _names(task, t))
        if record
        else (),
        others=tuple(p for p in dict.fromkeys(theirs) if p not in own),
        protected=policy.gate.protected,
    )


def _free(plan: TaskPlan, record: Record | None) -> frozenset[str]:
    """The ids of the planned tests that name no task's file and no task's criterion: each task has them."""
    files = {p for t in plan.live for p in _changed(t)}
    texts = {c.text for t in plan.live for c in t.acceptance_criteria}
    # Most tests end with their criterion, so the search through all of them is for few.
    return frozenset(
        t.id
        for t in (planned_in(record) if record else ())
        if t.file not in files
        and texts.isdisjoint((t.text, t.text.partition(": ")[2]))
        and not any(text in t.text for text in texts)
    )


def _changed(task: Task) -> tuple[str, ...]:
    return (*task.resources.write, *task.resources.create)


def _names(task: Task, test: PlannedTest) -> bool:
    """Say whether a test names a file or a criterion of the task."""
    return test.file in _changed(task) or any(c.text in test.text for c in task.acceptance_criteria)
