"""The sweep: look at everything that could want attention, with no event at all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.domain.policy import Policy
from bot.events.wake import DashboardTarget, IssueTarget, PullTarget, Wake
from bot.flow.reads import Reads
from bot.flow.world import World
from bot.ports.github import Changed

LOOK_BACK = timedelta(days=14)
MOST_OTHERS = 100
"""So many issues that show nothing of ours are looked at; each costs three requests."""
_OTHER = 3


def wakes(world: World) -> Iterator[Wake]:
    """A wake for every open issue and pull request, and for those closed in the last 14 days.

    Pull requests come first: an issue that is looked at afterwards knows their evidence already. Of issues
    those with a stage come first, then those that ask for a plan. Of the others only what people said is
    news, so those with comments that changed in the last 14 days, the newest first. The dashboard comes
    last, where the policy wants one.
    """
    since = world.clock.now() - LOOK_BACK
    changed = world.issues.changed(since)
    policy, broken = Reads(world).policy()
    ranked = sorted(
        (int(not c.is_pull) if broken else _rank(c, policy), c.number, c) for c in changed.rows
    )
    others = [c for rank, _, c in ranked if rank == _OTHER and c.talk and c.at >= since]
    others.sort(key=lambda c: c.at, reverse=True)
    subjects = [*(c for rank, _, c in ranked if rank < _OTHER), *others[:MOST_OTHERS]]
    if not changed.complete or len(others) > MOST_OTHERS:
        world.watch.tell("sweep_incomplete", looked_at=len(subjects))
    home = world.issues.repository()
    for subject in subjects:
        target = PullTarget(subject.number) if subject.is_pull else IssueTarget(subject.number)
        yield Wake(world.full_name, target, home=home)
    if policy.dashboard:
        yield Wake(world.full_name, DashboardTarget(), home=home)


def _rank(found: Changed, policy: Policy) -> int:
    names = policy.labels
    if found.is_pull:
        return 0
    if found.labels & {label.casefold() for label in names.stages.all()}:
        return 1
    asks = found.labels & {names.plan.casefold(), names.epic.casefold()}
    return 2 if asks or found.ours else _OTHER
