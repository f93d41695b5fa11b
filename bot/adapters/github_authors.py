"""Who had a hand in a pull request's commits, and which folders are actions: the GraphQL for both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.domain.listing import Listing

_COMMITS = """commits(last: 100) {
        pageInfo { hasPreviousPage startCursor }
        nodes {
          commit {
            signature { wasSignedByGitHub }
            authors(first: 20) { nodes { user { login } } pageInfo { hasNextPage } }
            checkSuites(first: 5) { nodes { push { pusher { __typename login } } } }
          }
        }
      }"""
HANDS = f"headRefOid\n      {_COMMITS}"
"""What to ask of a pull request. GitHub tells a push by the check suites that it began.

https://docs.github.com/en/graphql/reference/objects#checksuite
"""
OLDER_HANDS = f"""query ($owner: String!, $name: String!, $number: Int!, $before: String!) {{
  repository(owner: $owner, name: $name) {{
    pullRequest(number: $number) {{
      {_COMMITS.replace("last: 100", "last: 100, before: $before")}
    }}
  }}
}}"""
"""The hundred commits before a cursor."""
_FILES = ("action.yml", "action.yaml")


def pushers(nodes: Sequence[dict[str, Any] | None], *, whole: bool) -> Listing[str]:
    """The logins of those who pushed one of these commits, or are named as co-authors of one.

    What GitHub's own pages made names no co-author: there a reviewer's suggestion was taken over. Not
    complete where these are not `whole`, all commits, or one has more authors than were asked for.
    """
    commits = [node["commit"] for node in nodes if node]
    cut = any(more(commit.get("authors") or {}) for commit in commits)
    logins = dict.fromkeys(login for commit in commits for login in _of_commit(commit))
    return Listing(tuple(logins), complete=whole and not cut)


def more(connection: Mapping[str, Any]) -> bool:
    """Say whether GraphQL has more of a list than it was asked for."""
    return bool((connection.get("pageInfo") or {}).get("hasNextPage"))


def _of_commit(commit: dict[str, Any]) -> Iterator[str]:
    for suite in (commit.get("checkSuites") or {}).get("nodes") or ():
        pusher = ((suite or {}).get("push") or {}).get("pusher") or {}
        if pusher.get("login"):
            yield pusher["login"] + ("[bot]" if pusher.get("__typename") == "Bot" else "")
    if (commit.get("signature") or {}).get("wasSignedByGitHub"):
        return
    for author in (commit.get("authors") or {}).get("nodes") or ():
        login = ((author or {}).get("user") or {}).get("login")
        if login:
            yield str(login)


def actions_query(folders: Sequence[str], ref: str) -> tuple[str, dict[str, str]]:
    """A query that asks which of these folders hold an action at a commit, and its variables.

    https://docs.github.com/en/graphql/reference/objects#repository : `object` is null for no such file.
    """
    paths = {f"p{n}_{k}": (f, name) for n, f in enumerate(folders) for k, name in enumerate(_FILES)}
    declared = "".join(f", ${key}: String!" for key in paths)
    asked = " ".join(f"{key}: object(expression: ${key}) {{ __typename }}" for key in paths)
    query = (
        f"query ($owner: String!, $name: String!{declared}) {{"
        f" repository(owner: $owner, name: $name) {{ {asked} }} }}"
    )
    return query, {key: f"{ref}:{folder}/{name}" for key, (folder, name) in paths.items()}


def actions_told(folders: Sequence[str], data: dict[str, Any]) -> Listing[str]:
    """The folders that hold an action, from the answer; not complete where nobody tells."""
    found = data.get("repository")
    if not found:
        return Listing((), complete=False)
    held = (f for n, f in enumerate(folders) if any(found.get(f"p{n}_{k}") for k in (0, 1)))
    return Listing(tuple(held))
