"""What works without GitHub: a folder as a workspace, and the renderer for the terminal."""

from __future__ import annotations

import os
from pathlib import Path

from bot.adapters.checkout import current_issue
from bot.adapters.index import IndexedWorkspace, cache_folder
from bot.adapters.markdown import MarkdownRenderer
from bot.adapters.transcripts import write
from bot.ports.world import Workspace

__all__ = ["current_issue", "renderer", "workspace_at", "write"]


def workspace_at(root: Path) -> Workspace:
    """A folder as a workspace."""
    return IndexedWorkspace(root, cache_folder(os.environ))


def renderer(
    full_name: str = "local/file", server_url: str = "https://github.com"
) -> MarkdownRenderer:
    """A renderer; without a repository's name, one for the terminal."""
    return MarkdownRenderer(full_name, server_url)
