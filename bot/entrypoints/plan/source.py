"""A Markdown file instead of an issue: front matter or first heading, comments, and other open issues."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import yaml

from bot.domain.facts import Comment, Person
from bot.errors import UsageError
from bot.planning.proposal import OpenIssue, Request

_REFERRING = (yaml.AliasToken, yaml.AnchorToken)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Rows = Sequence[Mapping[str, object]]
_MAY_WRITE = frozenset(("OWNER", "MEMBER", "COLLABORATOR"))
"""Who is taken for a writer in a file: it tells no more, and nothing is approved by what is planned of it.

https://docs.github.com/en/graphql/reference/enums#commentauthorassociation
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, open issues, comments and answers, as the command line gives them.

    `keep` takes the transcript of a model's run.
    """

    text: str
    issues: Rows = ()
    comments: Rows = ()
    answers: tuple[str, ...] = ()
    keep: Callable[[Mapping[str, Any]], None] | None = None


def request_of(source: Source) -> Request:
    """Read front matter (`title`, `labels`, `author`, `created_at`) or take the first heading."""
    front, body = _front_matter(source.text)
    title = str(front.get("title") or "")
    if not title:
        title, body = _heading(body)
    labels = front.get("labels")
    comments = tuple(_comment(n, row) for n, row in enumerate(source.comments, 1))
    return Request(
        repository="local/file",
        number=_number(front.get("number")),
        title=title,
        body=body,
        author=str(front.get("author") or ""),
        created_at=_date(front.get("created_at")),
        labels=frozenset(str(x) for x in labels) if isinstance(labels, list) else frozenset(),
        comments=comments,
        writers=frozenset(c.author.login.lower() for c in comments if c.association in _MAY_WRITE),
        open_issues=tuple(
            OpenIssue(_number(r.get("number")), str(r.get("title") or ""), str(r.get("body") or ""))
            for r in source.issues
        ),
    )


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    if not text.startswith("---\n"):
        return {}, text
    head, found, body = text[4:].partition("\n---\n")
    if not found:
        return {}, text
    try:
        referring = any(isinstance(t, _REFERRING) for t in yaml.scan(head, Loader=yaml.SafeLoader))
        front = {} if referring else yaml.safe_load(head)
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        raise _front_matter_refused("is not YAML") from problem
    if referring:
        raise _front_matter_refused("holds anchors or aliases")
    return (front if isinstance(front, dict) else {}), body


def _front_matter_refused(why: str) -> UsageError:
    remedy = "Fix it or remove it"
    return UsageError("PLANGATE-CLI-007", f"the front matter {why}", remedy)


def _heading(body: str) -> tuple[str, str]:
    lines = body.split("\n")
    for n, line in enumerate(lines):
        if line.startswith("# "):
            return line[2:].strip(), "\n".join(lines[:n] + lines[n + 1 :])
        if line.strip():
            return line.strip()[:200], "\n".join(lines[n + 1 :])
    return "", body


def _date(value: object) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return EPOCH
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    return EPOCH


def _comment(number: int, row: Mapping[str, object]) -> Comment:
    """A row as this command documents it, or as GitHub's API (or `gh --json comments`) prints it."""
    association = (row.get(k) for k in ("association", "author_association", "authorAssociation"))
    return Comment(
        id=number,
        author=_author(row),
        body=str(row.get("body") or ""),
        created_at=EPOCH,
        updated_at=EPOCH,
        association=str(next((a for a in association if a), "NONE")),
    )


def _author(row: Mapping[str, object]) -> Person:
    author = row.get("author") or row.get("user") or ""
    if isinstance(author, Mapping):
        return Person(str(author.get("login") or ""), is_bot=author.get("type") == "Bot")
    return Person(str(author))


def _number(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
