"""The last step of GitHub's manifest flow: a code, once, for the new App's key and secrets.

https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import httpx

from bot.errors import GitHubError, cause

_CODE = re.compile("[A-Za-z0-9_-]{1,100}")


@dataclass(frozen=True, slots=True)
class NewApp:
    """What GitHub says of an App it has just made. Secrets stay out of `repr`."""

    id: int
    slug: str
    url: str
    pem: str = field(repr=False)
    webhook_secret: str = field(repr=False)


def converted(api: str, code: str, transport: httpx.BaseTransport | None = None) -> NewApp:
    """Trade the code for the App. Raises GitHubError."""
    if not _CODE.fullmatch(code):
        raise _failed("the code is not from GitHub")
    headers = {"Accept": "application/vnd.github+json"}
    try:
        with httpx.Client(transport=transport, timeout=10, trust_env=False) as client:
            answer = client.post(f"{api}/app-manifests/{code}/conversions", headers=headers)
        if answer.status_code != 201:
            raise _failed(f"GitHub answered {answer.status_code}")
        row = answer.json()
        told = (str(row[name]) for name in ("slug", "html_url", "pem", "webhook_secret"))
        return NewApp(int(row["id"]), *told)
    except (httpx.HTTPError, ValueError, KeyError, TypeError) as problem:
        raise _failed(cause(problem)) from problem


def _failed(why: str) -> GitHubError:
    what = f"GitHub did not return the new App's key ({why})"
    return GitHubError("PLANGATE-SETUP-001", what, "Start again: a code works once, for one hour")
