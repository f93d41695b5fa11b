"""A connection to the server: the head of each request has to come in time, as its body has to."""

from __future__ import annotations

import resource
from asyncio import TimerHandle, Transport
from contextlib import suppress

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

FILES = 16_384


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, closed when a request's head takes longer than `head_within` seconds.

    Uvicorn waits for a head for as long as a byte comes now and then (slow-loris).
    """

    head_within = 10.0
    _head: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        """Wait for a head."""
        super().on_message_begin()
        if self._head is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """The head came."""
        self._stop()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._head = self.loop.call_later(self.head_within, self.transport.abort)

    def _stop(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None


def open_many_files() -> None:
    """Let the process hold a file for each of the connections it takes: 1,024 is the usual limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
