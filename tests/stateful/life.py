"""Everything that people, time and mishaps do to one issue and its pull requests: the state machine."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.domain import codec, marks
from bot.domain.codec import Seal
from bot.domain.facts import Comment, Witness
from bot.domain.plan import WorkStatus
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.effects import CardMessage
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.flow import sweep
from bot.flow.handle import handle
from tests.acceptance import shop
from tests.fakes.hub import FakeHub
from tests.stateful import laws
from tests.stateful.world import KEY, Crash, Fuse, a_world, copy_of, ours

PEOPLE = st.sampled_from(["alice", "bob", "trent", "carol", "mallory"])
HEARD = st.sampled_from([True, True, False])
DICE = st.integers(0, 2**32 - 1)
CLEAR = """\
`Cart.add` in `shop/cart.py` takes negative counts.

## Acceptance criteria
- [ ] A negative count raises ValueError
- [ ] A count of zero raises ValueError
"""
RISKY = (
    "Delete all old orders from the database in `shop/orders.py`, they are not needed any more.\n"
)
REQUESTS = ((shop.TITLE, shop.BODY), ("Refuse negative counts", CLEAR), ("Drop orders", RISKY))
TALK = ("Thank you!", "/plan help", "/plan frobnicate", "> /plan approve", "```\n/plan cancel\n```")
SWEEPS = 3
"""After so many sweeps nothing is left to do."""


class Life(RuleBasedStateMachine):
    """One issue, from its opening on."""

    def __init__(self) -> None:
        super().__init__()
        files = dict(shop.FILES) | {"shop/cart.py": "class Cart:\n    def add(self, count): ...\n"}
        self.hub = FakeHub(branches={"main": files})
        self.skew = timedelta()
        self.last: Record | None = None
        self.since = self.damage = 0
        self.older: list[tuple[int, str]] = []
        self.witness: Witness | None = None

    # ---- the bot

    def world(self, fuse: Fuse | None = None):
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

    @property
    def is_open(self) -> bool:
        return self.hub.issues[self.issue].state == "open"

    def home(self) -> Comment | None:
        return next(iter(ours(self.hub, self.issue, "record")), None)

    def box(self, kind: str, dice: int) -> tuple[Comment, str] | None:
        """A box nobody has ticked yet, in the newest comment of a kind."""
        found = ours(self.hub, self.issue, kind)
        names = re.findall(r"\[ \] <!-- plangate:(\S+) -->", found[-1].body) if found else []
        return (found[-1], names[dice % len(names)]) if names else None

    def live_pulls(self):
        return [p for p in self.hub.pulls.values() if p.state == "open"]

    def asked(self, hub: FakeHub) -> bool:
        return laws.asked_to_restore(hub, self.issue, self.damage)

    def destroyed(self) -> None:
        """Forget what nothing on GitHub proves any more: that much destruction nobody can notice."""
        self.damage = self.hub.last_id if self.record is None else self.damage
        proven, home = laws.evidence(self.hub, self.issue), self.record
        if self.last and max(proven, home.revision if home else 0) < self.last.revision:
            self.last = None
            self.older = [(rev, body) for rev, body in self.older if rev <= proven]
        self.since = self.hub.last_id if self.last is None else self.since

    # ---- 1-9: people ask

    @initialize(request=st.sampled_from(REQUESTS), labelled=st.sampled_from([True, True, False]))
    def open(self, request, labelled) -> None:
        self.issue = self.hub.open_issue("carol", *request)
        if labelled:
            self.hub.set_labels(self.issue, ["plan"])
        self.look(labelled)

    @rule(heard=HEARD)
    def label(self, heard) -> None:
        self.hub.set_labels(self.issue, ["plan"])
        self.look(heard)

    @rule(who=PEOPLE, what=st.sampled_from(TALK), heard=HEARD)
    def comment(self, who, what, heard) -> None:
        self.hub.comment(who, self.issue, what)
        self.look(heard)

    @rule(
        who=PEOPLE,
        by_command=st.booleans(),
        letter=st.sampled_from("AAABX"),
        dice=DICE,
        heard=HEARD,
    )
    def answer(self, who, by_command, letter, dice, heard) -> None:
        asked = self.last.awaiting_human_artifact if self.last else None
        numbers = [q.id[1:] for q in asked.questions] if asked else ["1"]
        some = numbers if dice % 2 else [numbers[dice % len(numbers)]]
        text = ", ".join(f"{n}{letter}" for n in some)
        self.hub.comment(who, self.issue, f"/plan answer {text}" if by_command else text)
        self.look(heard)

    @rule(who=st.sampled_from(["alice", "bob"]), dice=DICE, seen=st.booleans(), heard=HEARD)
    def tick_answer(self, who, dice, seen, heard) -> None:
        self._tick("questions", who, dice, seen, heard)

    @rule(who=st.sampled_from(["alice", "bob"]), seen=st.booleans(), heard=HEARD)
    def tick_approval(self, who, seen, heard) -> None:
        self._tick("plan", who, 0, seen, heard)

    def _tick(self, kind, who, dice, seen, heard) -> None:
        found = self.box(kind, dice)
        if found:
            witness = self.hub.tick(found[0].id, found[1], who)
            self.look(heard, witness if seen else None)

    @rule(who=PEOPLE, named=st.booleans(), heard=HEARD)
    def approve(self, who, named, heard) -> None:
        plan = self.last.planner.plan if self.last else None
        digest = f" {plan.digest[:12]}" if plan and named else ""
        self.hub.comment(who, self.issue, f"/plan approve{digest}")
        self.look(heard)

    @rule(
        who=PEOPLE,
        verb=st.sampled_from(
            ["reject too big", "replan smaller steps", "cancel", "resume", "", "force"]
        ),
        heard=HEARD,
    )
    def command(self, who, verb, heard) -> None:
        self.hub.comment(who, self.issue, f"/plan {verb}".rstrip())
        self.look(heard)

    @rule(
        who=PEOPLE,
        what=st.sampled_from(
            ["TESTS_CHANGED", "REVIEW_APPROVED", "CHECKS_PASSED", "PLAN_APPROVED"]
        ),
        heard=HEARD,
    )
    def waive(self, who, what, heard) -> None:
        self.hub.comment(who, self.issue, f"/plan waive {what} it is an emergency")
        self.look(heard)

    @rule(who=PEOPLE, heard=HEARD)
    def restore(self, who, heard) -> None:
        self.hub.comment(who, self.issue, "/plan restore")
        self.look(heard)

    @rule()
    def go_on(self) -> None:
        """What a busy team would do next, and the bot hears of it."""
        self.hub.edit_issue(self.issue, state="open")
        asked = self.last.awaiting_human_artifact if self.last else None
        pulls = [p for p in self.live_pulls() if f"Closes #{self.issue}" in p.body]
        if self.last is None:
            self.hub.set_labels(self.issue, ["plan"])
        elif self.last.stage in {"cancelled", "duplicate", "unresolvable", "done"}:
            self.hub.comment("bob", self.issue, "/plan resume")
        elif asked and self.last.stage == "awaiting_human":
            picks = " ".join(f"{q.id[1:]}A" for q in asked.open_questions)
            self.hub.comment("bob", self.issue, picks)
        elif self.last.stage == "staged":
            self.hub.comment("bob", self.issue, "/plan approve")
        elif not pulls:
            self.open_pull(tested=True, linked=True, heard=False)
        else:
            for name in ("ci", "lint"):
                self.hub.ci(pulls[0].head_sha, name)
            self.hub.review("alice", pulls[0].number)
        for target in self.targets():
            self.wake(target)

    @rule()
    def go_further(self) -> None:
        self.go_on()

    @rule()
    def go_furthest(self) -> None:
        self.go_on()

    # ---- 10-14: people change texts

    @rule(request=st.sampled_from(REQUESTS[:2]), heard=HEARD)
    def edit_issue(self, request, heard) -> None:
        self.hub.edit_issue(self.issue, title=request[0], body=request[1])
        self.look(heard)

    @rule(kind=st.sampled_from(["plan", "questions", "notice"]), heard=HEARD)
    def edit_our_text(self, kind, heard) -> None:
        for comment in ours(self.hub, self.issue, kind)[-1:]:
            first, _, rest = comment.body.partition("\n")
            self.hub.edit_comment("bob", comment.id, f"{first}\nI improved this.\n{rest}")
            self.look(heard)

    @precondition(lambda self: self.record is not None)
    @rule(
        who=st.sampled_from(["alice", "bob"]),
        what=st.sampled_from(["risk", "no reason", "stage", "owner", "not JSON"]),
        crlf=st.booleans(),
        heard=HEARD,
    )
    def edit_card(self, who, what, crlf, heard) -> None:
        home = self.home()
        body = _edited_card(home.body, what)
        body = body.replace("\r\n", "\n").replace("\n", "\r\n") if crlf else body
        self.hub.edit_comment(who, home.id, body)
        sender = self.hub.person(who)
        self.look(heard, Witness("issue_comment", "edited", sender, "", home.id, home.body))

    @rule(dice=DICE, heard=HEARD)
    def browser_line_ends(self, dice, heard) -> None:
        """Somebody opens one of our comments in a browser and saves it unchanged."""
        for comment in _one(ours(self.hub, self.issue), dice):
            crlf = comment.body.replace("\r\n", "\n").replace("\n", "\r\n")
            self.hub.edit_comment("bob", comment.id, crlf)
            self.look(heard)

    @rule(dice=DICE, heard=HEARD)
    def forge(self, dice, heard) -> None:
        """A stranger posts a copy of one of our comments."""
        for comment in _one(ours(self.hub, self.issue), dice):
            self.hub.comment("mallory", self.issue, comment.body.replace("[ ]", "[x]"))
            self.look(heard)

    # ---- 15-18: people destroy

    @rule(dice=DICE, heard=HEARD)
    def delete(self, dice, heard) -> None:
        for comment in _one(ours(self.hub, self.issue), dice):
            self.hub.delete_comment(comment.id)
            self.destroyed()
            self.look(heard)

    @rule(kind=st.sampled_from(["record", "record", "plan", "questions"]), dice=DICE, heard=HEARD)
    def tamper(self, kind, dice, heard) -> None:
        for comment in ours(self.hub, self.issue, kind)[-1:]:
            at = comment.body.rfind(marks.BLOCK)
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
        home = self.home()
        for _, body in _one(self.older, dice) if home else []:
            self.hub.edit_comment("bob", home.id, body)
            self.destroyed()
            self.look(heard)

    @rule(heard=HEARD)
    def paste_foreign(self, heard) -> None:
        """The record of another issue, signed with our key, is pasted over this one's."""
        home = self.home()
        if home:
            block = codec.encode(Record.new(99), Seal(1, 99, KEY))
            at = home.body.rfind(marks.BLOCK)
            self.hub.edit_comment("bob", home.id, home.body[:at] + block)
            self.destroyed()
            self.look(heard)

    # ---- 19-26: the issue and its code

    @rule(heard=HEARD)
    def close(self, heard) -> None:
        self.hub.edit_issue(self.issue, state="closed")
        self.look(heard)

    @rule(heard=HEARD)
    def reopen(self, heard) -> None:
        self.hub.edit_issue(self.issue, state="open")
        self.look(heard)

    @precondition(lambda self: len(self.hub.pulls) < 2)
    @rule(tested=st.booleans(), linked=st.sampled_from([True, True, False]), heard=HEARD)
    def open_pull(self, tested, linked, heard) -> None:
        n = len(self.hub.pulls)
        files = {f"shop/work_{n}.py": "", **({f"tests/test_work_{n}.py": ""} if tested else {})}
        body = f"Closes #{self.issue}" if linked else "Some work"
        number = self.hub.open_pull("bob", files, branch=f"work-{n}", body=body)
        if heard:
            self.wake(PullTarget(number))

    @precondition(lambda self: self.live_pulls())
    @rule(tests=st.booleans(), dice=DICE, heard=HEARD)
    def push(self, tests, dice, heard) -> None:
        pull = self.live_pulls()[dice % len(self.live_pulls())]
        path = f"{'tests/test' if tests else 'shop/new'}_{pull.number}_{dice}.py"
        self.hub.push_files("bob", {path: ""}, pull.head_ref)
        if heard:
            self.wake(PullTarget(pull.number))

    @precondition(lambda self: self.live_pulls())
    @rule(
        who=st.sampled_from(["alice", "mallory"]),
        state=st.sampled_from(["APPROVED", "APPROVED", "CHANGES_REQUESTED", "COMMENTED"]),
        dice=DICE,
        heard=HEARD,
    )
    def review(self, who, state, dice, heard) -> None:
        pull = self.live_pulls()[dice % len(self.live_pulls())]
        self.hub.review(who, pull.number, state)
        if heard:
            self.wake(PullTarget(pull.number))

    @precondition(lambda self: self.live_pulls())
    @rule(
        name=st.sampled_from(["ci", "lint"]),
        said=st.sampled_from(["success", "success", "failure", None]),
        dice=DICE,
        heard=HEARD,
    )
    def ci(self, name, said, dice, heard) -> None:
        pull = self.live_pulls()[dice % len(self.live_pulls())]
        self.hub.ci(pull.head_sha, name, said)
        if heard:
            self.wake(PullTarget(pull.number))

    @precondition(
        lambda self: any(laws.conclusion(self.hub, p) == "success" for p in self.live_pulls())
    )
    @rule(heard=HEARD)
    def merge(self, heard) -> None:
        pull = next(p for p in self.live_pulls() if laws.conclusion(self.hub, p) == "success")
        self.hub.close_pull(pull.number, merged=True)
        if f"Closes #{self.issue}" in pull.body:
            self.hub.edit_issue(self.issue, state="closed")
        if heard:
            self.wake(PullTarget(pull.number))

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
        target = self.targets()[dice % len(self.targets())]
        self.wake(target)
        written = len(self.hub.writes)
        self.wake(target)
        assert self.hub.writes[written:] == [], "the second wake wrote something"

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
        issue, comments = self.hub.issues[self.issue], self.hub.comments_of(self.issue)
        data = json.loads(codec.to_json(record)) | {name: {"held": [1, "--> "]}}
        tasks = data.get("planner", {}).get("plan", {}).get("body", {}).get("tasks", [])
        for task in tasks[:1] if finished else []:
            task["status"] = WorkStatus.DONE.value
        newer = codec.from_json(json.dumps(data | {"revision": record.revision + 1}))
        world, card = self.world(), CardMessage(newer, Policy(), self.issue)
        world.records.save(issue, newer, world.records.find(issue, comments), card)

    # ---- what must hold after every step

    @invariant()
    def the_record_keeps_its_laws(self) -> None:
        record = self.record if hasattr(self, "issue") else None
        if record is None:
            return
        laws.check_one(self.hub, self.issue, record)
        if self.last:
            laws.check_step(self.last, record, self.asked(self.hub))
        if self.last is None or record.history[0] != self.last.history[0]:
            self.since = self.hub.last_id
        if self.last != record:
            self.older.append((record.revision, self.home().body))
        self.last = record

    @invariant()
    def everything_settles(self) -> None:
        """From any state the sweep alone gets there, stays there, and the laws hold there."""
        if not hasattr(self, "issue"):
            return
        hub = copy_of(self.hub)
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


