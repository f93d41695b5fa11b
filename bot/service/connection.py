"""A connection to the server: each request has to begin in time, as its body has to end."""

from __future__ import annotations

import resource
from asyncio import TimerHandle, Transport
from contextlib import suppress

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

FILES = 16_384


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, closed when a request keeps us waiting for longer than `head_within` seconds.

    Uvicorn waits for a head for as long as a byte comes now and then (slow-loris). What is waited for is
    the head and the first byte of the body; one timer a connection looks, none is made for a request.
    It is closed as well when no answer was given for `answer_within` seconds, more than rest, head, body
    and commit take together: what is no request (empty lines, a body that nobody reads) ends the rest
    and begins nothing, and an answer may not be taken.
    """

    head_within = 10.0
    answer_within = 90.0
    _answered = 0.0
    _since: float | None = None
    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._since = self._answered = self.loop.time()
        self._look_in(self.head_within)

    def on_message_begin(self) -> None:
        """Wait for a head."""
        super().on_message_begin()
        if self._since is None:
            self._since = self.loop.time()

    def on_body(self, body: bytes) -> None:
        """The body came, or begins to."""
        self._since = None
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request came; it may have had no body."""
        self._since = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answer was given."""
        self._answered = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _look_in(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._look)

    def _look(self) -> None:
        now = self.loop.time()
        waited = 0.0 if self._since is None else now - self._since
        if waited >= self.head_within or now - self._answered >= self.answer_within:
            self.transport.abort()
        else:
            self._look_in(self.head_within - waited)


def open_many_files() -> None:
    """Let the process hold a file for each of the connections it takes: 1,024 is the usual limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
