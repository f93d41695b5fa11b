"""What a read with a limit brought, and whether that was all there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T", covariant=True)
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """The rows of a read, in the order that its reader promises. Not `complete`: there are more.

    It is not a sequence on purpose: a caller that wants the rows has to think of the rest.
    """

    rows: tuple[T, ...] = ()
    complete: bool = True

    def of(self, make: Callable[[T], U]) -> Listing[U]:
        """The listing of what is made of each row."""
        return Listing(tuple(map(make, self.rows)), self.complete)


@dataclass(slots=True)
class Allowance:
    """So many pages may still be read beyond the first one of each list."""

    left: int

    def take(self) -> bool:
        """Say whether one more may be read, and count it."""
        self.left -= 1
        return self.left >= 0


class Reading(StrEnum):
    """What is read of a pull request, each part up to a limit; its words stand in `gate_rows.md.j2`."""

    FILES = "files"
    COMMITS = "commits"
    MESSAGES = "messages"
    HANDS = "hands"
    REVIEWS = "reviews"
    CHECKS = "checks"
    LABELS = "labels"
    LINKS = "links"
    SIBLINGS = "siblings"


EVIDENCE = frozenset({Reading.FILES, Reading.REVIEWS, Reading.CHECKS, Reading.HANDS})
"""What is missing where GitHub refuses to show the evidence of a pull request, or fails at it."""
LINKING = frozenset({Reading.COMMITS, Reading.MESSAGES, Reading.LINKS})
"""What is missing where it does not show the commits: which issues they name."""
