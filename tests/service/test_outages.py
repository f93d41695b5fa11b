"""The database away: 503 meanwhile, `/readyz` says so, and all goes on by itself when it is back."""

from __future__ import annotations

import http.client
import json
import resource
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from bot.adapters.sqlite_inbox import SqliteInbox
from bot.errors import GitHubError
from bot.service.metrics import Metrics
from bot.service.web import Parts, application
from tests.entrypoints.cli import inside
from tests.entrypoints.test_webhook import BODY, SECRET, headers
from tests.service.crowd import answer, crowd
from tests.service.given import Worker, a_wake, put, until
from tests.testbed.postgres import Postgres, running

LESS_THAN_A_PAGE = 1_024
"""Bytes of a file: nothing is written into any, wherever in its log SQLite stands."""


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[SqliteInbox]:
    """An SQLite inbox."""
    made = SqliteInbox(tmp_path / "inbox.db")
    yield made
    made.stop()
    made.close()


def door(inbox: Any, ready: Any = lambda: None) -> TestClient:
    """The application on a real inbox."""
    parts = Parts(
        inbox, Metrics(inbox.counts, dict), [SECRET.encode()],
        ready=ready, commit_within=0.3, answer_within=0.3,
    )  # fmt: skip
    app: Any = application(parts)
    return TestClient(app)


def deliver(client: TestClient, number: int, issue: int = 7) -> int:
    """Deliver one; the status."""
    body = json.dumps(json.loads(BODY) | {"issue": {"number": issue}}).encode()
    named = headers(body, X_GitHub_Delivery=f"d-{number}")
    return client.post("/webhook", content=body, headers=named).status_code


def test_a_file_locked_for_longer_than_a_delivery_waits(inbox, tmp_path):
    """503 and an honest `/readyz` while another process holds the file; 202 at once when it lets go."""
    # F18, issue 7: database locked
    other = sqlite3.connect(tmp_path / "inbox.db", isolation_level=None)
    client = door(inbox)
    assert deliver(client, 1) == 202
    ask(inbox, "PRAGMA busy_timeout = 50")
    other.execute("BEGIN IMMEDIATE")
    assert [deliver(client, n) for n in (2, 3)] == [503, 503]
    ready, alive = client.get("/readyz"), client.get("/healthz")
    other.execute("COMMIT")
    until(lambda: deliver(client, 2) == 202)

    assert (ready.status_code, ready.json()["code"]) == (503, "PLANGATE-INBOX-005")
    assert "another process holds its file" in ready.json()["why"]
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


def test_a_disk_that_is_full(inbox):
    """`/readyz` says so when deliveries cannot be stored, though all that lies there can be counted."""
    # F17, issue 7: disk full
    client = door(inbox)
    assert deliver(client, 1) == 202
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LESS_THAN_A_PAGE, hard))
    try:
        refused, ready, alive = deliver(client, 2), client.get("/readyz"), client.get("/healthz")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert (refused, ready.status_code, alive.json()["waiting"]) == (503, 503, 1)
    assert ready.json()["why"] == "cannot write to the inbox: its disk is full or fails"
    assert (client.get("/readyz").status_code, deliver(client, 2)) == (200, 202)


def test_a_database_that_is_full_loses_and_doubles_nothing(inbox, caplog):
    """What was acknowledged is handled once, what was not is refused; one line says it, one its end."""
    # issue 19: full disk
    client, most = door(inbox), "PRAGMA max_page_count = "
    assert deliver(client, 1, issue=1) == 202
    pages = ask(inbox, "PRAGMA page_count")
    ask(inbox, f"{most}{pages}")
    refused = next(n for n in range(2, 500) if deliver(client, n, issue=n) != 202)
    again = deliver(client, refused, issue=refused)
    lines = [record.getMessage() for record in caplog.records]
    worker = Worker(inbox)
    until(lambda: bool(worker.jobs))
    ask(inbox, f"{most}1000000")
    worker.idle()
    worker.stop()

    assert again == 503
    assert len(lines) == 1
    assert "PLANGATE-INBOX-005" in lines[0]
    assert "Free disk space" in lines[0]
    assert sorted(worker.deliveries()) == sorted(f"d-{n}" for n in range(1, refused))
    assert deliver(client, refused, issue=refused) == 202
    told = [r.getMessage() for r in caplog.records]
    assert told == [lines[0], "the inbox can be written again"]


