"""The files of a folder: those that git tracks, or all that no `.gitignore` names.

Files are read without following links out of the tree.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from bot.adapters.git import others, tracked

MAX_BYTES = 1_000_000
MOST_FILES = 150_000
_PROBE = 8192
_SKIPPED = frozenset({"node_modules", "__pycache__"})


class GitWorkspace:
    """The port `Workspace` on a folder: its tracked files, or all that no `.gitignore` names."""

    def __init__(self, root: Path, most_files: int = MOST_FILES) -> None:
        """`root` is the top of the checkout; of more than `most_files` the first by name are taken."""
        self._root = root.resolve()
        self._most = most_files
        self._real: dict[str, bool] = {"": True}
        self._measures: dict[str, tuple[int, int]] = {}

    def paths(self) -> tuple[str, ...]:
        """All tracked regular files, sorted; at most `most_files` of them."""
        return self._listed[: self._most]

    @property
    def is_cut(self) -> bool:
        """Say whether the tree has more files than were taken."""
        return len(self._listed) > self._most

    @property
    def git_dir(self) -> Path:
        """Where this folder's own history would be."""
        return self._root / ".git"

    def texts(self, paths: Iterable[str], limit: int) -> dict[str, str]:
        """The text of these files, cut to `limit` characters; what is not tracked is left out."""
        known = self._known
        found = ((p, self.raw(p, MAX_BYTES, MAX_BYTES)) for p in paths if p in known)
        texts = ((p, None if raw is None else decoded(raw, limit)) for p, raw in found)
        return {path: text for path, text in texts if text is not None}

    def measure(self, path: str) -> tuple[int, int] | None:
        """Bytes and time (ns) of a regular file; None for anything else, and for what lies behind a link.

        A file that had to be looked at for `paths` is not looked at again.
        """
        if path not in self._measures:
            return self._look(path)
        return self._measures[path]

    def _look(self, path: str) -> tuple[int, int] | None:
        try:
            if not self._is_real(path.rpartition("/")[0]):
                return None
            found = os.lstat(f"{self._root}/{path}")
        except (OSError, ValueError):
            return None
        return (found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None

    def raw(self, path: str, limit: int, largest: int) -> bytes | None:
        """The first `limit` bytes; None for what is no regular file, or larger than `largest`."""
        try:
            if not self._is_real(path.rpartition("/")[0]):
                return None
            handle = os.open(f"{self._root}/{path}", os.O_RDONLY | _NO_LINKS)
        except (OSError, ValueError):
            return None
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode) or status.st_size > largest:
                return None
            return os.read(handle, min(limit, status.st_size + 1))
        except OSError:
            return None
        finally:
            os.close(handle)

    def _is_real(self, folder: str) -> bool:
        """Say whether a folder of the tree is one, and none of those above it is a link."""
        if folder in self._real:
            return self._real[folder]
        found, path = not folder.startswith("/"), ""
        for name in folder.split("/"):  # a loop: a path may have thousands of folders
            path = f"{path}/{name}" if path else name
            if path not in self._real:
                here = found and name not in {"..", "."}
                self._real[path] = here and stat.S_ISDIR(os.lstat(f"{self._root}/{path}").st_mode)
            found = self._real[path]
        return found

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.paths())

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        """One path more than are taken, where there are so many."""
        listed = None
        if (self._root / ".git").exists():
            listed = tracked(self._root, self._most + 1)
        if listed is None:
            listed = self._untracked()
        return tuple(sorted(listed))

    def _untracked(self) -> list[str]:
        found = others(self._root, 2 * self._most + 1)
        names = self._walk() if found is None else (n for n in found if not _is_hidden(n))
        for name in names:
            measured = self._look(name)
            if measured:
                self._measures[name] = measured
            if len(self._measures) > self._most:
                break
        return list(self._measures)

    def _walk(self) -> Iterator[str]:
        for folder, names, files in os.walk(self._root, followlinks=False):
            names[:] = sorted(n for n in names if not _is_hidden(f"{n}/"))
            here = Path(folder).relative_to(self._root).as_posix()
            for name in sorted(files):
                path = name if here == "." else f"{here}/{name}"
                if path.isprintable():
                    yield path


# A link that was put in place after the look above is refused, and a pipe cannot block us.
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def _is_hidden(path: str) -> bool:
    above = path.split("/")[:-1]
    return any(n in _SKIPPED or (n[0:1] == "." and n != ".github") for n in above)


def decoded(raw: bytes, limit: int) -> str | None:
    """The first `limit` characters; None for a binary file (a NUL where git looks for one)."""
    if b"\0" in raw[:_PROBE]:
        return None
    return raw[: 4 * limit + 3].decode("utf-8-sig", "replace")[:limit]
