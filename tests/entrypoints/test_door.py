"""What all doors share: errors are logged with their remedy, and only what may pass is tried again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bot import log, settings
from bot.entrypoints import door
from bot.errors import (
    Bug,
    ConfigError,
    GitHubError,
    Moved,
    NotFound,
    PermissionMissing,
    PlangateError,
    RateLimited,
    UsageError,
)
from bot.events.wake import IssueTarget, Wake
from bot.wiring.github import Wiring

WAKE = Wake("acme/shop", IssueTarget(7))
ANY: Any = None


@pytest.fixture(autouse=True)
def _log() -> Iterator[None]:
    """What a test lets the program log to is forgotten after it."""
    yield
    structlog.reset_defaults()


@pytest.fixture
def wiring() -> Wiring:
    """A process with a token."""
    return Wiring(settings.from_environ({"GITHUB_TOKEN": "t"}))


@pytest.fixture
def slept(monkeypatch) -> list[float]:
    """How long was waited, without waiting."""
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    return waits


def failing(monkeypatch, problem: Exception) -> list[Wake]:
    """Let every run fail."""
    tried: list[Wake] = []

    def run(_: object, wake: Wake, **__: object) -> None:
        tried.append(wake)
        raise problem

    monkeypatch.setattr(door, "run", run)
    return tried


def test_an_error_is_logged_with_its_remedy(wiring, monkeypatch, capsys):
    """One line of JSON says the code, what happened, and how to mend it."""
    log.configure("INFO")

    # CONTRACT: errors
    def handle(*_: object, **__: object) -> None:
        raise PermissionMissing("PLANGATE-GITHUB-002", "it may not", "Give `issues: write`")

    monkeypatch.setattr(door, "handle", handle)

    with pytest.raises(PermissionMissing):
        door.run(wiring, WAKE)

    [line] = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["code"], said["what"], said["remedy"], said["subject"]) == (
        "PLANGATE-GITHUB-002", "it may not", "Give `issues: write`", "acme/shop#7",
    )  # fmt: skip


HOPELESS = [
    PermissionMissing("PLANGATE-GITHUB-002", "x", "y"),
    ConfigError("PLANGATE-CONFIG-002", "x", "y"),
    UsageError("PLANGATE-CLI-001", "x", "y"),
    NotFound("PLANGATE-GITHUB-004", "x", "y"),
    GitHubError("PLANGATE-GITHUB-001", "a bad token", "y"),
    GitHubError("PLANGATE-GITHUB-011", "not installed", "y"),
]


@pytest.mark.parametrize("problem", HOPELESS, ids=lambda p: p.code)
def test_what_cannot_pass_is_not_tried_again(monkeypatch, slept, problem):
    """What a person must change first is tried once."""
    tried = failing(monkeypatch, problem)

    with pytest.raises(type(problem)):
        door.run_with_retries(ANY, WAKE)
    assert (tried, slept) == ([WAKE], [])


@pytest.mark.parametrize(
    "problem", [Moved("x"), GitHubError("PLANGATE-GITHUB-007", "x", "y"), RateLimited("x", 60)]
)
def test_what_may_pass_is_tried_again(monkeypatch, slept, problem):
    """What may pass is tried three times, with short waits between."""
    tried = failing(monkeypatch, problem)

    with pytest.raises(type(problem)):
        door.run_with_retries(ANY, WAKE)
    assert (len(tried), len(slept)) == (3, 2)
    assert max(slept) <= door.LONGEST_WAIT


def test_a_bug_is_logged_and_stops_nobody(monkeypatch, slept, capsys):
    """What nobody foresaw is logged with its traceback; whoever insists gets it as an error."""
    log.configure("INFO")
    failing(monkeypatch, KeyError("x"))

    with pytest.raises(Bug, match="PLANGATE-BUG-001"):
        door.run_with_retries(ANY, WAKE)

    said = json.loads(capsys.readouterr().err.splitlines()[0])
    assert said["code"] == "PLANGATE-BUG-001"
    assert "KeyError" in said["exception"]


def test_a_sweep_ends_whatever_fails(monkeypatch, slept):
    """Every wake is handled; what is gone is no failure, the rest is told."""
    problems: dict[int, PlangateError] = {
        1: PermissionMissing("PLANGATE-GITHUB-002", "x", "y"),
        2: NotFound("PLANGATE-GITHUB-004", "x", "y"),
    }

    def run(_: object, wake: Wake, **__: object) -> tuple[str, ...]:
        assert isinstance(wake.target, IssueTarget)
        if wake.target.number in problems:
            raise problems[wake.target.number]
        return ("done",)

    wakes = [Wake("acme/shop", IssueTarget(n)) for n in (1, 2, 3)]
    monkeypatch.setattr(door, "run", run)
    monkeypatch.setattr(door, "sweep", lambda *_: iter(wakes))

    came = door.sweep_all(ANY, "acme/shop")

    assert (came.looked, [str(o) for o in came.outcomes]) == (3, ["done"])
    assert came.failed == [(wakes[0], problems[1])]


def test_a_sweep_ends_where_github_limits_us(monkeypatch, slept, capsys):
    """What is left would wait for the same; the log says how many that are."""
    log.configure("INFO")
    limited = RateLimited("x", 900)
    tried = failing(monkeypatch, limited)
    wakes = [Wake("acme/shop", IssueTarget(n)) for n in (1, 2, 3)]
    monkeypatch.setattr(door, "sweep", lambda *_: iter(wakes))

    came = door.sweep_all(ANY, "acme/shop")

    assert (tried, slept) == (wakes[:1], [])
    assert (came.looked, came.failed, came.left) == (1, [(wakes[0], limited)], 2)
    said = json.loads(capsys.readouterr().err)
    assert (said["event"], said["left"]) == ("sweep ended", 2)


@pytest.mark.shows("NFR-011")
def test_no_field_of_a_log_line_holds_a_secret(capsys):
    """Texts are cleaned before they are printed, whatever the field is called."""  # T11
    log.configure("INFO")
    log.logger().info("event", what="refused: password=hunter2", more={"api_key: hunter2": ["x"]})

    line = json.loads(capsys.readouterr().err)
    assert line["what"].startswith("refused: password=[removed") and line["event"] == "event"
