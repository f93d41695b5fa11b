"""What a worker makes of a letter: our own events wake nothing, errors are later, dead, or gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from bot.errors import (
    ConfigError,
    GitHubError,
    Moved,
    NotFound,
    PermissionMissing,
    PlangateError,
    RateLimited,
)
from bot.events.wake import IssueTarget, Wake
from bot.inbox import LAST_TRY, Counts, Dead, Done, Later, Letter
from bot.service.catchup import CatchUp
from bot.service.handling import Handler, Limits, again_at
from bot.service.ingest import Delivery
from bot.service.metrics import Metrics
from bot.service.sweeping import Every, Repositories, Sweeper
from bot.wiring.github import FailedDelivery
from tests.entrypoints.test_webhook import FakeInbox
from tests.service.given import a_wake, until

NOT_HERE = GitHubError("PLANGATE-GITHUB-011", "The App is not installed", "Install it")


@pytest.fixture(autouse=True)
def _log() -> Iterator[None]:
    """What a test lets the program log to is forgotten after it."""
    yield
    structlog.reset_defaults()


@dataclass
class FakeWiring:
    """Knows its own login, its installations, and GitHub's log of deliveries."""

    login: str = "plangate[bot]"
    left: dict[str, int] = field(default_factory=dict)
    failed: list[FailedDelivery] = field(default_factory=list)
    redelivered: list[int] = field(default_factory=list)
    asked_since: list[datetime] = field(default_factory=list)
    problem: PlangateError | None = None

    def own_login(self, _: str) -> str:
        """Our login."""
        return self.login

    def budgets(self) -> dict[str, int]:
        """What is left."""
        return self.left

    def installed(self) -> tuple[str, ...]:
        """Where the App is."""
        return ("acme/installed",)

    def failed_deliveries(self, since: datetime) -> tuple[FailedDelivery, ...]:
        """What failed."""
        self.asked_since.append(since)
        return tuple(self.failed)

    def redeliver(self, number: int) -> None:
        """Deliver again."""
        if self.problem:
            raise self.problem
        self.redelivered.append(number)


def handled(run: Callable[..., Any], tries: int = 0, wake: Wake | None = None) -> Any:
    """What came of one letter."""
    wiring: Any = FakeWiring()
    handler = Handler(wiring, run, Metrics(Counts, dict), Limits())
    return handler(Letter("1", wake or a_wake(), tries))


def failing(problem: Exception) -> Callable[..., Any]:
    """A run that fails."""

    def run(*_: object) -> None:
        raise problem

    return run


def test_the_worker_does_not_hear_itself():
    """What we caused ourselves wakes nothing; other bots, and people of our name, do."""
    # STYLE 13
    ran: list[str] = []

    def run(_: object, wake: Wake) -> tuple[()]:
        assert wake.witness
        ran.append(wake.witness.sender.login)
        return ()

    for wake in (a_wake(bot="plangate[bot]"), a_wake(bot="ci[bot]"), a_wake()):
        assert handled(run, wake=wake) == Done()

    assert ran == ["ci[bot]", "bob"]


GONE = [
    NotFound("PLANGATE-GITHUB-004", "x", "y"),
    NOT_HERE,
    GitHubError("PLANGATE-GITHUB-005", "x", "y"),
]
VAIN = [
    PermissionMissing("PLANGATE-GITHUB-002", "x", "y"),
    ConfigError("PLANGATE-CONFIG-002", "x", "y"),
]
PASSING = [
    Moved("x"),
    GitHubError("PLANGATE-GITHUB-007", "x", "y"),
    GitHubError("PLANGATE-GITHUB-001", "x", "y"),
]


@pytest.mark.parametrize("problem", GONE, ids=lambda p: p.code)
def test_what_is_gone_needs_nothing(problem):
    """A deleted issue, a removed or suspended App, issues switched off: nobody waits there."""
    # F12, F14
    assert handled(failing(problem)) == Done()


@pytest.mark.parametrize("problem", VAIN, ids=lambda p: p.code)
def test_what_a_person_must_change_is_a_dead_letter(problem):
    """A missing permission is not tried again before somebody has given it; the remedy is kept."""
    # F10
    result = handled(failing(problem))

    assert isinstance(result, Dead)
    assert (result.trouble.code, result.trouble.remedy) == (problem.code, "y")


@pytest.mark.parametrize("problem", PASSING, ids=lambda p: p.code)
def test_what_may_pass_is_tried_for_more_than_an_hour(problem):
    """GitHub may be down for an hour: pauses grow, and their sum is longer than that before the end."""
    # F7
    pauses = []
    for tries in range(LAST_TRY - 1):
        result = handled(failing(problem), tries)
        assert isinstance(result, Later)
        pauses.append(result.seconds)

    assert pauses == sorted(pauses)
    assert sum(pauses) > 4000
    assert isinstance(handled(failing(problem), LAST_TRY - 1), Dead)


