"""The webhook door: verify the raw bytes, put the wake into the queue, answer 202; a worker does the rest."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Mapping
from os import environ
from typing import Any

import click

from bot import log, settings
from bot.entrypoints import door
from bot.errors import Bug, ConfigError, PlangateError
from bot.events import github
from bot.events.wake import Wake
from bot.wiring.github import Queue, Wiring

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route
except ModuleNotFoundError as missing:
    raise ConfigError(
        "PLANGATE-SERVE-002",
        f"the server's part of plangate is not installed ({missing.name} is missing)",
        "Install plangate with its extra `server`",
    ) from missing

LAST_WORK = 30.0
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
    if not re.fullmatch("[0-9]{1,12}", declared) or int(declared) > LARGEST:
        raise Refused(413, "larger than 25 MB")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise Refused(413, "larger than 25 MB")
    return bytes(body)


def application(secret: str, take: Callable[[Wake], None], queue: Queue) -> Starlette:
    """The ASGI application: nothing in it asks GitHub anything. `take` gets each wake."""

    async def webhook(request: Request) -> Response:
        try:
            wake = wake_of(secret.encode(), request.headers, await read_body(request))
        except Refused as refusal:
            return JSONResponse({"error": refusal.why}, refusal.status)
        except ClientDisconnect:
            return JSONResponse({"error": "the body was cut off"}, 400)
        if wake is None:
            return JSONResponse({"status": "ignored"}, 202)
        take(wake)
        return JSONResponse({"status": "queued"}, 202)

    async def healthz(request: Request) -> Response:
        return JSONResponse({"status": "ok", **queue.counts()})

    return Starlette(
        routes=[Route("/webhook", webhook, methods=["POST"]), Route("/healthz", healthz)]
    )


def work(wiring: Wiring, queue: Queue) -> None:
    """Handle wakes until the queue closes; one repository is never handled twice at a time."""
    while (wake := queue.take()) is not None:
        try:
            if not _is_ours(wiring, wake):
                door.run_patiently(wiring, wake)
        finally:
            queue.finished(wake)


def _is_ours(wiring: Wiring, wake: Wake) -> bool:
    """Say whether it wakes nothing: we caused it ourselves, or GitHub does not let us in there."""
    sender = wake.witness.sender if wake.witness else None
    if not sender or not sender.is_bot:
        return False
    try:
        return sender.login == wiring.own_login(wake.repository)
    except PlangateError as problem:
        if not door.hopeless(problem):
            return False  # the run meets it again, and is patient
        door.failed(wake, problem)
        return True
    except Exception:
        return False  # the run meets it again, and logs it


class Sweeper:
    """Sweeps every repository that a delivery came from, again and again, through the same queue."""

    def __init__(self, wiring: Wiring, queue: Queue, minutes: float) -> None:
        """`minutes` lie between two sweeps."""
        self._wiring, self._queue, self._minutes = wiring, queue, minutes
        self._seen: set[str] = set()
        self._over = threading.Event()

    def take(self, wake: Wake) -> None:
        """Queue a wake, and remember its repository."""
        self._seen.add(wake.repository)
        self._queue.put(wake)

    def run(self) -> None:
        """Sweep until `stop`."""
        while not self._over.wait(self._minutes * 60):
            self.sweep()

    def sweep(self) -> None:
        """Sweep once; a repository that does not let us in is left out until its next delivery."""
        for repository in sorted(self._seen.copy()):
            try:
                for wake in door.sweep(self._wiring, repository):
                    self._queue.put(wake)
            except PlangateError as problem:
                said = {"code": problem.code, "what": problem.what, "remedy": problem.remedy}
                log.logger().warning("sweep failed", repo=repository, **said)
                if door.hopeless(problem):
                    self._seen.discard(repository)
            except Exception as problem:
                log.logger().exception("bug", repo=repository, code=Bug(problem).code)

    def stop(self) -> None:
        """Sweep no more."""
        self._over.set()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises ConfigError when that cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or type(problem).__name__
        raise ConfigError(
            "PLANGATE-SERVE-001",
            f"{host}:{port} cannot be listened on ({why})",
            "Free it, or set PLANGATE_HOST and PLANGATE_PORT",
        ) from problem


@click.command()
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Threads that handle wakes.",
)
@click.option(
    "--sweep-every",
    type=click.IntRange(0, 10_080),
    default=30,
    show_default=True,
    metavar="MINUTES",
    help="How often every repository heard of is swept (0: never).",
)
def serve(workers: int, sweep_every: int) -> None:
    """Serve GitHub webhooks on PLANGATE_HOST:PLANGATE_PORT."""
    configured = settings.from_environ(environ)
    settings.require_secret(configured)
    wiring, queue = door.opened(), Queue()
    sweeper = Sweeper(wiring, queue, sweep_every)
    app = application(configured.webhook_secret, sweeper.take, queue)
    with listening(configured.host, configured.port) as bound:
        threads = [_thread(work, wiring, queue) for _ in range(workers)]
        if sweep_every:
            _thread(sweeper.run)
        try:
            _served(app, bound)
        finally:
            sweeper.stop()
            _drain(queue, threads)


def _thread(target: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread


def _served(app: Starlette, bound: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT. A second signal, while we drain, ends the process at once."""
    config = uvicorn.Config(app, log_level="warning", lifespan="off", timeout_graceful_shutdown=5)
    server = uvicorn.Server(config)

    def end(*_: object) -> None:  # uvicorn raises the signal again when it has ended
        server.should_exit = True

    before = {name: signal.signal(name, end) for name in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.run(sockets=[bound])
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def _drain(queue: Queue, threads: list[threading.Thread]) -> None:
    """Finish what runs and leave the rest: the sweep finds it again."""
    left, until = queue.stop(), time.monotonic() + LAST_WORK
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    log.logger().info("stopped", left=left, unfinished=queue.counts()["running"])
