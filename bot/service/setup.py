"""`/setup`: a GitHub App in two clicks, by GitHub's manifest flow.

It is open only while `plangate serve --setup` runs, and only to a visitor with the key it printed.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from bot import log
from bot.errors import PlangateError
from bot.events import github
from bot.service.asgi import HttpRequest, HttpResponse
from bot.settings import Settings
from bot.wiring import setup as wiring

EVENTS = sorted({*github.EVENTS, "repository"} - {"pull_request_target"})
"""All that can wake us, but the one that is an Action's alone, and what becomes of a repository."""
_OWNER = re.compile(r"[A-Za-z0-9-]{1,39}")
_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
_TEMPLATE = "setup.html.j2"
_SAFE = (
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; form-action https:"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)  # fmt: skip

Convert = Callable[[str, str], wiring.NewApp]


def manifest(address: str) -> dict[str, Any]:
    """What the App is to be: where its deliveries go, what it may do, which events it hears."""
    return {
        "name": "plangate",
        "url": address,
        "hook_attributes": {"url": f"{address}/webhook", "active": True},
        "redirect_url": f"{address}/setup/created",
        "public": False,
        "default_permissions": dict(wiring.WANTED),
        "default_events": EVENTS,
        "description": "Plan before code, merge with evidence.",
    }  # fmt: skip


class SetupPages:
    """The two pages. With no `key` they only say how to open them."""

    def __init__(
        self,
        configured: Settings,
        key: str = "",
        folder: Path | None = None,
        convert: Convert = wiring.converted,
    ) -> None:
        """`folder` is where the new App's secrets are kept."""
        self._configured, self._key, self._convert = configured, key, convert
        self._folder = folder or Path()
        self._states: set[str] = set()

    async def form(self, request: HttpRequest) -> HttpResponse:
        """The first click: GitHub gets the manifest."""
        if not self._key:
            return self._page("closed", app=self._configured.app_mode)
        if not hmac.compare_digest(_one(request, "key").encode(), self._key.encode()):
            return self._page("wrong", 403, why="The key is missing from this address, or wrong.")
        state = secrets.token_urlsafe(24)
        self._states.add(state)
        organization = _one(request, "organization")
        owner = f"organizations/{organization}/" if _OWNER.fullmatch(organization) else ""
        return self._page(
            "form",
            action=f"{self._configured.server_url}/{owner}settings/apps/new?state={state}",
            manifest=json.dumps(manifest(_address(request))),
        )

    async def created(self, request: HttpRequest) -> HttpResponse:
        """GitHub sends the browser here with a code; it is traded once for key and secrets."""
        state, code = _one(request, "state"), _one(request, "code")
        if not self._key or state not in self._states:
            return self._page(
                "wrong", 403, why="This set-up was not started on this server, or was already used."
            )
        self._states.discard(state)
        try:
            app = await asyncio.to_thread(self._convert, self._configured.github_url, code)
            path = wiring.kept(self._folder, app)
        except PlangateError as problem:
            log.logger().warning("set-up failed", code=problem.code, what=problem.what)
            return self._page("wrong", 502, why=f"{problem.what}. {problem.remedy}.")
        log.logger().info("App created", what=app.slug)
        install = f"{app.url}/installations/new"
        return self._page("created", slug=app.slug, path=str(path), install=install)

    def _page(self, step: str, status: int = 200, **values: object) -> HttpResponse:
        body = wiring.page(_TEMPLATE, step=step, **values)
        return HttpResponse(status, body, "text/html; charset=utf-8", _SAFE)


def _one(request: HttpRequest, name: str) -> str:
    return parse_qs(request.query, max_num_fields=20).get(name, [""])[0]


def _address(request: HttpRequest) -> str:
    """Our own address as the browser sees it."""
    host = request.headers.get("x-forwarded-host") or request.headers.get("host", "")
    scheme = "http" if request.headers.get("x-forwarded-proto", "https") == "http" else "https"
    return f"{scheme}://{host}" if _HOST.fullmatch(host) else "https://example.invalid"
