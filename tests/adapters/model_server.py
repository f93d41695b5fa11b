"""A model server by a script: real sockets on loopback, any answer, any fault of the protocol."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

EVENTS = "text/event-stream"
JSON = "application/json"


@dataclass(frozen=True)
class Answer:
    """One answer. It ends as it should, by dropping the connection, or never (`hang`, `trickle`)."""

    body: bytes = b""
    status: int = 200
    kind: str = EVENTS
    headers: Mapping[str, str] = field(default_factory=dict)
    end: Literal["close", "drop", "hang", "trickle"] = "close"
    pieces: int = 0
    """Bytes of one chunk; 0 sends all at once."""


SILENT = Answer(end="hang", kind="")
"""Not even a status line comes."""


@dataclass(frozen=True)
class Seen:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


class ModelServer(ThreadingHTTPServer):
    """Answers each request with the next entry of its script, the last one again and again."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script: list[Answer] = []
        self.seen: list[Seen] = []
        self.listing = Answer(b"{}", 404, JSON)
        self._last = Answer(status=500)
        self.ending = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def next(self) -> Answer:
        if self.script:
            self._last = self.script.pop(0)
        return self._last

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is what some tests want."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ModelServer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """The list of models."""
        self.close_connection = True
        self._send(self.server.listing)

    def do_POST(self) -> None:
        """A turn."""
        self.close_connection = True
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
        seen = Seen(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        self.server.seen.append(seen)
        answer = self.server.next()
        if answer.kind:
            self._send(answer)
        if answer.end == "hang":
            self.server.ending.wait(30)
        while answer.end == "trickle" and not self.server.ending.wait(0.02):
            self.wfile.write(b"8\r\n: ping\n\n\r\n")

    def _send(self, answer: Answer) -> None:
        self.send_response_only(answer.status)
        self.send_header("content-type", answer.kind)
        self.send_header("transfer-encoding", "chunked")
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        size = answer.pieces or max(1, len(answer.body))
        for start in range(0, len(answer.body), size):
            piece = answer.body[start : start + size]
            self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        if answer.end == "close":
            self.wfile.write(b"0\r\n\r\n")


@contextmanager
def model_server(kind: type[ModelServer] | None = None) -> Iterator[ModelServer]:
    """A server on a free port, gone afterwards."""
    server = (kind or ModelServer)()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ending.set()
        server.shutdown()
        server.server_close()
        thread.join()


def as_json(data: Any, status: int = 200, **headers: str) -> Answer:
    """An answer of JSON; `retry_after="2"` becomes a header."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps(data).encode(), status, JSON, named)


def problem(status: int, message: str, **more: Any) -> Answer:
    """An error as OpenAI words it; `headers` are the answer's."""
    headers = more.pop("headers", {})
    return as_json({"error": {"message": message, **more}}, status, **headers)


def streamed(*events: Mapping[str, Any] | str, end: Literal["close", "drop"] = "close") -> Answer:
    """A stream of these events."""
    lines = [e if isinstance(e, str) else json.dumps(e) for e in events]
    return Answer("".join(f"data: {line}\n\n" for line in lines).encode(), end=end)
