"""Files that only we may read, and files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
