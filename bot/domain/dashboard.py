"""The dashboard: what waits for whom in a repository, in lists of which each has a limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.domain.authority import Privilege
from bot.domain.facts import Issue, RecordState
from bot.domain.policy import Policy

MOST = 15
"""So many rows a list has at most, and so many records are read for each of two lists."""
MOST_LABELLED, MOST_PULLS = 100, 100
"""So many issues that ask for a plan, and open pull requests, are looked through: the newest."""


@dataclass(frozen=True, slots=True)
class LabelledIssues:
    """Open issues with a label: how many GitHub counts, and the first or newest of them."""

    total: int = 0
    rows: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedPull:
    """An open pull request with what our check on its newest commit says (empty: there is none).

    `remedy` is the first thing to do, in the check's own words.
    """

    number: int
    title: str
    author: str
    draft: bool = False
    conclusion: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Overview:
    """What one question to GitHub tells: issues by label, and pull requests of how many."""

    issues: Mapping[str, LabelledIssues] = field(default_factory=dict)
    pulls: tuple[ListedPull, ...] = ()
    open_pulls: int = 0


@dataclass(frozen=True, slots=True)
class DashboardFacts:
    """What the lists are made from; `records` are those of the issues that were looked into."""

    policy: Policy
    seen: Overview
    records: Mapping[int, RecordState] = field(default_factory=dict)


class DashboardKind(StrEnum):
    """The lists, in their order; each has its heading in `dashboard.md.j2`."""

    WAITING = "waiting"
    APPROVAL = "approval"
    WORK = "work"
    BLOCKED = "blocked"
    FAILED = "failed"


class FailedWhy(StrEnum):
    """Why an issue that asks for a plan has none; `FAILED` and `REFUSED` come with a reason."""

    MISSING = "missing"
    OFFERED = "offered"
    FAILED = "failed"
    REFUSED = "refused"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class DashboardRow:
    """An issue or pull request; `author` opened it.

    `writers`: only somebody with write permission may answer. `until` is when the recommended options
    are taken. `text` is a remedy or a reason, in whoever's words. A tick of its `box` asks to judge the pull
    request again, or to plan the issue now.
    """

    number: int
    title: str
    author: str
    stage: str = ""
    questions: int = 0
    writers: bool = False
    until: datetime | None = None
    why: FailedWhy | None = None
    text: str = ""
    box: Privilege | None = None

    @property
    def marker(self) -> str:
        """What names its box, such as `look.34`; empty without one."""
        return f"{self.box.value}.{self.number}" if self.box else ""


@dataclass(frozen=True, slots=True)
class DashboardList:
    """A list: how many there are, and the rows that are shown.

    `looked`, where not all candidates were looked at: so many were, `of` so many.
    """

    kind: DashboardKind
    total: int
    rows: tuple[DashboardRow, ...] = ()
    looked: int = 0
    of: int = 0
