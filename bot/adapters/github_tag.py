"""Which commit a tag of a repository on GitHub names; asked without any right of our own."""

from __future__ import annotations

import re

import httpx

from bot.errors import GitHubError, cause

_SHA = re.compile("[0-9a-f]{40}")


def commit_of(
    api: str,
    repository: str,
    tag: str,
    token: str = "",
    transport: httpx.BaseTransport | None = None,
) -> str:
    """The full SHA that the tag names now; a token is needed for a private repository only.

    Raises GitHubError. https://docs.github.com/en/rest/commits/commits#get-a-commit
    """
    headers = {"Accept": "application/vnd.github.sha"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        with httpx.Client(transport=transport, timeout=10, trust_env=False) as client:
            answer = client.get(f"{api}/repos/{repository}/commits/tags/{tag}", headers=headers)
    except httpx.HTTPError as problem:
        raise _failed(repository, tag, cause(problem), "network") from problem
    sha = answer.text.strip() if answer.status_code == 200 else ""
    if not _SHA.fullmatch(sha):
        why = "with something else" if answer.status_code == 200 else str(answer.status_code)
        raise _failed(
            repository, tag, f"GitHub answered {why}", "tag, the token and the API address"
        )
    return sha


def _failed(repository: str, tag: str, why: str, check: str) -> GitHubError:
    what = f"cannot look up the commit of {repository}@{tag} ({why})"
    return GitHubError("PLANGATE-INIT-004", what, f"Check the {check}, or name the full commit SHA")
