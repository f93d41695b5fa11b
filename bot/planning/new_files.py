"""New files: those that a request names and the repository does not have yet, and what they are to hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.planning.places import CODE, DOCS, folder, is_safe, name, suffix
from bot.planning.reading import Reading

_MOST = 6
_FEWEST = 2
# A line of a layout: the file, a gap, what goes into it.
_LINE = re.compile(
    r"^[ \t|*+-]*`?(?P<file>[\w./-]+\.[a-z]{1,6})`?(?: {2,}|\t+| *[-\u2013:|#]+ +)(?P<what>\S.*)$"
)
_MADE = re.compile(
    r"(?i)\b(?:split|move[ds]?|extract(?:ed)?|new (?:file|module)|creat(?:e|ed)|into|add(?:ed)?"
    r"|goes? (?:in)?to|own file|make (?:one|an?)"
    r"|introduce|(?:factor|pull)(?:ed)? (?:it |them |this )?out|put (?:it|them|this|that)|lives? in)\b"
)
_FILE = re.compile(r"(?<![\w./-])[\w./-]+\.[a-z]{1,6}\b(?!/)")
_RUNS = re.compile(r"(?m)^ *(?:\$|>|#|import |from |package |use |func |def |class )")


def layout(reading: Reading) -> tuple[tuple[str, str], ...]:
    """Each file of a layout that a block or list draws, with what it is to hold: two lines at least."""
    found: list[tuple[str, str]] = []
    for fence in reading.fences:
        lines = [_LINE.match(line) for line in fence.text.split("\n")[:40]]
        told = [(m["file"], " ".join(m["what"].split())) for m in lines if m]
        if len(told) >= _FEWEST and not _RUNS.search(fence.text):
            found += [t for t in told if suffix(t[0]) in CODE | DOCS]
    return tuple(found[:_MOST])


def new_files(reading: Reading, paths: Sequence[str], edited: Sequence[str]) -> dict[str, str]:
    """The paths of files to write, with what they hold as far as it is told.

    Takes the issue, the repository's paths, and the files that a plan changes, beside which a bare name
    is put. A name that the repository has, an ending it has not, and a path out of it make none.
    """
    known = {name(p).lower() for p in paths}
    endings = {suffix(p) for p in paths} & (CODE | DOCS)
    named = dict(layout(reading))
    for passage in reading.passages:
        if _MADE.search(passage.text):
            named |= {
                m[0].rstrip("."): "" for m in _FILE.finditer(passage.text) if m[0] not in named
            }
    found: dict[str, str] = {}
    for file, what in named.items():
        path = file if "/" in file else _beside(file, edited)
        if name(file).lower() in known or suffix(file) not in endings or not is_safe(path):
            continue
        if any(p.startswith(f"{folder(path)}/") for p in paths):
            found[path] = what
    return dict(list(found.items())[:_MOST])


def _beside(file: str, edited: Sequence[str]) -> str:
    near = next((folder(p) for p in edited if suffix(p) == suffix(file)), "")
    return f"{near}/{file}" if near else ""
