"""Two writers at once on the emulator: each intent ends in the history exactly once, in one record."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from bot.domain import marks
from bot.domain.record import Record
from bot.entrypoints import door
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.wiring.github import Wiring
from tests.acceptance import shop
from tests.acceptance.doors import app_environment
from tests.acceptance.inside import InProcessDoor, wiring_of
from tests.acceptance.sealed import KEY, record_of
from tests.acceptance.story import SECRET, Story
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.fixtures import started

pytestmark = pytest.mark.acceptance
SECONDS = 5.0
"""So long two runs and the sweep after them may take."""
CLEAR = """\
`order_page` in `shop/admin.py` takes months that do not exist.

## Acceptance criteria
- [ ] A month above 12 raises ValueError
"""


@dataclass
class Races:
    """One emulator and one bot for many races, each on an issue of its own."""

    hub: GitHubEmulator
    env: dict[str, str]
    writers: list[Wiring] = field(default_factory=list)
    longest: float = 0.0

    def __post_init__(self) -> None:
        self.story = Story(self.hub, InProcessDoor(self.hub, self.env), app_id=self.hub.app_id)
        self.writers = [wiring_of(self.env) for _ in range(2)]

    def wake(self, target: Target, writer: int = 0) -> None:
        door.run_patiently(self.writers[writer], Wake(self.hub.repo, target))

    def sweep(self, *mine: Target) -> None:
        """One sweep, as far as it looks at this race."""
        for wake in door.sweep(self.writers[0], self.hub.repo):
            if wake.target in mine:
                door.run_patiently(self.writers[0], wake)

    def run(self, one: Target, other: Target, seed: int) -> None:
        """Both at once, or one of them a little later; then one sweep."""
        self.hub.limit(remaining=1000)  # more races than an hour's requests
        rng = random.Random(seed)
        lead = rng.choice([0.0, rng.uniform(0.0, 0.15)])
        first = rng.randrange(2)
        targets = [one, other]
        threads = [threading.Thread(target=self.wake, args=(targets[n], n)) for n in (0, 1)]
        began = time.monotonic()
        threads[first].start()
        time.sleep(lead)
        threads[1 - first].start()
        for thread in threads:
            thread.join()
        self.sweep(*dict.fromkeys(targets))
        took = time.monotonic() - began
        self.longest = max(self.longest, took)
        assert took < SECONDS

    def begin(self, title: str, body: str) -> IssueTarget:
        """A new issue, labelled and planned as far as it goes."""
        story, issues = self.story, f"/repos/{self.hub.repo}/issues"
        opened = self.hub.request("POST", issues, {"title": title, "body": body}, login="carol")
        story.issue = opened["number"]
        labels = {"labels": ["plan"]}
        self.hub.request("POST", f"{issues}/{story.issue}/labels", labels, login="alice")
        self.wake(IssueTarget(story.issue))
        return IssueTarget(story.issue)

    def end(self, *numbers: int) -> None:
        """Close it: the next issue is no duplicate of it, and no run looks at its pull request."""
        for number in numbers:
            path = f"/repos/{self.hub.repo}/issues/{number}"
            self.hub.request("PATCH", path, {"state": "closed"}, login="alice")

    def record(self) -> Record:
        """The record, which stands in one comment, as does everything else of ours."""
        bodies = [comment["body"] for comment in self.story.comments()]
        named = Counter((m.kind, m.key) for body in bodies if (m := marks.read(body)))
        assert set(named.values()) == {1}, named
        [home] = [body for body in bodies if body.startswith("<!-- plangate:record")]
        return record_of(self.story, home)


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Races]:
    """An emulator of this module's own; it remembers no exchanges."""
    with started(files=shop.FILES, secret=SECRET, record=False) as hub:
        env = app_environment(hub, tmp_path_factory.mktemp("races"))
        yield Races(hub, env | {"PLANGATE_RECORD_KEY": KEY})


def answers_race(races: Races, seed: int) -> None:
    """Both writers come from the issue: a tick, an answer and a stranger's answer."""
    issue, story = races.begin(shop.TITLE, shop.BODY), races.story
    story.tick("bob", "questions", "q1.a")
    said = [_say(races, "carol", "2A"), _say(races, "mallory", "1B")]
    races.run(issue, issue, seed)
    record = races.record()

    _heard_once(record, "tick:1:q1.a:1", *said)
    assert {(a.question_id, a.by) for a in record.planner.answers} >= {("q2", "carol")}
    assert {a.question_id for a in record.planner.answers} == {"q1", "q2"}
    assert record.plan is not None
    races.end(story.issue)


def approval_race(races: Races, seed: int) -> None:
    """One writer comes from the issue, the other from its pull request."""
    issue, story = races.begin("Refuse months that do not exist", CLEAR), races.story
    pull = races.hub.open_pull(
        "bob", shop.CODE, branch=f"work-{seed}-{story.issue}", body=f"Fixes #{story.issue}"
    )
    story.pull = pull
    said = [_say(races, "alice", "/plan approve"), _say(races, "mallory", "/plan cancel")]
    races.run(issue, PullTarget(pull), seed)
    record = races.record()

    _heard_once(record, *said)
    assert record.approved
    assert [p.number for p in record.workflow.pull_requests] == [pull]
    assert story.check()["conclusion"] not in {"success", None}
    races.end(pull, story.issue)


RACES = pytest.mark.parametrize("race", [answers_race, approval_race], ids=["answers", "approval"])


@RACES
def test_two_runs_at_once_keep_every_intent_once(
    races: Races, race: Callable[[Races, int], None]
) -> None:
    """Two writers: after both runs and one sweep each intent is in the history exactly once."""
    # S3.14
    for seed in range(20):
        race(races, seed)


@pytest.mark.proof
@pytest.mark.timeout(1800)
@RACES
def test_two_hundred_races(races: Races, race: Callable[[Races, int], None]) -> None:
    """The long count of both races."""
    for seed in range(200):
        race(races, seed)


def _say(races: Races, login: str, body: str) -> str:
    """Somebody comments; the key of what they ask."""
    path = f"/repos/{races.hub.repo}/issues/{races.story.issue}/comments"
    made = races.hub.request("POST", path, {"body": body}, login=login)
    return f"comment:{made['id']}:0"


def _heard_once(record: Record, *asked: str) -> None:
    keys = Counter(key for line in record.history for key in line.all_keys)
    assert set(keys.values()) == {1}, [key for key, times in keys.items() if times > 1]
    assert set(asked) <= keys.keys()
