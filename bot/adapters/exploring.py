"""Ways to explore: the objects of a git checkout, and a plain folder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from bot.adapters.folder import MOST_FILES, GitWorkspace
from bot.adapters.git import log, newest_commit, objects, tree
from bot.ports.explorer import LARGEST, Blob, Explorer, Revision

_KEPT = 64_000_000
"""Bytes of contents that stay in memory, so that a search does not read everything again."""


def explorer_of(root: Path) -> Explorer:
    """The checked-out commit of a folder; where it has none, the folder itself."""
    git_dir = root / ".git"
    commit = newest_commit(git_dir) if git_dir.exists() else ""
    return GitExplorer(git_dir, commit) if commit else FolderExplorer(root)


@dataclass
class GitExplorer:
    """The port `Explorer` on a git folder: what is not committed does not exist. `commit` is a full id."""

    git_dir: Path
    commit: str
    _held: dict[str, bytes] = field(default_factory=dict)
    _room: int = _KEPT

    def files(self) -> Mapping[str, int]:
        """Every regular file with its size; none where git refuses."""
        return {path: size for path, (_, size) in self._tree.items()}

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        """The contents of these files, from git's objects."""
        wanted = {p: self._tree[p] for p in paths if p in self._tree}
        shas = {p: sha for p, (sha, size) in wanted.items() if size <= LARGEST}
        found = {sha: self._held[sha] for sha in shas.values() if sha in self._held}
        missing = list(dict.fromkeys(sha for sha in shas.values() if sha not in found))
        for sha, data in objects(self.git_dir, missing) if missing else ():
            found[sha] = data
            if len(data) <= self._room:
                self._room -= len(data)
                self._held[sha] = data
        return {path: Blob(sha, found[sha]) for path, sha in shas.items() if sha in found}

    def history(self, path: str, most: int) -> tuple[Revision, ...] | None:
        """The newest changes; where a shallow checkout ends, every file seems new: that is no change."""
        found = log(self.git_dir, self.commit, most, (path,) if path else ())
        known = tuple(r for r in found if r.commit not in self._ends)
        return known if known or not self._ends else None

    @cached_property
    def _ends(self) -> frozenset[str]:
        """The commits whose parents were not fetched: https://git-scm.com/docs/shallow."""
        try:
            return frozenset((self.git_dir / "shallow").read_text("ascii").split())
        except (OSError, ValueError):
            return frozenset()

    @cached_property
    def _tree(self) -> Mapping[str, tuple[str, int]]:
        return dict(sorted((tree(self.git_dir, self.commit, MOST_FILES) or {}).items()))


class FolderExplorer(GitWorkspace):
    """The port `Explorer` on a folder without git: as it is now, without following links."""

    commit = ""

    def files(self) -> Mapping[str, int]:
        """Every regular file with its size."""
        measured = ((path, self.measure(path)) for path in self.paths())
        return {path: found[0] for path, found in measured if found}

    def blobs(self, paths: Iterable[str]) -> Mapping[str, Blob]:
        """The contents of these files."""
        read = ((p, self.raw(p, LARGEST, LARGEST)) for p in paths if p in self._known)
        return {path: Blob(blob_sha(raw), raw) for path, raw in read if raw is not None}

    def history(self, path: str, most: int) -> None:
        """There is none."""


def blob_sha(data: bytes) -> str:
    """The name git gives to these contents.

    https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
    """
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
