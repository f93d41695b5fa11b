"""Files that only we may read, and files that are there whole or not at all."""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ABANDONED = 3600.0  # seconds: nothing takes so long to write


def private_file(path: Path) -> None:
    """Create a file that only we may read, or make it so. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """An empty file beside `path`, for us alone, to be written: it takes the place of `path` at the end.

    Where the writing fails nothing of it stays, and `path` is as it was. Raises OSError.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    os.close(handle)
    half = Path(name)
    try:
        yield half
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def tidy(kept: Path, most: int, room: float = math.inf, seconds: float = math.inf) -> None:
    """Of the files beside `kept` with its ending, keep those used last: so many with it, and so young.

    `room` is for the bytes of all. What a killed run left half written goes, too.
    """
    with suppress(OSError):
        for half in kept.parent.glob("*.new"):
            if time.time() - half.lstat().st_mtime > _ABANDONED:
                half.unlink(missing_ok=True)
        others = [p for p in kept.parent.glob(f"*{kept.suffix}") if p != kept]
        others.sort(key=lambda p: p.lstat().st_mtime, reverse=True)
        room -= kept.lstat().st_size
        for number, old in enumerate(others, 1):
            status = old.lstat()
            room -= status.st_size
            if number >= most or room < 0 or time.time() - status.st_mtime > seconds:
                old.unlink(missing_ok=True)
