"""What goes wrong: destruction, lost and doubled events, killed and interleaved runs, wrong clocks."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bot.domain import codec, markers
from bot.domain.codec import Seal
from bot.domain.plan import WorkStatus
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.effects import CardMessage
from bot.flow import sweep
from bot.flow.handle import handle
from tests.stateful.ground import DICE, HEARD, Ground
from tests.stateful.world import KEY, Crash, Fuse, one_of, ours


class Mishaps(Ground):
    """The rules by which people destroy, and machines fail."""

    # ---- 15-18: people destroy

    @rule(dice=DICE, heard=HEARD)
    def delete(self, dice, heard) -> None:
        for comment in one_of(ours(self.hub, self.issue), dice):
            self.hub.delete_comment(comment.id)
            self.destroyed()
            self.look(heard)

    @rule(kind=st.sampled_from(["record", "record", "plan", "questions"]), dice=DICE, heard=HEARD)
    def tamper(self, kind, dice, heard) -> None:
        for comment in ours(self.hub, self.issue, kind)[-1:]:
            at = comment.body.rfind(markers.BLOCK)
            if at >= 0:
                self.hub.edit_comment("bob", comment.id, _mutated(comment.body, at, dice))
                self.destroyed()
                self.look(heard)

    @rule(kind=st.sampled_from(["plan", "questions"]), rev=st.sampled_from([0, 1, 99, 10**11]))
    def edit_marker(self, kind, rev) -> None:
        """Somebody changes the revision that a marker names."""
        for comment in ours(self.hub, self.issue, kind)[-1:]:
            body = re.sub(r" rev=[0-9]+ -->", f" rev={rev} -->", comment.body, count=1)
            self.hub.edit_comment("bob", comment.id, body)
            self.destroyed()

    @rule(dice=DICE, heard=HEARD)
    def roll_back(self, dice, heard) -> None:
        for home in self.home():
            for _, body in one_of(self.older, dice):
                self.hub.edit_comment("bob", home.id, body)
                self.destroyed()
                self.look(heard)

    @rule(heard=HEARD)
    def paste_foreign(self, heard) -> None:
        """The record of another issue, signed with our key, is pasted over this one's."""
        for home in self.home():
            block = codec.encode(Record.new(99), Seal(1, 99, KEY))
            at = home.body.rfind(markers.BLOCK)
            self.hub.edit_comment("bob", home.id, home.body[:at] + block)
            self.destroyed()
            self.look(heard)

    # ---- 27-36: time, events and runs

    @rule(hours=st.sampled_from([1, 80]), heard=HEARD)
    def time_passes(self, hours, heard) -> None:
        self.hub.later(hours=hours)
        self.look(heard)

    @precondition(lambda self: self.last is not None)
    @rule(minutes=st.sampled_from([-5, 5, 0, 0]))
    def clock(self, minutes) -> None:
        """Our clock goes a little wrong, or right again; GitHub's does not."""
        self.skew = timedelta(minutes=minutes)

    @rule()
    def wake_issue(self) -> None:
        self.wake()

    @rule(dice=DICE)
    def wake_pull(self, dice) -> None:
        self.wake(self.targets()[dice % len(self.targets())])

    @rule(dice=DICE)
    def wake_twice(self, dice) -> None:
        """Whatever one wake leaves to the next is done with the second."""
        target = self.targets()[dice % len(self.targets())]
        self.wake(target)
        self.wake(target)
        written = len(self.hub.writes)
        self.wake(target)
        assert self.hub.writes[written:] == [], "the third wake wrote something"

    @rule()
    def sweep(self) -> None:
        for wake in sweep.wakes(self.world()):
            handle(wake, self.world())

    @rule(at=st.integers(1, 6), late=st.booleans(), dice=DICE)
    def crash(self, at, late, dice) -> None:
        """A run is killed right before or after its n-th write."""

        def kill() -> None:
            raise Crash

        with suppress(Crash):
            self.wake(self.targets()[dice % len(self.targets())], Fuse(at, kill, late))

    @rule(at=st.integers(1, 6), late=st.booleans(), dice=DICE)
    def run_within_a_run(self, at, late, dice) -> None:
        """Another run does all its work right before or after the n-th write of this one."""
        one, two = random.Random(dice).choices(self.targets(), k=2)
        self.wake(one, Fuse(at, lambda: self.wake(two), late))

    @rule()
    def two_runs_at_once(self) -> None:
        """Both read before either writes: the inner one writes first."""
        self.wake(fuse=Fuse(1, self.wake))

    @precondition(lambda self: self.record is not None)
    @rule(name=st.sampled_from(["newField", "another"]), finished=st.booleans())
    def upgrade(self, name, finished) -> None:
        """A later version of the program saves the record: with a new field, or a finished task."""
        record = self.record
        assert record is not None
        issue, comments = self.hub.issues[self.issue], self.hub.comments_of(self.issue)
        data = json.loads(codec.to_json(record)) | {name: {"held": [1, "--> "]}}
        tasks = data.get("planner", {}).get("plan", {}).get("body", {}).get("tasks", [])
        live = [t for t in tasks if t.get("status") != WorkStatus.SUPERSEDED.value]
        for task in live[:1] if finished else []:
            task["status"] = WorkStatus.DONE.value
        newer = codec.from_json(json.dumps(data | {"revision": record.revision + 1}))
        world, card = self.world(), CardMessage(newer, Policy(), self.issue)
        world.records.save(issue, newer, world.records.find(issue, comments), card)


def _mutated(body: str, at: int, dice: int) -> str:
    """One character of the hidden block changed."""
    rng = random.Random(dice)
    spot = rng.randrange(at + len(markers.BLOCK), len(body) - len(codec.END))
    new = rng.choice([c for c in "abcdef0123456789" if c != body[spot]])
    return body[:spot] + new + body[spot + 1 :]
