"""The tasks of an approved plan: finished, taken up again, and made issues of their own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.domain import tasks
from bot.domain.authority import UNNAMED, Privilege, may, permission_of
from bot.domain.children import SubIssue, TaskProgress
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.plan import Task, WorkStatus
from bot.domain.record import Record
from bot.effects import ChildMessage, Effect, EnsureChild, NoticeKind
from bot.intents.model import ChildSeen, TaskMoved, TaskSpoken
from bot.intents.tasks import GITHUB
from bot.roles.round import SOMEBODY, Round, denied, line, own_line, refused, telling, unnamed

HELD = timedelta(days=1)
"""So long a task is somebody's who said that they begin it."""
BATCH = 10
"""So many issues are made between two looks at the card, which tells how far it is."""


def finish(facts: Facts, record: Record, intent: TaskMoved) -> Round:
    """Keep how far a task is, with who said so.

    Only people with write permission tick boxes, and finish a task by closing an issue that is not ours.
    """
    task = _task(record, intent.task)
    if task is None:
        return Round(record)
    ticked, what = intent.how == "tick", "task finished" if intent.done else "task reopened"
    by, word = intent.by.login or SOMEBODY, f"{task.number} ({intent.how})"
    action = line(intent, facts.now, Role.HUMAN, what, word)
    if ticked and intent.by == UNNAMED:
        return Round(record.logged(unnamed(action, "")))
    if intent.by != GITHUB and not may(facts, intent.by, Privilege.FINISH):
        about = {"task": task.number} | ({} if ticked else {"issue": intent.where})
        tried = denied(action, facts, intent.by, Privilege.FINISH, **about)
        return Round(record.logged(tried))
    if not ticked:
        action = own_line(
            intent.key, facts.now, Role.DEVELOPER, what, f"{word[:-1]} #{intent.where})"
        )
    said = TaskProgress(
        key=task.id,
        done=intent.done,
        by=by if ticked else f"#{intent.where}",
        how=intent.how,
        at=intent.at,
        permission=permission_of(facts, intent.by).value if ticked else "",
        where=intent.where,
        revision=record.revision + 1,
    )
    written = record.write(Role.HUMAN, facts.now, planner=tasks.with_progress(record, said))
    return Round(written.logged(action))


def say(facts: Facts, record: Record, intent: TaskSpoken) -> Round:
    """Keep who begins a task, or says that it is done: their word, which no check takes for evidence."""
    what = "task finished" if intent.done else "task started"
    action = line(intent, facts.now, Role.HUMAN, what, f"{intent.task} (command)")
    command = f"/plan {'done' if intent.done else 'start'} {intent.task}"
    if not may(facts, intent.by, Privilege.FINISH):
        tried = denied(action, facts, intent.by, Privilege.FINISH, command=command)
        return Round(record.logged(tried))
    task = record.plan.task(intent.task) if record.plan else None
    why = _in_the_way(record, task, intent) if task else f"the plan has no task {intent.task}"
    if task is None or why:
        tried, kind = refused(action, why), NoticeKind.COMMAND_REFUSED
        return Round(record.logged(telling(tried, kind, intent.by, command=command, why=why)))
    said = TaskProgress(
        key=task.id,
        done=intent.done,
        by=intent.by.login,
        how="command" if intent.done else "start",
        at=intent.at,
        permission=permission_of(facts, intent.by).value,
        where=intent.comment_id,
        revision=record.revision + 1,
    )
    written = record.write(Role.HUMAN, facts.now, planner=tasks.with_progress(record, said))
    return Round(written.logged(action))


def _in_the_way(record: Record, task: Task, intent: TaskSpoken) -> str:
    """Why a task cannot be begun or finished now, or nothing."""
    if task.status is WorkStatus.SUPERSEDED:
        return f"task {task.number} is not part of the plan any more"
    if not record.approved or not record.stage.planned:
        return "the plan is not approved"
    if task.status is WorkStatus.DONE:
        return f"task {task.number} is done already"
    known = tasks.progress(record).get(task.id)
    begun = known is not None and known.how == "start" and intent.at - known.at < HELD
    if known and begun and not intent.done and known.by != intent.by.login:
        return (
            f"{known.by} already started task {task.number}; others can start it a day after that"
        )
    return ""


def see_child(facts: Facts, record: Record, intent: ChildSeen) -> Round:
    """Keep which issue a task became, and whether its links stand."""
    if _task(record, intent.task) is None:
        return Round(record)
    entry = SubIssue(
        key=intent.task, number=intent.number, adopted=intent.adopted, settled=intent.settled
    )
    others = tuple(s for s in record.planner.sub_issues if s.key != intent.task)
    planner = record.planner.having(sub_issues=(*others, entry))
    written = record.write(Role.ORCHESTRATOR, facts.now, planner=planner)
    action = own_line(intent.key, facts.now, Role.ORCHESTRATOR, "sub-issue", f"#{intent.number}")
    return Round(written.logged(action))


def wanted(facts: Facts, record: Record) -> tuple[Effect, ...]:
    """The next issues that tasks shall become, in the plan's order, each with its links; then links alone."""
    known = (t for t in _unsettled(facts, record) if t.id in facts.looked_for)
    return tuple(_ensured(facts, record, tuple(known)[:BATCH]))


def unknown(facts: Facts, record: Record) -> bool:
    """Say whether a task shall become an issue and nobody has looked for one yet: look, then make it."""
    return any(t.id not in facts.looked_for for t in _unsettled(facts, record))


def _unsettled(facts: Facts, record: Record) -> list[Task]:
    """The tasks that shall be issues and are not linked yet; first those without one: none waits for ever."""
    if facts.issue is None or record.plan is None or not tasks.as_issues(record, facts.policy):
        return []
    known = tasks.sub_issues(record)
    left = (t for t in record.plan.live if not ((entry := known.get(t.id)) and entry.settled))
    return sorted(left, key=lambda task: task.id in known)


def _ensured(facts: Facts, record: Record, chosen: tuple[Task, ...]) -> Iterator[Effect]:
    labels = frozenset({facts.policy.labels.plan}) if record.planner.epic else frozenset[str]()
    awaited = tasks.awaited(record.plan)
    for task in chosen:
        message = ChildMessage(task, facts.number, story=record.planner.epic)
        yield EnsureChild(message, labels, awaited.get(task.id, ()))


def _task(record: Record, key: str) -> Task | None:
    plan = record.plan
    return next((t for t in plan.tasks if t.id == key), None) if plan else None
