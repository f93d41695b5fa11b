"""Globs as people write them in a policy: `*` stays in a folder, `**/` is any number of folders."""

from __future__ import annotations

import functools
import re


def matches(glob: str, path: str) -> bool:
    """Say whether a repository path fits a glob such as `src/**/*.py` or `**/tests/**`."""
    return _pattern(glob).fullmatch(path) is not None


@functools.lru_cache(maxsize=512)
def _pattern(glob: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    words = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(words.get(part, re.escape(part)) for part in parts), re.DOTALL)
