"""The webhook door: verify the raw bytes, put the wake into the queue, answer 202; a worker does the rest."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import asynccontextmanager
from os import environ
from typing import Any

import click
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot import settings
from bot.entrypoints import door
from bot.events import github
from bot.events.wake import Wake
from bot.wiring.github import Queue, Wiring

LARGEST = 25 * 1024 * 1024
_SIGNATURE = re.compile(r"sha256=[0-9a-f]{64}")


class Refused(Exception):
    """A delivery that is not taken: an HTTP status and one line why."""

    def __init__(self, status: int, why: str) -> None:
        """`why` never repeats what was sent."""
        self.status, self.why = status, why
        super().__init__(why)


def verify(secret: bytes, body: bytes, signature: str | None) -> None:
    """Raise Refused unless `signature` is the HMAC-SHA256 of the raw bytes.

    https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
    """
    given = signature or ""
    if not _SIGNATURE.fullmatch(given):
        raise Refused(401, "missing or malformed X-Hub-Signature-256")
    expected = "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), given.encode()):
        raise Refused(401, "the signature does not fit the body")


def decode(body: bytes) -> Mapping[str, Any]:
    """The payload. Raises Refused for anything but a JSON object."""
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "the body is not JSON") from None
    if not isinstance(payload, dict):
        raise Refused(400, "the body is not a JSON object")
    return payload


def wake_of(secret: bytes, headers: Mapping[str, str], body: bytes) -> Wake | None:
    """The wake a delivery means, after its signature was checked; nothing for events not for us."""
    verify(secret, body, headers.get("x-hub-signature-256"))
    if headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Refused(415, "set the webhook's content type to application/json")
    event = headers.get("x-github-event", "")
    if not event:
        raise Refused(400, "missing X-GitHub-Event")
    return github.wake(event, decode(body), headers.get("x-github-delivery", ""))


async def read_body(request: Request) -> bytes:
    """The raw bytes, at most 25 MB (GitHub sends no more)."""
    declared = request.headers.get("content-length", "0")
    if not declared.isdigit() or int(declared) > LARGEST:
        raise Refused(413, "larger than 25 MB")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise Refused(413, "larger than 25 MB")
    return bytes(body)


def application(secret: str, queue: Queue, is_ours: Callable[[Wake], bool]) -> Starlette:
    """The ASGI application. `is_ours` tells events that we caused ourselves: they wake nothing."""

    async def webhook(request: Request) -> Response:
        try:
            wake = wake_of(secret.encode(), request.headers, await read_body(request))
        except Refused as refusal:
            return JSONResponse({"error": refusal.why}, refusal.status)
        except ClientDisconnect:
            return JSONResponse({"error": "the body was cut off"}, 400)
        if wake is None or is_ours(wake):
            return JSONResponse({"status": "ignored"}, 202)
        queue.put(wake)
        return JSONResponse({"status": "queued"}, 202)

    async def healthz(request: Request) -> Response:
        return JSONResponse({"status": "ok", **queue.counts()})

    routes = [Route("/webhook", webhook, methods=["POST"]), Route("/healthz", healthz)]

    @asynccontextmanager
    async def lifespan(app: Starlette):  # type: ignore[no-untyped-def]
        yield
        queue.close()

    return Starlette(routes=routes, lifespan=lifespan)


def work(wiring: Wiring, queue: Queue) -> None:
    """Handle wakes until the queue closes; one repository is never handled twice at a time."""
    while (wake := queue.take()) is not None:
        try:
            door.run_patiently(wiring, wake)
        finally:
            queue.finished(wake)


def _own(wiring: Wiring) -> Callable[[Wake], bool]:
    def is_ours(wake: Wake) -> bool:
        sender = wake.witness.sender if wake.witness else None
        return bool(sender and sender.is_bot and sender.login == wiring.own_login(wake.repository))

    return is_ours


@click.command()
@click.option("--workers", default=2, show_default=True, help="Threads that handle wakes.")
def serve(workers: int) -> None:
    """Serve GitHub webhooks on PLANGATE_HOST:PLANGATE_PORT."""
    import uvicorn

    settings.require_secret(settings.from_environ(environ))
    wiring, queue = door.opened(), Queue()
    configured = wiring.settings
    threads = [threading.Thread(target=work, args=(wiring, queue)) for _ in range(max(1, workers))]
    for thread in threads:
        thread.start()
    app = application(configured.webhook_secret, queue, _own(wiring))
    uvicorn.run(app, host=configured.host, port=configured.port, log_level="warning")
    for thread in threads:
        thread.join(timeout=30)