def test_a_bug_is_tried_three_times_and_its_text_is_kept_out(capsys):
    """What nobody foresaw is a dead letter after three tries, with a code and no private text."""
    results = [handled(failing(KeyError("private")), tries) for tries in range(3)]

    assert [type(r).__name__ for r in results] == ["Later", "Later", "Dead"]
    assert results[2].trouble.code == "PLANGATE-BUG-001"
    assert "private" not in repr(results)


def test_a_limited_account_waits_and_others_do_not():
    """A rate limit holds back the whole account for as long as GitHub asks; never does it kill a letter."""
    # F9
    clock, ran = [0.0], []
    limited = [True]

    def run(_: object, wake: Wake) -> tuple[()]:
        ran.append(wake.repository)
        if limited[0] and wake.repository == "acme/shop":
            raise RateLimited("limited", 900)
        return ()

    wiring: Any = FakeWiring()
    handler = Handler(wiring, run, Metrics(Counts, dict), Limits(lambda: clock[0]))
    other, sister = (Wake(name, IssueTarget(1)) for name in ("umbrella/x", "acme/tools"))

    results = [handler(Letter("1", w, 1000)) for w in (a_wake(), sister, other)]

    assert [type(r).__name__ for r in results] == ["Later", "Later", "Done"]
    assert all(900 <= r.seconds <= 902 for r in results if isinstance(r, Later))
    assert ran == ["acme/shop", "umbrella/x"]
    clock[0], limited[0] = 901.0, False
    assert handler(Letter("1", a_wake(), 1000)) == Done()


def test_the_next_look_is_the_first_open_deadline():
    """Of all questionnaires that are open, the one that ends first says when to look again."""

    # S1.5
    def outcome(day: int | None, open_: bool = True) -> Any:
        asked = SimpleNamespace(
            deadline=datetime(2026, 1, day, tzinfo=UTC) if day else None, open_questions=open_
        )
        return SimpleNamespace(
            decision=SimpleNamespace(record=SimpleNamespace(awaiting_human_artifact=asked))
        )

    found = again_at([outcome(5), outcome(3), outcome(1, open_=False), outcome(None)])

    assert found == datetime(2026, 1, 3, tzinfo=UTC)
    assert again_at([]) is None


def test_a_sweep_goes_through_the_inbox(capsys):
    """Known and installed repositories are swept; one that shuts us out no more; a poor account later."""
    # B13
    swept: list[str] = []

    def sweep(_: object, repository: str) -> list[Wake]:
        swept.append(repository)
        if repository == "acme/gone":
            raise NOT_HERE
        return [Wake(repository, IssueTarget(n)) for n in (1, 2)]

    inbox, known = FakeInbox(), Repositories()
    wiring: Any = FakeWiring(left={"poor": 10})
    any_inbox: Any = inbox
    known.heard(Delivery("issues", a_wake(), b""))
    known.add("acme/gone", "poor/x")
    sweeper = Sweeper(wiring, any_inbox, sweep, known)

    sweeper.sweep()
    sweeper.sweep()

    assert swept == ["acme/gone", "acme/installed", "acme/shop", "acme/installed", "acme/shop"]
    assert {w.repository for w in inbox.wakes} == {"acme/installed"}  # the fake knows its empty key
    known.heard(Delivery("repository", None, b"", "acme/shop", "deleted"))
    assert "acme/shop" not in known.all()


def test_failures_do_not_end_what_is_done_every_so_often(capsys):
    """The clock goes on after errors and bugs, until it is stopped."""
    times: list[int] = []

    def do() -> None:
        times.append(1)
        raise (NOT_HERE if len(times) == 1 else ValueError("x"))

    clock = Every(0.01, do, at_once=True)
    clock.start()
    until(lambda: len(times) >= 3)
    clock.stop()

    assert len(times) >= 3
    assert NOT_HERE.code in capsys.readouterr().out


def test_catching_up_delivers_each_failure_again_three_times_at_most(capsys):
    """The first look goes back almost three days; what fails again and again is given up."""
    # B13
    now = 1_800_000_000.0
    at = datetime.fromtimestamp(now - 7200, UTC)
    wiring = FakeWiring(failed=[FailedDelivery(n, f"g{n}", "issues", at) for n in (1, 2)])
    any_wiring: Any = wiring
    catching = CatchUp(any_wiring, lambda: now)

    counts = [catching.catch_up() for _ in range(5)]

    assert counts == [2, 2, 2, 0, 0]
    assert wiring.redelivered == [1, 2] * 3
    days = [(now - since.timestamp()) / 86_400 for since in wiring.asked_since]
    assert 2.9 < days[0] < 3
    assert days[1] < 0.1


def test_a_limit_ends_catching_up_for_now():
    """When GitHub limits us, the rest comes the next time."""
    # F9
    at = datetime(2026, 1, 1, tzinfo=UTC)
    wiring: Any = FakeWiring(
        failed=[FailedDelivery(1, "g", "issues", at)], problem=RateLimited("limited", 60)
    )

    with pytest.raises(RateLimited):
        CatchUp(wiring).catch_up()
