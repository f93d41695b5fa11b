"""Where spending is booked: in memory, in an SQLite file, or in a PostgreSQL database."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import date
from decimal import ROUND_UP, Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.adapters.private import private_file
from bot.ports.model_faults import ModelFault, failure

if TYPE_CHECKING:
    import psycopg

_BILLION = Decimal(1_000_000_000)
_TABLE = "CREATE TABLE IF NOT EXISTS spending (day TEXT PRIMARY KEY, billionths BIGINT NOT NULL)"
_READ = "SELECT billionths FROM spending WHERE day = {0}"
_ADD = (
    "INSERT INTO spending (day, billionths) VALUES ({0}, {0})"
    " ON CONFLICT (day) DO UPDATE SET billionths = spending.billionths + excluded.billionths"
)


class MemoryLedger:
    """The spending of this process alone, where there is no database: that of one job in the Action."""

    lasts = False

    def __init__(self) -> None:
        self._days: dict[date, Decimal] = defaultdict(Decimal)

    def spent(self, day: date) -> Decimal:
        """The money of a day."""
        return self._days[day]

    def add(self, day: date, money: Decimal) -> None:
        """Book money."""
        self._days[day] += money


class _DatabaseLedger(ABC):
    """A table of a database; each call connects anew, for a call of a model takes seconds."""

    lasts = True
    _place = "?"
    """How the database marks the place of a value."""

    @abstractmethod
    def _opened(self) -> AbstractContextManager[Any]:
        """A connection with the table, which commits at the end."""

    def spent(self, day: date) -> Decimal:
        """The money of a day."""
        with self._opened() as db:
            row = db.execute(_READ.format(self._place), (day.isoformat(),)).fetchone()
            return Decimal(row[0]) / _BILLION if row else Decimal(0)

    def add(self, day: date, money: Decimal) -> None:
        """Book money."""
        billionths = int((money * _BILLION).to_integral_value(ROUND_UP))
        with self._opened() as db:
            db.execute(_ADD.format(self._place), (day.isoformat(), billionths))


class SqliteLedger(_DatabaseLedger):
    """An SQLite file beside the inbox."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            private_file(self._path)
            with closing(sqlite3.connect(self._path, timeout=10)) as db, db:
                db.execute(_TABLE)
                yield db
        except (OSError, sqlite3.Error) as problem:
            raise failure(ModelFault.NOT_COUNTED, why=type(problem).__name__) from problem


class PostgresLedger(_DatabaseLedger):
    """A table in the inbox's PostgreSQL database, for many machines with one budget."""

    _place = "%s"

    def __init__(self, url: str) -> None:
        self._url = url

    @contextmanager
    def _opened(self) -> Iterator[psycopg.Connection[Any]]:
        import psycopg

        try:
            with psycopg.connect(self._url, connect_timeout=10) as db:
                # two must not create it at once
                db.execute("SELECT pg_advisory_xact_lock(7065117)")
                db.execute(_TABLE)
                yield db
        except psycopg.Error as problem:
            raise failure(ModelFault.NOT_COUNTED, why=type(problem).__name__) from problem
