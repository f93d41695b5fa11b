"""Files that only we may read."""

from __future__ import annotations

import os
from pathlib import Path


def private_file(path: Path) -> None:
    """Create a file that only we may read, or make it so. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)
