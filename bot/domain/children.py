"""Issues that tasks and stories become: what GitHub shows of them, and what the record keeps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from pydantic import Field

from bot.domain.people import Person
from bot.domain.value import Stored

_MARK = re.compile(r"<!-- plangate:child parent=([1-9][0-9]{0,8}) key=([A-Za-z0-9._-]{1,80}) -->")


@dataclass(frozen=True, slots=True)
class Child:
    """An issue that stands for a task; `key` is the task's id, `id` GitHub's own for links.

    `reason` says how it was closed, `closed_by` by whom, where that is told; `parent` is the issue it is
    a sub-issue of, `blockers` are the issues that GitHub says it waits for. `adopted`: we did not make it.
    """

    number: int
    id: int
    title: str
    state: str = "open"
    reason: str = ""
    key: str = ""
    parent: int = 0
    blockers: frozenset[int] = field(default_factory=frozenset)
    labels: frozenset[str] = field(default_factory=frozenset)
    closed_at: datetime | None = None
    closed_by: Person | None = None
    adopted: bool = False

    def has(self, label: str) -> bool:
        """Say whether it has a label; GitHub does not tell them apart by case."""
        return label.casefold() in {name.casefold() for name in self.labels}

    @property
    def done(self) -> bool:
        """Say whether it was closed as completed; closing as not planned finishes nothing."""
        return self.state == "closed" and self.reason in {"", "completed"}


class SubIssue(Stored):
    """The issue of a task; `settled` when its links stand, as far as GitHub offers them."""

    key: str
    number: int
    adopted: bool = False
    settled: bool = False


class TaskProgress(Stored):
    """How far a task is, and the provenance: who, when, how, and where it can be seen.

    `start` says that somebody has begun it. `revision` is the record's when this was written: a view
    that is older does not show it yet.
    """

    key: str
    done: bool
    by: str
    how: Literal["tick", "issue", "merge", "command", "start"]
    at: datetime
    permission: str = ""
    where: int = 0
    revision: int = Field(default=0, ge=0)


def marker(parent: int, key: str) -> str:
    """The line at the end of an issue of ours that says which task of which issue it is."""
    return f"<!-- plangate:child parent={parent} key={key} -->"


def read_marker(body: str) -> tuple[int, str] | None:
    """Parent and task of an issue that ends in such a line."""
    found = _MARK.fullmatch(body.rstrip().rpartition("\n")[2])
    return (int(found[1]), found[2]) if found else None
