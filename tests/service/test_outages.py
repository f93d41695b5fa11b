"""The database away: 503 meanwhile, `/readyz` says so, and all goes on by itself when it is back."""

from __future__ import annotations

import http.client
import json
import resource
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bot.adapters.sqlite_inbox import SqliteInbox
from bot.errors import GitHubError
from bot.service.metrics import Metrics
from bot.service.web import Parts, application
from tests.entrypoints.test_webhook import BODY, SECRET, headers
from tests.service.crowd import answer, crowd
from tests.service.given import until
from tests.testbed.postgres import Postgres, running


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[SqliteInbox]:
    """An SQLite inbox."""
    made = SqliteInbox(tmp_path / "inbox.db")
    yield made
    made.stop()
    made.close()


def door(inbox: SqliteInbox, ready: Any = lambda: None) -> TestClient:
    """The application on a real inbox."""
    parts = Parts(
        inbox, Metrics(inbox.counts, dict), [SECRET.encode()],
        ready=ready, commit_within=0.3, answer_within=0.3,
    )  # fmt: skip
    app: Any = application(parts)
    return TestClient(app)


def deliver(client: TestClient, number: int) -> int:
    """Deliver one; the status."""
    return client.post(
        "/webhook", content=BODY, headers=headers(X_GitHub_Delivery=f"d-{number}")
    ).status_code


def test_a_file_locked_for_longer_than_a_delivery_waits(inbox, tmp_path):
    """503 and an honest `/readyz` while another process holds the file; 202 at once when it lets go."""
    # F18, issue 7: database locked
    other = sqlite3.connect(tmp_path / "inbox.db", isolation_level=None)
    client = door(inbox)
    assert deliver(client, 1) == 202
    other.execute("BEGIN IMMEDIATE")
    assert [deliver(client, n) for n in (2, 3)] == [503, 503]
    ready, alive = client.get("/readyz"), client.get("/healthz")
    other.execute("COMMIT")
    until(lambda: deliver(client, 2) == 202)

    assert (ready.status_code, ready.json()["code"]) == (503, "PLANGATE-INBOX-005")
    assert "cannot be written" in ready.json()["why"]
    assert (alive.status_code, alive.json()["status"]) == (200, "ok")
    assert client.get("/readyz").status_code == 200
    other.close()


def test_a_file_that_was_taken_away(inbox, tmp_path):
    """The inbox's file removed under us: nothing is acknowledged into nowhere, and a new file is made."""
    # issue 7: database gone
    client = door(inbox)
    assert deliver(client, 1) == 202
    folder = tmp_path / "inbox.db"
    for part in tmp_path.glob("inbox.db*"):
        part.unlink()
    folder.mkdir()
    refused = deliver(client, 2)
    ready = client.get("/readyz").status_code
    folder.rmdir()

    assert (refused, ready) == (503, 503)
    assert deliver(client, 3) == 202
    assert client.get("/readyz").status_code == 200
    inbox.close()
    again = SqliteInbox(tmp_path / "inbox.db")
    assert again.counts().waiting == 1
    again.close()


def test_a_disk_that_is_full(inbox, tmp_path):
    """`/readyz` says so when deliveries cannot be stored, though all that lies there can be counted."""
    # F17, issue 7: disk full
    client = door(inbox)
    assert deliver(client, 1) == 202
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "inbox.db-wal").stat().st_size, hard))
    try:
        refused, ready, alive = deliver(client, 2), client.get("/readyz"), client.get("/healthz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert (refused, ready.status_code, alive.json()["waiting"]) == (503, 503, 1)
    assert ready.json()["why"] == "the inbox cannot be written (OperationalError)"
    assert (client.get("/readyz").status_code, deliver(client, 2)) == (200, 202)


def test_a_probe_never_waits_for_long(inbox):
    """A hanging GitHub holds up neither `/readyz` nor `/healthz`; the question is open once, not often."""
    # issue 7: /readyz
    asked: list[int] = []
    go = threading.Event()

    def hang() -> None:
        asked.append(1)
        go.wait(20)

    client = door(inbox, hang)
    began = time.monotonic()
    answers = [client.get("/readyz") for _ in range(3)]
    took = time.monotonic() - began
    go.set()

    assert [a.status_code for a in answers] == [200] * 3
    assert answers[0].json()["github"] == "does not answer yet"
    assert len(asked) == 1
    assert took < 10


@pytest.mark.parametrize(
    ("code", "status"),
    [("PLANGATE-GITHUB-001", 503), ("PLANGATE-GITHUB-008", 200), ("PLANGATE-GITHUB-007", 200)],
)
def test_bad_credentials_are_ours_to_mend_and_an_outage_is_not(inbox, code, status):
    """Refused credentials make us unready, in words; GitHub's own outage does not turn deliveries away."""
    # issue 7: /readyz

    def ready() -> None:
        raise GitHubError(code, "what happened", "how to mend it")

    client = door(inbox, ready)
    answer = client.get("/readyz")
    alive = client.get("/healthz").status_code

    assert (answer.status_code, alive) == (status, 200)
    said = answer.json()
    assert (said.get("code") or said.get("github")) == code
    assert said.get("why", "what happened") == "what happened"


@pytest.fixture(scope="module")
def restarted() -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped."""
    with running(own=True) as server:
        yield server


def get(port: int, path: str) -> tuple[int, dict[str, Any]]:
    """Ask a server."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        line.close()


@pytest.mark.slow
def test_postgresql_crashes_and_comes_back(tmp_path, restarted: Postgres):
    """PostgreSQL crashes while deliveries arrive: 503 meanwhile, then all goes on; nothing taken is lost."""
    # issue 7: database gone; F15
    with crowd(tmp_path, restarted.database(), 1, 1) as at_work:
        port = at_work.members[0].port
        burst = threading.Thread(target=lambda: at_work.burst(120, 30, 6, kills=0, seed=1))
        burst.start()
        until(lambda: len(at_work.acknowledged) > 20 and bool(at_work.lines()))
        restarted.stop()
        unready = get(port, "/readyz")
        alive = get(port, "/healthz")
        refused = answer(port, "999999", 1)
        restarted.start()
        until(lambda: "inbox" not in get(port, "/healthz")[1])
        burst.join(60)
        at_work.settle(60)
        lines = at_work.lines()

    assert (unready[0], unready[1]["code"]) == (503, "PLANGATE-INBOX-005")
    assert alive[0] == 200
    assert refused == 503
    assert len(at_work.acknowledged) == 120
    assert sorted(lines) == sorted(set(lines))
