"""`plangate serve`: it starts or says why in one line; it drains; it sweeps; it does not hear itself."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import structlog

from bot import log
from bot.domain.facts import Person, Witness
from bot.entrypoints import door, webhook
from bot.entrypoints.webhook import Sweeper, work
from bot.errors import GitHubError
from bot.events.wake import IssueTarget, Wake
from bot.wiring.github import Queue
from tests.entrypoints.cli import ROOT, plangate

SECRET = "a-secret-of-32-characters-or-more"
NOT_HERE = GitHubError("PLANGATE-GITHUB-011", "The App is not installed", "Install it")


@pytest.fixture(autouse=True)
def _log() -> Iterator[None]:
    """What a test lets the program log to is forgotten after it."""
    yield
    structlog.reset_defaults()


def a_wake(sender: str, *, bot: bool = True, repository: str = "acme/shop") -> Wake:
    """A comment's event."""
    person = Person(sender, 1, is_bot=bot)
    return Wake(repository, IssueTarget(7), Witness("issue_comment", "created", person, "d-1"))


@dataclass
class FakeWiring:
    """Knows its own login, or fails to."""

    login: str = "plangate[bot]"
    problem: Exception | None = None
    asked: list[str] = field(default_factory=list)

    def own_login(self, repository: str) -> str:
        """Answer or fail."""
        self.asked.append(repository)
        if self.problem:
            raise self.problem
        return self.login


def worked(monkeypatch, wiring: FakeWiring, *wakes: Wake) -> list[str]:
    """Who caused the wakes that were run."""
    ran: list[str] = []

    def run(_: object, wake: Wake) -> None:
        ran.append(wake.witness.sender.login if wake.witness else "")

    monkeypatch.setattr(door, "run_patiently", run)
    queue = Queue()
    for wake in wakes:
        queue.put(wake)
    queue.close()
    fake: Any = wiring
    work(fake, queue)
    return ran


def test_the_worker_does_not_hear_itself(monkeypatch):
    """What we caused ourselves wakes nothing; other bots and people do; people cost no question."""
    # STYLE 13
    wiring = FakeWiring()

    assert worked(monkeypatch, wiring, a_wake("plangate[bot]")) == []
    assert worked(monkeypatch, wiring, a_wake("ci[bot]")) == ["ci[bot]"]
    assert len(wiring.asked) == 2
    assert worked(monkeypatch, wiring, a_wake("plangate[bot]", bot=False)) == ["plangate[bot]"]
    assert len(wiring.asked) == 2


def test_where_the_app_is_not_installed_one_line_says_so(monkeypatch, capsys):
    """A bot's event from such a repository is logged once and runs nothing."""
    log.configure("INFO")
    assert worked(monkeypatch, FakeWiring(problem=NOT_HERE), a_wake("ci[bot]")) == []

    [line] = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["code"], said["remedy"]) == ("PLANGATE-GITHUB-011", "Install it")


@pytest.mark.parametrize(
    "problem", [GitHubError("PLANGATE-GITHUB-008", "x", "y"), KeyError("slug")], ids=type
)
def test_an_unknown_login_loses_no_event(monkeypatch, problem):
    """When nobody can say who we are right now, the wake is run: to look once more is harmless."""
    assert worked(monkeypatch, FakeWiring(problem=problem), a_wake("ci[bot]")) == ["ci[bot]"]


def test_our_own_event_folds_no_other_away(monkeypatch):
    """A person's event and our own answer to another wait together: it is still looked at."""
    ours, ci, bob = a_wake("plangate[bot]"), a_wake("ci[bot]"), a_wake("bob", bot=False)
    for waiting in ([bob, ours], [ours, bob], [ours, ci], [ci, ours], [bob, ours, ci, ours]):
        assert len(worked(monkeypatch, FakeWiring(), *waiting)) == 1
    assert worked(monkeypatch, FakeWiring(), ours, ours) == []


def test_a_sweep_goes_through_the_queue(monkeypatch, capsys):
    """Every repository a delivery came from is swept; one that shuts us out, no more; none unheard."""
    log.configure("INFO")
    swept: list[str] = []

    def sweep(_: object, repository: str) -> list[Wake]:
        swept.append(repository)
        if repository == "acme/gone":
            raise NOT_HERE
        return [Wake(repository, IssueTarget(n)) for n in (1, 2)]

    monkeypatch.setattr(door, "sweep", sweep)
    queue: Any = Queue()
    none: Any = None
    sweeper = Sweeper(none, queue, 0)
    for repository in ("acme/shop", "acme/gone", "acme/shop"):
        sweeper.take(a_wake("bob", bot=False, repository=repository))

    sweeper.sweep()
    sweeper.sweep()

    assert swept == ["acme/gone", "acme/shop", "acme/shop"]
    assert queue.counts()["waiting"] == 4  # two deliveries, and two found by both sweeps
    assert "PLANGATE-GITHUB-011" in capsys.readouterr().err


