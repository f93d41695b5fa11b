"""What the service's tests share: a PostgreSQL a test process, and an inbox of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot import settings
from bot.ports.inbox import Inbox
from bot.wiring import inbox as wiring
from tests.testbed.postgres import Postgres, running

KINDS = ("sqlite", "postgres")
Open = Callable[[], Inbox]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with running() as server:
        yield server


@pytest.fixture(params=KINDS)
def database(request, tmp_path: Path) -> str:
    """The URL of an empty inbox, of each kind."""
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres")
        return server.database()
    return f"sqlite://{tmp_path}/state/inbox.db"


@pytest.fixture
def opening(database: str) -> Iterator[Open]:
    """Open the same inbox, as often as asked; all are closed afterwards."""
    inboxes: list[Inbox] = []

    def open_() -> Inbox:
        inboxes.append(wiring.opened(settings.from_environ({"PLANGATE_DATABASE_URL": database})))
        return inboxes[-1]

    yield open_
    for inbox in inboxes:
        inbox.stop()
        inbox.close()


@pytest.fixture
def inbox(opening: Open) -> Inbox:
    """An empty inbox of each kind."""
    return opening()
