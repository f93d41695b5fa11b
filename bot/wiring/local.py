"""What works without GitHub: a folder as a workspace, and the renderer for the terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.adapters.checkout import current_issue
from bot.adapters.index import IndexedWorkspace, cache_folder
from bot.adapters.markdown import MarkdownRenderer
from bot.adapters.patterns import KeptPatterns
from bot.planning.lazy import compile_by
from bot.ports.world import Workspace

__all__ = ["current_issue", "patterns_kept", "renderer", "workspace_at"]


@contextmanager
def patterns_kept() -> Iterator[None]:
    """Within it, the planner's patterns come from an earlier run where there was one."""
    kept = KeptPatterns(cache_folder(os.environ))
    compile_by(kept.compile)
    try:
        yield
    finally:
        compile_by(re.compile)
        kept.keep()


def workspace_at(root: Path) -> Workspace:
    """A folder as a workspace."""
    return IndexedWorkspace(root, cache_folder(os.environ))


def renderer(
    full_name: str = "local/file", server_url: str = "https://github.com"
) -> MarkdownRenderer:
    """A renderer; without a repository's name, one for the terminal."""
    return MarkdownRenderer(full_name, server_url)
