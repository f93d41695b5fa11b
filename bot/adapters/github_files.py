"""Files of a repository through GitHub's REST API."""

from __future__ import annotations

import base64

from bot.adapters.github_client import GitHubClient
from bot.errors import GitHubError, NotFound

_CONTENTS = "/repos/{repo}/contents/{path}"


def file_text(client: GitHubClient, path: str, ref: str) -> str | None:
    """The text of a file at a ref, or None where there is no such file. Raises GitHubError beyond 1 MB."""
    try:
        row = client.get(_CONTENTS, {"ref": ref} if ref else None, path=path)
    except NotFound:
        return None
    if not isinstance(row, dict) or row.get("type") != "file":
        return None
    if row.get("encoding") != "base64":
        what = f"`{path}` is too large to be read"
        raise GitHubError("PLANGATE-GITHUB-006", what, "Keep it below 1 MB")
    return base64.b64decode(row["content"]).decode("utf-8", "replace")
