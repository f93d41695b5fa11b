"""What is known when we decide: one frozen picture of GitHub, taken before any rule runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from bot.domain.children import Child
from bot.domain.codec import NEWER
from bot.domain.policy import Policy
from bot.domain.record import Record


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
class Repository:
    """The repository we work in (`owner/name`); in a private one nobody may do what they cannot read."""

    full_name: str
    id: int
    default_branch: str
    private: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """An issue comment; `ours` when our own account wrote it."""

    id: int
    author: Person
    body: str
    created_at: datetime
    updated_at: datetime
    association: str = "NONE"
    ours: bool = False
    url: str = ""

    @property
    def edited(self) -> bool:
        """Say whether it was changed after it was written."""
        return self.updated_at > self.created_at


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue as GitHub shows it now; `parent` is the issue it is a sub-issue of."""

    number: int
    title: str
    body: str
    author: Person
    created_at: datetime
    labels: frozenset[str] = frozenset()
    assignees: tuple[str, ...] = ()
    state: str = "open"
    locked: bool = False
    url: str = ""
    parent: int = 0

    def has(self, label: str) -> bool:
        """Say whether the issue has a label; GitHub does not tell them apart by case."""
        return label.casefold() in {name.casefold() for name in self.labels}


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file of a pull request; `status` is GitHub's word (added, modified, removed, renamed …)."""

    path: str
    status: str = "modified"


@dataclass(frozen=True, slots=True)
class Review:
    """A submitted review; `state` in capitals (APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED)."""

    id: int
    author: Person
    state: str
    commit_id: str
    submitted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A check run or commit status on a head commit; `conclusion` is empty while it runs."""

    name: str
    status: str
    conclusion: str = ""
    app_id: int = 0
    url: str = ""
    external_id: str = ""
    id: int = 0
    title: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request with the evidence GitHub has for its head commit.

    `policy` is the one at the tip of its own base branch, and judges this pull request alone.
    """

    number: int
    title: str
    body: str
    author: Person
    state: str
    merged: bool
    draft: bool
    head_sha: str
    head_ref: str
    base_ref: str
    base_sha: str
    url: str = ""
    created_at: datetime | None = None
    merged_at: datetime | None = None
    files: tuple[FileChange, ...] = ()
    reviews: tuple[Review, ...] = ()
    checks: tuple[Check, ...] = ()
    verdicts: tuple[Check, ...] = ()
    linked: tuple[LinkedIssue, ...] = ()
    too_many_links: bool = False
    policy: Policy = field(default_factory=Policy)
    policy_broken: PolicyBroken | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """Where a record stands: in a comment of ours, or (comment_id 0) at the end of the issue's body.

    `body` is the whole comment or issue body as it was read, `parts` are the comments that continue
    the record. `foreign`: an earlier account of ours wrote it, so it moves to a comment of our own.
    `card` is our section of the issue body; empty where the whole comment is ours.
    """

    body: str
    comment_id: int = 0
    parts: tuple[int, ...] = ()
    foreign: bool = False
    card: str = ""


@dataclass(frozen=True, slots=True)
class RecordAbsent:
    """The issue has no record, and no trace of one."""


@dataclass(frozen=True, slots=True)
class RecordPresent:
    """A record that can be trusted, and where it stands.

    `named` is the highest revision that a comment beside it names: without it, a rollback to an older
    one could not be noticed, nor the record be put back when it is lost.
    """

    record: Record
    home: Home
    named: int = 0


@dataclass(frozen=True, slots=True)
class RecordDamaged:
    """There is or was a record, but it cannot be trusted; `code` and `why` say what is wrong.

    `copy` is the newest sealed copy that is good, if any; else `stale` is the newest record that can
    still be read, but is older than what was lost, or was never signed: only people bring it back.
    `anchor` is the highest revision ever seen, `home` the place to mend, or nothing when it was deleted.
    """

    code: str
    why: str
    anchor: int = 0
    copy: Record | None = None
    home: Home | None = None
    stale: Record | None = None

    @property
    def newer(self) -> bool:
        """Say whether a newer version of plangate wrote it: then nothing here may replace it."""
        return self.code == NEWER


RecordState = RecordAbsent | RecordPresent | RecordDamaged


@dataclass(frozen=True, slots=True)
class LinkedIssue:
    """An issue that a pull request is linked to: where the link was found and the issue's record.

    `source` is one of keyword, branch, record, github.
    """

    number: int
    source: str
    record: RecordState


@dataclass(frozen=True, slots=True)
class PolicyBroken:
    """The policy file cannot be used; the gate stays closed and says where and why."""

    file: str
    line: int
    why: str
    column: int = 1

    def __str__(self) -> str:
        """Where and why, as compilers write it."""
        return f"{self.file}:{self.line}:{self.column}: {self.why}"


@dataclass(frozen=True, slots=True)
class Witness:
    """What the event itself saw: who acted, and a comment's text before and after the edit."""

    event: str
    action: str
    sender: Person
    delivery: str = ""
    comment_id: int = 0
    body_before: str | None = None
    body_after: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything one round may know.

    `issue.body` is what the person wrote; `raw_body` includes our record where it lives there.
    `children` are the issues of its tasks, `looked_for` the tasks whose issue would be among them;
    `can_link` says whether GitHub has sub-issues here.
    """

    repository: Repository
    policy: Policy
    now: datetime
    issue: Issue | None
    policy_broken: PolicyBroken | None = None
    raw_body: str = ""
    comments: tuple[Comment, ...] = ()
    record: RecordState = field(default_factory=RecordAbsent)
    pulls: tuple[Pull, ...] = ()
    permissions: Mapping[str, Permission] = field(default_factory=dict)
    witness: Witness | None = None
    can_check: bool = True
    children: tuple[Child, ...] = ()
    looked_for: frozenset[str] = frozenset()
    can_link: bool = True

    def permission(self, login: str) -> Permission:
        """What GitHub said this person may do; not asked or not answered counts as nothing."""
        return self.permissions.get(login.lower(), Permission.NONE)

    def with_record(self, record: RecordState) -> Facts:
        """The same facts with another view of the issue's record, as its pull requests see it too."""
        number = self.issue.number if self.issue else 0
        pulls = tuple(
            replace(
                pull,
                linked=tuple(
                    replace(x, record=record) if x.number == number else x for x in pull.linked
                ),
            )
            for pull in self.pulls
        )
        return replace(self, record=record, pulls=pulls)
