"""The trail of an issue: what GitHub tells of who edited, deleted and labelled, beside what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.people import Person


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
