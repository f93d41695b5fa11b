"""From the committing thread to the event loop: a group's outcomes cross together, not one by one."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future


class Bridge:
    """Lets an event loop wait for what a thread commits. Made and used on that loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._ended: deque[tuple[asyncio.Future[bool], Future[bool]]] = deque()
        self._called = False

    async def outcome(self, stored: Future[bool], within: float) -> bool:
        """What was committed. Raises what was raised there, and TimeoutError after `within` seconds.

        What was not begun by then is not run any more.
        """
        waiter: asyncio.Future[bool] = self.loop.create_future()
        stored.add_done_callback(lambda ended: self._over(waiter, ended))
        timer = self.loop.call_later(within, _late, waiter)
        try:
            return await waiter
        except TimeoutError:
            stored.cancel()
            raise
        finally:
            timer.cancel()

    def _over(self, waiter: asyncio.Future[bool], ended: Future[bool]) -> None:
        """On the committing thread: the loop is called once for all that ends before it looks."""
        self._ended.append((waiter, ended))
        if not self._called and not self.loop.is_closed():  # else nobody waits any more
            self._called = True
            self.loop.call_soon_threadsafe(self._hand_over)

    def _hand_over(self) -> None:
        self._called = False  # first: what is added from now on calls again
        while self._ended:
            waiter, ended = self._ended.popleft()
            if waiter.done() or ended.cancelled():
                continue
            problem = ended.exception()
            if problem is None:
                waiter.set_result(ended.result())
            else:
                waiter.set_exception(problem)


def _late(waiter: asyncio.Future[bool]) -> None:
    if not waiter.done():
        waiter.set_exception(TimeoutError())
