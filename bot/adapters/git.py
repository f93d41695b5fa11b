"""The files of a checkout. This is the only module that may start a process: read-only git.

The repository's own hooks and helpers are switched off, because a checkout may hold what strangers
wrote. Files are read without following links out of the tree.
"""

from __future__ import annotations

import os
import stat
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import IO

TIMEOUT = 20.0
MAX_BYTES = 1_000_000
MOST_FILES = 150_000
MOST_COMMITS = 4_000
_MOST_LOG = 16_000_000
_PROBE = 8192
_CHUNK = 1 << 20

# Nothing of the repository or the machine may choose a program: no hooks, monitor or pager.
_GIT = (
    "git",
    "--no-pager",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "protocol.allow=never",
    "-c",
    "safe.directory=*",
)
_LIST = ("ls-files", "-z", "--cached", "--stage")
_OTHERS = ("ls-files", "-z", "--others", "--exclude-standard")
# One commit: a mark, its id, its time, its message, a mark, and the files it changed.
_LOG = (
    "log",
    "--no-merges",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-show-signature",
    "--no-color",
    "--no-decorate",
    "--name-only",
    "--format=%x01%H %ct%n%B%x02",
)
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_COUNT": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}
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
        if folder not in self._real:
            above = self._is_real(folder.rpartition("/")[0])
            inside = not {"..", "."} & set(folder.split("/")) and not folder.startswith("/")
            found = above and inside and stat.S_ISDIR(os.lstat(f"{self._root}/{folder}").st_mode)
            self._real[folder] = found
        return self._real[folder]

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.paths())

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        """One path more than are taken, where there are so many."""
        listed = None
        if (self._root / ".git").exists():
            listed = _tracked(self._root, self._most + 1)
        if listed is None:
            listed = self._untracked()
        return tuple(sorted(listed))

    def _untracked(self) -> list[str]:
        found = _others(self._root, 2 * self._most + 1)
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


def newest_commit(git_dir: Path, rev: str = "HEAD") -> str:
    """The id of the commit a revision names; empty where there is no such repository or commit."""
    options = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}")
    found = b"".join(_records(options, {"GIT_DIR": str(git_dir)}, b"\n", 1) or [])
    name = found.decode("ascii", "replace").strip()
    return name if name.isalnum() else ""


def log(git_dir: Path, commit: str, most: int = MOST_COMMITS) -> list[bytes]:
    """The newest changes up to a commit, as git prints them with `_LOG`; none where git refuses."""
    options = (*_LOG, "-n", str(most), "--end-of-options", commit, "--")
    return _records(options, {"GIT_DIR": str(git_dir)}, b"\x01", most + 1) or []


def _tracked(root: Path, most: int) -> list[str] | None:
    """The index's regular files; None where git is missing, slow or refuses."""
    entries = _records(
        _LIST, {"GIT_DIR": str(root / ".git"), "GIT_WORK_TREE": str(root)}, b"\0", most
    )
    if entries is None:
        return None
    split = (entry.partition(b"\t") for entry in entries if entry)
    return _printable(name for mode, _, name in split if mode.startswith(b"100"))


def _others(root: Path, most: int) -> list[str] | None:
    """All files of a folder that is no repository and no `.gitignore` names: git knows its own rules."""
    with tempfile.TemporaryDirectory(prefix="plangate-") as empty:
        for name in ("objects", "refs"):
            (Path(empty) / name).mkdir()
        (Path(empty) / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
        found = _records(_OTHERS, {"GIT_DIR": empty, "GIT_WORK_TREE": str(root)}, b"\0", most, root)
    return None if found is None else _printable(n for n in found if n and not n.endswith(b"/"))


def _printable(names: Iterable[bytes]) -> list[str]:
    texts = (name.decode("utf-8", "surrogateescape") for name in names)
    return sorted({name for name in texts if name.isprintable()})


def _records(
    options: Sequence[str],
    where: Mapping[str, str],
    mark: bytes,
    most: int,
    folder: Path | None = None,
) -> list[bytes] | None:
    """What git prints, split at `mark`, no more than `most`; None where it is missing, slow or refuses."""
    base = {"PATH": os.environ.get("PATH", os.defpath), "HOME": os.devnull}
    try:
        process = subprocess.Popen(
            [*_GIT, *options],
            cwd=folder or "/",
            env={**base, **_ENVIRONMENT, **where},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None
    assert process.stdout is not None  # noqa: S101 - a pipe was asked for
    clock = threading.Timer(TIMEOUT, process.kill)
    clock.start()
    try:
        found, enough = _split(process.stdout, mark, most)
        if enough:
            process.kill()
        failed = process.wait() != 0 and not enough
    finally:
        clock.cancel()
        process.stdout.close()
    return None if failed else found


def _split(stream: IO[bytes], mark: bytes, most: int) -> tuple[list[bytes], bool]:
    """The records so far, and whether there were enough; the last one may be cut."""
    found: list[bytes] = []
    rest, size = b"", 0
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        *whole, rest = (rest + chunk).split(mark)
        found += whole
        if len(found) >= most or (mark == b"\x01" and size > _MOST_LOG):
            return found[:most], True
    return [*found, rest][:most], False
