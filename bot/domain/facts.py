"""What is known when we decide: one frozen picture of GitHub, taken before any rule runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.domain import markers
from bot.domain.change import Check as Check
from bot.domain.change import Commit as Commit
from bot.domain.change import FileChange as FileChange
from bot.domain.children import Child
from bot.domain.listing import Listing, Reading
from bot.domain.markers import Marker
from bot.domain.people import Edit as Edit
from bot.domain.people import LastEdit, Trail
from bot.domain.people import Permission as Permission
from bot.domain.people import Person as Person
from bot.domain.people import Witness as Witness
from bot.domain.policy import Policy
from bot.domain.policy import PolicyBroken as PolicyBroken
from bot.domain.record import Record
from bot.domain.record_state import Neighbour as Neighbour
from bot.domain.record_state import RecordAbsent as RecordAbsent
from bot.domain.record_state import RecordDamaged as RecordDamaged
from bot.domain.record_state import RecordLocation as RecordLocation
from bot.domain.record_state import RecordPresent as RecordPresent
from bot.domain.record_state import RecordState as RecordState

MOST_FILES, MOST_COMMITS = 3000, 250
"""What GitHub lists of a pull request: https://docs.github.com/en/rest/pulls/pulls"""


@dataclass(frozen=True, slots=True)
class Repository:
    """The repository we work in (`owner/name`); in a private one nobody may do what they cannot read."""

    full_name: str
    id: int
    default_branch: str
    private: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """An issue comment; `ours` when our own account wrote it. `last_edit`: None is not told."""

    id: int
    author: Person
    body: str
    created_at: datetime
    updated_at: datetime
    association: str = "NONE"
    ours: bool = False
    url: str = ""
    node_id: str = ""
    last_edit: LastEdit | None = None

    @property
    def edited(self) -> bool:
        """Say whether it was changed after it was written, be it in the same second."""
        told = self.last_edit is not None and self.last_edit.edited
        return told or self.updated_at > self.created_at

    @property
    def untold(self) -> bool:
        """Say whether nobody knows if these are its author's own words: REST tells whole seconds only."""
        return self.last_edit is None and not self.edited


def record_in(state: RecordState) -> Record | None:
    """The record, where there is one that can be trusted."""
    return state.record if isinstance(state, RecordPresent) else None


