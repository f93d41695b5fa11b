"""The service's routes: deliveries in, health and numbers out. Nothing here asks GitHub on a delivery."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from bot import log
from bot.errors import PlangateError
from bot.inbox import Inbox
from bot.service.asgi import Answer, Application, Request, Respond, said
from bot.service.ingest import Delivery, delivery_of
from bot.service.metrics import KIND, Metrics

SMALL = 256 * 1024
"""A larger body is hashed and parsed beside the event loop."""
READY_FOR = 30.0
COMMIT_WITHIN = 9.0
"""GitHub waits ten seconds for an answer."""

Ready = Callable[[], None]
"""Raises PlangateError when GitHub does not let us in."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the routes need; without secrets there is no webhook, and `heard` gets each delivery."""

    inbox: Inbox
    metrics: Metrics
    secrets: Sequence[bytes] = ()
    heard: Callable[[Delivery], None] = lambda delivery: None
    ready: Ready = lambda: None
    setup: Respond | None = None
    created: Respond | None = None


def application(parts: Parts) -> Application:
    """The ASGI application."""
    health = Health(parts)
    routes: dict[tuple[str, str], Respond] = {
        ("GET", "/healthz"): health.alive,
        ("GET", "/readyz"): health.ready,
        ("GET", "/metrics"): health.numbers,
    }
    if parts.secrets:
        routes["POST", "/webhook"] = Webhook(parts).deliver
    if parts.setup and parts.created:
        routes["GET", "/setup"] = parts.setup
        routes["GET", "/setup/created"] = parts.created
    return Application(routes)


class Webhook:
    """Takes deliveries: 202 once a delivery is committed, or need not be."""

    def __init__(self, parts: Parts) -> None:
        """The parts it needs."""
        self._parts = parts

    async def deliver(self, request: Request) -> Answer:
        """One delivery. Raises Refused for what is not GitHub's, or not a delivery."""
        body = await request.body()
        given = (self._parts.secrets, request.headers, body)
        small = len(body) < SMALL
        delivery = delivery_of(*given) if small else await asyncio.to_thread(delivery_of, *given)
        self._parts.heard(delivery)
        if delivery.wake is None:
            self._parts.metrics.delivered(delivery.event, "ignored")
            return said(202, status="ignored")
        return await self._stored(delivery, self._parts.inbox.put(delivery.wake, delivery.key))

    async def _stored(self, delivery: Delivery, stored: Future[bool]) -> Answer:
        """202 after the commit; without one 503, and GitHub keeps the delivery for us as failed."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(COMMIT_WITHIN):
                news = await asyncio.wrap_future(stored)
        except Exception as problem:
            log.logger().error("not stored", code="PLANGATE-INBOX-005", what=type(problem).__name__)
            self._parts.metrics.delivered(delivery.event, "failed")
            return said(503, error="not stored; deliver again later")
        self._parts.metrics.stored.observe(time.monotonic() - began)
        status = "queued" if news else "known"
        self._parts.metrics.delivered(delivery.event, status)
        return said(202, status=status)


class Health:
    """Says whether we live, whether we can work, and how much there is to do."""

    def __init__(self, parts: Parts) -> None:
        """The parts it needs."""
        self._parts = parts
        self._asked_at, self._problem = float("-inf"), ""

    async def alive(self, request: Request) -> Answer:
        """The process serves; what lies in the inbox, where it can be read."""
        try:
            counts = await asyncio.to_thread(self._parts.inbox.counts)
        except Exception:
            return said(200, status="ok", inbox="cannot be read")
        return said(200, status="ok", **counts.words())

    async def ready(self, request: Request) -> Answer:
        """Database and GitHub both let us work; GitHub is asked every half minute at most."""
        try:
            await asyncio.to_thread(self._parts.inbox.counts)
        except Exception:
            return said(503, status="not ready", code="PLANGATE-INBOX-005")
        if time.monotonic() - self._asked_at > READY_FOR:
            self._problem = await asyncio.to_thread(self._github)
            self._asked_at = time.monotonic()
        if self._problem:
            return said(503, status="not ready", code=self._problem)
        return said(200, status="ready")

    def _github(self) -> str:
        try:
            self._parts.ready()
        except PlangateError as problem:
            return problem.code
        return ""

    async def numbers(self, request: Request) -> Answer:
        """Prometheus metrics."""
        return Answer(200, await asyncio.to_thread(self._parts.metrics.text), KIND)
