"""The web application: raw ASGI, because a signed delivery needs no more than a route and a body."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot import log
from bot.errors import Bug
from bot.service.ingest import LARGEST, Refused, check_length

BODY_WITHIN = 30.0
"""Seconds in which a body must have come: GitHub itself gives up after ten."""
MOST_BUFFERED, USUAL = 256 * 1024 * 1024, 1024 * 1024
"""Bytes of bodies that may be in memory at once: all, and one as large as GitHub's usually are at most."""

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """An HTTP answer."""

    status: int
    body: bytes
    kind: str = "application/json"
    headers: tuple[tuple[bytes, bytes], ...] = ()


def json_response(code: int, /, **words: object) -> HttpResponse:
    """A JSON answer."""
    return HttpResponse(code, json.dumps(words).encode())


class HttpRequest:
    """One request: its headers in lower case, and its body on demand."""

    def __init__(self, scope: Scope, receive: Receive, budget: BodyBudget) -> None:
        self._receive, self._budget = receive, budget
        self.headers = {
            name.decode("latin-1"): value.decode("latin-1")  # ASGI: names come in lower case
            for name, value in scope.get("headers", ())
        }
        self.query: str = scope.get("query_string", b"").decode("latin-1")
        self._held, self._more = 0, True

    @property
    def whole(self) -> bool:
        """Say whether its body was read to the end."""
        return not self._more

    async def body(self) -> bytes:
        """The raw bytes. Raises Refused when they are too many, too slow, or cut off."""
        check_length(self.headers.get("content-length"))
        part, more = await self._part()  # the connection sees to it that the first one comes
        parts = [part]
        try:
            async with asyncio.timeout(BODY_WITHIN if more else None):
                while more:
                    part, more = await self._part()
                    parts.append(part)
        except TimeoutError:
            raise Refused(408, "the body came too slowly") from None
        return b"".join(parts)

    async def _part(self) -> tuple[bytes, bool]:
        """The next bytes, and whether more will come."""
        message = await self._receive()
        if message["type"] == "http.disconnect":
            raise Refused(400, "the body was cut off")
        part: bytes = message.get("body", b"")
        if self._held + len(part) > LARGEST:
            raise Refused(413, "larger than 25 MB")
        self._budget.grow(self._held, self._held + len(part))
        self._held, self._more = self._held + len(part), message.get("more_body", False)
        return part, self._more

    def release(self) -> None:
        """Give back what its body took of the budget."""
        self._budget.grow(self._held, 0)


class BodyBudget:
    """How many bytes of bodies may be in memory at once; those larger than usual have half of it."""

    def __init__(self, most: int = MOST_BUFFERED) -> None:
        self.most, self.held, self.large = most, 0, 0

    def grow(self, before: int, after: int) -> None:
        """Let one body grow, or go (`after` is 0). Raises Refused when too much is taken."""
        held = self.held + after - before
        large = self.large + after * (after > USUAL) - before * (before > USUAL)
        if after > before and (held > self.most or (after > USUAL and large > self.most // 2)):
            raise Refused(503, "too much at once; deliver again later")
        self.held, self.large = held, large


Respond = Callable[[HttpRequest], Awaitable[HttpResponse]]


class Application:
    """Routes `(method, path)` to what responds; anything else is 404 or 405, and a fault is 503."""

    def __init__(self, routes: Mapping[tuple[str, str], Respond]) -> None:
        self._routes = dict(routes)
        self._paths = {path for _, path in routes}
        self._budget = BodyBudget()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request (ASGI)."""
        if scope["type"] != "http":
            return
        answer = await self._answered(scope, receive)
        headers = [
            (b"content-type", answer.kind.encode()),
            (b"content-length", str(len(answer.body)).encode()),
            (b"x-content-type-options", b"nosniff"),
            *answer.headers,
        ]
        start = {"type": "http.response.start", "status": answer.status, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": answer.body})

    async def _answered(self, scope: Scope, receive: Receive) -> HttpResponse:
        method, path = scope["method"], scope["path"]
        respond = self._routes.get(("GET" if method == "HEAD" else method, path))
        if respond is None:
            known = path in self._paths
            status, error = (405, "no such method") if known else (404, "no such route")
            return json_response(status, error=error)
        request = HttpRequest(scope, receive, self._budget)
        try:
            return await respond(request)
        except Refused as refusal:
            said = json_response(refusal.status, error=refusal.why)
            rest = () if request.whole else ((b"connection", b"close"),)  # it is not wanted
            return replace(said, headers=rest)
        except Exception as problem:
            log.logger().exception("bug", code=Bug(problem).code)
            return json_response(503, error="plangate failed; its log says why")
        finally:
            request.release()
