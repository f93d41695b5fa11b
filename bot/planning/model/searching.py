"""Searching file contents with a pattern that somebody else wrote: RE2, whose time is linear in the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import re2

from bot.planning.repository.places import Place, place
from bot.ports.explorer import Blob

LONGEST_PATTERN = 300
MOST_HITS, MOST_OF_A_FILE = 60, 8
_MOST_FILES, _MOST_BYTES = 12_000, 60_000_000
_LONGEST_LINE = 200
_PROBE = 8192


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that matches, and the contents it stands in."""

    path: str
    line: int
    text: str
    sha: str


def searched(sizes: Mapping[str, int]) -> list[str]:
    """Which of these files a search reads: what people wrote comes first, up to a bound of bytes in all."""
    kept: list[str] = []
    room = _MOST_BYTES
    for path in sorted(sizes, key=lambda p: place(p) is Place.SKIP)[:_MOST_FILES]:
        room -= sizes[path]
        if room < 0 and kept:
            break
        kept.append(path)
    return kept


def search(pattern: str, blobs: Mapping[str, Blob]) -> tuple[list[Hit], int, str]:
    """The first lines that match, how many more there are, and what must be said about the pattern.

    At most MOST_HITS, and MOST_OF_A_FILE of one file. What is no pattern is searched for as plain text.
    """
    compiled, told = _compiled(pattern)
    hits: list[Hit] = []
    left = 0
    for path, blob in blobs.items():
        if is_binary(blob.data):
            continue
        room = min(MOST_HITS - len(hits), MOST_OF_A_FILE)
        for line, text in _matching(compiled, blob.data):
            if room > 0:
                hits.append(Hit(path, line, text, blob.sha))
            else:
                left += 1
            room -= 1
    return hits, left, told


def is_binary(data: bytes) -> bool:
    """Say whether these contents are no text: a NUL where git looks for one."""
    return b"\0" in data[:_PROBE]


def _matching(compiled: Any, data: bytes) -> Iterator[tuple[int, str]]:
    """The lines in which a pattern matches, each once, with their numbers."""
    at, number, end = 0, 1, -1
    for found in compiled.finditer(data):
        start = found.start()
        if start <= end:
            continue
        number += data.count(b"\n", at, start)
        at = start
        begin = data.rfind(b"\n", 0, start) + 1
        stop = data.find(b"\n", start)
        end = len(data) if stop < 0 else stop
        yield (
            number,
            data[begin : min(end, begin + 4 * _LONGEST_LINE)]
            .decode("utf-8", "replace")[:_LONGEST_LINE]
            .strip(),
        )


def _compiled(pattern: str) -> tuple[Any, str]:
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
