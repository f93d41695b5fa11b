"""GitHub's refusals and silences, told apart by one table.

| code | means |
| --- | --- |
| PLANGATE-GITHUB-001 | 401: the token is wrong, expired or revoked |
| PLANGATE-GITHUB-002 | 403: the token lacks a permission; the message names it |
| PLANGATE-GITHUB-003 | 403 or 429: a rate limit; `wait_seconds` says how long (bot.errors) |
| PLANGATE-GITHUB-004 | 404: no such thing, or hidden from the token |
| PLANGATE-GITHUB-005 | 410: gone, or switched off in this repository |
| PLANGATE-GITHUB-006 | any other refusal, with GitHub's own message |
| PLANGATE-GITHUB-007 | 5xx or a garbled answer: GitHub failed; a write may have happened |
| PLANGATE-GITHUB-008 | no answer: network, time-out; a write may have happened |
| PLANGATE-GITHUB-009 | redirected to another host, or a write under a former name: not followed |
| PLANGATE-GITHUB-010 | nobody can say which account the token belongs to |
| PLANGATE-GITHUB-011 | the GitHub App is not installed here |
| PLANGATE-GITHUB-012 | the repository's name is no `owner/name` |
| PLANGATE-GITHUB-013 | the GitHub App is suspended here |
| PLANGATE-GITHUB-014 | a list is longer than it is read |
| PLANGATE-GITHUB-015 | GraphQL does not tell what a dashboard shows |
| PLANGATE-GITHUB-016 | a field of an answer is missing or wrong |
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from bot.errors import GitHubError, NotFound, PermissionMissing, RateLimited

UNKNOWN_WAIT = 60.0
_WITH_BODY = frozenset({200, 201})

# What a 403 says when a permission is missing; locked, suspended and SAML speak for themselves.
_LACKS = re.compile(r"not accessible by|authenticate via a github app|must have|^forbidden", re.I)

# First match wins; the route's permission, read or write by the method.
# https://docs.github.com/en/rest/authentication/permissions-required-for-github-apps
_PERMISSIONS = (
    ("/check-runs", "checks"),
    ("/status", "statuses"),
    ("/contents", "contents"),
    ("/git/", "contents"),
    ("/pulls", "pull_requests"),
    ("/issues", "issues"),
)


_PAGE = (
    "the server answered with a web page: it is not the GitHub API",
    "Check PLANGATE_GITHUB_URL or GITHUB_API_URL (GitHub Enterprise Server: https://HOST/api/v3)",
)
SIGN_IN = (
    "Set a valid GITHUB_TOKEN or GH_TOKEN, or (on your computer) unset both and run `gh auth login`"
)
_APP = "Check PLANGATE_APP_ID and the App's private key"
_ONE = re.compile(r"GET .{0,200}/repos/([\w.-]+/[\w.-]+)(?:/issues/([0-9]+))?")


class Unanswered(GitHubError):
    """GitHub failed or stayed silent (exit 5): whether a write happened must be found out."""

    @property
    def silent(self) -> bool:
        """Say whether there was no answer at all, so that GitHub may still be at work."""
        return self.code == "PLANGATE-GITHUB-008"


@dataclass(frozen=True, slots=True)
class GitHubResponse:
    """What came back: status, headers in lower case, and the text as sent."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self) -> Any:
        """The decoded body; None where none is due (204). Raises Unanswered when it is garbled or missing."""
        if not self.text and self.status not in _WITH_BODY:
            return None
        try:
            return json.loads(self.text)
        except ValueError:
            if self.is_page:
                raise Unanswered("PLANGATE-GITHUB-007", *_PAGE) from None
            what = "GitHub's answer is incomplete" if self.text else "GitHub's answer is empty"
            raise Unanswered("PLANGATE-GITHUB-007", what, "Try again") from None

    @property
    def is_page(self) -> bool:
        """Say whether it is a web page, which GitHub's API never answers with."""
        return self.text.lstrip()[:1] == "<"

    @property
    def message(self) -> str:
        """GitHub's own words, with the details of a 422."""
        try:
            body = json.loads(self.text or "{}")
        except ValueError:
            return ""
        if not isinstance(body, dict):
            return ""
        errors = body.get("errors") or ()
        details = [e if isinstance(e, str) else e.get("message") or "" for e in errors]
        return ": ".join(str(part) for part in (body.get("message"), *details) if part)


