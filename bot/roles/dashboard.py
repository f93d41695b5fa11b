"""The dashboard: its lists from what was seen, the ticks in it that count, and what is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain import markers
from bot.domain.authority import Privilege, may
from bot.domain.dashboard import (
    MOST,
    DashboardBox,
    DashboardFacts,
    DashboardKind,
    DashboardList,
    DashboardRow,
    FailedWhy,
)
from bot.domain.facts import Comment, Facts, Issue, Person, RecordDamaged, RecordPresent
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.domain.verdict import Conclusion
from bot.effects import DashboardMessage, KeepDashboard, NoticeKind
from bot.intents.boxes import ticker

WORK = (Stage.IMPLEMENTING, Stage.REVIEW, Stage.VERIFICATION)
LISTED = (Stage.PLANNING, Stage.AWAITING_HUMAN, Stage.STAGED, *WORK)
_SHUT = {Conclusion.FAILURE.value, Conclusion.ACTION_REQUIRED.value}
_RIGHTS = {DashboardBox.LOOK: Privilege.LOOK, DashboardBox.PLAN: Privilege.PLAN}


def labels(policy: Policy) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The labels whose issues are listed: those of stages, and those that ask for a plan."""
    stages = (policy.labels.stages.of(stage) for stage in LISTED)
    return tuple(name for name in stages if name), (policy.labels.plan, policy.labels.epic)


def looked_into(found: DashboardFacts) -> tuple[Issue, ...]:
    """The issues whose records tell more than their labels: with questions, and without a plan."""
    waiting = found.seen.issues[found.policy.labels.stages.awaiting_human].rows
    return (*waiting, *_unplanned(found)[:MOST])


def lists(found: DashboardFacts) -> tuple[DashboardList, ...]:
    """All lists, in their order, of at most MOST rows each."""
    stages, seen = found.policy.labels.stages, found.seen.issues
    waiting, staged = seen[stages.awaiting_human], seen[stages.staged]
    blocked = [p for p in found.seen.pulls if p.conclusion in _SHUT and not p.draft]
    at_work = [(stage, seen[stages.of(stage) or ""]) for stage in WORK]
    work = [_row(issue, stage=stage.value) for stage, part in at_work for issue in part.rows]
    candidates = _unplanned(found)
    failed = [row for issue in candidates[:MOST] if (row := _failed(found, issue))]
    look, kinds = DashboardBox.LOOK, DashboardKind
    return (
        DashboardList(kinds.WAITING, waiting.total, tuple(_asked(found, i) for i in waiting.rows)),
        DashboardList(kinds.APPROVAL, staged.total, tuple(map(_row, staged.rows))),
        DashboardList(kinds.WORK, sum(part.total for _, part in at_work), tuple(work[:MOST])),
        DashboardList(
            kinds.BLOCKED,
            len(blocked),
            tuple(
                DashboardRow(p.number, p.title, p.author, text=p.remedy, box=look)
                for p in blocked[:MOST]
            ),
            *((len(found.seen.pulls), found.seen.open_pulls) if _cut_pulls(found) else ()),
        ),
        DashboardList(
            kinds.FAILED,
            len(failed),
            tuple(failed),
            *((MOST, len(candidates)) if len(candidates) > MOST else ()),
        ),
    )


def _cut_pulls(found: DashboardFacts) -> bool:
    return found.seen.open_pulls > len(found.seen.pulls)


def _row(issue: Issue, stage: str = "") -> DashboardRow:
    return DashboardRow(issue.number, issue.title, issue.author.login, stage)


def _record(found: DashboardFacts, issue: Issue) -> Record | None:
    state = found.records.get(issue.number)
    return state.record if isinstance(state, RecordPresent) else None


def _asked(found: DashboardFacts, issue: Issue) -> DashboardRow:
    """An issue with open questions: how many, whether they want a writer, and until when."""
    record = _record(found, issue)
    asked = record.awaiting_human_artifact if record else None
    waits = asked.open_questions if asked else ()
    return DashboardRow(
        issue.number,
        issue.title,
        issue.author.login,
        questions=len(waits),
        writers=bool(waits) and all(q.needs_write for q in waits),
        until=asked.deadline if asked and any(not q.needs_write for q in waits) else None,
    )


def _unplanned(found: DashboardFacts) -> tuple[Issue, ...]:
    """Open issues in planning, and those that ask for a plan and have no stage; the newest first."""
    names, asking = labels(found.policy)
    staged = {name.casefold() for name in found.policy.labels.stages.all()}
    asked = [i for name in asking for i in found.seen.issues[name].rows]
    free = [i for i in asked if not staged & {name.casefold() for name in i.labels}]
    both = {i.number: i for i in (*found.seen.issues[names[0]].rows, *free) if not i.dashboard}
    return tuple(both[number] for number in sorted(both, reverse=True))


def _failed(found: DashboardFacts, issue: Issue) -> DashboardRow | None:
    """Why an issue has no plan; nothing where planning goes on, or somebody has ended it."""
    told = _why(found, issue)
    if told is None or issue.has(found.policy.labels.ignore):
        return None
    why, text = told
    again = why not in {FailedWhy.REFUSED, FailedWhy.DAMAGED}
    box = DashboardBox.PLAN if again else None
    return DashboardRow(issue.number, issue.title, issue.author.login, why=why, text=text, box=box)


def _why(found: DashboardFacts, issue: Issue) -> tuple[FailedWhy, str] | None:
    state = found.records.get(issue.number)
    if isinstance(state, RecordDamaged):
        return FailedWhy.DAMAGED, state.why
    record = _record(found, issue)
    if record is None:
        return FailedWhy.MISSING, ""
    if record.plan_offered:
        return FailedWhy.OFFERED, ""
    if record.stage is not Stage.UNRESOLVABLE:
        return None
    reasons = record.orchestrator.reasons if record.orchestrator else ()
    said = (a.notice.kind for a in reversed(record.history) if a.to_stage and a.notice)
    broke = next(said, "") == NoticeKind.PLAN_FAILED.value
    return (FailedWhy.FAILED if broke else FailedWhy.REFUSED), next(iter(reasons), "")


@dataclass(frozen=True, slots=True)
class DashboardTick:
    """A ticked box of the dashboard, and who ticked it."""

    row: DashboardRow
    by: Person


def ticks(facts: Facts, shown: tuple[DashboardList, ...]) -> Iterator[DashboardTick]:
    """The ticked boxes that stand for something now; `facts.issue` is the dashboard's.

    A text that was changed besides its boxes says nothing, as in comments of ours.
    """
    home = facts.issue
    if home is None or home.state != "open" or not markers.intact(home.body):
        return
    text = Comment(0, home.author, home.body, home.created_at, facts.now)
    ticked = markers.ticked(home.body)
    for row in (row for part in shown for row in part.rows):
        if row.marker in ticked:
            yield DashboardTick(row, ticker(facts, text, row.marker).by)


def counts(facts: Facts, tick: DashboardTick) -> bool:
    """Say whether a tick counts: it takes the permission that the same command takes."""
    return tick.row.box is not None and may(facts, tick.by, _RIGHTS[tick.row.box])


def keep(
    policy: Policy, shown: tuple[DashboardList, ...], homes: tuple[Issue, ...]
) -> KeepDashboard:
    """What is written: the oldest issue is the dashboard; one that somebody closed stays closed."""
    home = homes[0] if homes else None
    closed = home is not None and home.state != "open"
    message = DashboardMessage(() if closed else shown, policy, closed=closed)
    return KeepDashboard(message, home, homes[1:])
