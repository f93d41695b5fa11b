"""What a worker makes of a job: our own events wake nothing, errors are later, dead, or gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from prometheus_client.exposition import generate_latest

from bot.adapters import sqlite_statements as lines
from bot.adapters.github_app_log import FailedDelivery
from bot.adapters.sqlite_file import SqliteFile
from bot.domain.policy import POLICY_PATH
from bot.errors import (
    ConfigError,
    GitHubError,
    InboxError,
    Moved,
    NotFound,
    PermissionMissing,
    PlangateError,
    RateLimited,
)
from bot.events.wake import DashboardTarget, IssueTarget, Wake
from bot.flow.handle import Outcome, handle
from bot.ports.inbox import DAMAGED, FAILS, LAST_TRY, Counts, Dead, Done, Job, Later, Trouble
from bot.service.catchup import CatchUp
from bot.service.handling import Handler, Limits, again_at
from bot.service.ingest import Delivery
from bot.service.metrics import Metrics
from bot.service.sweeping import Periodic, Repositories, Sweeper
from tests.entrypoints.test_webhook import FakeInbox
from tests.flow.given import Shop
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
    """What came of one job."""
    wiring: Any = FakeWiring()
    handler = Handler(wiring, run, Metrics(Counts, dict), Limits())
    return handler(Job("1", wake or a_wake(), tries))


def aged(run: Callable[..., Any], age: float, tries: int = 0) -> Any:
    """What came of a job of this age in seconds."""
    wiring: Any = FakeWiring()
    handler = Handler(wiring, run, Metrics(Counts, dict), Limits(), lambda: 1e6 + age)
    return handler(Job("1", a_wake(), tries, 1e6))


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
PASSING = [Moved("x"), GitHubError("PLANGATE-GITHUB-009", "x", "y")]
OUTAGES: list[PlangateError] = [
    *(GitHubError(f"PLANGATE-GITHUB-{n}", "x", "y") for n in ("001", "007", "008")),
    *(InboxError(code, "x", "y") for code in (FAILS, DAMAGED)),
]
SUSPENDED = GitHubError("PLANGATE-GITHUB-013", "suspended", "Unsuspend it")
DAY = 86_400.0


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
    """What is in motion comes to rest: pauses grow for more than an hour before the end."""
    pauses = []
    for tries in range(LAST_TRY - 1):
        result = handled(failing(problem), tries)
        assert isinstance(result, Later)
        pauses.append(result.seconds)

    assert pauses == sorted(pauses)
    assert sum(pauses) > 4000
    assert isinstance(handled(failing(problem), LAST_TRY - 1), Dead)


@pytest.mark.parametrize("problem", OUTAGES, ids=lambda p: p.code)
def test_an_outage_kills_no_letter(problem):
    """GitHub down, or our key refused, for an hour or a week: later, never dead, and no try is counted."""
    # F7, issue 7: GitHub down for an hour
    for age, longest in ((0.0, 2), (60.0, 15), (3600.0, 300), (2 * DAY, 300), (9 * DAY, 3600)):
        result = aged(failing(problem), age, tries=LAST_TRY - 1)
        assert isinstance(result, Later)
        assert not result.counted
        assert 0.8 * longest <= result.seconds <= longest


def test_an_hour_without_github_is_slept_through(tmp_path):
    """Jobs wait out an outage of an hour, with few tries, and are handled within minutes after it."""
    # F7, issue 7: GitHub down for an hour, recovery without hands
    clock, tried = [1_000_000.0], [0]
    began, ended = clock[0], clock[0] + 3600

    def run(*_: object) -> tuple[()]:
        tried[0] += 1
        if clock[0] < ended:
            raise GitHubError("PLANGATE-GITHUB-008", "x", "y")
        return ()

    wiring: Any = FakeWiring()
    handler = Handler(wiring, run, Metrics(Counts, dict), Limits(), lambda: clock[0])
    file = SqliteFile(tmp_path / "inbox.db")
    file.db.execute("PRAGMA synchronous = OFF")  # nothing crashes here: no line waits for the disk
    for number in range(20):
        lines.put(file.db, a_wake(number + 1), b"%d" % number, clock[0])
    while lines.counts(file.db, clock[0]).waiting and clock[0] < began + 9000:
        job = lines.take(file.db, "us", clock[0], 0.0)
        if job:
            lines.finish(file.db, job, "us", handler(job), clock[0])
        else:
            clock[0] += 5.0
    counts = lines.counts(file.db, clock[0])
    file.close()

    assert (counts.waiting, counts.dead) == (0, 0)
    assert clock[0] - ended < 306
    assert tried[0] < 20 * 60


def test_a_suspended_app_is_waited_for(capsys):
    """What came before a suspension is set aside for a week; after that the sweep finds it."""
    # F12, issue 7: suspended
    for age in (0.0, 3600.0, 6 * DAY):
        result = aged(failing(SUSPENDED), age, tries=1000)
        assert isinstance(result, Later)
        assert not result.counted
        assert result.seconds <= 900

    assert aged(failing(SUSPENDED), 8 * DAY) == Done()


@pytest.mark.parametrize("bot", ["", "ci[bot]"], ids=["a person", "a bot"])
def test_what_is_dropped_is_logged(capsys, bot):
    """A wake of a repository that the App was removed from is dropped with a line that says so."""

    # issue 7: removed
    class Gone(FakeWiring):
        def own_login(self, _: str) -> str:
            raise NOT_HERE

    wiring: Any = Gone()
    handler = Handler(wiring, failing(NOT_HERE), Metrics(Counts, dict), Limits())

    assert handler(Job("1", a_wake(bot=bot))) == Done()
    said = capsys.readouterr().out
    assert "dropped" in said
    assert NOT_HERE.code in said
    assert "acme/shop#7" in said


@pytest.mark.parametrize(("tries", "age", "known"), [(0, 5, True), (0, 90, False), (1, 5, False)])
def test_a_name_is_believed_for_a_minute_only(tries, age, known):
    """Later, or after a failure, only the repository's id is taken from the event: it may be renamed."""
    # F12, issue 7: renamed
    seen: list[Any] = []

    def run(_: object, wake: Wake) -> tuple[()]:
        seen.append(wake.home)
        return ()

    aged(run, age, tries=tries)

    assert (seen[0].id, bool(seen[0].default_branch)) == (5, known)


