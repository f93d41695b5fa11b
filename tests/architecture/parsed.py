"""The package's files, parsed once a test process for every test that looks through them."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "bot").rglob("*.py"))
PATHS = {str(path.relative_to(ROOT)): path for path in FILES}


@functools.cache
def trees() -> dict[str, ast.Module]:
    """The parsed files by their path within the repository."""
    return {name: ast.parse(path.read_text("utf-8")) for name, path in PATHS.items()}
