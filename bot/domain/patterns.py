"""Searching with a pattern that somebody else wrote: RE2, whose time is linear whatever the pattern is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import re2

LONGEST = 300
"""Characters of a pattern."""
_LONG_HIT = 200


def compiled(pattern: str) -> tuple[Any, str]:
    """A pattern, or where it is none the plain text, and a word about that."""
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(f"(?m){pattern}".encode(), options), ""
    except (re2.error, UnicodeEncodeError) as problem:
        plain = re2.escape(pattern.encode("utf-8", "replace"))
        why = problem.args[0] if problem.args else ""
        said = why.decode("utf-8", "replace") if isinstance(why, bytes) else type(problem).__name__
        told = f"\nThat is no pattern ({said[:80]}): it was searched for as plain text."
        return re2.compile(plain, options), told


def matching(pattern: Any, data: bytes) -> Iterator[tuple[int, str]]:
    """The lines in which a compiled pattern matches, each once, with their numbers; a long one is cut."""
    at, number, start = 0, 1, 0
    while start < len(data) and (found := pattern.search(data, start)):
        number += data.count(b"\n", at, found.start())
        at = found.start()
        begin = data.rfind(b"\n", 0, at) + 1
        stop = data.find(b"\n", at)
        end = len(data) if stop < 0 else stop
        line = data[begin : min(end, begin + 4 * _LONG_HIT)].decode("utf-8", "replace")
        yield number, line[:_LONG_HIT].strip()
        start = end + 1
