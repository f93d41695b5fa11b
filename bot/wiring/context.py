"""What ranking files needs, and no more: a command that answers at once must not load a planner."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.adapters.folder import GitWorkspace
from bot.adapters.index import Index, cache_folder


def index_of(
    root: Path, environ: Mapping[str, str], git_dir: Path | None = None, rev: str = "HEAD"
) -> Index:
    """The index of a folder; history is its own repository's, or the one named."""
    return Index(GitWorkspace(root), cache_folder(environ), git_dir, rev)
