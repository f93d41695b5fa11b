"""What we may ask of GitHub itself: issues, their children, pull requests, checks and the dashboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.domain.children import Child
from bot.domain.dashboard import Overview
from bot.domain.facts import (
    Check,
    Comment,
    Commit,
    Edit,
    FileChange,
    Issue,
    Permission,
    Pull,
    Repository,
)
from bot.domain.listing import Allowance, Listing
from bot.domain.people import LastEdit, Trail
from bot.domain.verdict import CHECK, Conclusion


@dataclass(frozen=True, slots=True)
class Changed:
    """An issue or pull request that a sweep may have to look at, as GitHub's list tells of it.

    `labels` are in small letters. `ours`: hidden text of ours stands in its body. `talk`: it has comments.
    """

    number: int
    is_pull: bool
    at: datetime
    labels: frozenset[str] = frozenset()
    ours: bool = False
    talk: bool = False


@dataclass(frozen=True, slots=True)
class Labelled:
    """Somebody gave a label, written in small letters here, at a time."""

    label: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Queued:
    """An entry of a merge queue: a pull request, and the commits that would merge it."""

    pull: int
    head_sha: str
    base_sha: str


@dataclass(frozen=True, slots=True)
class GroupBranch:
    """A branch with a name as a merge queue gives it, whoever made it, and the commit it points to."""

    name: str
    head_sha: str

    @property
    def base(self) -> str:
        """The branch into which a queue of this name merges."""
        return self.name.removeprefix("gh-readonly-queue/").rpartition("/pr-")[0]


@dataclass(frozen=True, slots=True)
class LineNote:
    """A note at a line of a file; `level` is notice, warning or failure."""

    path: str
    line: int
    level: str
    title: str
    message: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the check: label and identifier at most 20 characters, description at most 40."""

    label: str
    description: str
    identifier: str


@dataclass(frozen=True, slots=True)
class CheckRun:
    """A check run of ours as it shall stand on a commit.

    `title` at most 50 characters, `summary` and `text` at most 65,535 bytes (GitHub's limit). `notes`
    are shown at lines of the change, `buttons` for our own App only.
    """

    head_sha: str
    conclusion: Conclusion
    external_id: str
    title: str
    summary: str
    text: str = ""
    notes: tuple[LineNote, ...] = ()
    buttons: tuple[Button, ...] = ()
    name: str = CHECK


class Issues(Protocol):
    """Issues, comments, labels and permissions of one repository."""

    def repository(self) -> Repository:
        """The repository. Raises NotFound."""

    def file(self, path: str, ref: str) -> str | None:
        """A file's text at a ref (empty: the default branch), or None where there is no such file."""

    def tip(self, branch: str) -> str:
        """The commit a branch points to now. Raises NotFound."""

    def issue(self, number: int) -> Issue:
        """An issue. Raises NotFound; a pull request's number is refused the same way."""

    def reopened_at(self, number: int) -> datetime | None:
        """When an issue was last opened again, if ever; the latest it can have been, if unknown."""

    def distrust(self) -> None:
        """Read all in full from here on: what was read does not fit together."""

    def comments(self, number: int) -> Listing[Comment]:
        """The comments of an issue, oldest first; those of our own account are marked `ours`."""

    def trail(self, number: int) -> Trail | None:
        """What GitHub tells of who did what on an issue, asked now; None where it tells nothing."""

    def last_edits(self, comments: Iterable[Comment]) -> Mapping[str, LastEdit]:
        """The last edits of these comments by node id; those that are told."""

    def permission(self, login: str) -> Permission:
        """What a person may do, asked now. Unknown people may nothing."""

    def open_issues(self, *labels: str) -> tuple[Issue, ...]:
        """Open issues (no pull requests), newest first, at most 300: all, or with one of these labels."""

    def changed(self, since: datetime) -> Listing[Changed]:
        """Every open issue and pull request, and the closed ones updated since then."""

    def text_of(self, comment_id: int) -> str:
        """What a comment says now; empty when it is gone."""

    def edits(self, text: Comment | Issue | Pull, *, whole: bool = True) -> tuple[Edit, ...]:
        """The versions of an edited text, oldest first; none where GitHub does not tell them.

        Not `whole`: older ones than the newest hundred may be missing.
        """

    def post(self, number: int, body: str, marker: str, *, converge: bool = False) -> Comment:
        """Post a comment that begins with `marker`; the caller has looked that there is none yet.

        Safe against lost answers: found before it is written again. With `converge` the comments are
        listed afterwards; of two posted at once the one with the lowest id stays, and is returned.
        """

    def edit(self, comment: Comment, body: str) -> Comment:
        """Change a comment of ours. Raises Moved when it no longer says what `comment` says."""

    def edit_body(self, issue: Issue, body: str) -> None:
        """Change an issue's body. Raises Moved when it no longer says what `issue` says."""

    def delete(self, comment_id: int) -> None:
        """Delete a comment of ours; one that is gone already is not an error."""

    def label(self, number: int, add: Iterable[str], remove: Iterable[str]) -> None:
        """Give and take labels; a label that is not there is not an error."""

    def react(self, comment_id: int, content: str) -> None:
        """Add a reaction; repeating it changes nothing."""


