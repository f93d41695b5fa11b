"""The rules of the port Ledger, in memory, a file and PostgreSQL; and what a metered model books."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.adapters.model_meter import MeteredModel
from bot.adapters.spending import MemoryLedger, PostgresLedger, SqliteLedger
from bot.domain.prices import prices
from bot.errors import ModelError
from bot.ports.model import ChatMessage, Reply, SpendingLedger, Turn, Usage
from bot.ports.model_faults import ModelFault, failure
from tests.fakes.clock import FakeClock
from tests.fakes.hub import FakeHub
from tests.fakes.model import FakeModel, Scripted, said
from tests.testbed.postgres import Postgres, running

TODAY = date(2026, 11, 24)
TURN = Turn((ChatMessage("user", "x" * 4_000),))
Open = Callable[[], SpendingLedger]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opening(request, tmp_path) -> Open:
    """The same ledger, opened as often as wanted."""
    if request.param == "memory":
        kept = MemoryLedger()
        return lambda: kept
    if request.param == "sqlite":
        return lambda: SqliteLedger(tmp_path / "state" / "spending.db")
    url = request.getfixturevalue("postgres").database()
    return lambda: PostgresLedger(url)


def test_days_are_kept_apart_and_added_up(opening: Open):
    """What is booked is there for the next process, to the billionth, under its own day."""
    opening().add(TODAY, Decimal("0.000000001"))
    opening().add(TODAY, Decimal("1.25"))
    opening().add(TODAY + timedelta(days=1), Decimal("7"))

    assert opening().spent(TODAY) == Decimal("1.250000001")
    assert opening().spent(TODAY - timedelta(days=1)) == 0


def test_a_part_of_a_billionth_is_rounded_up(opening: Open):
    """Nothing is free because it is small."""
    opening().add(TODAY, Decimal("0.0000000001"))

    assert opening().spent(TODAY) > 0


def test_bookings_at_the_same_time_are_all_kept(opening: Open):
    """Several workers book at once, also while the table is made."""
    threads = [
        threading.Thread(target=lambda: opening().add(TODAY, Decimal("0.5"))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert opening().spent(TODAY) == 4


def test_a_ledger_says_whether_it_lasts(opening: Open):
    """Memory ends with the process: then a day's budget is that of one run."""
    assert opening().lasts == (not isinstance(opening(), MemoryLedger))


BROKEN = {
    "a folder where the file should be": lambda path: SqliteLedger(path),
    "no database there": lambda path: PostgresLedger("postgresql://127.0.0.1:1/none"),
}


@pytest.mark.parametrize("make", BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_looked_up_is_not_spent(make, tmp_path):
    """A ledger that is away stops the spending, with a code."""
    model, fake = metered([said("a plan")], make(tmp_path), budget="5")
    with pytest.raises(ModelError, match="PLANGATE-MODEL-024"):
        model.reply(TURN)

    assert fake.turns == []


def metered(
    script: list[Scripted], ledger: SpendingLedger | None = None, budget: str = ""
) -> tuple[MeteredModel, FakeModel]:
    """A metered fake: a million tokens read cost 4, cached 1, written 20."""
    fake = FakeModel(script)
    price = prices("4/1/20").of("any")
    clock = FakeClock(FakeHub(now=datetime(2026, 11, 24, 23, 59, tzinfo=UTC)))
    assert price
    limit = Decimal(budget) if budget else None
    return MeteredModel(fake, price, limit, ledger or MemoryLedger(), clock), fake


def test_a_call_is_booked_when_it_ends():
    """Read, cached and written tokens each at their price, on the day in UTC."""
    ledger = MemoryLedger()
    model, _ = metered([Reply("a plan", usage=Usage(1_000_000, 500_000, 100_000))], ledger)
    model.reply(TURN)

    assert ledger.spent(TODAY) == Decimal("4.5")


def test_the_budget_ends_the_spending():
    """The call that passes the budget is the last one; the next day starts again."""
    ledger = MemoryLedger()
    model, fake = metered([Reply("a", usage=Usage(500_000)), said("b")], ledger, budget="2")
    model.reply(TURN)
    with pytest.raises(ModelError, match=r"PLANGATE-MODEL-021: .*2\.00 of 2\.00"):
        model.reply(TURN)

    assert len(fake.turns) == 1


def test_no_budget_at_all_spends_nothing():
    """A budget of zero is a budget."""
    model, fake = metered([said("a")], budget="0")
    with pytest.raises(ModelError, match="PLANGATE-MODEL-021"):
        model.reply(TURN)

    assert fake.turns == []


FAILED = {
    "truncated": (failure(ModelFault.TRUNCATED, Usage(1_000_000), tokens=1), Decimal(4)),
    "timed out": (failure(ModelFault.TIMED_OUT, host="h", seconds=1.0), Decimal("0.004")),
    "broken off": (failure(ModelFault.BROKEN_OFF, host="h"), Decimal("0.004")),
    "turned away": (failure(ModelFault.BUSY, host="h", status=429, wait="1 s"), Decimal(0)),
    "a wrong key": (failure(ModelFault.KEY_REFUSED, host="h", status=401), Decimal(0)),
}


@pytest.mark.parametrize(("problem", "money"), FAILED.values(), ids=FAILED)
def test_what_failed_is_booked_where_it_may_have_cost(problem, money):
    """As told where the provider told it, by the letters that were sent where the end is unknown."""
    ledger = MemoryLedger()
    model, _ = metered([problem], ledger)
    with pytest.raises(ModelError):
        model.reply(TURN)

    assert ledger.spent(TODAY) == money


def test_a_call_that_was_stopped_is_booked():
    """Whoever stops a run in the middle of an answer has paid for the question."""

    def stop(received: int) -> None:
        raise KeyboardInterrupt

    ledger = MemoryLedger()
    model, _ = metered([said("a plan")], ledger)
    with pytest.raises(KeyboardInterrupt):
        model.reply(TURN, stop)

    assert ledger.spent(TODAY) == Decimal("0.004")
