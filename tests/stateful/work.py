"""The issue's own state, its pull requests, their reviews and checks."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bot.events.wake import PullTarget
from tests.stateful import laws
from tests.stateful.ground import DICE, HEARD, Ground


class Work(Ground):
    """The rules by which work is done, judged and merged."""

    # ---- 19-26: the issue and its code

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
        tests = {f"tests/test_work_{n}.py": f"def test_work():\n    assert {n}\n"}
        files = {f"shop/work_{n}.py": "", **(tests if tested else {})}
        body = f"Closes #{self.issue}" if linked else "Some work"
        number = self.hub.open_pull("bob", files, branch=f"work-{n}", body=body)
        if heard:
            self.wake(PullTarget(number))

    @precondition(lambda self: self.live_pulls())
    @rule(tests=st.booleans(), dice=DICE, heard=HEARD)
    def push(self, tests, dice, heard) -> None:
        pull = self.live_pulls()[dice % len(self.live_pulls())]
        path = f"{'tests/test' if tests else 'shop/new'}_{pull.number}_{dice}.py"
        text = f"def test_{dice}():\n    assert {dice}\n" if tests else ""
        self.hub.push_files("bob", {path: text}, pull.head_ref)
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
