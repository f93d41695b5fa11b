"""A GitHub in memory on which runs of the bot are broken off, interleaved, and told the wrong time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

from bot.adapters import card_json
from bot.adapters.records import GitHubRecords
from bot.domain import markers
from bot.domain.facts import Comment
from bot.effects import CardMessage, Message
from bot.flow.world import World
from tests.fakes.children import FakeChildren
from tests.fakes.dashboards import FakeDashboards
from tests.fakes.engine import FakeEngine
from tests.fakes.hub import FakeHub
from tests.fakes.issues import FakeIssues
from tests.fakes.pulls import FakePulls
from tests.fakes.renderer import FakeRenderer
from tests.fakes.workspace import FakeWorkspace

T = TypeVar("T")
KEY = b"a-record-key-of-the-tests-32-characters"


class Crash(Exception):
    """The process was killed."""


@dataclass
class Fuse:
    """Does `act` at the n-th write from now: right before it, or right after it (`late`)."""

    left: int = 0
    act: Callable[[], object] = lambda: None
    late: bool = False

    @contextmanager
    def around(self) -> Iterator[None]:
        self.left -= 1
        due = self.left == 0
        if due and not self.late:
            self.act()
        yield
        if due and self.late:
            self.act()


@dataclass
class FusedIssues(FakeIssues):
    """Issues whose writes burn a fuse."""

    fuse: Fuse = field(default_factory=Fuse)

    def post(self, number, body, marker, *, converge=False):
        with self.fuse.around():
            return super().post(number, body, marker, converge=converge)

    def edit(self, comment, body):
        with self.fuse.around():
            return super().edit(comment, body)

    def edit_body(self, issue, body):
        with self.fuse.around():
            super().edit_body(issue, body)

    def delete(self, comment_id):
        with self.fuse.around():
            super().delete(comment_id)

    def label(self, number, add, remove):
        with self.fuse.around():
            super().label(number, add, remove)

    def react(self, comment_id, content):
        with self.fuse.around():
            super().react(comment_id, content)


@dataclass
class FusedPulls(FakePulls):
    """Pull requests whose checks burn a fuse."""

    fuse: Fuse = field(default_factory=Fuse)

    def set_check(self, run, existing_id):
        with self.fuse.around():
            super().set_check(run, existing_id)


class CardRenderer(FakeRenderer):
    """The fake renderer, with the card's JSON as people see and edit it."""

    def comment(self, message: Message) -> str:
        text = super().comment(message)
        if not isinstance(message, CardMessage):
            return text
        shown, _ = card_json.visible(message.record)
        return f"{text}\n\n{card_json.block(shown)}\n"


@dataclass
class SkewedClock:
    """Our own clock, which need not go as GitHub's does."""

    hub: FakeHub
    skew: timedelta = timedelta()

    def now(self) -> datetime:
        return self.hub.now + self.skew


def a_world(hub: FakeHub, fuse: Fuse | None = None, skew: timedelta = timedelta()) -> World:
    """The world of a hub, with real and signed record keeping."""
    fuse = fuse or Fuse()
    issues, renderer = FusedIssues(hub, fuse), CardRenderer()
    return World(
        full_name=hub.full_name,
        issues=issues,
        pulls=FusedPulls(hub, fuse),
        records=GitHubRecords(issues, renderer, KEY),
        workspace=FakeWorkspace(dict(hub.branches["main"])),
        renderer=renderer,
        clock=SkewedClock(hub, skew),
        engine=FakeEngine(),
        dashboards=FakeDashboards(hub),
        children=FakeChildren(hub),
    )


def copy_of(hub: FakeHub) -> FakeHub:
    """A hub of its own with the same state; all its values are frozen."""
    return replace(
        hub,
        people=dict(hub.people),
        branches={name: dict(files) for name, files in hub.branches.items()},
        issues=dict(hub.issues),
        pulls=dict(hub.pulls),
        touched=dict(hub.touched),
        comments=dict(hub.comments),
        homes=dict(hub.homes),
        reviews={number: list(held) for number, held in hub.reviews.items()},
        runs={sha: list(held) for sha, held in hub.runs.items()},
        statuses={sha: list(held) for sha, held in hub.statuses.items()},
        reactions=set(hub.reactions),
        writes=[],
    )


def ours(hub: FakeHub, number: int, kind: str = "") -> list[Comment]:
    """Our comments on an issue, of one kind or of all."""
    found = [(c, markers.read(c.body)) for c in hub.comments_of(number) if c.ours]
    return [c for c, mark in found if mark and kind in {"", mark.kind}]


def one_of(things: Sequence[T], dice: int) -> Sequence[T]:
    """One of these, as a sequence; none of none."""
    return [things[dice % len(things)]] if things else []
