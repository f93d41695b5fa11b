"""Accounts: what they may do in a repository, and what GitHub tells of who edited, deleted and labelled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

GHOST = "ghost"
"""The name that GitHub shows for every deleted account: two of these need not be one person."""


class Permission(StrEnum):
    """What a person may do in a repository, weakest first.

    https://docs.github.com/en/organizations/managing-user-access-to-your-organizations-repositories
    """

    NONE = "none"
    READ = "read"
    TRIAGE = "triage"
    WRITE = "write"
    MAINTAIN = "maintain"
    ADMIN = "admin"

    def at_least(self, other: Permission) -> bool:
        """Say whether this permission includes `other`."""
        order = list(Permission)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Person:
    """A GitHub account."""

    login: str
    id: int = 0
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class LastEdit:
    """The last edit of a text: no time means that there was none, no person that nobody is named."""

    at: datetime | None = None
    by: Person | None = None

    @property
    def edited(self) -> bool:
        """Say whether there was an edit."""
        return self.at is not None


@dataclass(frozen=True, slots=True)
class Edit:
    """One version of a text: when it was written, by whom (nobody known: None), and what it said.

    No `body`: GitHub does not tell it, because somebody deleted this version from the edit history.
    """

    at: datetime
    by: Person | None
    body: str | None


@dataclass(frozen=True, slots=True)
class Deletion:
    """A comment that somebody else deleted: when, who, and whose it was (None: nobody tells).

    `ours`: our own account wrote it. What our own account deletes is no deletion.
    """

    at: datetime
    by: Person | None
    author: Person | None
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Trail:
    """What GitHub tells of an issue; `comments` are last edits by the comments' node ids.

    `body` is the last edit of the issue's text (None: not told). `labelled` says who gave each label
    last, by its name in small letters; a label that nobody told of, or that a program gave, is not in it.
    `deletions` come oldest first; not `whole`: there were more before them. `tampered` are edits of the
    hidden parts of our own comments by others.
    """

    body: LastEdit | None = None
    comments: Mapping[str, LastEdit] = field(default_factory=dict)
    labelled: Mapping[str, str] = field(default_factory=dict)
    deletions: tuple[Deletion, ...] = ()
    whole: bool = True
    tampered: tuple[LastEdit, ...] = ()


@dataclass(frozen=True, slots=True)
class Witness:
    """What the event itself saw: evidence, never truth. Who acted, a comment before and after an edit.

    The comment's texts are told where they may be evidence: of an edit by somebody else than its author.
    `heads_before` are the commits that pushes left, oldest first; `turned` says that a pull request went
    to another branch. `earlier` names what happened in events that folded into this one.
    """

    event: str
    action: str
    sender: Person
    delivery: str = ""
    comment_id: int = 0
    body_before: str | None = None
    body_after: str | None = None
    button: str = ""
    heads_before: tuple[str, ...] = ()
    turned: bool = False
    label: str = ""
    earlier: frozenset[str] = frozenset()


def did(seen: Witness | None) -> frozenset[str]:
    """What happened, as GitHub names it: `issues.closed`."""
    return seen.earlier | {f"{seen.event}.{seen.action}"} if seen else frozenset()


def was(seen: Witness | None, event: str, *actions: str) -> bool:
    """Say whether one of these happened; `event` is how the event's name begins."""
    told = (what.partition(".") for what in did(seen))
    return any(name.startswith(event) and action in actions for name, _, action in told)
