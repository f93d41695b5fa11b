"""What works without GitHub: a folder as a workspace, and the renderer for the terminal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bot.adapters.checkout import current_issue, repository_of, root_of
from bot.adapters.folder import GitWorkspace
from bot.adapters.git import newest_commit, signed_in_token
from bot.adapters.index import Index, IndexedWorkspace, cache_folder
from bot.adapters.transcripts import write
from bot.ports.world import Workspace

if TYPE_CHECKING:
    from bot.adapters.markdown import MarkdownRenderer

__all__ = [
    "current_issue", "newest_commit", "renderer", "repository_of", "root_of", "signed_in_token",
    "workspace_at", "write",
]  # fmt: skip


def workspace_at(root: Path) -> Workspace:
    """A folder as a workspace."""
    return IndexedWorkspace(root, cache_folder(os.environ))


def index_of(root: Path, git_dir: Path | None, rev: str) -> Index:
    """The index of a folder; history is its own repository's, or the one named."""
    return Index(GitWorkspace(root), cache_folder(os.environ), git_dir, rev)


def renderer(
    full_name: str = "local/file", server_url: str = "https://github.com"
) -> MarkdownRenderer:
    """A renderer; without a repository's name, one for the terminal."""
    from bot.adapters.markdown import MarkdownRenderer  # the templates are slow to load

    return MarkdownRenderer(full_name, server_url)
