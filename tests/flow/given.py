"""A shop on a GitHub in memory, and its story from label to merge through `handle`."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bot.adapters.records import GitHubRecords
from bot.domain.facts import Comment, RecordPresent, Witness
from bot.domain.markers import read
from bot.domain.record import Record
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.flow import sweep
from bot.flow.handle import Outcome, handle
from bot.flow.world import World
from tests.acceptance import shop
from tests.fakes.children import FakeChildren
from tests.fakes.clock import FakeClock
from tests.fakes.dashboards import FakeDashboards
from tests.fakes.engine import FakeEngine
from tests.fakes.hub import FakeHub, Written
from tests.fakes.issues import FakeIssues
from tests.fakes.pulls import FakePulls
from tests.fakes.renderer import FakeRenderer
from tests.fakes.workspace import FakeWorkspace


def a_world(hub: FakeHub, key: bytes = b"", issues: FakeIssues | None = None) -> World:
    """The world of a hub: real record keeping on fake ports."""
    issues, renderer = issues or FakeIssues(hub), FakeRenderer()
    return World(
        full_name=hub.full_name,
        issues=issues,
        pulls=FakePulls(hub),
        records=GitHubRecords(issues, renderer, key),
        workspace=FakeWorkspace(dict(hub.branches["main"])),
        renderer=renderer,
        clock=FakeClock(hub),
        engine=FakeEngine(),
        dashboards=FakeDashboards(hub),
        children=FakeChildren(hub),
    )


@dataclass
class Shop:
    """What people do in the shop's repository, and how the bot hears of it."""

    hub: FakeHub = field(default_factory=lambda: FakeHub(branches={"main": dict(shop.FILES)}))
    key: bytes = b""
    issue: int = 0
    pull: int = 0

    def __post_init__(self) -> None:
        """The bot sees the hub through its ports."""
        self.world = a_world(self.hub, self.key)

    def wake(
        self, target: Target | None = None, witness: Witness | None = None, *, dry_run: bool = False
    ) -> tuple[Outcome, ...]:
        """Let the bot look at a target, or at the issue."""
        wake = Wake(self.hub.full_name, target or IssueTarget(self.issue), witness)
        return handle(wake, self.world, dry_run=dry_run)

    def look(self) -> None:
        """Let the bot look at the issue and its pull request."""
        if self.pull:
            self.wake(PullTarget(self.pull))
        self.wake()

    def sweep(self) -> None:
        """Let the bot look at everything, with no event at all."""
        for wake in sweep.wakes(self.world):
            handle(wake, self.world)

    def writes(self, do: Callable[[], object]) -> list[Written]:
        """What the bot wrote meanwhile."""
        before = len(self.hub.writes)
        do()
        return self.hub.writes[before:]

    # ---- the story

    def open_issue(self) -> None:
        """Carol asks for an export; trent labels it."""
        self.issue = self.hub.open_issue("carol", shop.TITLE, shop.BODY)
        self.hub.set_labels(self.issue, ["plan"])
        self.hub.labelled.setdefault(self.issue, {})["plan"] = "trent"

    def answer(self) -> None:
        """Carol takes the first option of every open question."""
        asked = self.record.awaiting_human_artifact
        assert asked is not None
        picks = " ".join(f"{q.id.removeprefix('q')}A" for q in asked.open_questions)
        self.hub.comment("carol", self.issue, picks)

    def approve(self) -> None:
        """Bob ticks the box under the plan."""
        self.hub.tick(self.ours("plan")[-1].id, "approve", "bob")

    def open_pull(self) -> None:
        """Bob opens a pull request without tests."""
        body = f"Closes #{self.issue}"
        self.pull = self.hub.open_pull("bob", shop.CODE, branch="export", body=body)

    def push_tests(self) -> None:
        """Bob adds tests."""
        self.hub.push_files("bob", shop.TESTS, "export")

    def ci(self) -> None:
        """The checks pass."""
        self.hub.ci(self.head, "ci")

    def review(self) -> None:
        """Alice approves the head."""
        self.hub.review("alice", self.pull)

    def merge(self) -> None:
        """The pull request is merged."""
        self.hub.close_pull(self.pull, merged=True)

    def deeds(self) -> Iterator[Callable[[], None]]:
        """The story's deeds in order; questions are answered while there are any."""
        yield self.open_issue
        while self.record.awaiting_human_artifact and self.stage == "awaiting_human":
            yield self.answer
        yield from (self.approve, self.open_pull, self.push_tests, self.ci, self.review, self.merge)

    # ---- what can be seen

    @property
    def record(self) -> Record:
        """The record as it stands on the hub."""
        issue = self.hub.subject(self.issue)
        state = self.world.records.find(issue, self.hub.comments_of(self.issue))
        assert isinstance(state, RecordPresent), state
        return state.record

    @property
    def stage(self) -> str:
        """The stage the record tells."""
        return self.record.stage.value

    @property
    def head(self) -> str:
        """The head of the pull request."""
        return self.hub.pulls[self.pull].head_sha

    @property
    def verdict(self) -> str:
        """What our check says on the head, newest first; empty without one."""
        ours = [r for r in self.hub.runs.get(self.head, []) if r.app_id == self.hub.app_id]
        return (ours[-1].conclusion or "in_progress") if ours else ""

    def ours(self, kind: str) -> list[Comment]:
        """Our comments of a kind."""
        found = [c for c in self.hub.comments_of(self.issue) if c.ours]
        return [c for c in found if (mark := read(c.body)) and mark.kind == kind]

    def labels(self) -> set[str]:
        """The stage labels."""
        return {n for n in self.hub.subject(self.issue).labels if n.startswith("stage:")}


def told(until: str = "merge") -> Shop:
    """The story up to and with a deed, the bot looking after each; told once, handed out as copies."""
    first = _told(until)
    return Shop(hub=copy.deepcopy(first.hub), key=first.key, issue=first.issue, pull=first.pull)


@functools.cache
def _told(until: str) -> Shop:
    told_ = Shop()
    for do in told_.deeds():
        do()
        told_.look()
        if do.__name__ == until:
            break
    return told_
