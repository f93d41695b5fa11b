"""New files: those that a request names and the repository does not have yet, and what they are to hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.planning.lazy import Lazy
from bot.planning.newcomers import newcomers
from bot.planning.places import CODE, DOCS, SETUPS, folder, is_safe, name, suffix
from bot.planning.reading import Reading

_MOST = 6
_FEWEST = 2
# A line of a layout: the file, a gap, what goes into it.
_LINE = Lazy(
    r"^[ \t|*+-]*`?(?P<file>[\w./-]+\.[a-z]{1,6})`?(?: {2,}|\t+| *[-\u2013:|#]+ +)(?P<what>\S.*)$"
)
_MADE = Lazy(
    r"(?i)\b(?:split|move[ds]?|extract(?:ed)?|new (?:file|module)|new(?= (?:[a-z]+ )?`[\w./-]+\.[a-z]{1,6}`)"
    r"|creat(?:e|ed)|into|add(?:ed)?"
    r"|goes? (?:in)?to|own file|make (?:one|an?)"
    r"|introduce|(?:factor|pull)(?:ed)? (?:it |them |this )?out|put (?:it|them|this|that)|lives? in)\b"
)
_FILE = Lazy(r"(?<![\w./-])[\w./-]+\.[a-z]{1,6}\b(?!/)")
# A migration lies beside its elders, whatever else is changed: `0015_sessions.sql`.
_NUMBERED = Lazy(r"(?i)v?[0-9]{3,}_+\w")
# A module that is run by its name: `python -m tools.report`.
_MODULE = Lazy(r"\bpython3? -m (?P<dotted>[a-z_]\w*(?:\.[a-z_]\w*)+)")
_GONE = Lazy(
    r"(?i)\b(?:delet\w+|remov\w+|gone|dropped|missing|generated|ignored|used to|no longer|does not exist"
    r"|doesn't exist|not found|is copied|upstream)\b"
)
_RUNS = Lazy(r"(?m)^ *(?:\$|>|#|import |from |package |use |func |def |class )")


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
    endings = {suffix(p) for p in paths} & (CODE | DOCS | SETUPS)
    drawn = dict(layout(reading))
    named = dict(drawn)
    run = "\n".join((reading.text, *(f.text[:2_000] for f in reading.fences)))
    modules = {f"{m['dotted'].replace('.', '/')}.py" for m in _MODULE.finditer(run)}
    named |= dict.fromkeys(sorted(modules), "")
    for passage in reading.passages:
        made = _MADE.search(passage.text)
        for hit in _FILE.finditer(passage.text):
            file = hit[0].rstrip(".")
            if file not in named and (made or _is_written(passage.text, hit)):
                named[file] = ""
    found: dict[str, str] = {}
    for file, what in named.items():
        path = file if "/" in file else _beside(file, edited, paths)
        there = path in paths if "/" in file else name(file).lower() in known
        if there or suffix(file) not in endings or not is_safe(path):
            continue
        near = path.split("/")[0] if file in modules else folder(path)
        if any(p.startswith(f"{near}/") for p in paths) or (file in drawn and _splits(near, paths)):
            found[path] = what
    found |= dict.fromkeys(newcomers(reading.title, run, paths), "")
    return dict(list(found.items())[:_MOST])


def _is_written(text: str, hit: re.Match[str]) -> bool:
    """A whole path in code marks, of a file that nothing says is gone: it is to be written there."""
    marked = text[hit.start() - 1 : hit.start()] == "`" == text[hit.end() : hit.end() + 1]
    return "/" in hit[0] and marked and suffix(hit[0]) in CODE and not _GONE.search(text)


def _splits(near: str, paths: Sequence[str]) -> bool:
    """A folder that takes the place of a file: `views/orders/` for `views/orders.py`."""
    return any(p.rpartition(".")[0] == near for p in paths)


def _beside(file: str, edited: Sequence[str], paths: Sequence[str] = ()) -> str:
    if _NUMBERED.match(file):
        like = [p for p in paths if _NUMBERED.match(name(p)) and suffix(p) == suffix(file)]
        return f"{folder(like[-1])}/{file}" if like else ""
    near = next((folder(p) for p in edited if suffix(p) == suffix(file)), "")
    return f"{near}/{file}" if near else ""