def test_a_limit_or_an_outage_is_no_try(tmp_path):
    """Waiting for GitHub uses up none of a job's tries."""
    # F9
    file = SqliteFile(tmp_path / "inbox.db")
    lines.put(file.db, a_wake(), b"", 0.0)
    trouble = Trouble("c", "w", "r")
    for now, counted in ((0.0, False), (10.0, False), (20.0, True), (30.0, False)):
        job = lines.take(file.db, "us", now, 0.0)
        assert job
        lines.finish(file.db, job, "us", Later(1.0, trouble, counted), now)
    [left] = lines.SHARED.jobs(file.db, False, 9)
    file.close()

    assert left.tries == 1


def test_a_bug_is_tried_three_times_and_its_text_is_kept_out(capsys):
    """What nobody foresaw is a dead job after three tries, with a code and no private text."""
    results = [handled(failing(KeyError("private")), tries) for tries in range(3)]

    assert [type(r).__name__ for r in results] == ["Later", "Later", "Dead"]
    assert results[2].trouble.code == "PLANGATE-BUG-001"
    assert "private" not in repr(results)


def test_a_limited_account_waits_and_others_do_not():
    """A rate limit holds back the whole account for as long as GitHub asks; never does it kill a job."""
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

    results = [handler(Job("1", w, 1000)) for w in (a_wake(), sister, other)]

    assert [type(r).__name__ for r in results] == ["Later", "Later", "Done"]
    assert all(900 <= r.seconds <= 902 for r in results if isinstance(r, Later))
    assert ran == ["acme/shop", "umbrella/x"]
    clock[0], limited[0] = 901.0, False
    assert handler(Job("1", a_wake(), 1000)) == Done()


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
    shut = {"acme/gone": NOT_HERE, "acme/deleted": GONE[0], "acme/suspended": SUSPENDED}

    def sweep(_: object, repository: str) -> list[Wake]:
        swept.append(repository)
        if repository in shut:
            raise shut[repository]
        return [Wake(repository, IssueTarget(n)) for n in (1, 2)]

    inbox, known = FakeInbox(), Repositories()
    wiring: Any = FakeWiring(left={"poor": 10})
    any_inbox: Any = inbox
    known.note(Delivery("issues", a_wake(), b""))
    known.add(*shut, "poor/x")
    sweeper = Sweeper(wiring, any_inbox, sweep, known)

    sweeper.sweep()
    sweeper.sweep()

    let_in = ["acme/installed", "acme/shop"]
    assert swept == sorted([*shut, *let_in]) + let_in
    assert {w.repository for w in inbox.wakes} == {"acme/installed"}  # the fake knows its empty key
    known.note(Delivery("repository", None, b"", "acme/shop", "deleted"))
    assert "acme/shop" not in known.all()


