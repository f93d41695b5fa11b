"""GraphQL on pull requests, queues and the default branch: what it does not tell is unknown, not empty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.adapters.github_authors import connection, rows_of
from bot.adapters.github_facts import Json, moment
from bot.adapters.github_trails import person
from bot.domain.facts import Edit
from bot.domain.listing import Listing
from bot.ports.github import Queued

# https://docs.github.com/en/graphql/reference/objects#mergequeue
QUEUE = """query ($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100) {
        nodes { position pullRequest { number } headCommit { oid } baseCommit { oid } }
        pageInfo { hasNextPage }
      }
    }
  }
}"""
# https://docs.github.com/en/graphql/reference/objects#usercontentedit : `diff` is the text after the edit,
# and null where somebody deleted that version.
_VERSIONS = """userContentEdits(first: 100) {
      nodes { editedAt diff editor { __typename login } }
      pageInfo { hasNextPage }
    }"""
EDITS = f"""query ($id: ID!) {{
  node(id: $id) {{
    ... on IssueComment {{ {_VERSIONS} }}
    ... on Issue {{ {_VERSIONS} }}
    ... on PullRequest {{ {_VERSIONS} }}
  }}
}}"""


@dataclass(frozen=True, slots=True)
class HomeAnswer:
    """Where the default branch points, and the policy file there; `text` is None without one.

    `told` is False where the file is unknown: nobody answered, or it is too large for GraphQL.
    """

    sha: str = ""
    text: str | None = None
    told: bool = False


def home_of(repository: Json) -> HomeAnswer | None:
    """The part of an answer about the default branch; nothing where it does not tell of one."""
    branch = repository.get("defaultBranchRef") or {}
    sha = (branch.get("target") or {}).get("oid") or ""
    if not sha or "policy" not in repository:
        return None
    file = repository["policy"]
    whole = file is None or (isinstance(file.get("text"), str) and not file.get("isTruncated"))
    return HomeAnswer(sha, file["text"] if file and whole else None, whole)


def alone_on(pull: Json, number: int) -> str:
    """The head commit that no other open pull request has as its head; empty where that is not known."""
    found, sha = connection(pull.get("repository") or {}, "open"), _head(pull).get("oid") or ""
    here = {n["number"] for n in found.rows if n["headRefOid"] == sha}
    return sha if here == {number} and found.complete else ""


def statusless(pull: Json) -> str:
    """The head commit that has no status; empty where it has one, or where that is not known.

    https://docs.github.com/en/graphql/reference/objects#commit : `status` is null without any.
    """
    commit = _head(pull)
    none = "status" in commit and commit["status"] is None
    return commit.get("oid") or "" if none else ""


def told(data: dict[str, Any], errors: Iterable[Json]) -> dict[str, Any]:
    """An answer without what GitHub refused to tell: there it writes null, which elsewhere means none.

    https://spec.graphql.org/October2021/#sec-Errors : each error names the path of its field; where
    that may not be null, the null stands further up.
    """
    for error in errors:
        _drop(data, error.get("path") or [])
    return data


def _drop(place: Any, path: list[Any]) -> None:
    match place, path:
        case dict(), [step, *rest]:
            if place.get(step) is None:
                place.pop(step, None)
            else:
                _drop(place[step], rest)
        case list(), [int(step), *rest] if step < len(place):
            _drop(place[step], rest)


def _head(pull: Json) -> Json:
    newest: Json = next(iter(connection(pull, "head").rows), {})
    return newest.get("commit") or {}


def links_of(pull: Json, here: str) -> Listing[int]:
    """The issues of the repository `here` that GitHub links to a pull request."""
    found = connection(pull, "closingIssuesReferences")
    home = here.lower()
    told = [node for node in found.rows if node.get("repository")]
    ours = (n for n in told if n["repository"]["nameWithOwner"].lower() == home)
    numbers = sorted({node["number"] for node in ours})
    return Listing(tuple(numbers), found.complete and len(told) == len(found.rows))


def queue_of(data: Json) -> Listing[Queued]:
    """The entries of a merge queue."""
    repository = data.get("repository") or {}
    if repository.get("mergeQueue", {}) is None:
        return Listing()  # there is none
    entries = connection(repository.get("mergeQueue", {}), "entries")
    found = (
        Queued(
            pull=node["pullRequest"]["number"],
            head_sha=(node.get("headCommit") or {}).get("oid") or "",
            base_sha=(node.get("baseCommit") or {}).get("oid") or "",
        )
        for node in entries.rows
        if node.get("pullRequest")
    )
    whole = all({"pullRequest", "headCommit", "baseCommit"} <= {*node} for node in entries.rows)
    return Listing(tuple(found), entries.complete and whole)


def edits_of(data: Json) -> Listing[Edit]:
    """The versions of a text, oldest first; none where one of them cannot be read."""
    node = data.get("node") or {}
    edits, rows = connection(node, "userContentEdits"), rows_of(node.get("userContentEdits") or {})
    if not all(row and row.get("editedAt") for row in rows):
        return Listing(complete=False)
    told = [Edit(moment(r["editedAt"]), person(r.get("editor")), r.get("diff")) for r in rows]
    if told and told[0].at >= told[-1].at:  # newest first, as on the page; times are whole seconds
        told.reverse()
    return Listing(tuple(told), edits.complete)
