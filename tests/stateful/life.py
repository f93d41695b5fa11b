"""The state machine: every rule there is, and what must hold after every step."""

from __future__ import annotations

from hypothesis.stateful import invariant

from bot.flow import sweep
from bot.flow.handle import handle
from tests.stateful import laws
from tests.stateful.mishaps import Mishaps
from tests.stateful.people import People
from tests.stateful.work import Work
from tests.stateful.world import a_world, copy_of

SWEEPS = 3
"""After so many sweeps nothing is left to do."""


class Life(People, Work, Mishaps):
    """One issue, from its opening on."""

    @invariant()
    def the_record_keeps_its_laws(self) -> None:
        record = self.record if self.issue else None
        if record is None:
            return
        laws.check_one(self.hub, self.issue, record)
        if self.last:
            laws.check_step(self.last, record, self.asked(self.hub))
        if self.last is None or record.history[0] != self.last.history[0]:
            self.since = self.hub.last_id
        if self.last != record:
            self.older.append((record.revision, self.home()[0].body))
        self.last, self.damage = record, 0

    @invariant()
    def everything_settles(self) -> None:
        """From any state the sweep alone gets there, stays there, and the laws hold there."""
        if not self.issue:
            return
        hub = copy_of(self.hub)
        written = 0
        for _ in range(SWEEPS + 1):
            written = len(hub.writes)
            for wake in sweep.wakes(a_world(hub, skew=self.skew)):
                handle(wake, a_world(hub, skew=self.skew))
            if len(hub.writes) == written:
                break
        else:
            raise AssertionError(f"it never comes to rest: {hub.writes[written:]}")
        after = laws.trusted(hub, self.issue)
        if after:
            laws.check_one(hub, self.issue, after)
            if self.last:
                laws.check_step(self.last, after, self.asked(hub))
        began = after is None or self.last is None or after.history[0] != self.last.history[0]
        laws.check_settled(hub, self.issue, hub.last_id if began else self.since)
