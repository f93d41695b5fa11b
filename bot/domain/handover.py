"""A task as it is handed to a coding agent: its place in the plan, its tests, and what is not its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from bot.domain.plan import Task, TaskPlan, WorkStatus
from bot.domain.planned_tests import CriterionIndex, PlannedTest, planned_in
from bot.domain.policy import Policy
from bot.domain.record import Record

_Tests = dict[str, list[tuple[int, PlannedTest]]]


@dataclass(frozen=True, slots=True)
class Handover:
    """What the prompt of one task says beside the task itself.

    `issue` is 0 for a plan of a file, `today` says how the code does it now, `background` what else the issue
    says. `last`: no other task is open.
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
    background: tuple[str, ...] = ()


def handover(plan: TaskPlan, task: Task, record: Record | None, policy: Policy) -> Handover:
    """The handover of one task; without a record there is no issue, no branch and no list of tests."""
    return _handed(plan, task, record, policy, _tests(plan, record))


def open_tasks(record: Record) -> tuple[Task, ...]:
    """The tasks of a plan that may be handed on; a story of an epic is planned on its own first."""
    plan = None if record.planner.epic else record.plan
    return tuple(t for t in plan.live if t.status is WorkStatus.PENDING) if plan else ()


def handovers(record: Record, policy: Policy) -> Iterator[Handover]:
    """The open tasks as they are handed on; each is made when it is asked for."""
    plan, opened = record.plan, open_tasks(record)
    if plan and opened:
        tests = _tests(plan, record)
        yield from (_handed(plan, t, record, policy, tests) for t in opened)


def _handed(
    plan: TaskPlan, task: Task, record: Record | None, policy: Policy, tests: _Tests
) -> Handover:
    own, live = task.written, plan.live
    theirs = (p for t in live if t.id != task.id for p in t.written)
    told = record.planning_artifact if record else None
    number = record.canonical_task_id.removeprefix("T-") if record else ""
    return Handover(
        task=task,
        goal=plan.goal,
        today=plan.explanation,
        of=len(live),
        after=plan.order()(task),
        issue=int(number) if number.isdecimal() else 0,
        branch=record.workflow.branch_name if record else "",
        base=record.workflow.base_branch if record else "",
        approved=record is not None and record.approved,
        last=all(t.status is WorkStatus.DONE for t in live if t.id != task.id),
        tests=tuple(dict(sorted(_of(task, tests), key=itemgetter(0))).values()),
        others=tuple(p for p in dict.fromkeys(theirs) if p not in own),
        protected=policy.gate.protected,
        background=told.background if told else (),
    )


def _tests(plan: TaskPlan, record: Record | None) -> _Tests:
    """The planned tests by the file of a task that they name, else by its criterion; by "" the others."""
    files = {p for t in plan.live for p in t.written}
    criteria = CriterionIndex(c.text for t in plan.live for c in t.acceptance_criteria)
    found: _Tests = defaultdict(list)
    for n, test in enumerate(planned_in(record) if record else ()):
        names = {test.file} & files or criteria.shown_by(test.id, test.text)
        for name in names or {""}:
            found[name].append((n, test))
    return found


def _of(task: Task, tests: _Tests) -> Iterator[tuple[int, PlannedTest]]:
    """The tests of a task, each with its place among all: its own, and those that each task has."""
    for name in ("", *task.written, *(c.text for c in task.acceptance_criteria)):
        yield from tests.get(name, ())
