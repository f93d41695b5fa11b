"""Wakes that are committed together lie in the inbox as if each had come alone."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.adapters import sqlite_statements as lines
from bot.adapters.sqlite_file import SqliteFile, each
from bot.ports.inbox import Dead, Later, Result, Trouble
from tests.service.given import a_wake

TROUBLE = Trouble("PLANGATE-X-001", "x", "y")
PUTS = st.builds(
    lines.Put,
    st.builds(
        a_wake,
        st.integers(1, 3),
        st.sampled_from(["a", "b"]),
        edited=st.booleans(),
        bot=st.sampled_from(["", "ci[bot]"]),
    ),
    st.sampled_from([b"", b"1", b"2", b"3", b"4"]),
    st.just(2.0),
)


def before(db: Any, puts: list[lines.Put], taken: int, ends: Result | None) -> None:
    """An inbox in use: some wakes lie in it, some are being handled, one may be dead or have failed."""
    for put in puts:
        put(db)
    for turn in range(taken):
        job = lines.take(db, "us", 3.0, 0.0)
        if job and ends and not turn:
            lines.finish(db, job, "us", ends, 3.0)


def lies(db: Any) -> list[list[Any]]:
    """All that lies there."""
    queries = ("SELECT * FROM wakes", "SELECT * FROM subjects", "SELECT * FROM seen")
    return [db.execute(query).fetchall() for query in queries]


@given(
    old=st.lists(PUTS, max_size=6),
    taken=st.integers(0, 2),
    ends=st.sampled_from([None, Dead(TROUBLE), Later(300, TROUBLE)]),
    new=st.lists(PUTS, max_size=12),
)
def test_together_is_as_one_by_one(old, taken, ends, new):
    """A group is stored with few statements; answers and tables are those of single ones."""
    # issue 7: wakes of one subject coalesce; no acknowledged delivery lost, none twice
    found = []
    for way in (each, lines.run):
        with TemporaryDirectory() as name:
            file = SqliteFile(Path(name) / "inbox.db", way)
            file.db.execute("PRAGMA synchronous = OFF")  # nothing crashes here
            before(file.db, old, taken, ends)
            said = file.transact(list(new))
            found.append((said, lies(file.db)))
            file.close()
    assert found[0] == found[1]
