"""Where the record of an issue was found, and whether it can be trusted."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.codec import NEWER
from bot.domain.record import Record


@dataclass(frozen=True, slots=True)
class RecordLocation:
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
class Neighbour:
    """Another issue whose plan may write what ours writes; without a record it has none."""

    number: int
    record: Record | None = None
    closed: bool = False


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
    home: RecordLocation
    named: int = 0


@dataclass(frozen=True, slots=True)
class RecordDamaged:
    """There is or was a record, but it cannot be trusted; `code` and `why` say what is wrong.

    `copy` is the newest sealed copy that is good, if any; else `stale` is the newest record that can
    still be read, but is older than what was lost, or was never signed: only people bring it back.
    `anchor` is the highest revision ever seen, `home` the place to repair, or nothing when it was deleted.
    """

    code: str
    why: str
    anchor: int = 0
    copy: Record | None = None
    home: RecordLocation | None = None
    stale: Record | None = None

    @property
    def newer(self) -> bool:
        """Say whether a newer version of plangate wrote it: then nothing here may replace it."""
        return self.code == NEWER


RecordState = RecordAbsent | RecordPresent | RecordDamaged