def test_the_sweeper_stops(monkeypatch):
    """It sweeps again and again until it is stopped."""
    none: Any = None
    sweeper, times = Sweeper(none, Queue(), 0), []

    def sweep() -> None:
        times.append(1)
        if len(times) == 3:
            sweeper.stop()

    monkeypatch.setattr(sweeper, "sweep", sweep)
    sweeper.run()

    assert len(times) == 3


def test_a_stopped_queue_says_what_it_left():
    """What runs is finished, what waits is left and counted, what comes later is dropped."""
    queue: Any = Queue()
    for repository in ("acme/a", "acme/b", "acme/c"):
        queue.put(Wake(repository, IssueTarget(1)))
    running = queue.take()

    assert queue.stop() == 2
    queue.put(Wake("acme/d", IssueTarget(1)))
    assert queue.take() is None
    assert queue.counts() == {"waiting": 0, "running": 1}
    queue.finished(running)


def a_port() -> int:
    """A port that is free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


ENVIRON = {"GITHUB_TOKEN": "t", "PLANGATE_WEBHOOK_SECRET": SECRET}
WRONG = {
    "no secret": ({"PLANGATE_WEBHOOK_SECRET": ""}, "PLANGATE-CONFIG-003"),
    "no port": ({"PLANGATE_PORT": "0"}, "PLANGATE-CONFIG-004"),
    "too high a port": ({"PLANGATE_PORT": "65536"}, "PLANGATE-CONFIG-004"),
    "no host": ({"PLANGATE_HOST": "a b"}, "PLANGATE-CONFIG-004"),
    "somebody else's address": ({"PLANGATE_HOST": "192.0.2.1"}, "PLANGATE-SERVE-001"),
    "an endless name": ({"PLANGATE_HOST": "a" * 250}, "PLANGATE-SERVE-001"),
    "a key that is no text": (
        {"PLANGATE_APP_ID": "1", "PLANGATE_PRIVATE_KEY_PATH": sys.executable},
        "PLANGATE-CONFIG-005",
    ),
}


@pytest.mark.parametrize(("environ", "code"), WRONG.values(), ids=WRONG)
def test_what_stops_the_start_is_one_line(environ, code):
    """Whatever is wrong at the start: one line with its code, exit 2, and no process that hangs."""
    # CONTRACT: errors
    ran = plangate("serve", **(ENVIRON | environ))

    assert (ran.code, ran.err.count("\n"), ran.err[: len(code) + 1]) == (2, 1, f"{code}:")


def test_a_taken_port_is_one_line():
    """A port in use is such an error."""
    environ: Any = ENVIRON
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = plangate("serve", PLANGATE_PORT=str(taken.getsockname()[1]), **environ)

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("PLANGATE-SERVE-001: 127.0.0.1:")


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_good_order(name):
    """SIGTERM and Ctrl+C end the server with exit 0, and a line says what was left."""
    port = a_port()
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PLANGATE_"))}
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "serve"], cwd=ROOT, stderr=subprocess.PIPE, text=True,
        env=clean | ENVIRON | {"PLANGATE_PORT": str(port)},
    )  # fmt: skip
    try:
        wait_for(port)
        process.send_signal(name)
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()

    said = json.loads(err.splitlines()[-1])
    assert process.returncode == 0
    assert (said["event"], said["left"], said["unfinished"]) == ("stopped", 0, 0)


def wait_for(port: int) -> None:
    """Wait until the server answers."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("serve did not start")


def test_draining_waits_for_what_runs(capsys):
    """What a worker has begun is finished before the process ends."""
    log.configure("INFO")
    queue, done = Queue(), threading.Event()
    queue.put(Wake("acme/a", IssueTarget(1)))
    wake = queue.take()
    assert wake is not None
    begun = wake

    def finish() -> None:
        time.sleep(0.1)
        done.set()
        queue.finished(begun)

    queue.put(Wake("acme/b", IssueTarget(1)))
    webhook._drain(queue, [webhook._thread(finish)])

    assert done.is_set()
    said = json.loads(capsys.readouterr().err.splitlines()[-1])
    assert (said["left"], said["unfinished"]) == (1, 0)
