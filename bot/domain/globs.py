"""Globs as people write them in a policy: `*` stays in a folder, `**/` is any number of folders."""

from __future__ import annotations

import functools
import re
from typing import Any

import re2

_MEMORY = 64_000_000
"""Bytes that RE2 may take: a policy's 65,536 characters fit, whatever they are."""


def matches(glob: str, path: str) -> bool:
    """Say whether a repository path fits a glob such as `src/**/*.py` or `**/tests/**`."""
    return _fitting((glob,), path)


def names(globs: tuple[str, ...], repository: str) -> bool:
    """Say whether one of these globs names a repository; GitHub ignores case in names."""
    return any(matches(glob.lower(), repository.lower()) for glob in globs)


@functools.lru_cache(maxsize=4096)
def fits(globs: tuple[str, ...], path: str) -> bool:
    """Say whether a path fits one of these globs: one pattern for all of them, as it is asked often.

    A verdict asks of each file several times, and everything is judged again before it is published.
    """
    return bool(globs) and _fitting(globs, path)


def _fitting(globs: tuple[str, ...], path: str) -> bool:
    return _pattern(globs).fullmatch(_encoded(path)) is not None


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # half a pair of surrogates is any character


@functools.lru_cache(maxsize=512)
def _pattern(globs: tuple[str, ...]) -> Any:
    """One pattern of RE2, whose time does not grow with the ways in which several `*` can share a path."""
    options = re2.Options()
    options.log_errors, options.dot_nl, options.max_mem = False, True, _MEMORY
    return re2.compile(b"|".join(map(_translated, globs)), options)


def _translated(glob: str) -> bytes:
    parts = re.split(rb"(\*\*/|\*\*|\*|\?)", _encoded(glob))
    words = {b"**/": b"(?:[^/]+/)*", b"**": b".*", b"*": b"[^/]*", b"?": b"[^/]"}
    return b"".join(words.get(part, re2.escape(part)) for part in parts)
