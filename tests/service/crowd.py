"""Processes of the service, signed deliveries at a steady rate, and kill -9 at random moments."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.testbed.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
"""Seconds in which a killed server is up again, also where many programs share two cores."""
SECRET = "a-secret-of-32-characters-or-more"


@dataclass
class Member:
    """One process; it can be killed and started again on its port."""

    command: str
    env: dict[str, str]
    log: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    options: tuple[str, ...] = ()

    def start(self) -> None:
        """Start it."""
        more = ["--no-worker"] if self.command == "serve-only" else self.options
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.service.recorder", self.command.partition("-")[0], *more],
                cwd=ROOT, stderr=log, env=self.env | {"PLANGATE_PORT": str(self.port or 1)},
            )  # fmt: skip

    def wait(self) -> None:
        """Wait until it answers on its port."""
        wait_for(self.port, self.process)

    def kill(self, name: signal.Signals = signal.SIGKILL) -> None:
        """End it, and wait for its end."""
        if self.process:
            self.process.send_signal(name)
            self.process.wait(40)
            self.process = None


@dataclass
class Crowd:
    """Servers and workers on one inbox, and what they did."""

    folder: Path
    database: str
    servers: int = 1
    workers: int = 0
    work: float = 0.005
    members: list[Member] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)

    @property
    def effects(self) -> Path:
        """The file the work leaves its lines in."""
        return self.folder / "effects"

    def start(self) -> None:
        """Start them all and wait for the servers."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PLANGATE_"))}
        env = kept | {
            "GITHUB_TOKEN": "t",
            "PLANGATE_WEBHOOK_SECRET": SECRET,
            "PLANGATE_DATABASE_URL": self.database,
            "RECORDER_FILE": str(self.effects),
            "RECORDER_WORK": str(self.work),
        }
        role = "serve-only" if self.workers else "serve"
        for n in range(self.servers):
            self.members.append(Member(role, env, self.folder / f"{role}{n}.log", free_port()))
        for n in range(self.workers):
            self.members.append(Member("worker", env, self.folder / f"worker{n}.log"))
        for member in self.members:
            member.start()
        for member in self.members:
            if member.port:
                member.wait()

    def stop(self) -> None:
        """End them all."""
        for member in self.members:
            with contextlib.suppress(subprocess.TimeoutExpired):
                member.kill()

    def deliver(self, number: int, subjects: int) -> None:
        """Deliver until a server takes it, as GitHub's redelivery would; note that it did."""
        subject = 1 + number % subjects
        guid = f"{number:06}"
        ports = [member.port for member in self.members if member.port]
        end, turn = time.monotonic() + PATIENCE, number
        while time.monotonic() < end:
            turn += 1
            if answer(ports[turn % len(ports)], guid, subject) == 202:
                self.acknowledged.append(f"acme/shop#{subject} {guid}")
                return
            time.sleep(0.05)
        raise AssertionError("no server took it")

    def burst(self, count: int, rate: float, subjects: int, kills: int, seed: int) -> None:
        """Deliver at a rate while random members are killed and started again.

        Deliveries of one subject go out one after the other, so that their order is known.
        """
        dice = random.Random(seed)
        began = time.monotonic()

        def line(subject: int) -> None:
            for number in range(subject, count, subjects):
                time.sleep(max(0.0, began + number / rate - time.monotonic()))
                self.deliver(number, subjects)

        def killing() -> None:
            for _ in range(kills):
                time.sleep(dice.uniform(0.2, 1.8) * count / rate / (kills + 1))
                member = dice.choice(self.members)
                member.kill()
                time.sleep(dice.uniform(0, 0.2))
                member.start()

        killer = threading.Thread(target=killing)
        killer.start()
        with ThreadPoolExecutor(subjects) as pool:
            list(pool.map(line, range(subjects)))
        killer.join()

    def settle(self, within: float = 60) -> float:
        """Wait until every acknowledged delivery has its effect; say how many seconds it took."""
        began = time.monotonic()
        while missing := set(self.acknowledged) - set(self.lines()):
            late = time.monotonic() - began >= within
            assert not late, f"{len(missing)} lost: {sorted(missing)[:5]}\n{self._left()}"
            time.sleep(0.1)
        return time.monotonic() - began

    def _left(self) -> str:
        """What PostgreSQL still holds, for whoever reads why a test failed."""
        if not self.database.startswith("postgresql"):
            return ""
        tables = ("plangate_wakes", "procrastinate_jobs", "procrastinate_workers")
        with psycopg.connect(self.database) as db:
            rows = [db.execute(f"TABLE {table} LIMIT 9").fetchall() for table in tables]
        return "\n".join(f"{table}: {held}" for table, held in zip(tables, rows, strict=True))

    def lines(self) -> list[str]:
        """The effects, in the order they happened."""
        return self.effects.read_text().splitlines() if self.effects.exists() else []

    def repeats(self) -> int:
        """How many times a delivery was taken in hand beyond the first."""
        handled = self.handled()
        return len(handled) - len(set(handled))

    def handled(self) -> list[str]:
        """What was taken in hand, as often as it was."""
        file = self.effects.with_name("handled")
        return file.read_text().splitlines() if file.exists() else []


def answer(port: int, guid: str, subject: int) -> int:
    """Deliver one edited comment; 0 when nobody answers."""
    body = json.dumps(
        {
            "action": "edited",
            "issue": {"number": subject},
            "comment": {"id": int(guid) + 1},
            "changes": {"body": {"from": f"before {guid}"}},
            "repository": {"full_name": "acme/shop", "id": 5, "default_branch": "main"},
            "sender": {"login": "bob", "id": 2, "type": "User"},
        }
    ).encode()
    headers = {
        "X-Hub-Signature-256": "sha256="
        + hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest(),
        "Content-Type": "application/json",
        "X-GitHub-Event": "issue_comment",
        "X-GitHub-Delivery": guid,
    }
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("POST", "/webhook", body, headers)
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        line.close()


@contextlib.contextmanager
def crowd(
    folder: Path, database: str, servers: int, workers: int, work: float = 0.005
) -> Iterator[Crowd]:
    """A crowd at work, ended afterwards."""
    made = Crowd(folder, database, servers, workers, work)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def wait_for(port: int, process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until a server answers; a process that has ended does not."""
    for _ in range(600):
        ended = process and process.poll()
        assert ended is None, f"the server ended with {ended}"
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
    raise AssertionError("a server did not start")
