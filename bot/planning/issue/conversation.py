"""The conversation: what was said below an issue, and whether who said it may decide."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.facts import Comment
from bot.planning.issue.markdown import IssueText, read

INSIDERS = frozenset(("OWNER", "MEMBER", "COLLABORATOR"))
"""https://docs.github.com/en/graphql/reference/enums#commentauthorassociation"""
_MOST = 100


@dataclass(frozen=True, slots=True)
class Remark:
    """One comment as read; `decides` says that an insider or the issue's own author wrote it."""

    at: datetime
    decides: bool
    text: IssueText


def remarks(comments: Iterable[Comment], author: str) -> tuple[Remark, ...]:
    """Read the newest hundred comments of an issue, oldest first; takes the issue's author too."""
    return tuple(_read(c, author) for c in tuple(comments)[-_MOST:])


def _read(comment: Comment, author: str) -> Remark:
    own = comment.author.login == author
    decides = own or comment.association in INSIDERS
    return Remark(comment.created_at, decides, read("", comment.body))
