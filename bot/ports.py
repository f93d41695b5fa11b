"""Everything we may ask of the world, on one page. Adapters and fakes pass the same port tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.domain.facts import (
    Comment,
    FileChange,
    Issue,
    Permission,
    Pull,
    RecordState,
    Repository,
)
from bot.domain.policy import POLICY_PATH
from bot.domain.record import Record
from bot.domain.verdict import Conclusion
from bot.effects import CardMessage, Message


@dataclass(frozen=True, slots=True)
class Changed:
    """An issue or pull request that a sweep must look at."""

    number: int
    is_pull: bool


@dataclass(frozen=True, slots=True)
class CheckRun:
    """The check run `plangate` as it shall stand on a commit.

    `title` at most 50 characters, `summary` at most 65,535 bytes (GitHub's limit).
    """

    head_sha: str
    conclusion: Conclusion
    external_id: str
    title: str
    summary: str


class Issues(Protocol):
    """Issues, comments, labels and permissions of one repository."""

    def repository(self) -> Repository:
        """The repository. Raises NotFound."""

    def file(self, path: str, ref: str) -> str | None:
        """A file's text at a ref (empty: the default branch), or None where there is no such file."""

    def issue(self, number: int) -> Issue:
        """An issue. Raises NotFound; a pull request's number is refused the same way."""

    def comments(self, number: int) -> tuple[Comment, ...]:
        """All comments of an issue, oldest first; those of our own account are marked `ours`."""

    def permission(self, login: str) -> Permission:
        """What a person may do, asked now. Unknown people may nothing."""

    def open_issues(self) -> tuple[Issue, ...]:
        """Open issues (no pull requests), newest first, at most 300."""

    def changed(self, since: datetime) -> tuple[Changed, ...]:
        """Every open issue and pull request, and the closed ones updated since then."""

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


class Pulls(Protocol):
    """Pull requests, their evidence, and our check run."""

    def pull(self, number: int) -> Pull:
        """A pull request without evidence. Raises NotFound."""

    def with_head(self, sha: str) -> tuple[Pull, ...]:
        """Pull requests whose head is this commit, without evidence."""

    def open(self) -> tuple[Pull, ...]:
        """Open pull requests without evidence, newest first, at most 300."""

    def closing(self, number: int) -> tuple[int, ...]:
        """Issues of this repository that GitHub itself links to the pull request; empty if unknown."""

    def evidence(self, pull: Pull, files: tuple[FileChange, ...] = ()) -> Pull:
        """The pull request with files, reviews and checks of its head, and our own verdicts on it."""

    @property
    def can_check(self) -> bool:
        """Say whether our token may make check runs; a personal token may not."""

    def set_check(self, run: CheckRun, existing_id: int) -> None:
        """Create the check run, or update `existing_id` (0: none). Raises PermissionMissing."""


class Records(Protocol):
    """Where records live. `find` reads what gather brought; `save` follows the save protocol."""

    @property
    def signed(self) -> bool:
        """Say whether records are signed with a key."""

    def find(
        self,
        issue: Issue,
        comments: tuple[Comment, ...],
        former: Iterable[str] = (),
        anchor: int = 0,
    ) -> RecordState:
        """The record of an issue: absent, present or damaged.

        `former` are earlier accounts of ours, `anchor` is the highest revision a check run named.
        """

    def request(self, issue: Issue) -> str:
        """What the person wrote in the issue body, without our section."""

    def copy(self, issue: int, record: Record, room: int) -> str:
        """A sealed copy for another comment of ours, or its signed head where that does not fit."""

    def save(self, issue: Issue, record: Record, read: RecordState, card: CardMessage) -> None:
        """Write the record: re-read, refuse a moved one (Moved), write, verify.

        Raises RecordError for what could not be read again.
        """


class Workspace(Protocol):
    """The repository's files at the default branch, read-only."""

    def paths(self) -> tuple[str, ...]:
        """All tracked files, as repository-relative POSIX paths, sorted."""

    def texts(self, paths: Iterable[str], limit: int) -> Mapping[str, str]:
        """The text of these files, at most `limit` characters each; binary files are left out."""

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        """The files a text is about, best first, at most `top`; as much as is known without reading."""

    def looked(self) -> Mapping[str, int]:
        """What looking took so far, by name; `cut` is 1 where the tree is too large to know all of it."""


class Renderer(Protocol):
    """Turns messages into what people read."""

    def comment(self, message: Message) -> str:
        """A comment's Markdown without its marker line, at most 60,000 characters."""

    def superseded(self, by: str, text: str) -> str:
        """An older comment's text, collapsed under a line that begins with `**Superseded`."""

    def check(self, message: Message) -> tuple[str, str]:
        """A check run's title (50 characters) and summary (65,535 bytes)."""


class Clock(Protocol):
    """The time."""

    def now(self) -> datetime:
        """Now, in UTC, in whole seconds (GitHub has no finer)."""


class Watch(Protocol):
    """Who looks on while we work: events become log lines, or progress in a terminal."""

    def tell(self, event: str, **fields: object) -> None:
        """Hear of an event; its fields hold no secrets and one line each."""

    def elapsed(self) -> float:
        """Seconds since it began to look; it never goes back."""


@dataclass(frozen=True, slots=True)
class Unwatched:
    """Nobody looks on, and time stands still."""

    def tell(self, event: str, **fields: object) -> None:
        """Say it to nobody."""

    def elapsed(self) -> float:
        """No time at all."""
        return 0.0


@dataclass(frozen=True, slots=True)
class World:
    """One repository and the ways to it."""

    full_name: str
    issues: Issues
    pulls: Pulls
    records: Records
    workspace: Workspace
    renderer: Renderer
    clock: Clock
    policy_path: str = POLICY_PATH
    watch: Watch = Unwatched()