def _one(things, dice):
    return [things[dice % len(things)]] if things else []


def _mutated(body: str, at: int, dice: int) -> str:
    """One character of the hidden block changed."""
    rng = random.Random(dice)
    spot = rng.randrange(at + len(marks.BLOCK), len(body) - len(codec.END))
    new = rng.choice([c for c in "abcdef0123456789" if c != body[spot]])
    return body[:spot] + new + body[spot + 1 :]


def _edited_card(body: str, what: str) -> str:
    """The card as somebody leaves it who edits its JSON."""
    found = re.search(r"(`{3,})json\r?\n(.*?)\r?\n\1", body, re.DOTALL)
    if not found:
        return body
    if what == "not JSON":
        return body.replace(found[2], found[2] + "}", 1)
    try:
        shown = json.loads(found[2])
    except ValueError:
        return body
    if what in {"risk", "no reason"} and "planningArtifact" in shown:
        shown["planningArtifact"]["risks"] = ["By hand.", *shown["planningArtifact"]["risks"]]
    elif what == "stage":
        shown["stage"] = "done"
    elif what == "owner":
        shown["workflow"]["owner"] = "bob"
    if what == "risk":
        shown["transitionNote"] = f"because of {len(body)}"
    return body.replace(found[2], json.dumps(shown, indent=2, ensure_ascii=False), 1)
