"""Contents as a model may see them: without secrets, bounded, numbered, searched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate, islice

from bot.domain.invisible import strip
from bot.domain.patterns import compiled, matching
from bot.domain.secrets import without_secrets
from bot.planning.repository.places import Place, place
from bot.ports.explorer import Blob

LONGEST = 14_000
"""Characters of one answer."""
MOST_HITS, MOST_OF_A_FILE = 50, 8
_MOST_FILES, _MOST_BYTES = 12_000, 60_000_000
_LONG_LINE = 400
_PROBE = 8192


def clean(text: str) -> str:
    """A text as a model may see it: no secrets, nothing invisible."""
    return without_secrets(strip(text))


def bounded(text: str, most: int) -> str:
    """At most so many characters, cut at a line, with a word about it."""
    if len(text) <= most:
        return text
    head = text[:most].rpartition("\n")[0] or text[:most]
    return f"{head}\n… cut here: {len(text) - len(head)} more characters. Ask for less at once."


def excerpt(lines: list[str], start: int, last: int) -> tuple[list[str], int]:
    """Lines with their numbers, as many as fit into one answer, and the number of the last."""
    rows = numbered(lines[start - 1 : last], start)
    ends = accumulate(len(row) + 1 for row in rows)
    fit = max(sum(end <= LONGEST - 300 for end in ends), 1)
    return rows[:fit], start + fit - 1


def numbered(lines: Iterable[str], first: int = 1) -> list[str]:
    """Lines with the number of each before it; long ones are cut, and say so."""
    return [
        f"{n}: {line[:_LONG_LINE]}{' … (the line goes on)' if len(line) > _LONG_LINE else ''}"
        for n, line in enumerate(lines, first)
    ]


def is_binary(data: bytes) -> bool:
    """Say whether these contents are no text: a NUL where git looks for one."""
    return b"\0" in data[:_PROBE]


def decoded(data: bytes) -> str | None:
    """The text of a file; None for a binary one."""
    return None if is_binary(data) else data.decode("utf-8-sig", "replace")


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that matches, and the contents it stands in."""

    path: str
    line: int
    text: str
    sha: str


def searched(sizes: Mapping[str, int]) -> list[str]:
    """Which of these files a search reads: what people wrote comes first, up to a bound of bytes in all."""
    paths = sorted(sizes, key=lambda p: place(p) is Place.SKIP)[:_MOST_FILES]
    ends = accumulate(sizes[path] for path in paths)
    return [path for path, end in zip(paths, ends, strict=True) if end <= _MOST_BYTES]


def search(pattern: str, blobs: Mapping[str, Blob]) -> tuple[list[Hit], int, str]:
    """The first lines that match, how many more there are, and what must be said about the pattern.

    At most MOST_HITS, and MOST_OF_A_FILE of one file. What is no pattern is searched for as plain text.
    """
    ready, told = compiled(pattern)
    hits: list[Hit] = []
    left = 0
    for path, blob in blobs.items():
        if is_binary(blob.data):
            continue
        found = matching(ready, blob.data)
        first = islice(found, min(MOST_HITS - len(hits), MOST_OF_A_FILE))
        hits += [Hit(path, line, text, blob.sha) for line, text in first]
        left += sum(1 for _ in found)
    return hits, left, told
