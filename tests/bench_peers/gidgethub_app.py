"""gidgethub on aiohttp: verifies, parses and dispatches to a handler that does nothing. It stores nothing."""

from __future__ import annotations

import os
from typing import Any

import uvloop
from aiohttp import web
from gidgethub import routing, sansio

SECRET = os.environ["WEBHOOK_SECRET"]
router = routing.Router()


@router.register("issue_comment")
async def comment(event: Any) -> None:
    """Nothing to do."""


async def hook(request: web.Request) -> web.Response:
    """One delivery."""
    event = sansio.Event.from_http(request.headers, await request.read(), secret=SECRET)
    await router.dispatch(event)
    return web.Response(status=200)


if __name__ == "__main__":
    uvloop.install()
    app = web.Application()
    app.router.add_post("/webhook", hook)
    web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]), access_log=None, print=None)
