"""`make operate`: what an operator does, on real processes, a real PostgreSQL and an embedded GitHub.

Two servers, two workers. Rotates the webhook's secret, kills a worker at work, restores a backup into a new
database, upgrades and rolls back (`OLD=folder` holds an older checkout; else the same version is taken), and
shows after each step that nothing was lost and nothing doubled. docs/operating.md shows what it printed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.acceptance import shop
from tests.acceptance.doors import ROOT, app_environment
from tests.testbed.emulator import GitHubEmulator
from tests.testbed.ports import free_port
from tests.testbed.postgres import _programs, _user, running
from tests.testbed.sink import Delivery

OLD_SECRET, NEW_SECRET = "the-secret-before-of-32-characters", "the-secret-after-of-32-characters-"


@dataclass
class Process:
    """A server or a worker, with its log."""

    name: str
    env: dict[str, str]
    log: Path
    checkout: Path = ROOT
    port: int = field(default_factory=free_port)
    running: subprocess.Popen[bytes] | None = None

    def start(self, **more: str) -> None:
        """Start it, and wait until it is ready."""
        self.env |= more
        command = (
            ["serve", "--no-worker"]
            if self.name.startswith("server")
            else ["worker", "--port", str(self.port)]
        )
        env = self.env | {"PLANGATE_PORT": str(self.port), "PLANGATE_METRICS_PORT": "0"}
        with self.log.open("a") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "bot", *command], cwd=self.checkout, env=env, stderr=log
            )
        patiently(lambda: self.get("/readyz")[0] == 200, f"{self.name} is not ready")

    def stop(self) -> None:
        """SIGTERM, and wait: what runs is finished."""
        assert self.running
        self.running.terminate()
        self.running.wait(60)

    def get(self, path: str) -> tuple[int, dict[str, Any]]:
        """Ask it; 0 where nothing answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, json.load(refused)
        except OSError:
            return 0, {}


