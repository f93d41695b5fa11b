"""The service's routes: deliveries in, health out. Nothing here asks GitHub on a delivery."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from bot import log
from bot.errors import InboxError
from bot.ports.inbox import Inbox
from bot.service.asgi import Application, HttpRequest, HttpResponse, Respond, json_response
from bot.service.bridge import Bridge
from bot.service.health import ANSWER_WITHIN, Health, Ready, as_failure
from bot.service.ingest import Delivery, check_signature, delivery_of
from bot.service.metrics import Metrics
from bot.service.setup import SetupPages

SMALL = 256 * 1024
"""A larger body is hashed and parsed beside the event loop."""
COMMIT_WITHIN = 9.0
"""GitHub waits ten seconds for an answer."""
QUEUED, KNOWN, IGNORED = (
    json_response(202, status=word) for word in ("queued", "known", "ignored")
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the routes need; without secrets there is no webhook, and `note` gets each delivery.

    `commit_within` and `answer_within` are the seconds that a delivery and a probe wait at most.
    """

    inbox: Inbox
    metrics: Metrics
    secrets: Sequence[bytes] = ()
    note: Callable[[Delivery], None] = lambda delivery: None
    ready: Ready = lambda: None
    pages: SetupPages | None = None
    commit_within: float = COMMIT_WITHIN
    answer_within: float = ANSWER_WITHIN


def application(parts: Parts) -> Application:
    """The ASGI application."""
    health = Health(parts.inbox, parts.ready, parts.answer_within)
    routes: dict[tuple[str, str], Respond] = {
        ("GET", "/healthz"): health.alive,
        ("GET", "/readyz"): health.ready,
    }
    if parts.secrets:
        routes["POST", "/webhook"] = Webhook(parts).deliver
    if parts.pages:
        routes["GET", "/setup"] = parts.pages.form
        routes["GET", "/setup/created"] = parts.pages.created
    return Application(routes)


class Webhook:
    """Takes deliveries: 202 once a delivery is committed, or need not be."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._bridge: Bridge | None = None

    async def deliver(self, request: HttpRequest) -> HttpResponse:
        """One delivery. Raises Refused for what is not GitHub's, or not a delivery."""
        check_signature(request.headers.get("x-hub-signature-256"))
        body = await request.body()
        given = (self._parts.secrets, request.headers, body)
        small = len(body) < SMALL
        delivery = delivery_of(*given) if small else await asyncio.to_thread(delivery_of, *given)
        self._parts.note(delivery)
        if delivery.wake is None:
            self._parts.metrics.delivered(delivery.event, "ignored")
            return IGNORED
        return await self._stored(delivery, self._parts.inbox.put(delivery.wake, delivery.key))

    async def _stored(self, delivery: Delivery, stored: Future[bool]) -> HttpResponse:
        """202 after the commit; without one 503, and GitHub keeps the delivery for us as failed."""
        began = time.monotonic()
        try:
            news = await self._over().outcome(stored, self._parts.commit_within)
        except Exception as problem:
            if not isinstance(problem, InboxError):  # of those the inbox tells itself, once
                why = as_failure(problem)
                log.logger().error("not stored", code=why.code, what=why.what, remedy=why.remedy)
            self._parts.metrics.delivered(delivery.event, "failed")
            return json_response(503, error="not stored; deliver again later")
        self._parts.metrics.stored.observe(time.monotonic() - began)
        status = "queued" if news else "known"
        self._parts.metrics.delivered(delivery.event, status)
        return QUEUED if news else KNOWN

    def _over(self) -> Bridge:
        """The bridge of the loop that runs."""
        loop = asyncio.get_running_loop()
        if self._bridge is None or self._bridge.loop is not loop:
            self._bridge = Bridge(loop)
        return self._bridge
