"""The sweep: look at everything that could want attention, with no event at all."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.events.wake import DashboardTarget, IssueTarget, PullTarget, Wake
from bot.flow.reads import Reads
from bot.flow.world import World

LOOK_BACK = timedelta(days=14)


def wakes(world: World) -> Iterator[Wake]:
    """A wake for every open issue and pull request, and for those closed in the last 14 days.

    Pull requests come first: an issue that is looked at afterwards knows their evidence already. The
    dashboard comes last, where the policy wants one.
    """
    changed = world.issues.changed(world.clock.now() - LOOK_BACK)
    if not changed.complete:
        world.watch.tell("sweep_incomplete", looked_at=len(changed.rows))
    home = world.issues.repository()
    for subject in sorted(changed.rows, key=lambda c: (not c.is_pull, c.number)):
        target = PullTarget(subject.number) if subject.is_pull else IssueTarget(subject.number)
        yield Wake(world.full_name, target, home=home)
    if Reads(world).policy()[0].dashboard:
        yield Wake(world.full_name, DashboardTarget(), home=home)
