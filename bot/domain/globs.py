"""Globs as people write them in a policy: `*` stays in a folder, `**/` is any number of folders."""

from __future__ import annotations

import functools
import re


def matches(glob: str, path: str) -> bool:
    """Say whether a repository path fits a glob such as `src/**/*.py` or `**/tests/**`."""
    return _pattern(glob).fullmatch(path) is not None


def names(globs: tuple[str, ...], repository: str) -> bool:
    """Say whether one of these globs names a repository; GitHub ignores case in names."""
    return any(matches(glob.lower(), repository.lower()) for glob in globs)


@functools.lru_cache(maxsize=4096)
def fits(globs: tuple[str, ...], path: str) -> bool:
    """Say whether a path fits one of these globs: one pattern for all of them, as it is asked often.

    A verdict asks of each file several times, and everything is judged again before it is published.
    """
    return bool(globs) and _joined(globs).fullmatch(path) is not None


@functools.lru_cache(maxsize=128)
def _joined(globs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(_translated(glob) for glob in globs), re.DOTALL)


@functools.lru_cache(maxsize=512)
def _pattern(glob: str) -> re.Pattern[str]:
    return re.compile(_translated(glob), re.DOTALL)


def _translated(glob: str) -> str:
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", glob)
    words = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return "".join(words.get(part, re.escape(part)) for part in parts)
