"""GitHub fails at one call of the story: nothing is lost or doubled, and one sweep makes it good."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from logging.handlers import BufferingHandler
from pathlib import Path
from typing import Any

import pytest
from requests.adapters import HTTPAdapter
from structlog.testing import capture_logs
from structlog.typing import EventDict

from bot.entrypoints import door
from bot.errors import InboxError, PlangateError
from bot.events.wake import Wake
from bot.ports.inbox import FAILS
from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.faults import FAULTS, Fault, Line
from tests.acceptance.inside import InProcessDoor
from tests.acceptance.state import end_state
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
        self.wiring._paces.of = lambda account: pace  # type: ignore[method-assign]

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
        at_door.wiring.keep_revisions(self.keep)
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
            wrong = self._played(moment, fault.plain)
        return [f"{moment.do.__name__}, {fault.name}, {moment.calls[at]}: {one}" for one in wrong]

    def play_without(self, moment: Moment, down: int) -> list[str]:
        """The same with a database that goes away."""
        self.down = down
        return [f"{moment.do.__name__}, down after {down}: {one}" for one in self._played(moment)]

    def _played(self, moment: Moment, noticed: bool = True) -> list[str]:
        story, at_door = self.back(moment.start)
        with capture_logs() as told, warnings() as warned:
            story.play(moment.do)
        self.line.fault = self.down = None
        wrong = said_wrong(told, warned, at_door.failed)
        if noticed and not told_of(told, warned):
            wrong.append("the log says nothing")
        wrong += verdict_wrong(story, moment)
        at_door.failed.clear()
        at_door.sweep()
        wrong += [f"the sweep fails: {problem}" for problem in at_door.failed]
        return wrong + differences(moment.end, seen(story))


def told_of(told: Sequence[EventDict], warned: Sequence[logging.LogRecord]) -> bool:
    """Say whether a line tells of a failure."""
    return bool(warned) or any(row["log_level"] == "warning" for row in told)


def said_wrong(
    told: Sequence[EventDict],
    warned: Sequence[logging.LogRecord],
    failed: Sequence[PlangateError],
) -> list[str]:
    """What the log says that it must not: each failure is a line with its remedy, and none is a bug."""
    lines = [row for row in told if row["event"] in {"failed", "bug"}]
    wrong = [f"the log says {row}" for row in lines if not row.get("remedy")]
    if [row["code"] for row in lines] != [problem.code for problem in failed]:
        wrong.append(f"the log says {lines} of {failed}")
    said = [str(row) for row in told] + [record.getMessage() for record in warned]
    return wrong + [f"more than a line: {text}" for text in said if "\n" in text]


def seen(story: Story) -> dict[str, Any]:
    """All that people see, where there is something yet."""
    repo = f"/repos/{story.hub.repo}"
    if not story.issue:
        return {}
    ours = [c for c in story.comments() if c["body"].startswith("<!-- plangate:")]
    state = end_state(story) if ours else {"labels": sorted(story.labels())}
    reactions = Counter(
        f"{c['id']} {r['content']}"
        for c in story.comments()
        for r in story.hub.request("GET", f"{repo}/issues/comments/{c['id']}/reactions")
    )
    talk = story.pull and story.hub.request("GET", f"{repo}/issues/{story.pull}/comments")
    return state | {"reactions": reactions, "talk": len(talk or ())}


def verdict_wrong(story: Story, moment: Moment) -> list[str]:
    """Whether the check lets merge what the undisturbed story would not."""
    check = (moment.end.get("check") or {}).get("conclusion")
    if not story.pull or check == "success":
        return []
    path = f"/repos/{story.hub.repo}/commits/{story.head()}/check-runs?check_name=plangate"
    runs = story.hub.request("GET", path)["check_runs"]
    return [f"the verdict is {r['conclusion']}" for r in runs if r["conclusion"] == "success"]


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """The parts that are not as expected. A reaction may be missing: no later run gives it."""
    more = found.get("reactions", Counter()) - expected.get("reactions", Counter())
    return [f"doubled: {more}"] * bool(more) + [
        f"{part}: {found.get(part)} instead of {expected.get(part)}"
        for part in sorted((expected.keys() | found.keys()) - {"reactions"})
        if expected.get(part) != found.get(part)
    ]


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


SAMPLE = [
    ("label", "POST .*/comments"),
    ("reply_answer", "GET .*/issues/1/comments"),
    ("approve", "PATCH .*/comments/"),
    ("open_pull", "P.* .*/check-runs"),
]
"""A read, a first write, a change and the check."""


@pytest.mark.slow
def test_a_fault_of_github_is_made_good_by_one_sweep(campaign: Campaign) -> None:
    """Each fault at a read, at writes or at the check: nothing is lost, doubled or let through."""
    # issue 19: GitHub 5xx, secondary limits, 304, half a page, nothing
    wrong = []
    for number, fault in enumerate(FAULTS):
        step, route = SAMPLE[number % len(SAMPLE)] if fault.plain else SAMPLE[1]
        moment = campaign.moment(step)
        at = next(n for n, call in enumerate(moment.calls) if re.fullmatch(f"{route}.*", call))
        wrong += campaign.play(moment, fault, at)
    wrong += campaign.play_without(campaign.moment("approve"), down=1)
    assert wrong == []


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
