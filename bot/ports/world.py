"""Everything we may ask of the world. Adapters and fakes pass the same port tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.domain.facts import Comment, Issue, RecordState
from bot.domain.plan import TaskPlan
from bot.domain.record import Record
from bot.effects import CardMessage, GateMessage, Message
from bot.ports.github import Button, LineNote


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

    def section(self, issue: Issue) -> str:
        """Our section of the issue body; empty where there is none."""

    def copy(self, issue: int, record: Record, room: int) -> str:
        """A sealed copy for another comment of ours, or its signed head where that does not fit."""

    def still(self, issue: int, read: RecordState) -> bool:
        """Say whether a record still stands as it was read: asked once more before a verdict."""

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


@dataclass(frozen=True, slots=True)
class NoFiles:
    """No repository at all: the port `Workspace` where nothing can be read."""

    def paths(self) -> tuple[str, ...]:
        """No paths."""
        return ()

    def texts(self, paths: Iterable[str], limit: int) -> Mapping[str, str]:
        """No texts."""
        return {}

    def relevant(self, text: str, top: int) -> tuple[str, ...]:
        """No files."""
        return ()

    def looked(self) -> Mapping[str, int]:
        """Nothing was looked at."""
        return {}


NO_FILES = NoFiles()


class Renderer(Protocol):
    """Turns messages into what people read."""

    def comment(self, message: Message) -> str:
        """A comment's Markdown without its marker line, at most 60,000 characters."""

    def superseded(self, by: str, text: str) -> str:
        """An older comment's text, collapsed under a line that begins with `**Superseded`."""

    def check(self, message: GateMessage) -> tuple[str, str]:
        """A check run's title (50 characters) and summary (65,535 bytes)."""

    def title(self, message: GateMessage) -> str:
        """The title alone, which costs little."""

    def line_notes(self, message: GateMessage) -> tuple[LineNote, ...]:
        """What is best said at a line of a file."""

    def buttons(self) -> tuple[Button, ...]:
        """The buttons of a check run, three at most."""

    def details(self, plan: TaskPlan) -> str:
        """A plan as the check's details show it."""


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
