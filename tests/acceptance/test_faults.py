"""GitHub fails at one call of the story: nothing is lost or doubled, and one sweep makes it good."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from logging.handlers import BufferingHandler
from pathlib import Path
from typing import Any

import pytest
from requests.adapters import HTTPAdapter
from structlog.testing import capture_logs

from bot.entrypoints import door
from bot.errors import InboxError, PlangateError
from bot.events.wake import Wake
from bot.ports.inbox import FAILS
from tests.acceptance import shop
from tests.acceptance.aftermath import (
    at_once_wrong,
    differences,
    doubled,
    said_wrong,
    seen,
    verdict_wrong,
)
from tests.acceptance.doors import app_environment
from tests.acceptance.faults import FAULTS, Fault, Line, no_list
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.story import SECRET, STEPS, Story
from tests.adapters.grounds import no_waiting
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance


class OnceDoor(InProcessDoor):
    """Handles each wake once, as a worker that is killed after it: what fails is left to the sweep."""

    def __init__(self, hub: GitHubEmulator, env: dict[str, str], line: Line) -> None:
        super().__init__(hub, env)
        self.line = line
        self.failed: list[PlangateError] = []
        pace = no_waiting()
        self.wiring.paces.of = lambda account: pace  # type: ignore[method-assign]

    def handle(self, wake: Wake) -> None:
        """Handle one wake, without another try."""
        try:
            with self.line.ours():
                door.run(self.wiring, wake)
        except PlangateError as problem:
            self.failed.append(problem)

    def sweep(self) -> None:
        """One sweep."""
        for wake in door.sweep(self.wiring, self.hub.repo):
            self.handle(wake)


@dataclass(frozen=True)
class Start:
    """GitHub before a step, and what the service had on its disk."""

    state: int
    issue: int
    pull: int
    revisions: dict[tuple[int, int], int]
    answers: Path


@dataclass(frozen=True)
class Moment:
    """A step of the story: what the bot asked GitHub, how often the database, and how all stood after it."""

    do: Callable[[Story], str]
    start: Start
    calls: list[str]
    asked: int
    end: dict[str, Any]

    def first(self, route: str) -> int:
        """The number of the first call of this route."""
        return next(n for n, call in enumerate(self.calls) if re.fullmatch(f"{route}.*", call))


@dataclass
class Campaign:
    """The story on an emulator of its own, of which any step can be played again with a fault."""

    hub: GitHubEmulator
    folder: Path
    line: Line
    moments: list[Moment] = field(default_factory=list)
    revisions: dict[tuple[int, int], int] = field(default_factory=dict)
    asked: int = 0
    down: int | None = None
    """After so many answers of the database it is away, until the step is over."""

    def __post_init__(self) -> None:
        self.env = app_environment(self.hub, self.folder)
        self.answers = self.folder / "answers.db"
        self.next = self.mark(0, 0)

    def moment(self, step: str) -> Moment:
        """A step; the story is played that far, once and undisturbed."""
        number = [do.__name__ for do in STEPS].index(step)
        while len(self.moments) <= number:
            do, start = STEPS[len(self.moments)], self.next
            story, at_door = self.back(start)
            story.play(do)
            assert not at_door.failed, at_door.failed
            calls, asked = list(self.line.calls), self.asked
            self.moments.append(Moment(do, start, calls, asked, seen(story)))
            self.next = self.mark(story.issue, story.pull)
        return self.moments[number]

    def mark(self, issue: int, pull: int) -> Start:
        """Remember all as it is."""
        known = self.folder / f"answers-{len(self.moments)}.db"
        _copy(self.answers, known)
        return Start(self.hub.save(), issue, pull, dict(self.revisions), known)

    def back(self, start: Start) -> tuple[Story, OnceDoor]:
        """All as it was, and a bot that has just started."""
        self.hub.restore(start.state)
        self.revisions, self.asked = dict(start.revisions), 0
        _copy(start.answers, self.answers)
        self.line.calls.clear()
        at_door = OnceDoor(self.hub, self.env, self.line)
        at_door.wiring.keep_answers(self.answers)
        at_door.wiring.revisions = self.keep
        story = Story(self.hub, at_door, self.hub.app_id, issue=start.issue, pull=start.pull)
        return story, at_door

    def keep(self, repository: int, issue: int, saved: int) -> int:
        """As `Inbox.revision`."""
        self.asked += 1
        if self.down is not None and self.asked > self.down:
            raise InboxError(FAILS, "the database is away", "Start it")
        key = repository, issue
        self.revisions[key] = max(saved, self.revisions.get(key, 0))
        return self.revisions[key]

    def play(self, moment: Moment, fault: Fault, at: int) -> list[str]:
        """Play one step with a fault at a call, then sweep once; what is not as it has to be."""
        with self.line.wrong(fault, at):
            wrong = self._played(moment, fault)
        return [f"{moment.do.__name__}, {fault.name}, {moment.calls[at]}: {one}" for one in wrong]

    def play_without(self, moment: Moment, down: int) -> list[str]:
        """The same with a database that goes away."""
        self.down = down
        return [f"{moment.do.__name__}, down after {down}: {one}" for one in self._played(moment)]

    def _played(self, moment: Moment, fault: Fault | None = None) -> list[str]:
        story, at_door = self.back(moment.start)
        with capture_logs() as told, warnings() as warned:
            story.play(moment.do)
        self.line.fault = self.down = None
        wrong = said_wrong(told, warned, at_door.failed)
        told_times = len(warned) + sum(row["log_level"] == "warning" for row in told)
        wrong += at_once_wrong(fault, [problem.code for problem in at_door.failed], told_times)
        wrong += verdict_wrong(story, moment.end)
        wrong += [] if fault and not fault.plain else doubled(story)
        at_door.failed.clear()
        at_door.sweep()
        wrong += [f"the sweep fails: {problem}" for problem in at_door.failed]
        return wrong + differences(moment.end, seen(story))


@contextmanager
def warnings() -> Iterator[list[logging.LogRecord]]:
    """The program's own warnings meanwhile."""
    handler = BufferingHandler(100_000)
    handler.setLevel(logging.WARNING)
    logging.getLogger("bot").addHandler(handler)
    try:
        yield handler.buffer
    finally:
        logging.getLogger("bot").removeHandler(handler)


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    """A campaign; it learns the undisturbed story as far as it is asked for."""
    line = Line()
    with (
        pytest.MonkeyPatch.context() as patch,
        started(files=shop.FILES, secret=SECRET, record=False) as hub,
    ):
        patch.setattr(HTTPAdapter, "send", line.over(HTTPAdapter.send))
        yield Campaign(hub, tmp_path, line)