class Children(Protocol):
    """Issues that tasks become, and the links between them."""

    def linked(self, number: int) -> tuple[Child, ...] | None:
        """The sub-issues of an issue, or None where GitHub has no sub-issues."""

    def made(self, number: int) -> tuple[Child, ...]:
        """Issues that our own account opened for tasks of this issue, by the line at their end."""

    def story_of(self, issue: Issue) -> int:
        """The issue for a task of which our own account opened this one (0: none), whoever wrote a marker."""

    def child(self, number: int) -> Child | None:
        """An issue of this repository as a child; nothing for a pull request, or where there is none."""

    def blockers(self, number: int) -> frozenset[int]:
        """The issues it waits for, as GitHub's dependencies say; empty where there are none."""

    def create(self, title: str, body: str, labels: Iterable[str]) -> Child:
        """Open an issue that ends in its marker line; found by that after a lost answer."""

    def link(self, number: int, child: Child) -> bool:
        """Make an issue a sub-issue; False where GitHub refuses, such as for one with a parent."""

    def block(self, child: int, blocker: Child) -> bool:
        """Say that an issue waits for another; False where GitHub refuses."""


class Pulls(Protocol):
    """Pull requests, their evidence, and our check run."""

    def within(self, allowance: Allowance | None) -> AbstractContextManager[None]:
        """Read meanwhile no more pages beyond the first of each list than this allows (None: all).

        Then what has more of them raises GitHubError; of commits it is not told who made the older ones.
        """

    def pull(self, number: int) -> Pull:
        """A pull request without evidence. Raises NotFound."""

    def with_head(self, sha: str) -> Listing[Pull]:
        """Open pull requests whose head is this commit, without evidence."""

    def open(self) -> Listing[Pull]:
        """Open pull requests without evidence, newest first."""

    def closing(self, number: int, issues: Iterable[int] = ()) -> Listing[int]:
        """Issues of this repository that GitHub itself links to the pull request.

        Not complete where GitHub does not tell. `issues` are those whose trail is asked for next: one
        question brings both.
        """

    def last_edit(self, number: int) -> LastEdit | None:
        """The last edit of the description, where `closing` was told it."""

    def turned_at(self, number: int) -> datetime | None:
        """When it last went to another branch, where `closing` was told it."""

    def evidence(self, pull: Pull, files: tuple[FileChange, ...] = ()) -> Pull:
        """The pull request with files, reviews and checks of its head, and our own verdicts on it.

        Its `cut` names what of that was not read to the end; of reviews the newest are there.
        """

    def commits(self, number: int) -> Listing[Commit]:
        """The commits of a pull request, oldest first, at most 250 (GitHub's limit)."""

    def labelled(self, number: int) -> Listing[Labelled]:
        """Who gave which label of a pull request, newest first."""

    def queued(self, branch: str) -> Listing[Queued]:
        """The merge queue of a branch, first entry first; not complete if unknown."""

    def waiting(self, number: int) -> bool:
        """Say whether a pull request is in a merge queue; true where GitHub does not tell."""

    def groups(self, branch: str) -> Listing[GroupBranch]:
        """The branches that a branch's merge queue (empty: any) has made and not yet removed."""

    @property
    def can_check(self) -> bool:
        """Say whether our token may make check runs; a personal token may not."""

    def verdicts(self, sha: str, *names: str) -> tuple[Check, ...]:
        """Our own runs on a commit, newest first; none where GitHub knows no such commit.

        Those with these names alone cost a request for each name, however many runs others made.
        """

    def set_check(self, run: CheckRun, existing_id: int) -> None:
        """Create the check run, or update `existing_id` (0: none). Raises PermissionMissing."""


class Dashboards(Protocol):
    """The overview, and the dashboard's issue. Issues of it are those our own account opened for it."""

    def overview(self, stages: Iterable[str], asking: Iterable[str]) -> Overview:
        """Open issues with each of these labels, and open pull requests with our check: one question.

        Of those with a label of `stages` the oldest MOST, of those `asking` for a plan the newest
        MOST_LABELLED. Raises GitHubError where GitHub does not tell.
        """

    def homes(self) -> tuple[Issue, ...]:
        """The issues of dashboards here, open or closed, oldest first: more than one after a race."""

    def open(self, title: str, body: str) -> Issue:
        """Open the issue, with its label; found after a lost answer."""

    def close(self, number: int) -> None:
        """Close an issue that is no dashboard."""

    def pin(self, issue: Issue) -> str:
        """Pin it to the repository; why not, where GitHub refuses."""
