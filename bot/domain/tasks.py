"""The tasks of an approved plan: which become issues, how they stand, and what finishing one changes."""

from __future__ import annotations

import re

from bot.domain.children import Child, SubIssue, TaskProgress
from bot.domain.facts import Facts
from bot.domain.plan import Task, WorkStatus
from bot.domain.policy import Policy
from bot.domain.record import PlannerState, Record
from bot.domain.stages import Stage

MOST_BOXES = 100
_NAMED = re.compile(
    r"(?i)\btasks?[ \t:#]{1,3}([0-9]{1,3}(?:(?:[ \t]?,[ \t]?|[ \t]and[ \t])[0-9]{1,3}){0,20})\b"
)
_ALREADY = re.compile(r"#([1-9][0-9]{0,8})\b")


def as_issues(record: Record, policy: Policy) -> bool:
    """Say whether tasks are issues of their own: always the stories of an epic, else as policy says."""
    working = record.stage.planned and record.stage is not Stage.DONE
    return working and record.approved and (record.planner.epic or policy.tasks == "sub-issues")


def as_boxes(record: Record, policy: Policy) -> bool:
    """Say whether tasks are a checklist under the plan."""
    few = record.plan is not None and len(record.plan.live) <= MOST_BOXES
    return few and record.approved and record.stage.planned and not as_issues(record, policy)


def sub_issue(record: Record, key: str) -> SubIssue | None:
    """The issue of a task, as far as the record knows."""
    return next((s for s in record.planner.sub_issues if s.key == key), None)


def progress(record: Record, key: str) -> TaskProgress | None:
    """The last thing that was said about how far a task is."""
    return next((p for p in record.planner.progress if p.key == key), None)


def settled(record: Record, task: Task, child: Child, facts: Facts) -> bool:
    """Say whether an issue is linked to its parent and to all that it waits for, and that is there."""
    numbers = {s.key: s.number for s in record.planner.sub_issues}
    numbers |= {c.key: c.number for c in facts.children}
    live = {t.id for t in record.plan.live} if record.plan else set()
    waits_for = {numbers.get(key, 0) for key in task.depends_on if key in live}
    waits_for |= {other.number for other in facts.others if other.number in task.blocked_by}
    return child.parent != 0 and waits_for <= child.blockers


def referenced(title: str) -> int:
    """The issue that a task's title names (`#45`), or 0: it is adopted instead of making a twin."""
    found = _ALREADY.match(title.strip())
    return int(found[1]) if found else 0


def named_tasks(text: str) -> tuple[int, ...]:
    """Task numbers that a pull request says it does: `Task 3`, `Tasks 1, 2 and 4`."""
    found = (n for m in _NAMED.finditer(text[:65_536]) for n in re.findall(r"[0-9]+", m[1]))
    return tuple(dict.fromkeys(int(n) for n in found))


def with_progress(record: Record, said: TaskProgress) -> PlannerState:
    """The planner's state after a task was finished or taken up again; the plan's digest stays."""
    stored, plan = record.planner.plan, record.plan
    if stored is None or plan is None:
        return record.planner
    status = WorkStatus.DONE if said.done else WorkStatus.PENDING
    tasks = tuple(t.having(status=status) if t.id == said.key else t for t in plan.tasks)
    body = plan.having(tasks=tasks)
    others = tuple(p for p in record.planner.progress if p.key != said.key)
    return record.planner.having(plan=stored.having(body=body), progress=(*others, said))
