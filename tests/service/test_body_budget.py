"""Nobody without the secret keeps signed deliveries out by bodies that never end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.service.asgi import MOST_BUFFERED
from tests.entrypoints.test_webhook import BODY, Door, headers

MB = 1024 * 1024


async def delivered(app: Any, given: Mapping[str, str], *parts: bytes, ends: bool) -> Any:
    """Start of the answer to a delivery that comes in parts, and perhaps never ends."""
    left, said = list(parts), list[Any]()

    async def receive() -> Mapping[str, Any]:
        if not left:
            await asyncio.sleep(60)
        part = left.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(left) or not ends}

    async def send(message: Any) -> None:
        said.append(message)

    raw = [(name.lower().encode(), value.encode()) for name, value in given.items()]
    scope = {"type": "http", "method": "POST", "path": "/webhook", "headers": raw}
    await app(scope, receive, send)
    return said[0]


FORGED = "sha256=" + "0" * 64


@pytest.mark.parametrize("signature", [None, "sha1=00", FORGED], ids=["none", "sha1", "forged"])
def test_unfinished_bodies_keep_no_signed_delivery_out(signature: str | None) -> None:
    """Without a signature's form nothing is read; large bodies have half of the memory at most."""
    # issue 19: eleven of them held all of it
    app: Any = Door().client.app
    given = headers(X_Hub_Signature_256=signature)
    part = b"x" * (24 * MB)

    async def crowded() -> tuple[int, int, int]:
        count = MOST_BUFFERED // len(part) + 1
        waits = [
            asyncio.create_task(delivered(app, given, part, b"", ends=False)) for _ in range(count)
        ]
        await asyncio.sleep(0.1)
        answer = await delivered(app, headers(), BODY, ends=True)
        held, status = app._budget.held, answer["status"]
        for one in waits:
            one.cancel()
        await asyncio.gather(*waits, return_exceptions=True)
        return status, held, app._budget.held

    status, held, after = asyncio.run(crowded())
    assert status == 202
    assert held <= (MOST_BUFFERED // 2 if signature == FORGED else 0)
    assert after == 0


def test_what_is_refused_before_its_body_came_closes_the_connection() -> None:
    """The rest of it is not wanted; whose body came keeps its connection."""
    app: Any = Door().client.app
    unsigned = headers(X_Hub_Signature_256=None)
    refused = asyncio.run(delivered(app, unsigned, b"x", ends=False))
    forged = asyncio.run(delivered(app, headers(X_Hub_Signature_256=FORGED), b"x", ends=True))

    assert (refused["status"], (b"connection", b"close") in refused["headers"]) == (401, True)
    assert (forged["status"], (b"connection", b"close") in forged["headers"]) == (401, False)
