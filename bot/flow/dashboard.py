"""Keeps the dashboard: looks at the whole repository, does what was ticked, writes what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from bot.domain.authority import SOMEBODY_WITH_WRITE, UNNAMED, Privilege
from bot.domain.dashboard import DashboardFacts, DashboardList
from bot.domain.facts import Facts, record_in
from bot.effects import Decision, Effect
from bot.errors import Moved
from bot.events.wake import IssueTarget, PullTarget, Wake
from bot.flow.perform import perform
from bot.flow.reads import Reads
from bot.intents.model import Intent, PlanWanted
from bot.roles import dashboard

ROUNDS = 5
RULE = "the dashboard's boxes take the permission of the same command"
Act = Callable[[Wake, tuple[Intent, ...]], object]
"""Handles a wake with what is asked besides."""
Settled = tuple[Facts, Decision, tuple[Effect, ...]]


def refresh(wake: Wake, reads: Reads, act: Act, *, dry_run: bool = False) -> Settled | None:
    """Make the dashboard say what is; nothing where the policy wants none.

    A tick is done, or refused, once; the next text has its box empty either way. Raises Moved where others
    kept writing to it.
    """
    world, done, seen = reads.world, tuple[Effect, ...](), set[str]()
    for _ in range(ROUNDS):
        policy, broken = reads.policy()
        if broken or not policy.dashboard:
            return None
        homes = world.dashboards.homes()
        home = homes[0] if homes else None
        now, here = world.clock.now(), world.issues.repository()
        base = Facts(here, policy, now, home, witness=wake.witness)
        shown = () if home and home.state != "open" else dashboard.lists(look(reads))
        decision = Decision(None, (dashboard.keep(policy, shown, homes),))
        if dry_run:
            return base, decision, ()
        if not _act(base, shown, seen, reads, act):
            with suppress(Moved):  # somebody else wrote: look again
                done += perform(decision, base, world)
                if home:  # one just opened may have a twin: look again
                    return base, decision, done
        reads.forget()
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


def changes(handled: Iterable[tuple[Facts, Decision]]) -> bool:
    """Say whether what was handled moved an issue to another stage, or a check to another conclusion."""
    return any(f.policy.dashboard and _moved(f, decision) for f, decision in handled)


def _moved(facts: Facts, decision: Decision) -> bool:
    before, after = record_in(facts.record), decision.record
    if after is not None and (before is None or after.stage is not before.stage):
        return True
    stood = {p.number: p.verdicts[0].conclusion for p in facts.pulls if p.verdicts}
    told = {v.pull: v.conclusion.value.replace("in_progress", "") for v in decision.verdicts}
    return any(stood.get(number, "") != word for number, word in told.items())


def _act(
    base: Facts, shown: tuple[DashboardList, ...], seen: set[str], reads: Reads, act: Act
) -> bool:
    """Do what was ticked since by who may, and log what was refused; say whether anything was done."""
    name, did = base.repository.full_name, False
    for row, by in _ticks(base, shown, reads):
        if row.marker in seen:
            continue
        seen.add(row.marker)
        asked = {by.login.lower(): reads.permission(by.login)} if by.login else {}
        facts = replace(base, permissions=asked)
        if not dashboard.counts(facts, (row, by)):
            told = {"subject": f"{name}#{row.number}", "who": by.login, "what": row.marker}
            reads.world.watch.tell("refused", **told, rule=RULE)
        elif row.box is Privilege.PLAN:
            key = f"dashboard:plan:{int(base.now.timestamp())}"
            wanted = PlanWanted(key, base.now, SOMEBODY_WITH_WRITE, named=by.login)
            act(Wake(name, IssueTarget(row.number)), (wanted,))
            did = True
        else:
            act(Wake(name, PullTarget(row.number)), ())
            did = True
    return did


def _ticks(
    base: Facts, shown: tuple[DashboardList, ...], reads: Reads
) -> tuple[dashboard.Tick, ...]:
    """The ticks; where the event names nobody for one, GitHub's edit history may."""
    found = tuple(dashboard.ticks(base, shown))
    if base.issue is None or all(by != UNNAMED for _, by in found):
        return found
    edits = {0: reads.world.issues.edits(base.issue)}
    return tuple(dashboard.ticks(replace(base, edits=edits), shown))
