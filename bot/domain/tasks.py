"""The tasks of an approved plan: which become issues, how they stand, and what finishing one changes."""

from __future__ import annotations

import re

from bot.domain.children import Child, SubIssue, TaskProgress
from bot.domain.facts import Facts
from bot.domain.plan import Task, TaskPlan, WorkStatus
from bot.domain.policy import Policy
from bot.domain.record import PlannerState, Record
from bot.domain.stages import Stage

MOST_BOXES = 100
MOST_LINKED = 100
"""So many sub-issues GitHub gives an issue at most; closed ones count.

https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/adding-sub-issues
"""
MOST_AWAITED, MOST_AWAITED_IN_ALL = 10, 50
"""Issues outside of the plan that a task is linked to, and different ones of a whole plan: each is read."""
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


def sub_issues(record: Record) -> dict[str, SubIssue]:
    """The issue of each task, as far as the record knows."""
    return {s.key: s for s in reversed(record.planner.sub_issues)}


def progress(record: Record) -> dict[str, TaskProgress]:
    """The last thing that was said about how far each task is."""
    return {p.key: p for p in reversed(record.planner.progress)}


def awaited(plan: TaskPlan | None) -> dict[str, tuple[int, ...]]:
    """The issues outside of the plan that each of its tasks is linked to, by task; few of very many."""
    seen, found = set[int](), dict[str, tuple[int, ...]]()
    for task in plan.live if plan else ():
        few = list[int]()
        for number in task.blocked_by:
            if len(few) < MOST_AWAITED and (number in seen or len(seen) < MOST_AWAITED_IN_ALL):
                few.append(number)
                seen.add(number)
        found[task.id] = tuple(few)
    return found


def left_as_text(plan: TaskPlan) -> int:
    """How often a task of the plan waits for an issue that it is not linked to."""
    return sum(len(t.blocked_by) for t in plan.live) - sum(map(len, awaited(plan).values()))


class Links:
    """Which issues of tasks are linked as far as GitHub offers it."""

    def __init__(self, record: Record, facts: Facts) -> None:
        """Made once for all tasks, however many."""
        self._offered, self._others = facts.can_link, {c.number for c in facts.others}
        self._full = sum(c.parent == facts.number for c in facts.children) >= MOST_LINKED
        self._numbers = {s.key: s.number for s in record.planner.sub_issues}
        self._numbers |= {c.key: c.number for c in facts.children}
        self._live = {t.id for t in record.plan.live} if record.plan else set()
        self._awaited = awaited(record.plan)

    def stand(self, task: Task, child: Child) -> bool:
        """Say whether an issue is linked to its parent and to all that it waits for, and that is there."""
        waits_for = {self._numbers.get(key, 0) for key in task.depends_on if key in self._live}
        waits_for |= self._others.intersection(self._awaited.get(task.id, ()))
        under = child.parent != 0 or self._full
        return not self._offered or (under and waits_for <= child.blockers)


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
