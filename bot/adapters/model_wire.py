"""One request to a model server: sent once, read under limits of size and time, its faults named.

Never follows a redirect, uses no proxy of the environment, and sends its key to no other address.
"""

from __future__ import annotations

import functools
import json
import socket
import ssl
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from bot.adapters.model_refusals import ErrorOrigin, Refusal, met_in, off_dialect, wait_of
from bot.ports.model_faults import ModelFailure, ModelFault, failure

LONGEST_ANSWER = 4_000_000
"""Bytes after which we stop reading."""
_LONGEST_REFUSAL = 20_000
_CONNECTING = 10.0
DONE = "[DONE]"


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request: where to, and what. Headers hold the key and stay out of `repr`."""

    url: str
    asked: ErrorOrigin
    headers: Mapping[str, str] = field(repr=False)
    body: Mapping[str, Any] = field(repr=False)


Incoming = tuple[Mapping[str, Any], bool]
"""A piece of the answer, and whether it is one event of a stream, or all of it at once."""


class NotProcessed(Exception):
    """The request was surely not worked on: it may be sent again after `wait` seconds, if they are known."""

    def __init__(self, met: ModelFailure, wait: float | None = None) -> None:
        """Keep the failure, for when nobody tries again."""
        self.failure = met
        self.wait = wait
        super().__init__(str(met))


def answer(outgoing: Outgoing, seconds: float) -> Generator[Incoming, None, None]:
    """Send a request once and give its answer piece by piece; close the iterator when done.

    Raises NotProcessed where it may be sent again, Refusal where the endpoint does not like what was
    sent, and ModelFailure for everything else, at the latest after `seconds`.
    """
    sent = {"accept-encoding": "identity", "content-type": "application/json", **outgoing.headers}
    content = json.dumps(outgoing.body, ensure_ascii=False).encode("utf-8", "replace")
    host, times = outgoing.asked.host, httpx.Timeout(seconds, connect=min(seconds, _CONNECTING))
    with _watched(seconds) as watch:
        try:
            with (
                httpx.Client(
                    verify=_context(), trust_env=False, follow_redirects=False, timeout=times
                ) as client,
                client.stream(
                    "POST",
                    outgoing.url,
                    content=content,
                    headers=sent,
                    extensions={"trace": watch.trace},
                ) as response,
            ):
                yield from _read(outgoing, response)
        except httpx.ConnectTimeout as problem:
            raise NotProcessed(_unreachable(outgoing, "it does not answer")) from problem
        except httpx.ConnectError as problem:
            raise _not_connected(outgoing, problem) from problem
        except httpx.TimeoutException as problem:
            raise failure(ModelFault.TIMED_OUT, host=host, seconds=seconds) from problem
        except httpx.HTTPError as problem:
            fault = ModelFault.TIMED_OUT if watch.expired else ModelFault.BROKEN_OFF
            raise failure(fault, host=host, seconds=seconds) from problem


@functools.cache
def _context() -> ssl.SSLContext:
    return httpx.create_ssl_context()


def _unreachable(outgoing: Outgoing, why: str) -> ModelFailure:
    return failure(ModelFault.UNREACHABLE, host=outgoing.asked.host, why=why)


def _not_connected(outgoing: Outgoing, problem: BaseException) -> Exception:
    seen: BaseException | None = problem
    while seen is not None:
        if isinstance(seen, ssl.SSLError):
            return _unreachable(outgoing, "its certificate cannot be verified, or it speaks no TLS")
        if isinstance(seen, socket.gaierror):
            return _unreachable(outgoing, "no such host")
        seen = seen.__cause__ or seen.__context__
    return NotProcessed(_unreachable(outgoing, "no server accepts connections there"))


def _read(outgoing: Outgoing, response: httpx.Response) -> Iterator[Incoming]:
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if response.status_code != httpx.codes.OK:
        raw = start_of(response.iter_raw(), _LONGEST_REFUSAL)
        raise _of_status(outgoing, response, raw)
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise off_dialect(outgoing.asked, "it compresses its answer without being asked")
    if kind == "text/event-stream":
        yield from _events(outgoing, response)
    else:
        raw = b"".join(_limited(outgoing, response))
        if kind == "text/html" or not raw.lstrip().startswith(b"{"):
            host, status = outgoing.asked.host, response.status_code
            raise failure(ModelFault.NOT_AN_API, host=host, status=status)
        yield _parsed(outgoing, raw), False


def _events(outgoing: Outgoing, response: httpx.Response) -> Iterator[Incoming]:
    for text in payloads(_limited(outgoing, response)):
        if text.strip() == DONE:
            return
        yield _parsed(outgoing, text), True


def payloads(chunks: Iterable[bytes]) -> Iterator[str]:
    """The data of each event, its lines joined. Comments, names and ids are left out.

    An event that the end of the stream cuts off is given, too: its reader sees whether it is
    whole. Takes time linear in the number of bytes. https://html.spec.whatwg.org/#parsing-an-event-stream
    """
    data: list[str] = []
    for line in _lines(chunks):
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            yield "\n".join(data)
            data = []
    if data:
        yield "\n".join(data)


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    pending: list[bytes] = []
    for chunk in chunks:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield _text([*pending, end])
            pending = []
        if rest:
            pending.append(rest)
    if pending:
        yield _text(pending)


def _text(parts: list[bytes]) -> str:
    return b"".join(parts).decode("utf-8", errors="replace").removesuffix("\r")


def _limited(outgoing: Outgoing, response: httpx.Response) -> Iterator[bytes]:
    total = 0
    for chunk in response.iter_raw():
        total += len(chunk)
        if total > LONGEST_ANSWER:
            raise failure(ModelFault.TOO_LARGE, host=outgoing.asked.host, limit=LONGEST_ANSWER)
        yield chunk


def _parsed(outgoing: Outgoing, raw: bytes | str) -> Mapping[str, Any]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as problem:
        raise off_dialect(outgoing.asked, "not JSON") from problem
    if not isinstance(data, dict):
        raise off_dialect(outgoing.asked, "not a JSON object")
    return data


def start_of(chunks: Iterable[bytes], most: int) -> bytes:
    """The first bytes of an answer; the rest is not read."""
    read = bytearray()
    for chunk in chunks:
        read += chunk
        if len(read) > most:
            break
    return bytes(read[:most])


def _of_status(outgoing: Outgoing, response: httpx.Response, raw: bytes) -> Exception:
    """What an answer other than 200 means."""
    status = response.status_code
    if status < 300:
        return off_dialect(outgoing.asked, f"HTTP {status}")
    if status < 400:
        return failure(ModelFault.REDIRECTED, host=outgoing.asked.host, status=status)
    data, wait = None, wait_of(response.headers)
    with suppress(ValueError, RecursionError):
        data = json.loads(raw)
    if data is None and status in (400, 404, 405, 422):
        return failure(ModelFault.NOT_AN_API, host=outgoing.asked.host, status=status)
    met = met_in(outgoing.asked, status, data, wait)
    if isinstance(met, Refusal):
        return met
    turned_away = status in (503, 529) and wait is not None
    return NotProcessed(met, wait) if met.fault is ModelFault.BUSY or turned_away else met


@dataclass(slots=True)
class _Watch:
    """Ends the connection when time is up, whatever it is doing: trickling counts as hanging."""

    expired: bool = False
    _socket: socket.socket | None = None

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Remember the socket of the connection: the last one, after TLS."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._socket = info["return_value"].get_extra_info("socket")
            if self.expired:
                self.end()

    def end(self) -> None:
        """Shut the socket down; a read that waits for it fails at once."""
        self.expired = True
        if self._socket is not None:
            with suppress(OSError):  # it may be closed already
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


@contextmanager
def _watched(seconds: float) -> Iterator[_Watch]:
    watch = _Watch()
    timer = threading.Timer(seconds, watch.end)
    timer.daemon = True
    timer.start()
    try:
        yield watch
    finally:
        timer.cancel()