def test_failures_do_not_end_what_is_done_every_so_often(capsys):
    """The clock goes on after errors and bugs, until it is stopped."""
    times: list[int] = []

    def do() -> None:
        times.append(1)
        raise (NOT_HERE if len(times) == 1 else ValueError("x"))

    clock = Periodic(0.01, do, at_once=True)
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


def test_a_clock_that_was_wrong_hides_no_failure():
    """Once our clock was a day ahead and is set right, we look back as far as GitHub remembers."""
    # F16
    clock = [1_800_000_000.0]
    wiring = FakeWiring()
    any_wiring: Any = wiring
    catching = CatchUp(any_wiring, lambda: clock[0])
    for now in (0.0, 300.0, 86_700.0, 600.0, 900.0):
        clock[0] = 1_800_000_000.0 + now
        catching.catch_up()
    back = [clock[0] - since.timestamp() for since in wiring.asked_since]

    assert back[3] > 2.9 * 86_400
    assert back[4] < 7200


def test_a_limit_ends_catching_up_for_now():
    """When GitHub limits us, the rest comes the next time."""
    # F9
    at = datetime(2026, 1, 1, tzinfo=UTC)
    wiring: Any = FakeWiring(
        failed=[FailedDelivery(1, "g", "issues", at)], problem=RateLimited("limited", 60)
    )

    with pytest.raises(RateLimited):
        CatchUp(wiring).catch_up()


def test_planning_runs_are_counted_for_prometheus():
    """Files scanned, indexed, loaded and trimmed, and tokens, are what the planner's events said."""
    # S4.7
    metrics = Metrics(Counts, dict)
    metrics.planned(
        "context_prepared", {"files_scanned": 12, "files_loaded": 3, "files_trimmed": 1}
    )
    metrics.planned("model_used", {"tokens_sent": 40})
    text = generate_latest(metrics.registry).decode()

    assert 'plangate_planner_files_total{kind="scanned"} 12.0' in text
    assert 'plangate_planner_files_total{kind="trimmed"} 1.0' in text
    assert 'plangate_model_tokens_total{kind="sent"} 40.0' in text


def test_a_dashboard_is_looked_at_once_a_minute():
    """What moved an issue wakes the dashboard; after one look the next waits, and counts as no failure."""
    story = Shop()
    story.hub.push_files("alice", {POLICY_PATH: "dashboard: true\n"})
    story.open_issue()
    woken: list[Wake] = []
    ran: list[Wake] = []

    def run(_: object, wake: Wake) -> tuple[Outcome, ...]:
        ran.append(wake)
        return handle(wake, story.world)

    wiring: Any = FakeWiring()
    handler = Handler(wiring, run, Metrics(Counts, dict), Limits())
    handler.put = woken.append
    planned = Wake("acme/shop", IssueTarget(story.issue))
    handler(Job("1", planned))
    handler(Job("2", planned))

    assert [w.target for w in woken] == [DashboardTarget()]
    assert handler(Job("3", woken[0])) == Done()
    later = handler(Job("4", woken[0]))
    assert isinstance(later, Later)
    assert (later.counted, 0 < later.seconds <= 60) == (False, True)
    assert [w.target for w in ran].count(DashboardTarget()) == 1
