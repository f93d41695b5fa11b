"""The files of a checkout. This is the only module that may start a process: read-only git.

The repository's own hooks and helpers are switched off, because a checkout may hold what strangers
wrote. Files are read without following links out of the tree.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

TIMEOUT = 20.0
MAX_BYTES = 1_000_000
_PROBE = 8192

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
    """The port `Workspace` on a folder: its tracked files, or all of them where git has no say."""

    def __init__(self, root: Path) -> None:
        """`root` is the top of the checkout."""
        self._root = root.resolve()

    def paths(self) -> tuple[str, ...]:
        """All tracked regular files, sorted."""
        return self._paths

    def texts(self, paths: Iterable[str], limit: int) -> dict[str, str]:
        """The text of these files, cut to `limit` characters; what is not tracked is left out."""
        known = frozenset(self._paths)
        found = {path: self._text(path, limit) for path in paths if path in known}
        return {path: text for path, text in found.items() if text is not None}

    @cached_property
    def _paths(self) -> tuple[str, ...]:
        tracked = _tracked(self._root) if (self._root / ".git").exists() else None
        return tuple(sorted(self._walk() if tracked is None else tracked))

    def _walk(self) -> Iterator[str]:
        for folder, names, files in os.walk(self._root, followlinks=False):
            names[:] = [n for n in names if n == ".github" or not (n in _SKIPPED or n[0] == ".")]
            here = Path(folder)
            for path in (here / name for name in files):
                if path.is_file() and not path.is_symlink():
                    yield path.relative_to(self._root).as_posix()

    def _text(self, path: str, limit: int) -> str | None:
        target = self._root / path
        try:
            if not target.resolve().is_relative_to(self._root):
                return None
            handle = os.open(target, os.O_RDONLY | _NO_LINKS)
        except (OSError, ValueError):
            return None
        with os.fdopen(handle, "rb") as opened:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
                return None
            return decoded(opened.read(MAX_BYTES), limit)


# A link that was put in place after the look above is refused, and a pipe cannot block us.
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def decoded(raw: bytes, limit: int) -> str | None:
    """The first `limit` characters; None for a binary file (a NUL where git looks for one)."""
    if b"\0" in raw[:_PROBE]:
        return None
    return raw[: 4 * limit + 3].decode("utf-8-sig", "replace")[:limit]


def _tracked(root: Path) -> list[str] | None:
    """The index's regular files; None where git is missing, slow or refuses."""
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": os.devnull, **_ENVIRONMENT}
    try:
        done = subprocess.run(
            [*_GIT, *_LIST],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    entries = (entry.partition(b"\t") for entry in done.stdout.split(b"\0") if entry)
    regular = (name for mode, _, name in entries if mode.startswith(b"100"))
    names = (name.decode("utf-8", "surrogateescape") for name in regular)
    return sorted({name for name in names if name.isprintable()})
