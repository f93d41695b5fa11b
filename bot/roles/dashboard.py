"""The dashboard: its lists from what was seen, the ticks in it that count, and what is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.domain import markers
from bot.domain.authority import Privilege, may
from bot.domain.dashboard import (
    MOST,
    DashboardFacts,
    DashboardKind,
    DashboardList,
    DashboardRow,
    FailedWhy,
)
from bot.domain.facts import (
    Comment,
    Facts,
    Issue,
    Person,
    RecordAbsent,
    RecordDamaged,
    RecordPresent,
    record_in,
)
from bot.domain.policy import Policy
from bot.domain.stages import Stage
from bot.domain.verdict import Conclusion
from bot.effects import DashboardMessage, KeepDashboard, NoticeKind
from bot.intents.boxes import ticker

WORK = (Stage.IMPLEMENTING, Stage.REVIEW, Stage.VERIFICATION)
_SHUT = {Conclusion.FAILURE.value, Conclusion.ACTION_REQUIRED.value}
Tick = tuple[DashboardRow, Person]
"""A row whose box is ticked, and who ticked it."""


def labels(policy: Policy) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The labels whose issues are listed: those of live stages, and those that ask for a plan."""
    stages = (policy.labels.stages.of(stage) for stage in Stage if stage.live)
    return tuple(name for name in stages if name), (policy.labels.plan, policy.labels.epic)


def looked_into(found: DashboardFacts) -> tuple[Issue, ...]:
    """The issues whose records tell more than their labels: with questions, and without a plan."""
    waiting = found.seen.issues[found.policy.labels.stages.awaiting_human].rows
    return (*waiting, *_unplanned(found)[:MOST])


def lists(found: DashboardFacts) -> tuple[DashboardList, ...]:
    """All lists, in their order, of at most MOST rows each."""
    stages, seen = found.policy.labels.stages, found.seen
    waiting, staged = seen.issues[stages.awaiting_human], seen.issues[stages.staged]
    work = [(stage.value, seen.issues[stages.of(stage) or ""]) for stage in WORK]
    at_work = [_row(issue, stage=name) for name, part in work for issue in part.rows]
    shut = [p for p in seen.pulls if p.conclusion in _SHUT and not p.draft]
    blocked = [
        DashboardRow(p.number, p.title, p.author, text=p.remedy, box=Privilege.LOOK)
        for p in shut[:MOST]
    ]
    asking = _unplanned(found)
    failed = [row for issue in asking[:MOST] if (row := _failed(found, issue))]
    return (
        _list(DashboardKind.WAITING, waiting.total, [_asked(found, i) for i in waiting.rows]),
        _list(DashboardKind.APPROVAL, staged.total, [_row(i) for i in staged.rows]),
        _list(DashboardKind.WORK, sum(part.total for _, part in work), at_work[:MOST]),
        _list(DashboardKind.BLOCKED, len(shut), blocked, len(seen.pulls), seen.open_pulls),
        _list(DashboardKind.FAILED, len(failed), failed, min(MOST, len(asking)), len(asking)),
    )


def _list(
    kind: DashboardKind, total: int, rows: list[DashboardRow], looked: int = 0, of: int = 0
) -> DashboardList:
    return DashboardList(kind, total, tuple(rows), *((looked, of) if looked < of else ()))


def _row(issue: Issue, **more: Any) -> DashboardRow:
    return DashboardRow(issue.number, issue.title, issue.author.login, **more)


def _asked(found: DashboardFacts, issue: Issue) -> DashboardRow:
    """An issue with open questions: how many, whether they want a writer, and until when."""
    record = record_in(found.records.get(issue.number, RecordAbsent()))
    asked = record.awaiting_human_artifact if record else None
    waits = asked.open_questions if asked else ()
    free = any(not q.needs_write for q in waits)
    until = asked.deadline if asked and free else None
    return _row(issue, questions=len(waits), writers=bool(waits) and not free, until=until)


def _unplanned(found: DashboardFacts) -> tuple[Issue, ...]:
    """Open issues in planning, and those that ask for a plan and have no stage; the newest first."""
    stages, seen = found.policy.labels.stages, found.seen.issues
    staged = {name.casefold() for name in stages.all()}
    asked = [i for name in labels(found.policy)[1] for i in seen[name].rows]
    free = [i for i in asked if not staged & {name.casefold() for name in i.labels}]
    wanted = {i.number: i for i in (*seen[stages.planning].rows, *free)}
    away = found.policy.labels.ignore
    return tuple(wanted[n] for n in sorted(wanted, reverse=True) if not wanted[n].has(away))


def _failed(found: DashboardFacts, issue: Issue) -> DashboardRow | None:
    """An issue without a plan, and why; nothing where planning goes on, or somebody has ended it."""
    state, box = found.records.get(issue.number), Privilege.PLAN
    if isinstance(state, RecordDamaged):
        return _row(issue, why=FailedWhy.DAMAGED, text=state.why)
    if not isinstance(state, RecordPresent):
        return _row(issue, why=FailedWhy.MISSING, box=box)
    record = state.record
    if record.plan_offered:
        return _row(issue, why=FailedWhy.OFFERED, box=box)
    if record.stage is not Stage.UNRESOLVABLE or record.orchestrator is None:
        return None
    text = next(iter(record.orchestrator.reasons), "")
    said = (a.notice.kind for a in reversed(record.history) if a.to_stage and a.notice)
    if next(said, "") == NoticeKind.PLAN_FAILED.value:
        return _row(issue, why=FailedWhy.FAILED, text=text, box=box)
    return _row(issue, why=FailedWhy.REFUSED, text=text)


def ticks(facts: Facts, shown: tuple[DashboardList, ...]) -> Iterator[Tick]:
    """The ticked boxes that stand for something now; `facts.issue` is the dashboard's.

    A text that was changed besides its boxes says nothing, as in comments of ours.
    """
    home = facts.issue
    if home is None or not markers.intact(home.body):
        return
    text = Comment(0, home.author, home.body, home.created_at, facts.now)
    ticked = markers.ticked(home.body)
    for row in (row for part in shown for row in part.rows):
        if row.marker in ticked:
            yield row, ticker(facts, text, row.marker).by


def counts(facts: Facts, tick: Tick) -> bool:
    """Say whether a tick counts: it takes the permission that the same command takes."""
    row, by = tick
    return row.box is not None and may(facts, by, row.box)


def keep(
    policy: Policy, shown: tuple[DashboardList, ...], homes: tuple[Issue, ...]
) -> KeepDashboard:
    """What is written: the oldest issue is the dashboard; one that somebody closed stays closed."""
    home = homes[0] if homes else None
    closed = home is not None and home.state != "open"
    return KeepDashboard(DashboardMessage(shown, policy, closed=closed), home, homes[1:])
