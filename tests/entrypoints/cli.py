"""`python -m bot` as a process, the way people run it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a process left: exit code, output and errors."""

    code: int
    out: str
    err: str


def plangate(*arguments: str | Path, python: tuple[str, ...] = (), **environ: str) -> Ran:
    """Run plangate with these arguments, and with nothing of GitHub in its environment."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PLANGATE_"))}
    ran = subprocess.run(
        [sys.executable, *python, "-m", "bot", *map(str, arguments)],
        capture_output=True, text=True, cwd=ROOT, check=False, timeout=120,
        env=clean | {"PYTHONHASHSEED": "random"} | environ,
    )  # fmt: skip
    return Ran(ran.returncode, ran.stdout, ran.stderr)
