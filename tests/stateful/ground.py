"""The ground of the state machine: one issue on a GitHub in memory, the bot, and what is known of it."""

from __future__ import annotations

import re
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine

from bot.domain.facts import Comment, Pull, Witness
from bot.domain.record import Record
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.flow.handle import handle
from bot.flow.world import World
from tests.acceptance import shop
from tests.fakes.hub import FakeHub
from tests.stateful import laws
from tests.stateful.world import Fuse, a_world, ours

PEOPLE = st.sampled_from(["alice", "bob", "trent", "carol", "mallory"])
WRITERS = st.sampled_from(["alice", "bob"])
HEARD = st.sampled_from([True, True, False])
"""Whether the event of a deed arrives; every third one is lost."""
DICE = st.integers(0, 2**32 - 1)


class Ground(RuleBasedStateMachine):
    """What all rules share."""

    def __init__(self) -> None:
        super().__init__()
        files = dict(shop.FILES) | {"shop/cart.py": "class Cart:\n    def add(self, count): ...\n"}
        self.hub = FakeHub(branches={"main": files})
        self.skew = timedelta()
        self.issue = 0
        self.last: Record | None = None
        self.since = self.damage = 0
        self.older: list[tuple[int, str]] = []
        self.witness: Witness | None = None

    # ---- the bot

    def world(self, fuse: Fuse | None = None) -> World:
        return a_world(self.hub, fuse, self.skew)

    def wake(self, target: Target | None = None, fuse: Fuse | None = None) -> None:
        wake = Wake(self.hub.full_name, target or IssueTarget(self.issue), self.witness)
        handle(wake, self.world(fuse))

    def look(self, heard: bool, witness: Witness | None = None) -> None:
        """The event of what just happened arrives, or is lost."""
        if heard:
            self.witness = witness
            self.wake()
            self.witness = None

    def targets(self) -> list[Target]:
        return [IssueTarget(self.issue), *(PullTarget(n) for n in self.hub.pulls)]

    # ---- what the rules look at

    @property
    def record(self) -> Record | None:
        return laws.trusted(self.hub, self.issue)

    def home(self) -> list[Comment]:
        """The record comment, if there is one."""
        return ours(self.hub, self.issue, "record")[:1]

    def box(self, kind: str, dice: int) -> tuple[Comment, str] | None:
        """A box nobody has ticked yet, in the newest comment of a kind."""
        found = ours(self.hub, self.issue, kind)
        names = re.findall(r"\[ \] <!-- plangate:(\S+) -->", found[-1].body) if found else []
        return (found[-1], names[dice % len(names)]) if names else None

    def live_pulls(self) -> list[Pull]:
        return [p for p in self.hub.pulls.values() if p.state == "open"]

    def asked(self, hub: FakeHub) -> bool:
        """Say whether a writer asked to restore the record since it was damaged."""
        return bool(self.damage) and laws.asked_to_restore(hub, self.issue, self.damage)

    def destroyed(self) -> None:
        """Forget what nothing on GitHub proves any more: that much destruction nobody can notice."""
        if self.record is None and not self.damage:
            self.damage = self.hub.last_id
        proven, home = laws.evidence(self.hub, self.issue), self.record
        if self.last and max(proven, home.revision if home else 0) < self.last.revision:
            self.last = None
            self.older = [(rev, body) for rev, body in self.older if rev <= proven]
        self.since = self.hub.last_id if self.last is None else self.since
