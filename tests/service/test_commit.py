"""Group commit: whatever becomes of those who wait, the committing thread goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.adapters.group_commit import GroupCommit, NothingBegun, Statement


class Disk:
    """Runs groups and counts them; can refuse to begin, and can be held."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.away = False
        self.go = threading.Event()
        self.go.set()

    def transact(self, statements: list[Statement]) -> list[Any]:
        """Run a group."""
        self.go.wait(10)
        self.groups.append(len(statements))
        if self.away:
            raise NothingBegun from OSError("the disk is away")
        return [statement(None) for statement in statements]


@pytest.fixture
def disk() -> Disk:
    """A disk."""
    return Disk()


@pytest.fixture
def commit(disk: Disk) -> Iterator[GroupCommit]:
    """Its committing thread."""
    made = GroupCommit(disk.transact, lambda: None)
    yield made
    made.close()


def one(_: object) -> int:
    """A job."""
    return 1


def broken(_: object) -> int:
    """A job that fails."""
    raise ValueError("x")


def held(disk: Disk, commit: GroupCommit, *statements: Callable[[Any], int]) -> list[Any]:
    """Submit jobs that wait behind one that is being committed."""
    disk.go.clear()
    first = commit.submit(one)
    while not first.running():
        threading.Event().wait(0.001)
    return [commit.submit(statement) for statement in statements]


def test_who_gave_up_waiting_stops_nobody(disk, commit):
    """A request that timed out cancels its job: that job is not run, and the thread lives on."""
    # issue 7: no acknowledged delivery lost, recovery without hands
    ran: list[int] = []

    def note(_: object) -> int:
        ran.append(1)
        return 1

    [gone, other] = held(disk, commit, note, one)
    assert gone.cancel()
    disk.go.set()

    assert other.result(5) == 1
    assert commit.submit(one).result(5) == 1
    assert ran == []


def test_what_runs_cannot_be_cancelled(disk, commit):
    """Once its group is being committed, a job's outcome is known to whoever asks."""
    disk.go.clear()
    first = commit.submit(one)
    while not first.running():
        threading.Event().wait(0.001)

    assert not first.cancel()
    disk.go.set()
    assert first.result(5) == 1


def test_a_broken_job_fails_alone(disk, commit):
    """What one job of a group broke does not fail the others."""
    statements = held(disk, commit, one, broken, one)
    disk.go.set()

    assert [statements[0].result(5), statements[2].result(5)] == [1, 1]
    with pytest.raises(ValueError, match="x"):
        statements[1].result(5)


def test_a_group_that_could_not_begin_is_not_tried_one_by_one(disk, commit):
    """With the database away each try may take seconds: the whole group is told at once, and why."""
    # F18
    statements = held(disk, commit, *[one] * 50)
    disk.away = True
    disk.go.set()

    for statement in statements:
        with pytest.raises(OSError, match="away"):
            statement.result(5)
    assert len(disk.groups) <= 3
