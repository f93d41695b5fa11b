"""One writer is held between its read and its write while another does all its work, both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from bot.adapters.github_client import GitHubClient
from bot.domain import markers
from bot.domain.record import Record
from bot.events.wake import IssueTarget, Target
from tests.acceptance.races import CLEAR, CLEAR_TITLE, Races, assert_heard_once, keys_of
from tests.acceptance.sealed import record_of

pytestmark = pytest.mark.acceptance
LOOK = ("GET", "/repos/{repo}/issues/comments/{comment}")
WRITE = ("PATCH", "/repos/{repo}/issues/comments/{comment}")
POST = ("POST", "/repos/{repo}/issues/{number}/comments")
WRITERS = pytest.mark.parametrize(
    ("paused", "other"), [("issue", "issue"), ("issue", "pull"), ("pull", "issue")]
)


@pytest.fixture(autouse=True)
def ended(races: Races) -> Iterator[None]:
    """Whatever comes of it, the next issue is no duplicate."""
    yield
    races.end()


@dataclass
class Pause:
    """Does `act` right before the first request of a kind, or right after it; keeps the records sent."""

    races: Races
    at: tuple[str, str]
    act: Callable[[], object]
    late: bool = False
    sent: list[Record] = field(default_factory=list)

    def over(self, send: Callable[..., Any]) -> Callable[..., Any]:
        """The client's own sending, with the pause in it."""
        left = [self.act]

        def sending(client: GitHubClient, request: Any, known: Any) -> Any:
            now = left.pop() if left and (request.method, request.route) == self.at else None
            if now and not self.late:
                now()
            answer = send(client, request, known)
            text = str((request.body or {}).get("body", ""))
            if text.startswith("<!-- plangate:record"):
                self.sent.append(record_of(self.races.story, text))
            if now and self.late:
                now()
            return answer

        return sending


def targets(races: Races, issue: IssueTarget, *names: str) -> list[Target]:
    """Where each writer comes from."""
    pull = races.open_pull(f"paused-{issue.number}")
    return [issue if name == "issue" else pull for name in names]


def interrupted(
    races: Races,
    monkeypatch: pytest.MonkeyPatch,
    names: tuple[str, str],
    at: tuple[str, str],
    may_restore: bool = False,
) -> Pause:
    """Alice approves; in the middle of the run that hears it mallory cancels, and another run hears that.

    After one sweep the record must have heard both, once.
    """
    issue = races.begin(CLEAR_TITLE, CLEAR)
    one, two = targets(races, issue, *names)
    said = [races.say("alice", "/plan approve")]

    def meanwhile() -> None:
        said.append(races.say("mallory", "/plan cancel"))
        races.wake(two, 1)

    pause = Pause(races, at, meanwhile)
    monkeypatch.setattr(GitHubClient, "_send", pause.over(GitHubClient._send))
    races.wake(one)
    _ends_well(races, one, two, said, may_restore)
    return pause


@WRITERS
def test_a_record_that_another_run_saved_first_is_not_overwritten(
    races: Races, monkeypatch: pytest.MonkeyPatch, paused: str, other: str
) -> None:
    """Between a run's read and its look before the write another one saves: no record loses a line."""
    # S3.14 I2 I5
    sent = interrupted(races, monkeypatch, (paused, other), LOOK).sent

    assert len(sent) > 1
    for earlier, later in pairwise(sent):
        assert later.revision > earlier.revision
        assert keys_of(later).keys() >= keys_of(earlier).keys()


@WRITERS
def test_what_slips_through_between_look_and_write_is_heard_again(
    races: Races, monkeypatch: pytest.MonkeyPatch, paused: str, other: str
) -> None:
    """GitHub has no compare-and-swap: what another run saved in that instant is found by the sweep.

    What was overwritten may be a later revision that a check already names: then it is restored.
    """
    # S3.14 I5
    sent = interrupted(races, monkeypatch, (paused, other), WRITE, may_restore=True).sent

    assert len(sent) > 1


@pytest.mark.parametrize(
    "late", [False, pytest.param(True, marks=pytest.mark.proof)], ids=["before", "after"]
)
@WRITERS
def test_two_first_records_become_one_at_once(
    races: Races, monkeypatch: pytest.MonkeyPatch, paused: str, other: str, late: bool
) -> None:
    """Both runs found no record and post one: the younger is taken back before either run ends."""
    # S3.14 I1
    issue = races.label(CLEAR_TITLE, CLEAR)
    one, two = targets(races, issue, paused, other)
    pause = Pause(races, POST, lambda: races.wake(two, 1), late)
    monkeypatch.setattr(GitHubClient, "_send", pause.over(GitHubClient._send))
    races.wake(one)
    kinds = Counter(m.kind for c in races.story.comments() if (m := markers.read(c["body"])))

    assert kinds["record"] == 1
    _ends_well(races, one, two, ["label:plan"])


def _ends_well(
    races: Races, one: Target, two: Target, said: list[str], may_restore: bool = False
) -> None:
    """After one sweep each intent is in the history once, and every comment stands once."""
    races.sweep(*dict.fromkeys([one, two]))
    record = races.record()
    assert_heard_once(record, *said)
    assert record.approved is (len(said) > 1)
    assert may_restore or "restore" not in {line.action for line in record.history}