def test_a_file_that_is_damaged_stores_nothing_more(tmp_path, caplog):
    """After the first damaged page all is refused, though other pages are whole; a new file ends that."""
    # issue 19: corrupt SQLite file
    path = tmp_path / "inbox.db"
    with closing(SqliteInbox(path)) as whole:
        put(whole, *(a_wake(n) for n in range(20)))
        root = ask(whole, "SELECT rootpage FROM sqlite_master WHERE name = 'wakes'")
    overwrite(path, root)
    with closing(SqliteInbox(path)) as inbox:
        client, worker = door(inbox), Worker(inbox)
        refused, ready = deliver(client, 1), client.get("/readyz")
        until(lambda: bool(caplog.records))
        time.sleep(1.2)  # it is tried once a second
        for part in tmp_path.glob("inbox.db*"):
            part.rename(tmp_path / f"damaged{part.name}")
        until(lambda: deliver(client, 1) == 202)
        worker.idle()
        worker.stop()

    assert (refused, ready.status_code, ready.json()["code"]) == (503, 503, "PLANGATE-INBOX-008")
    assert ready.json()["remedy"].startswith("Move the file (`plangate doctor`")
    told = [r.getMessage()[:18] for r in caplog.records]
    assert told == ["PLANGATE-INBOX-008", "the inbox can be w"]
    assert worker.deliveries() == ["d-1"]


@pytest.mark.parametrize("page", [1, 2])
def test_a_damaged_file_is_named_at_the_start(tmp_path, page):
    """One line with a code and the way out, and exit code 2."""
    # issue 19: corrupt SQLite file
    path = tmp_path / "inbox.db"
    with closing(SqliteInbox(path)) as whole:
        put(whole, a_wake(1))
    overwrite(path, page)
    ran = inside("inbox", "list", "--waiting", PLANGATE_DATABASE_URL=f"sqlite://{path}")

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith("PLANGATE-INBOX-008: the inbox's file is damaged")


def ask(inbox: SqliteInbox, statement: str) -> Any:
    """One value of the database, over the inbox's own connection."""
    return inbox._commit.submit(lambda db: db.execute(statement).fetchone()[0]).result(10)


def overwrite(path: Path, page: int) -> None:
    """Other bytes where a page of the file was."""
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"damaged!" * 512)


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


class Hanging:
    """An inbox whose database does not answer until it may."""

    def __init__(self, inbox, go):
        self._inbox, self._go = inbox, go

    def __getattr__(self, name):
        return getattr(self._inbox, name)

    def turn(self, account, interval):
        """Wait for the database."""
        return float(self._go.wait(20))


def test_a_database_that_hangs_is_named(inbox):
    """`/readyz` says that the database gives no answer, in words, not with an exception's name."""
    # issue 24: /readyz with the reason
    go = threading.Event()
    said = door(Hanging(inbox, go), lambda: None).get("/readyz")
    go.set()

    assert said.status_code == 503
    assert said.json()["why"] == "cannot write to the inbox (no answer in time)"


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
@pytest.mark.parametrize("away", [0, pytest.param(60, marks=pytest.mark.proof)])
def test_postgresql_crashes_and_comes_back(tmp_path, restarted: Postgres, away: int):
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
        time.sleep(away)
        restarted.start()
        until(lambda: "inbox" not in get(port, "/healthz")[1])
        burst.join(60)
        at_work.settle(180)
        lines = at_work.lines()

    logs = "".join(file.read_text() for file in tmp_path.glob("*.log"))
    assert "Traceback" not in logs
    said = [json.loads(line) for line in logs.splitlines()]
    for words in ("PLANGATE-INBOX-005", "the inbox can be written again"):
        told = [line for line in said if words in line["event"]]
        assert 1 <= len(told) <= 2, f"{words}: a line of each process, not of each try"
    assert unready[1]["why"].endswith(("(connection refused)", "(it closed the connection)"))
    assert (unready[0], unready[1]["code"]) == (503, "PLANGATE-INBOX-005")
    assert alive[0] == 200
    assert refused == 503
    assert len(at_work.acknowledged) == 120
    assert sorted(lines) == sorted(set(lines))
