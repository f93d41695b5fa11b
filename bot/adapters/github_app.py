"""A GitHub App: signs in, finds its installation, and keeps one short-lived token per repository.

Safe for threads, so one instance serves all workers of a process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from github import Auth

from bot.adapters.github_app_log import FailedDelivery, failed_since
from bot.adapters.github_client import API_URL, GitHubClient
from bot.adapters.github_pages import app_pages
from bot.adapters.github_traffic import Pace
from bot.errors import ConfigError, GitHubError, NotFound

# The least we need; a token is asked for what the installation grants of it, so that a missing
# permission shows where it is needed, and `actions` and `merge_queues` stay optional.
# https://docs.github.com/en/rest/apps/apps#create-an-installation-access-token-for-an-app
WANTED = {
    "actions": "read",
    "checks": "write",
    "contents": "read",
    "issues": "write",
    "merge_queues": "read",
    "metadata": "read",
    "pull_requests": "write",
    "statuses": "read",
}
RENEW_BEFORE = 300.0
# GitHub's tokens live for an hour. Our clock may be wrong, or be set while one is held: so a token's
# life is counted in seconds from its minting, and a wrong clock neither mints one for each request
# nor keeps one for a day. One that GitHub refuses before its time is renewed anyway.
SHORTEST_LIFE, LONGEST_LIFE = 60.0, 3300.0
MOST = 10_000
_TOKENS = "/app/installations/{installation}/access_tokens"
OURSELVES = "plangate/plangate"
"""Where a client wants a repository's name, and the App's own routes need none."""


@dataclass(frozen=True, slots=True)
class _Installation:
    id: int
    app_id: int
    slug: str
    granted: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    renew_at: float
    """By the monotonic clock."""


class GitHubApp:
    """The App's identity: `auth(full_name)` gives a client what it needs for one repository."""

    def __init__(
        self,
        app_id: str,
        private_key: str,
        base_url: str = API_URL,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`app_id` is the App's id or client id; `private_key` its PEM, read once a process (40 ms)."""
        self._key = _parse(private_key)
        self._now, self._monotonic = now, monotonic
        self._auth = Auth.AppAuth(app_id, sign_func=self._sign)
        self._base_url = base_url
        self._lock = threading.RLock()
        self._installations: dict[str, _Installation] = {}
        self._tokens: dict[str, _Token] = {}

    def auth(self, full_name: str, repository: int = 0) -> InstallationAuth:
        """What a client of this repository signs its requests with; an id outlives a name."""
        return InstallationAuth(self, full_name, repository)

    def installation(self, full_name: str) -> _Installation:
        """Our installation on a repository, asked once."""
        with self._lock:
            if full_name not in self._installations:
                self._installations[full_name] = self._find(full_name)
            return self._installations[full_name]

    def token(self, full_name: str, repository: int = 0) -> str:
        """A token for this repository alone that lives for five minutes at least."""
        with self._lock:
            held = self._tokens.get(full_name)
            if held is None or self._monotonic() >= held.renew_at:
                held = self._tokens[full_name] = self._mint(full_name, repository)
            return held.text

    def refused(self, full_name: str, token: str) -> None:
        """Drop a token that GitHub refused, unless a newer one has taken its place."""
        with self._lock:
            held = self._tokens.get(full_name)
            if held and held.text == token:
                del self._tokens[full_name]
                self._installations.pop(full_name, None)

    def _find(self, full_name: str) -> _Installation:
        try:
            row = self._client(full_name).get("/repos/{repo}/installation")
        except NotFound as missing:
            what = f"The GitHub App is not installed on {full_name}"
            remedy = "Install the App on the repository"
            raise GitHubError("PLANGATE-GITHUB-011", what, remedy) from missing
        slug = row.get("app_slug") or self._client(full_name).get("/app")["slug"]
        return _Installation(row["id"], row["app_id"], slug, row.get("permissions") or {})

    def _mint(self, full_name: str, repository: int) -> _Token:
        installation = self.installation(full_name)
        body: dict[str, Any] = {"permissions": _least(installation.granted)}
        if repository:
            body["repository_ids"] = [repository]
        else:
            body["repositories"] = [full_name.split("/")[1]]
        try:
            row = self._client(full_name).write("POST", _TOKENS, body, installation=installation.id)
        except NotFound:  # uninstalled, and perhaps installed again under another id
            self._installations.pop(full_name, None)
            raise
        left = datetime.fromisoformat(row["expires_at"]).timestamp() - self._now()
        life = min(LONGEST_LIFE, max(SHORTEST_LIFE, left - RENEW_BEFORE))
        return _Token(row["token"], self._monotonic() + life)

    def check(self) -> None:
        """Raise GitHubError when GitHub does not accept our id and key."""
        self._client(OURSELVES).get("/app")

    def repositories(self) -> tuple[str, ...]:
        """Every repository of every installation that is not suspended."""
        found: list[str] = []
        for page in app_pages(self._client(OURSELVES), "/app/installations", MOST):
            for row in page or ():
                if not row.get("suspended_at"):
                    found += self._repositories(row)
        return tuple(sorted(set(found)))

    def _repositories(self, installation: dict[str, Any]) -> list[str]:
        body = {"permissions": {"metadata": "read"}}
        client = self._client(OURSELVES)
        token = client.write("POST", _TOKENS, body, installation=installation["id"])["token"]
        theirs = GitHubClient(OURSELVES, Auth.Token(token), self._base_url, Pace(0))
        pages = app_pages(theirs, "/installation/repositories", MOST)
        rows = [row for page in pages for row in page["repositories"]]
        return [row["full_name"] for row in rows if not row.get("archived")]

    def failed_deliveries(self, since: datetime) -> tuple[FailedDelivery, ...]:
        """Deliveries that failed since then and were not delivered again since, oldest first."""
        return failed_since(self._client(OURSELVES), since)

    def redeliver(self, delivery_id: int) -> None:
        """Have GitHub deliver once more."""
        route = "/app/hook/deliveries/{delivery}/attempts"
        self._client(OURSELVES).write("POST", route, delivery=delivery_id)

    def _client(self, full_name: str) -> GitHubClient:
        return GitHubClient(full_name, self._auth, self._base_url, Pace(0))

    def _sign(self, payload: dict[str, Any]) -> str:
        return jwt.encode(payload, self._key, algorithm="RS256")


class InstallationAuth(Auth.Auth):
    """Signs a client's requests with the App's token for one repository."""

    def __init__(self, app: GitHubApp, full_name: str, repository: int) -> None:
        """Made by `GitHubApp.auth`."""
        self._app, self._full_name, self._repository = app, full_name, repository
        self._last = ""

    @property
    def token_type(self) -> str:
        """The word before the token."""
        return "token"

    @property
    def token(self) -> str:
        """The token in force."""
        self._last = self._app.token(self._full_name, self._repository)
        return self._last

    @property
    def app_id(self) -> int:
        """The App's numeric id."""
        return self._app.installation(self._full_name).app_id

    @property
    def login(self) -> str:
        """The login of the App's bot user."""
        return f"{self._app.installation(self._full_name).slug}[bot]"

    def renew(self) -> None:
        """Give up the token that was refused; the next request brings a new one."""
        self._app.refused(self._full_name, self._last)


def _least(granted: dict[str, str]) -> dict[str, str]:
    """What we want, cut down to what is granted: asking for more is refused with 422."""
    return {
        name: "read" if "read" in (level, granted[name]) else level
        for name, level in WANTED.items()
        if name in granted
    }


@lru_cache(maxsize=1)
def _parse(pem: str) -> RSAPrivateKey:
    # environment files hold one line: its line ends are told as \n
    try:
        key = load_pem_private_key(pem.replace("\\n", "\n").encode(), None)
    except (TypeError, ValueError):
        key = None
    if not isinstance(key, RSAPrivateKey):
        what = "The App's private key is not an RSA key in PEM form"
        remedy = "Create one with *Generate a private key* in the App's settings"
        raise ConfigError("PLANGATE-CONFIG-011", what, remedy)
    return key
