"""`python -m bot` as a process, the way people run it, and the same in this process, which is quick."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import structlog

from bot.__main__ import main

ROOT = Path(__file__).parents[2]
NOWHERE = Path("/")
"""In no checkout: a command that reads the one it is in finds none."""


@dataclass(frozen=True)
class Ran:
    """What a run left: exit code, output and errors."""

    code: int
    out: str
    err: str


def plangate(
    *arguments: str | Path,
    python: tuple[str, ...] = (),
    cwd: Path | None = None,
    **environ: str,
) -> Ran:
    """Run plangate with these arguments in a folder, with nothing of GitHub in its environment."""
    ran = subprocess.run(
        [sys.executable, *python, "-m", "bot", *map(str, arguments)],
        capture_output=True, text=True, cwd=cwd or NOWHERE, check=False, timeout=120,
        env=_clean() | {"PYTHONHASHSEED": "random"} | environ,
    )  # fmt: skip
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def inside(*arguments: str | Path, cwd: str | Path = NOWHERE, **environ: str) -> Ran:
    """Run plangate's `main` in this process: all but the start of an interpreter is the same."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    code: object = 0
    log = structlog.get_config()
    with (
        mock.patch.dict(os.environ, _clean() | environ, clear=True),
        mock.patch.object(sys, "argv", ["plangate", *map(str, arguments)]),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code or 0
        finally:
            structlog.configure(**log)
    assert isinstance(code, int), code
    return Ran(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))


def _clean() -> dict[str, str]:
    ours = ("GITHUB_", "GH_", "PLANGATE_", "NO_COLOR", "COLUMNS")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return kept | {"GH_CONFIG_DIR": os.devnull}