READ, FIRST = ("reply_answer", "GET .*/issues/1/comments"), ("label", "POST .*/comments")
PLAN, CHANGE = ("reply_answer", "POST .*/comments"), ("approve", "PATCH .*/comments/")
CHECK = "open_pull", "P.* .*/check-runs"
SAMPLE = [
    ("fails", READ), ("fails on", FIRST), ("fails_late", PLAN), ("fails_late on", CHANGE),
    ("silent", FIRST), ("silent on", READ), ("silent_late", CHECK), ("silent_late on", PLAN),
    ("half", CHANGE), ("half on", READ), ("empty", PLAN), ("empty on", CHECK),
    ("limited", READ), ("limited", FIRST), ("limited on", CHANGE),
    ("unchanged", READ), ("unchanged on", READ), ("half_list", READ),
]  # fmt: skip
"""Each fault at the call that shows most: a read, writes that nobody looks for again, a change, the check."""


@pytest.mark.slow
def test_a_fault_of_github_is_made_good_by_one_sweep(campaign: Campaign) -> None:
    """Each fault at a read, at writes or at the check: nothing is lost, doubled or let through."""
    # issue 19: GitHub 5xx, secondary limits, 304, half a page, nothing
    faults = {fault.name: fault for fault in FAULTS}
    assert {name for name, _ in SAMPLE} == faults.keys()
    wrong = []
    for name, (step, route) in SAMPLE:
        moment = campaign.moment(step)
        wrong += campaign.play(moment, faults[name], moment.first(route))
    wrong += campaign.play_without(campaign.moment("approve"), down=1)
    assert wrong == []


@pytest.mark.slow
def test_an_issue_whose_comments_github_does_not_list_is_not_begun_again(
    campaign: Campaign,
) -> None:
    """Our database knows that there was a record: no second one is written, and the sweep goes on with it."""
    # issue 19
    moment = campaign.moment("reply_answer")
    with campaign.line.wrong(Fault(no_list, lasts=True), moment.first(READ[1])):
        story, at_door = campaign.back(moment.start)
        story.play(moment.do)
    assert doubled(story) == []
    at_door.sweep()

    left = differences(moment.end, seen(story))
    assert doubled(story) == [one for one in left if not one.startswith("comments: ")] == []


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("step", [do.__name__ for do in STEPS])
def test_every_fault_at_every_call(campaign: Campaign, step: str) -> None:
    """The long count: each fault at each single call of a step of the story."""
    moment = campaign.moment(step)
    wrong = [
        one
        for fault in FAULTS
        for at, call in enumerate(moment.calls)
        if fault.fits(call.partition(" ")[0])
        for one in campaign.play(moment, fault, at)
    ]
    for down in range(moment.asked):
        wrong += campaign.play_without(moment, down)
    assert wrong == []