def problem(method: str, route: str, answer: GitHubResponse, path: str = "") -> GitHubError:
    """The error that an answer of 400 and above stands for; `path` is the route filled in."""
    asked = f"{method} {path or route}"
    if answer.status >= 500:
        what = f"GitHub failed ({answer.status}) at {asked}"
        return Unanswered("PLANGATE-GITHUB-007", what, "Try again; see githubstatus.com")
    if answer.is_page:
        return GitHubError("PLANGATE-GITHUB-007", *_PAGE)
    if answer.status == 401:
        why, app = answer.message or "Bad credentials", route.startswith("/app")
        what = f"GitHub does not accept the {'App' if app else 'token'} ({why})"
        return GitHubError("PLANGATE-GITHUB-001", what, _APP if app else SIGN_IN)
    wait = _wait(answer)
    if wait is not None:
        return RateLimited(f"GitHub's rate limit is reached ({asked})", wait)
    return _refusal(asked, _needed(method, route, answer), answer)


def _refusal(asked: str, needed: str, answer: GitHubResponse) -> GitHubError:
    if answer.status == 403 and _LACKS.search(answer.message):
        what = f"the token may not {asked} ({answer.message})"
        remedy = f"Give the token or the App the permission `{needed}`"
        if "github app" in answer.message.lower():
            remedy = f"Use a GitHub App or the job's own token, with `{needed}`"
        return PermissionMissing("PLANGATE-GITHUB-002", what, remedy)
    if answer.status == 404 or (answer.status == 410 and "deleted" in answer.message.lower()):
        return NotFound("PLANGATE-GITHUB-004", *_missing(asked))
    if answer.status == 410:
        what = f"Removed or switched off: {asked} ({answer.message})"
        return GitHubError("PLANGATE-GITHUB-005", what, "Check the repository's settings")
    if answer.status == 403 and "suspended" in answer.message.lower():
        remedy = "Unsuspend the App in the installation's settings"
        return GitHubError("PLANGATE-GITHUB-013", answer.message, remedy)
    what = f"GitHub refused {asked} ({answer.status}: {answer.message or 'no reason'})"
    remedy = "Check what the token may do" if answer.status == 403 else "Fix what GitHub names"
    return GitHubError("PLANGATE-GITHUB-006", what, remedy)


def _missing(asked: str) -> tuple[str, str]:
    """What is not there, as people call it, and the remedy."""
    found = _ONE.fullmatch(asked)
    if not found and asked.endswith("/app"):
        return "GitHub knows no App with this ID and key", _APP
    if not found and asked.endswith("/meta"):
        return "the server does not answer as the GitHub API", _PAGE[1]
    if found and found[2]:
        what = f"{found[1]} has no issue or pull request {found[2]}"
        remedy = "Check the name and the number"
    else:
        what, remedy = f"{found[1] if found else asked} does not exist", "Check the name"
    return f"{what}, or the token may not see it", f"{remedy}, and what the token may read"


def _needed(method: str, route: str, answer: GitHubResponse) -> str:
    """The permission that GitHub asks for a route, as `permissions:` of a workflow spells it.

    GitHub names it itself where it can: `issues=write,pull_requests=write`.
    https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
    """
    named = answer.headers.get("x-accepted-github-permissions", "")
    if named:
        return named.replace("=", ": ")
    name = next((name for part, name in _PERMISSIONS if part in route), "metadata")
    level = "read" if method == "GET" or name in {"contents", "metadata"} else "write"
    return f"{name}: {level}"


def _wait(answer: GitHubResponse) -> float | None:
    """Seconds that GitHub asks us to wait, or None when this is no rate limit.

    https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
    """
    headers = answer.headers
    if answer.status not in (403, 429):
        return None
    if "retry-after" in headers:
        return _seconds(headers["retry-after"])
    if headers.get("x-ratelimit-remaining") == "0":
        return max(1.0, _seconds(headers.get("x-ratelimit-reset", "")) - _server_time(headers))
    if answer.status == 429 or "rate limit" in answer.message.lower():
        return UNKNOWN_WAIT
    return None


def _seconds(text: str) -> float:
    try:
        return max(0.0, float(text))
    except ValueError:
        return UNKNOWN_WAIT


def _server_time(headers: Mapping[str, str]) -> float:
    """The server's own clock; without it the wait comes out as the least."""
    try:
        return parsedate_to_datetime(headers["date"]).timestamp()
    except (KeyError, ValueError):
        return _seconds(headers.get("x-ratelimit-reset", "")) - UNKNOWN_WAIT
