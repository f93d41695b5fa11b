"""Keeps the dashboard: looks at the whole repository, does what was ticked, writes what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.domain.authority import SOMEBODY_WITH_WRITE, UNNAMED
from bot.domain.dashboard import DashboardBox, DashboardFacts, DashboardList
from bot.domain.facts import Facts, RecordPresent
from bot.effects import Decision, Effect
from bot.errors import Moved
from bot.events.wake import IssueTarget, PullTarget, Wake
from bot.flow.perform import perform
from bot.flow.reads import Reads
from bot.intents.model import Intent, PlanWanted
from bot.roles import dashboard

ROUNDS = 5
Act = Callable[[Wake, tuple[Intent, ...]], object]
"""Handles a wake with what is asked besides."""
Settled = tuple[Facts, Decision, tuple[Effect, ...]]


def refresh(wake: Wake, reads: Reads, act: Act, *, dry_run: bool = False) -> Settled | None:
    """Make the dashboard say what is; nothing where the policy wants none.

    A tick is done, or refused, once; the next text has its box empty either way. Raises Moved where others
    kept writing to it.
    """
    done: tuple[Effect, ...] = ()
    seen: set[str] = set()
    for _ in range(ROUNDS):
        base = _base(wake, reads)
        if base.policy_broken or not base.policy.dashboard:
            return None
        homes = reads.world.dashboards.homes()
        base = replace(base, issue=homes[0] if homes else None)
        closed = base.issue is not None and base.issue.state != "open"
        shown = () if closed else dashboard.lists(look(reads))
        if not dry_run and _act(base, shown, seen, reads, act):
            reads.forget()
            continue
        decision = Decision(None, (dashboard.keep(base.policy, shown, homes),))
        if dry_run:
            return base, decision, ()
        try:
            done += perform(decision, base, reads.world)
        except Moved:
            reads.forget()
            continue
        if homes:
            return base, decision, done
        reads.forget()  # opened: another run may have done the same at the same time
    raise Moved(f"the dashboard of {wake.repository} kept changing for {ROUNDS} rounds")


def look(reads: Reads) -> DashboardFacts:
    """What the lists are made from: one question, and the records of 30 issues at most."""
    policy, _ = reads.policy()
    found = DashboardFacts(policy, reads.world.dashboards.overview(*dashboard.labels(policy)))
    records = {}
    for issue in dashboard.looked_into(found):
        comments = reads.comments(issue.number).rows
        records[issue.number] = reads.world.records.find(issue, comments, policy.former_authors)
    return replace(found, records=records)


def changes(facts: Iterable[tuple[Facts, Decision]]) -> bool:
    """Say whether what was handled moved an issue to another stage, or a check to another conclusion."""
    return any(f.policy.dashboard and _moved(f, decision) for f, decision in facts)


def _moved(facts: Facts, decision: Decision) -> bool:
    before = facts.record.record.stage if isinstance(facts.record, RecordPresent) else None
    if decision.record is not None and decision.record.stage is not before:
        return True
    stood = {p.number: p.verdicts[0].conclusion for p in facts.pulls if p.verdicts}
    told = {v.pull: v.conclusion.value.replace("in_progress", "") for v in decision.verdicts}
    return any(stood.get(number, "") != word for number, word in told.items())


def _base(wake: Wake, reads: Reads) -> Facts:
    """What a decision is compared with: the repository, the policy, and what the event saw."""
    world = reads.world
    policy, broken = reads.policy()
    return Facts(
        world.issues.repository(), policy, world.clock.now(), None, broken, witness=wake.witness
    )


def _act(
    base: Facts, shown: tuple[DashboardList, ...], seen: set[str], reads: Reads, act: Act
) -> bool:
    """Do what was ticked since by who may, and log what was refused; say whether anything was done."""
    did = False
    for tick in _ticks(base, shown, reads):
        if tick.row.marker in seen:
            continue
        seen.add(tick.row.marker)
        who, number = tick.by.login or "somebody", tick.row.number
        facts = replace(base, permissions={who.lower(): reads.permission(who)})
        if not dashboard.counts(facts, tick):
            name = base.repository.full_name
            rule = "the dashboard's boxes take the permission of the same command"
            reads.world.watch.tell(
                "refused", subject=f"{name}#{number}", who=who, what=tick.row.marker, rule=rule
            )
            continue
        did = True
        if tick.row.box is DashboardBox.PLAN:
            key = f"dashboard:plan:{int(base.now.timestamp())}"
            wanted = PlanWanted(key, base.now, SOMEBODY_WITH_WRITE, named=who)
            act(Wake(base.repository.full_name, IssueTarget(number)), (wanted,))
        else:
            act(Wake(base.repository.full_name, PullTarget(number)), ())
    return did


def _ticks(
    base: Facts, shown: tuple[DashboardList, ...], reads: Reads
) -> tuple[dashboard.DashboardTick, ...]:
    """The ticks; where the event names nobody for one, GitHub's edit history may."""
    found = tuple(dashboard.ticks(base, shown))
    home = base.issue
    if home is None or all(tick.by != UNNAMED for tick in found):
        return found
    edits = {0: reads.world.issues.edits(home)}
    return tuple(dashboard.ticks(replace(base, edits=edits), shown))
