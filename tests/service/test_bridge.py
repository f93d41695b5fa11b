"""Outcomes cross from the committing thread to the event loop: each arrives, and few calls carry many."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from typing import Any

import pytest

from bot.service.bridge import Bridge


def outcomes(count: int, late: float = 5.0) -> tuple[list[Any], int]:
    """Wait for so many outcomes that a thread ends; what came, and how often the loop was called."""
    calls: list[int] = []

    async def wait() -> list[Any]:
        loop = asyncio.get_running_loop()
        bridge = Bridge(loop)
        stored: list[Future[bool]] = [Future() for _ in range(count)]
        true_call = loop.call_soon_threadsafe

        def count_calls(*given: Any, **more: Any) -> Any:
            calls.append(1)
            return true_call(*given, **more)

        loop.call_soon_threadsafe = count_calls  # type: ignore[method-assign, assignment]

        def end() -> None:
            for n, one in enumerate(stored):
                if n % 10 == 3:
                    one.set_exception(OSError("full"))
                else:
                    one.set_result(n % 2 == 0)

        waiting = [asyncio.ensure_future(bridge.outcome(one, late)) for one in stored]
        await asyncio.sleep(0)
        thread = threading.Thread(target=end)
        thread.start()
        came = await asyncio.gather(*waiting, return_exceptions=True)
        thread.join()
        return came

    return asyncio.run(wait()), len(calls)


def test_every_outcome_arrives_and_few_calls_carry_them():
    """News, known and failures each reach whoever waits; the loop is called far less often than that."""
    came, calls = outcomes(2000)

    assert [type(c) for c in came[:5]] == [bool, bool, bool, OSError, bool]
    assert [c for n, c in enumerate(came) if n % 10 != 3] == [
        n % 2 == 0 for n in range(2000) if n % 10 != 3
    ]
    assert calls < 1000


def test_who_waited_too_long_takes_the_job_along():
    """After its time a wait ends, and what nobody waits for any more is cancelled."""
    stored: Future[bool] = Future()

    async def wait() -> None:
        await Bridge(asyncio.get_running_loop()).outcome(stored, 0.01)

    with pytest.raises(TimeoutError):
        asyncio.run(wait())
    assert stored.cancelled()


def test_an_outcome_after_its_time_disturbs_nobody():
    """What is committed although nobody waits any more is dropped in silence."""
    stored: Future[bool] = Future()
    stored.set_running_or_notify_cancel()

    async def wait() -> str:
        bridge = Bridge(asyncio.get_running_loop())
        try:
            await bridge.outcome(stored, 0.01)
        except TimeoutError:
            stored.set_result(True)
            await asyncio.sleep(0.01)
            return "late"
        return "in time"

    assert asyncio.run(wait()) == "late"


def test_what_ends_after_the_loop_is_nobodys(caplog):
    """A commit that outlasts its wait, and then the server, is no error in the log."""
    stored: Future[bool] = Future()
    stored.set_running_or_notify_cancel()

    async def wait() -> None:
        with pytest.raises(TimeoutError):
            await Bridge(asyncio.get_running_loop()).outcome(stored, 0.01)

    asyncio.run(wait())
    stored.set_result(True)

    assert caplog.records == []
