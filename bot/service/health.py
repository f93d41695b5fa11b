"""Says whether we live and whether we can work; no answer waits for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from bot.errors import InboxError, PlangateError, cause
from bot.ports.inbox import FAILS, Counts, Inbox
from bot.service.asgi import HttpRequest, HttpResponse, json_response

ANSWER_WITHIN = 2.0
"""Seconds after which a probe is answered, whatever hangs: probes themselves give up after a few."""
READY_FOR = 30.0
PROBE = "/readyz"
"""No account is called so. To take its turn is to write: a full disk can be read all the while."""
OUTAGE = {"PLANGATE-GITHUB-003", "PLANGATE-GITHUB-007", "PLANGATE-GITHUB-008"}
"""GitHub limits us, fails or is silent. We can take deliveries all the same, and have to."""

Ready = Callable[[], None]
"""Raises PlangateError when GitHub does not let us in."""
T = TypeVar("T")


class CachedAnswer(Generic[T]):
    """The last answer to a slow question: asked on a thread of its own, by one asker at a time."""

    def __init__(self, ask: Callable[[], T], fresh: float, within: float) -> None:
        """An answer is good for `fresh` seconds; nobody waits for it longer than `within`."""
        self._ask, self._fresh, self._within = ask, fresh, within
        self._pool = ThreadPoolExecutor(1)
        self._open: Future[T] | None = None
        self._asked_at = 0.0

    async def answer(self) -> T:
        """The answer. Raises what was raised, and TimeoutError when there is none yet."""
        asked = self._open
        old = time.monotonic() - self._asked_at >= self._fresh
        if asked is None or (asked.done() and old):
            asked = self._open = self._pool.submit(self._timed)
        waiting = asyncio.shield(asyncio.wrap_future(asked))
        return await asyncio.wait_for(waiting, self._within)

    def _timed(self) -> T:
        try:
            return self._ask()
        finally:
            self._asked_at = time.monotonic()


class Health:
    """The routes for probes."""

    def __init__(self, inbox: Inbox, ready: Ready, within: float = ANSWER_WITHIN) -> None:
        """`ready` asks GitHub."""
        self._counts: CachedAnswer[Counts] = CachedAnswer(inbox.counts, 0.0, within)
        self._write: CachedAnswer[float] = CachedAnswer(lambda: inbox.turn(PROBE, 0.0), 0.0, within)
        self._github: CachedAnswer[None] = CachedAnswer(ready, READY_FOR, within)

    async def alive(self, request: HttpRequest) -> HttpResponse:
        """The process serves; what lies in the inbox, where it can be read."""
        try:
            counts = await self._counts.answer()
        except Exception:
            return json_response(200, status="ok", inbox="cannot be read")
        return json_response(200, status="ok", **counts.words())

    async def ready(self, request: HttpRequest) -> HttpResponse:
        """Database and GitHub both let us work; GitHub is asked every half minute at most."""
        try:
            await self._write.answer()
        except Exception as problem:
            return _unready(as_failure(problem))
        try:
            await self._github.answer()
        except TimeoutError:
            return json_response(200, status="ready", github="does not answer yet")
        except PlangateError as problem:
            if problem.code in OUTAGE:
                return json_response(200, status="ready", github=problem.code)
            return _unready(problem)
        return json_response(200, status="ready")


def as_failure(problem: Exception) -> InboxError:
    """The failure of the inbox, as it is told; whatever nobody foresaw, or that comes late, is one too."""
    if isinstance(problem, InboxError):
        return problem
    what = f"cannot write to the inbox ({cause(problem)})"
    return InboxError(FAILS, what, "Free disk space, remove the lock, or start the database")


def _unready(problem: PlangateError) -> HttpResponse:
    why, remedy = problem.what, problem.remedy
    return json_response(503, status="not ready", code=problem.code, why=why, remedy=remedy)