@dataclass
class Site:
    """The whole deployment, and the balancer before its servers."""

    hub: GitHubEmulator
    servers: list[Process]
    workers: list[Process]
    secret: str = OLD_SECRET
    answered: list[int] = field(default_factory=list)
    turn: int = 0
    opened: int = 0

    def forward(self, delivery: Delivery) -> int:
        """Hand a delivery to the next server, signed as GitHub would sign it now."""
        self.turn += 1
        up = [s for s in self.servers if s.running and s.running.poll() is None]
        status = self.post(up[self.turn % len(up)], delivery.body, delivery.headers, self.secret)
        self.answered.append(status)
        return status

    @staticmethod
    def post(server: Process, body: bytes, headers: dict[str, str], secret: str) -> int:
        """POST a delivery; the status."""
        signed = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        named = {k: v for k, v in headers.items() if k.startswith(("x-github", "content-type"))}
        request = urllib.request.Request(
            f"http://127.0.0.1:{server.port}/webhook", body, named | {"X-Hub-Signature-256": signed}
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    def issues(self, count: int) -> list[int]:
        """Open issues that want a plan."""
        repo = self.hub.as_user("alice").get_repo(self.hub.repo)
        self.opened += count
        return [
            repo.create_issue(title=f"{shop.TITLE} {n}", body=shop.BODY, labels=["plan"]).number
            for n in range(self.opened - count, self.opened)
        ]

    def settle(self) -> None:
        """Wait until nothing waits or runs."""
        self.hub.settle()

        def idle() -> bool:
            counts = self.servers[0].get("/healthz")[1]
            return (counts.get("waiting"), counts.get("running")) == (0, 0)

        patiently(idle, "the queue is not empty")

    def told(self, numbers: list[int]) -> str:
        """Each issue has one record and one questionnaire: nothing lost, nothing doubled."""
        repo = self.hub.as_user("alice").get_repo(self.hub.repo)
        for number in numbers:
            bodies = [c.body for c in repo.get_issue(number).get_comments()]
            for kind in ("record", "questions"):
                found = sum(f"plangate:{kind}" in body[:40] for body in bodies)
                assert found == 1, f"issue {number} has {found} comments of {kind}"
        refused = [s for s in self.answered if s != 202]
        answered, self.answered = len(self.answered), []
        return (
            f"{len(numbers)} issues asked once each, {answered} deliveries, {len(refused)} refused"
        )


def patiently(true: Callable[[], bool], otherwise: str) -> None:
    """Wait for up to two minutes."""
    for _ in range(1200):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError(otherwise)


def walk(site: Site, url: str, tools: Path, folder: Path) -> Iterator[str]:
    """Every step in turn; what it showed."""
    for one in (*site.servers, *site.workers):
        one.start()
    began = json.loads(site.servers[0].log.read_text().splitlines()[0])
    yield "up: two servers, two workers. " + json.dumps(
        {k: began[k] for k in ("event", "listens", "database", "engine", "acts_as", "workers")}
    )
    site.hub.sink.forward = site.forward
    first = site.issues(4)
    site.settle()
    yield f"work: {site.told(first)}"
    yield rotated(site)
    yield killed(site)
    yield restored(site, url, tools, folder)
    yield upgraded(site)


def rotated(site: Site) -> str:
    """A new secret with the old one kept, server by server; then GitHub's; then the old one goes."""
    again = {"PLANGATE_WEBHOOK_SECRET": NEW_SECRET, "PLANGATE_WEBHOOK_SECRET_PREVIOUS": OLD_SECRET}
    rolling(site.servers, **again)
    sample = site.hub.sink.history[-1]
    both = [
        site.post(site.servers[0], sample.body, sample.headers, s) for s in (OLD_SECRET, NEW_SECRET)
    ]
    site.secret = NEW_SECRET
    rolling(site.servers, PLANGATE_WEBHOOK_SECRET_PREVIOUS="")
    after = [
        site.post(site.servers[0], sample.body, sample.headers, s) for s in (OLD_SECRET, NEW_SECRET)
    ]
    assert (both, after) == ([202, 202], [401, 202]), (both, after)
    numbers = site.issues(2)
    site.settle()
    return f"secret: old and new {both} while both are set, then {after}; {site.told(numbers)}"


def killed(site: Site) -> str:
    """kill -9 for a worker that works; the other one takes over what it had."""
    numbers = site.issues(6)
    patiently(lambda: site.servers[0].get("/healthz")[1].get("running", 0) > 1, "nothing runs")
    victim = site.workers[0].running
    assert victim
    victim.kill()
    victim.wait()
    began = time.monotonic()
    site.settle()
    took = time.monotonic() - began
    site.workers[0].start()
    return f"kill -9 of a worker at work: all done {took:.0f} s later; {site.told(numbers)}"


def restored(site: Site, url: str, tools: Path, folder: Path) -> str:
    """A dump with work in it, the database lost, a new one from the dump; GitHub repeats nothing."""
    for one in site.workers:
        one.stop()
    numbers = site.issues(3)
    site.hub.settle()
    waiting = site.servers[0].get("/healthz")[1]["waiting"]
    for one in site.servers:
        one.stop()
    base, name = url.rsplit("/", 1)
    dump = folder / "plangate.dump"
    run(tools / "pg_dump", "--format=custom", "--file", dump, url)
    run(tools / "dropdb", "--force", "--maintenance-db", f"{base}/postgres", name)
    run(tools / "createdb", "--maintenance-db", f"{base}/postgres", f"{name}_new")
    run(tools / "pg_restore", "--exit-on-error", "--dbname", f"{base}/{name}_new", dump)
    for one in (*site.servers, *site.workers):
        one.start(PLANGATE_DATABASE_URL=f"{base}/{name}_new")
    site.settle()
    size = f"{dump.stat().st_size:,} bytes"
    return f"backup: {size} with {waiting} wakes waiting, restored; {site.told(numbers)}"


def upgraded(site: Site) -> str:
    """From an older version to this one and back, one process at a time, while issues come in."""
    old = Path(os.environ.get("OLD", ROOT))
    numbers: list[int] = []
    for checkout in (old, ROOT, old, ROOT):
        for one in (*site.servers, *site.workers):
            one.stop()
            numbers += site.issues(1)
            one.checkout = checkout
            one.start()
    site.settle()
    return (
        f"upgrade, rollback and upgrade from {old.name}, process by process: {site.told(numbers)}"
    )


def rolling(servers: list[Process], **env: str) -> None:
    """Restart one after the other, so that one always answers."""
    for one in servers:
        one.stop()
        one.start(**env)


def run(*command: str | Path) -> None:
    """One of PostgreSQL's programs."""
    subprocess.run([str(part) for part in command], check=True, capture_output=True)


def main() -> int:
    """Walk through it, and print each step with its seconds."""
    with (
        tempfile.TemporaryDirectory(prefix="plangate-operate-") as made,
        running(own=True) as postgres,
        GitHubEmulator(files=shop.FILES, secret=OLD_SECRET) as hub,
    ):
        folder, url = Path(made), postgres.database()
        env = app_environment(hub, folder) | {
            "PLANGATE_WEBHOOK_SECRET": OLD_SECRET, "PLANGATE_DATABASE_URL": url,
            "PLANGATE_WRITE_INTERVAL": "0", "XDG_STATE_HOME": str(folder / "state"),
        }  # fmt: skip
        every = [
            Process(n, dict(env), folder / f"{n}.log")
            for n in ("server 1", "server 2", "worker 1", "worker 2")
        ]
        site = Site(hub, every[:2], every[2:])
        tools = _programs(folder, _user())
        began = time.monotonic()
        try:
            for line in walk(site, url, tools, folder):
                sys.stdout.write(f"{time.monotonic() - began:5.0f} s  {line}\n")
                sys.stdout.flush()
                began = time.monotonic()
        finally:
            for one in every:
                if one.running and one.running.poll() is None:
                    one.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
