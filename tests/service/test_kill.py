"""kill -9 while deliveries arrive: what was acknowledged happens, once, in order, within a minute."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.crowd import crowd
from tests.testbed.postgres import Postgres

SUBJECTS = 10
AT_ONCE = 4
"""Wakes that one process handles at once, at most."""


def play(
    folder: Path, database: str, load: tuple[int, float], seed: int, workers: int = 0
) -> float:
    """One burst with kills; everything the issue asks of it is asserted."""
    count, rate = load
    folder.mkdir(exist_ok=True)
    kills = 2 + (workers > 1)
    with crowd(folder, database, 2 if workers else 1, workers) as at_work:
        at_work.burst(count, rate, SUBJECTS, kills=kills, seed=seed)
        seconds = at_work.settle(60)
        lines = at_work.lines()

    assert len(at_work.acknowledged) == count
    assert len(lines) == len(set(lines)), "an effect stands there twice"
    assert at_work.repeats() <= kills * AT_ONCE, (
        "more was handled twice than a kill can have cut off"
    )
    for number in range(1, SUBJECTS + 1):
        own = [line for line in lines if line.startswith(f"acme/shop#{number} ")]
        assert own == sorted(own), "a subject's order is lost"
    return seconds


@pytest.mark.slow
def test_sqlite_survives_kills(tmp_path):
    """80 deliveries at 60/s, the one process killed twice: all there, once, in order."""
    # F5, F6, I4
    play(tmp_path, f"sqlite://{tmp_path}/inbox.db", (80, 60), seed=1)


@pytest.mark.slow
def test_postgres_survives_kills(tmp_path, postgres: Postgres):
    """The same with two servers and a worker on PostgreSQL, any of them killed, twice."""
    # F5, F15, I4
    play(tmp_path, postgres.database(), (80, 60), seed=2, workers=1)


@pytest.mark.proof
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_twenty_bursts(tmp_path, postgres: Postgres, kind: str, seed: int):
    """1,000 deliveries at 50/s, twenty times an adapter."""
    # F5, F6, I4
    alone = kind == "sqlite"
    database = f"sqlite://{tmp_path}/inbox.db" if alone else postgres.database()
    play(tmp_path, database, (1000, 50), seed, workers=0 if alone else 3)
