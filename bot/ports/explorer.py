"""A repository at one commit, read-only: all that a planner which explores can ever reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

LARGEST = 1_000_000
"""Bytes of a file that is shown; a larger one was hardly written by people."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A file's bytes and the name git has for them (SHA-1 or SHA-256 of its contents)."""

    sha: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Revision:
    """An earlier change: its commit, when, what its author said, and the files it touched."""

    commit: str
    at: datetime
    message: str
    files: tuple[str, ...]


class Explorer(Protocol):
    """The files and the history of one commit, from git's objects: never the disk around them.

    Three reads; the tools a model is given are made of them in one place, so that what must stay
    invisible is invisible to each.
    """

    @property
    def commit(self) -> str:
        """The commit's id; empty for a folder without git."""

    def files(self) -> Mapping[str, int]:
        """Every regular file with its size in bytes, by repository-relative path, in order."""

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        """The contents of these files; what is no file of the commit, or larger than LARGEST, is left out."""

    def history(self, path: str, most: int) -> tuple[Revision, ...] | None:
        """The newest changes of a file or folder (empty: of everything), newest first.

        None where no history is known: a plain folder, or a copy of one commit alone.
        """


@dataclass(frozen=True, slots=True)
class NoCommit:
    """No repository at all: the port `Explorer` where nothing can be read."""

    commit: str = ""

    def files(self) -> Mapping[str, int]:
        """No files."""
        return {}

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        """No contents."""
        return {}

    def history(self, path: str, most: int) -> tuple[Revision, ...] | None:
        """No history."""
        return None
