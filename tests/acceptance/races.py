"""Two writers on one issue of the emulator, each with a client of its own, and the sweep after them."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from bot.domain import markers
from bot.domain.record import Record
from bot.entrypoints import door
from bot.events.wake import IssueTarget, PullTarget, Target, Wake
from bot.wiring.github import Wiring
from tests.acceptance import shop
from tests.acceptance.inside import InProcessDoor, run_unattended, wiring_of
from tests.acceptance.sealed import record_of
from tests.acceptance.story import Story
from tests.testbed.emulator import GitHubEmulator

CLEAR_TITLE = "Refuse months that do not exist"
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

    def __post_init__(self) -> None:
        self.story = Story(self.hub, InProcessDoor(self.hub, self.env), app_id=self.hub.app_id)
        self.writers = [wiring_of(self.env) for _ in range(2)]

    def wake(self, target: Target, writer: int = 0) -> None:
        run_unattended(self.writers[writer], Wake(self.hub.repo, target))

    def sweep(self, *mine: Target) -> None:
        """One sweep, as far as it looks at this race."""
        for wake in door.sweep(self.writers[0], self.hub.repo):
            if wake.target in mine:
                run_unattended(self.writers[0], wake)

    def run(self, one: Target, other: Target, seed: int) -> None:
        """Both at once, or one of them a little later; then one sweep."""
        self.hub.limit(remaining=1000)  # more races than an hour's requests
        rng = random.Random(seed)
        lead = rng.choice([0.0, rng.uniform(0.0, 0.15)])
        first = rng.randrange(2)
        targets = [one, other]
        threads = [threading.Thread(target=self.wake, args=(targets[n], n)) for n in (0, 1)]
        threads[first].start()
        time.sleep(lead)
        threads[1 - first].start()
        for thread in threads:
            thread.join()
        self.sweep(*dict.fromkeys(targets))

    def begin(self, title: str, body: str) -> IssueTarget:
        """A new issue, labelled and planned as far as it goes."""
        issue = self.label(title, body)
        self.wake(issue)
        return issue

    def label(self, title: str, body: str) -> IssueTarget:
        """A new issue, labelled; no run has seen it yet."""
        story, issues = self.story, f"/repos/{self.hub.repo}/issues"
        opened = self.hub.request("POST", issues, {"title": title, "body": body}, login="carol")
        story.issue = opened["number"]
        labels = {"labels": ["plan"]}
        self.hub.request("POST", f"{issues}/{story.issue}/labels", labels, login="alice")
        return IssueTarget(story.issue)

    def open_pull(self, branch: str) -> PullTarget:
        """A pull request for the issue."""
        story, body = self.story, f"Fixes #{self.story.issue}"
        story.pull = self.hub.open_pull("bob", shop.CODE, branch=branch, body=body)
        return PullTarget(story.pull)

    def end(self) -> None:
        """Close all: the next issue is no duplicate, and no run looks at its pull request."""
        for number in filter(None, (self.story.pull, self.story.issue)):
            path = f"/repos/{self.hub.repo}/issues/{number}"
            self.hub.request("PATCH", path, {"state": "closed"}, login="alice")
        self.story.pull = self.story.issue = 0

    def say(self, login: str, body: str) -> str:
        """Somebody comments; the key of what they ask."""
        path = f"/repos/{self.hub.repo}/issues/{self.story.issue}/comments"
        made = self.hub.request("POST", path, {"body": body}, login=login)
        return f"comment:{made['id']}:0"

    def record(self) -> Record:
        """The record, which stands in one comment, as does everything else of ours."""
        bodies = [comment["body"] for comment in self.story.comments()]
        named = Counter((m.kind, m.key) for body in bodies if (m := markers.read(body)))
        assert set(named.values()) == {1}, named
        [home] = [body for body in bodies if body.startswith("<!-- plangate:record")]
        return record_of(self.story, home)


def keys_of(record: Record) -> Counter[str]:
    """How often each key stands in the history."""
    return Counter(key for line in record.history for key in line.all_keys)


def assert_heard_once(record: Record, *asked: str) -> None:
    """Everything that was asked is in the history, and nothing is there twice."""
    keys = keys_of(record)
    assert set(keys.values()) == {1}, [key for key, times in keys.items() if times > 1]
    assert set(asked) <= keys.keys()
