"""Who had a hand in a pull request's commits, and which folders are actions: the GraphQL for both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.adapters.github_facts import Json
from bot.domain.listing import Listing

COMMITS = """commits(last: 100) {
        pageInfo { hasPreviousPage startCursor }
        nodes {
          commit {
            signature { wasSignedByGitHub }
            authors(first: 20) { nodes { user { login } } pageInfo { hasNextPage } }
            checkSuites(first: 5) { nodes { push { pusher { __typename login } } } }
          }
        }
      }"""
HANDS = f"headRefOid\n      {COMMITS}"
"""What to ask of a pull request. GitHub tells a push by the check suites that it began.

https://docs.github.com/en/graphql/reference/objects#checksuite
"""
_FILES = ("action.yml", "action.yaml")


def older(thing: str, listed: str) -> str:
    """The question for the hundred rows of a list before a cursor: by `last` the newest come."""
    return f"""query ($owner: String!, $name: String!, $number: Int!, $before: String!) {{
  repository(owner: $owner, name: $name) {{
    {thing}(number: $number) {{ {listed.replace("last: 100", "last: 100, before: $before")} }}
  }}
}}"""


def pushers(nodes: Sequence[dict[str, Any] | None], *, whole: bool) -> Listing[str]:
    """The logins of those who pushed one of these commits, or are named as co-authors of one.

    What GitHub's own pages made names no co-author: there a reviewer's suggestion was taken over. Not
    complete where these are not `whole`, all commits, or one has more authors than were asked for, or
    GitHub does not tell of one. A suite without a push and an author without an account are told: as null.
    """
    commits = [(node or {}).get("commit") or {} for node in nodes]
    logins = dict.fromkeys(login for commit in commits for login in _of_commit(commit))
    return Listing(tuple(logins), whole and all(map(_is_told, commits)))


def connection(node: Json, name: str, *, paged: bool = True) -> Listing[Any]:
    """A list in an answer, without the rows that GitHub does not tell.

    Complete where it tells every row, and that there are no more; not `paged`: more were not asked for.
    """
    told = node.get(name) or {}
    rows = rows_of(told)
    last = not paged or (told.get("pageInfo") or {}).get("hasNextPage") is False
    return Listing(tuple(row for row in rows if row), last and all(rows))


def rows_of(page: Json) -> list[Any]:
    """The rows of a list as they are told; where the list is not, one row of which nothing is known."""
    rows = page.get("nodes")
    return rows if isinstance(rows, list) else [None]


def _is_told(commit: Json) -> bool:
    suites = connection(commit, "checkSuites", paged=False)
    authors = connection(commit, "authors")
    pushes = [suite.get("push", {}) for suite in suites.rows]
    named = all(push is None or "pusher" in push for push in pushes)
    named = named and all("user" in author for author in authors.rows)
    return named and suites.complete and authors.complete


def _of_commit(commit: Json) -> Iterator[str]:
    for suite in connection(commit, "checkSuites").rows:
        pusher = (suite.get("push") or {}).get("pusher") or {}
        if pusher.get("login"):
            yield pusher["login"] + ("[bot]" if pusher.get("__typename") == "Bot" else "")
    if (commit.get("signature") or {}).get("wasSignedByGitHub"):
        return
    for author in connection(commit, "authors").rows:
        login = (author.get("user") or {}).get("login")
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
    found = data.get("repository") or {}
    held = (f for n, f in enumerate(folders) if any(found.get(f"p{n}_{k}") for k in (0, 1)))
    whole = all(f"p{n}_{k}" in found for n in range(len(folders)) for k in (0, 1))
    return Listing(tuple(held), whole)