def own(comments: Iterable[Comment]) -> Iterator[tuple[Comment, Marker]]:
    """The comments of ours that begin with a marker, each with it."""
    marked = ((c, markers.read(c.body)) for c in comments if c.ours)
    return ((c, mark) for c, mark in marked if mark)


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue as GitHub shows it now; `parent` is the issue it is a sub-issue of.

    `reason` is GitHub's word for why it was closed, or `reopened`; empty where it gives none.
    `last_edit` is the last edit of its body (None: not told); `dashboard`: our own account opened it for
    its dashboard, so nothing is asked in it.
    """

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
    reason: str = ""
    node_id: str = ""
    last_edit: LastEdit | None = None
    dashboard: bool = False

    @property
    def reopened(self) -> bool:
        """Say whether it is open because somebody opened it again."""
        return self.state == "open" and self.reason == "reopened"

    @property
    def ended(self) -> str:
        """Why no change is wanted for it (a reason, closed or locked); empty while one is.

        https://docs.github.com/en/issues/tracking-your-work-with-issues/administering-issues/closing-an-issue
        """
        if self.state != "open":
            return self.reason or "closed"
        return "locked" if self.locked else ""

    def has(self, label: str) -> bool:
        """Say whether the issue has a label; GitHub does not tell them apart by case."""
        return label.casefold() in {name.casefold() for name in self.labels}


@dataclass(frozen=True, slots=True)
class Review:
    """A submitted review; `state` in capitals (APPROVED, CHANGES_REQUESTED, COMMENTED, DISMISSED)."""

    id: int
    author: Person
    state: str
    commit_id: str
    submitted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request with the evidence GitHub has for its head commit.

    `policy` is the default branch's, the floor for every branch (at `policy_sha`). `raised` is what the
    file at the tip of its own base branch (`base_sha`, once it was read) makes of that, or why that file
    is invalid; nothing where it adds nothing. `changed_files` and `commit_count` are what GitHub
    counts (0: unknown); `labelled` says who gave a label that matters, `last_edit` who edited the
    description last (None: not told), `turned_at` when it last went to another branch,
    `pushers` who pushed a commit or is named as its co-author,
    `local_actions` which touched folders hold an action of GitHub Actions (None: not asked); `cut` is
    what was not read to the end (see `unread`). `waiting`: it is, or may be, in a merge
    queue.
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
    policy_sha: str = ""
    raised: Policy | PolicyBroken | None = None
    labels: frozenset[str] = frozenset()
    labelled: Mapping[str, str] = field(default_factory=dict)
    commits: tuple[Commit, ...] = ()
    pushers: frozenset[str] = frozenset()
    local_actions: Listing[str] | None = None
    changed_files: int = 0
    commit_count: int = 0
    fork: bool = False
    waiting: bool = False
    cut: frozenset[Reading] = frozenset()
    last_edit: LastEdit | None = None
    turned_at: datetime | None = None
    node_id: str = ""

    def said_here(self, at: datetime | None) -> bool:
        """Say whether a word from then is about this change: towards another branch it was another."""
        return self.turned_at is None or (at is not None and at > self.turned_at)

    @property
    def unread(self) -> tuple[Reading, ...]:
        """What may not have been read to the end: nothing that rests on it passes.

        GitHub lists 3,000 files and 250 commits at most, and does not say that there are more.
        """
        found = set(self.cut)
        if max(len(self.files), self.changed_files) >= MOST_FILES:
            found.add(Reading.FILES)
        if max(len(self.commits), self.commit_count) >= MOST_COMMITS:
            found.add(Reading.COMMITS)
        return tuple(part for part in Reading if part in found)


@dataclass(frozen=True, slots=True)
class LinkedIssue:
    """An issue that a pull request is linked to: where the link was found and the issue's record.

    `source` is one of keyword, commit, branch, record, github, part. `repository` names another one
    than ours; `unreachable` says why its record cannot be read, `ended` why the issue wants no change
    any more (see `Issue.ended`). Not `whole`: only `tasks` are served. `issue` and `trail` tell
    what speaks against its approval, where they were read.
    """

    number: int
    source: str
    record: RecordState
    repository: str = ""
    whole: bool = True
    tasks: tuple[int, ...] = ()
    unreachable: str = ""
    ended: str = ""
    issue: Issue | None = None
    trail: Trail | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything one round may know.

    `issue.body` is what the person wrote; `raw_body` includes our record where it lives there.
    `children` are the issues of its tasks, `looked_for` the tasks whose issue would be among them;
    `can_link` says whether GitHub has sub-issues here; `others` are the issues outside of its plan that a
    task waits for, `stories` its epic's stories with their records, once all seem to have ended.
    `edits` are the versions, oldest first, of those comments of ours where a box was ticked and the event
    does not tell by whom, and (0) of our section of the body where it was edited. `trail` is what GitHub
    tells of who did what on the issue (None: nothing).
    `spends` says that planning asks a language model, which costs money. `plans_unread` are open plans
    that nobody compared with this one (None: nobody looked).
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
    others: tuple[Child, ...] = ()
    stories: tuple[Neighbour, ...] = ()
    reopened_at: datetime | None = None
    edits: Mapping[int, tuple[Edit, ...]] = field(default_factory=dict)
    trail: Trail | None = None
    spends: bool = False
    neighbours: tuple[Neighbour, ...] = ()
    plans_unread: int | None = None

    @property
    def number(self) -> int:
        """The number of the issue; 0 where the round is about none."""
        return self.issue.number if self.issue else 0

    def permission(self, login: str) -> Permission:
        """What GitHub said this person may do; not asked or not answered counts as nothing."""
        return self.permissions.get(login.lower(), Permission.NONE)

    def with_record(self, record: RecordState) -> Facts:
        """The same facts with another view of the issue's record, as its pull requests see it too."""

        def seen(link: LinkedIssue) -> LinkedIssue:
            ours = link.number == self.number and not link.repository
            return replace(link, record=record) if ours else link

        pulls = (replace(pull, linked=tuple(map(seen, pull.linked))) for pull in self.pulls)
        return replace(self, record=record, pulls=tuple(pulls))
