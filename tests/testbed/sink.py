"""Receives webhooks: records the raw bytes, and can refuse, forward, drop, double or hold them."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import http.server
import json
import threading
import time
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

FORWARDED_HEADERS = ("content-type", "user-agent", "x-github-", "x-hub-signature")


@dataclass(frozen=True)
class Delivery:
    """One webhook as it came in."""

    number: int
    """Running number since the last `clear()`, from 1."""
    event: str
    guid: str
    path: str
    body: bytes
    headers: dict[str, str]
    received_at: float
    signed: bool
    """Whether the SHA-256 signature matches the raw body."""

    @property
    def payload(self) -> dict[str, Any]:
        """The body, read as JSON."""
        return json.loads(self.body)

    @property
    def action(self) -> str | None:
        """The payload's action, when it has one."""
        return self.payload.get("action")

    @property
    def actor(self) -> str | None:
        """The login of whoever caused the event."""
        return (self.payload.get("sender") or {}).get("login")

    def __str__(self) -> str:
        return f"{self.event}/{self.action}" if self.action else self.event


Forward = Callable[[Delivery], "int | None"]
Status = int | Callable[[Delivery], int]


def _dig(value: Any, dotted: str) -> Any:
    """Follow `a__b__c` into nested dictionaries; None where the way ends."""
    for key in dotted.split("__"):
        value = value.get(key) if isinstance(value, dict) else None
    return value


class WebhookSink:
    """An HTTP server on a free loopback port that keeps each delivery in order.

    `status` is the answer (an int, or a function of the delivery; 0 drops the connection).
    `forward` is called with each delivery, one at a time and in order, before the answer is
    sent; when it returns a status, that one is the answer.
    """

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.deliveries: list[Delivery] = []
        self.history: list[Delivery] = []
        self.status: Status = 202
        self.forward: Forward | None = None
        self._count = 0
        self._changed = threading.Condition()
        self._one_at_a_time = threading.Lock()
        self._server = _Server(self)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/webhook"
        serve = {"poll_interval": 0.05}
        threading.Thread(target=self._server.serve_forever, daemon=True, kwargs=serve).start()

    def accept(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Record one delivery, hand it on, and return the status to answer with."""
        with self._one_at_a_time:
            delivery = self._record(path, headers, body)
            forwarded = self.forward(delivery) if self.forward else None
            if forwarded is not None:
                return forwarded
            return self.status(delivery) if callable(self.status) else self.status

    def _record(self, path: str, headers: dict[str, str], body: bytes) -> Delivery:
        digest = hmac.new(self.secret.encode(), body, hashlib.sha256).hexdigest()
        given = headers.get("x-hub-signature-256", "")
        with self._changed:
            self._count += 1
            delivery = Delivery(
                number=self._count,
                event=headers.get("x-github-event", ""),
                guid=headers.get("x-github-delivery", ""),
                path=path,
                body=body,
                headers=headers,
                received_at=time.time(),
                signed=hmac.compare_digest(f"sha256={digest}", given),
            )
            self.deliveries.append(delivery)
            self.history.append(delivery)
            self._changed.notify_all()
        return delivery

    def find(
        self, event: str | None = None, action: str | None = None, **where: Any
    ) -> list[Delivery]:
        """Return deliveries by event, action and payload values (`comment__id=7`)."""
        return [
            delivery
            for delivery in list(self.deliveries)
            if (event is None or delivery.event == event)
            and (action is None or delivery.action == action)
            and all(_dig(delivery.payload, key) == value for key, value in where.items())
        ]

    def wait(
        self,
        event: str | None = None,
        action: str | None = None,
        *,
        n: int = 1,
        timeout: float = 5.0,
        **where: Any,
    ) -> Delivery:
        """Wait for the n-th such delivery and return it."""
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                found = self.find(event, action, **where)
                if len(found) >= n:
                    return found[n - 1]
                left = end - time.monotonic()
                if left <= 0:
                    seen = ", ".join(map(str, self.deliveries)) or "nothing"
                    raise TimeoutError(f"no {event}/{action} within {timeout} s; saw {seen}")
                self._changed.wait(left)

    def quiet(self, seconds: float = 0.15) -> None:
        """Wait until nothing has come for so long."""
        before = -1
        while before != len(self.deliveries):
            before = len(self.deliveries)
            time.sleep(seconds)

    def clear(self) -> None:
        """Forget the deliveries (not the history) and start numbering from 1 again."""
        with self._changed:
            self.deliveries.clear()
            self._count = 0

    def reset(self) -> None:
        """Return to a fresh sink: nothing kept, nothing forwarded, 202 for all."""
        self.status, self.forward = 202, None
        self.clear()
        self.history.clear()

    def recording(self) -> list[dict[str, Any]]:
        """Return the deliveries in the form the OpenAPI checker reads."""
        return [{"webhook": d.event, "payload": d.payload} for d in list(self.deliveries)]

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, sink: WebhookSink) -> None:
        self.sink = sink
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: the emulator may go away in the middle of a delivery."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status = self.server.sink.accept(self.path, headers, body)
        if status == 0:
            self.close_connection = True
            self.connection.close()
            return
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test output clean."""


@dataclass(frozen=True)
class Forwarded:
    """One delivery handed on by a relay, with the answer (0: no answer came)."""

    delivery: Delivery
    status: int


@dataclass
class Relay:
    """Hands deliveries on to another server, byte for byte: `hub.sink.forward = Relay(url)`.

    `drop`, `double` and `hold` name deliveries by their running number since the last clear of
    the sink: dropped ones are lost, doubled ones are sent twice, held ones wait for `release()`.
    """

    url: str
    drop: set[int] = field(default_factory=set)
    double: set[int] = field(default_factory=set)
    hold: set[int] = field(default_factory=set)
    wanted: Callable[[Delivery], bool] = field(default=lambda delivery: True)
    timeout: float = 10.0
    forwarded: list[Forwarded] = field(default_factory=list)
    held: list[Delivery] = field(default_factory=list)

    def __call__(self, delivery: Delivery) -> int | None:
        """Forward one delivery; return the other server's status, None when nothing was sent."""
        if delivery.number in self.drop or not self.wanted(delivery):
            return None
        if delivery.number in self.hold:
            self.held.append(delivery)
            return None
        status = self.send(delivery)
        if delivery.number in self.double:
            self.send(delivery)
        return status or 502

    def release(self) -> None:
        """Send what was held, in the order it came."""
        waiting, self.held = self.held, []
        for delivery in waiting:
            self.send(delivery)

    def send(self, delivery: Delivery) -> int:
        """POST the raw body with GitHub's headers; return the status, 0 when none came."""
        headers = {
            name: value
            for name, value in delivery.headers.items()
            if name.startswith(FORWARDED_HEADERS)
        }
        status = self._post(headers, delivery.body)
        self.forwarded.append(Forwarded(delivery, status))
        return status

    def _post(self, headers: dict[str, str], body: bytes) -> int:
        target = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(
            target.hostname or "127.0.0.1", target.port, timeout=self.timeout
        )
        try:
            path = target.path or "/"
            connection.request("POST", f"{path}?{target.query}".rstrip("?"), body, headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()
