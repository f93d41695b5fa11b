"""Server-sent events: bytes as they arrive -> the data of each event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


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
