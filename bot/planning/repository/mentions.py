"""Mentions: which files of the repository a text names, by path, file name, module or stack trace."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from bot.planning.repository.places import bare, name

_TOKEN = re.compile(r"[A-Za-z0-9_@.][A-Za-z0-9_@./\\-]{0,250}")
_DOTTED = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*){1,8}")
_FRAME = re.compile(
    r"^\s*(?:File \"|at |\S+\.(?:py|go|rs|rb|js|ts|java|kt|cc|cpp|php|ex):[0-9]+|from \S+:[0-9]+|#[0-9]+ )"
    r"|\S\.(?:go|rs|rb|c|cc|cpp|h|php):[0-9]"
)
_INSTALLED = re.compile(
    r"(?:site-packages|dist-packages|node_modules|/gems|\.cargo/registry/src/[^/]+|pkg/mod)/"
    r"(?P<inside>[^\s:\"',)]+)"
)
_AT = re.compile(r"\.[a-z]{1,5}:(?P<a>[0-9]{1,6})\b|\", line (?P<b>[0-9]{1,6})\b")
_MOST_FRAMES = 4
_MOST_LINKS = 20
_BLOB = re.compile(
    r"://[^\s/]{1,100}(?:/[^\s/]{1,100}){2}/(?:-/)?(?:blob|blame"
    r"|raw)/[^/\s]{1,100}/(?P<path>[^\s#?)>\]`\"']{1,250})"
    r"(?:#L(?P<line>[0-9]{1,6}))?"
)
_PLAIN_NAMES = frozenset(("makefile", "dockerfile", "readme", "license", "procfile", "gemfile"))


def mentioned(text: str, paths: Sequence[str]) -> tuple[str, ...]:
    """Name the files of the repository that a text names, in the order of the text.

    Takes any text and the repository's paths. A path is found in full, by its end (traces show
    absolute paths), by its file name, or as a dotted module; a name that fits several files names
    none of them unless more of the path tells which.
    """
    tokens = _tokens(text)
    by_name = _by_name(paths, {name(t).lower() for t in tokens})
    modules = _modules(paths) if any(_DOTTED.fullmatch(t) for t in tokens) else {}
    endless = _without_ending(paths, {t.lower() for t in tokens if "/" in t})
    found: dict[str, None] = {}
    for token in tokens:
        lowered = token.lower()
        for path in _match(token, by_name) or modules.get(lowered, ()) or endless.get(lowered, ()):
            found[path] = None
    return tuple(found)


def linked_lines(texts: Sequence[str], paths: Sequence[str]) -> dict[str, int]:
    """The line of each file that links to a code host show, as `…/a.py#L3` does; the first of each.

    The link may be of another commit than the tree: the line is near, not exact.
    """
    known = frozenset(paths)
    found: dict[str, int] = {}
    for text in texts:
        for link in _BLOB.finditer(text[:70_000]):
            own = link["path"]
            at = (own,) if own in known else mentioned(own, paths)[:1] if link["line"] else ()
            if link["line"] and at and len(found) < _MOST_LINKS:
                found.setdefault(at[0], int(link["line"]))
    return found


def _without_ending(paths: Sequence[str], wanted: set[str]) -> dict[str, tuple[str, ...]]:
    """`guides/callbacks` for `docs/guides/callbacks.md`, where only one file ends so."""
    found: dict[str, list[str]] = {}
    for path in paths if wanted else ():
        lowered = path.lower().rpartition(".")[0]
        for token in wanted:
            if lowered == token or lowered.endswith(f"/{token}"):
                found.setdefault(token, []).append(path)
    return {token: tuple(held) for token, held in found.items() if len(held) == 1}


def _by_name(paths: Sequence[str], names: set[str]) -> dict[str, list[str]]:
    """The paths that end in one of these names, in lower case; a huge tree is gone through once."""
    by_name: dict[str, list[str]] = {}
    wanted = names | {"readme.md"}
    for path in paths if names else ():
        own = name(path).lower()
        if own in wanted:
            by_name.setdefault(own, []).append(path)
    return by_name


def _tokens(text: str) -> list[str]:
    tokens = []
    for found in _TOKEN.finditer(text[:70_000]):
        token = found[0].replace("\\", "/").rstrip(".-/").removeprefix("./")
        if "/" in token or "." in token or token.lower() in _PLAIN_NAMES:
            tokens.append(token)
    return tokens


def _match(token: str, by_name: dict[str, list[str]]) -> list[str]:
    candidates = by_name.get(name(token).lower(), [])
    if not candidates and name(token).lower() == "readme":
        candidates = by_name.get("readme.md", [])
    lowered = token.lower()
    exact = [p for p in candidates if p.lower() == lowered]
    if exact or "/" not in token:
        if len(candidates) > 1 and not exact:
            exact = [p for p in candidates if "/" not in p]
        return exact or (candidates if len(candidates) == 1 else [])
    shared = [(p, _shared_end(p.lower(), lowered)) for p in candidates]
    best = max((n for _, n in shared), default=0)
    nearest = [p for p, n in shared if n == best]
    whole = [p for p in nearest if best == min(len(p.split("/")), len(lowered.split("/")))]
    return whole if len(whole) == 1 else (nearest if len(nearest) == 1 and best >= 2 else [])


def _shared_end(one: str, other: str) -> int:
    ends = zip(reversed(one.split("/")), reversed(other.split("/")), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], ends))


def _modules(paths: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """`shop.orders` for `shop/orders.py`, with or without a leading `src.`."""
    modules: dict[str, tuple[str, ...]] = {}
    for path in paths:
        if "/" in path and path.endswith((".py", ".java", ".kt")):
            dotted = path.rpartition(".")[0].replace("/", ".").lower().removesuffix(".__init__")
            for lead in ("", "src.", "src.main.java.", "src.main.kotlin.", "lib."):
                if dotted.startswith(lead):
                    modules[dotted.removeprefix(lead)] = (path,)
    return modules


def traced(text: str, paths: Sequence[str]) -> tuple[str, ...]:
    """The repository's files in a stack trace, the innermost first; frames of installed packages are none."""
    first = _innermost(text, paths)
    frames = [line for line in _lines(text) if _FRAME.search(line)]
    others = (p for line in reversed(frames) for p in _framed(line, paths))
    return tuple(dict.fromkeys((*((first,) if first else ()), *others)))[:_MOST_FRAMES]


def _lines(text: str) -> list[str]:
    """The lines of a text that may be frames."""
    return [line for line in text.split("\n")[:2000] if len(line) < 1000]


def _framed(line: str, paths: Sequence[str]) -> tuple[str, ...]:
    """The file of a frame, by its name: `Style/Documentation: Missing …` is no frame of it."""
    found = mentioned(_own(line, paths), paths)[:1]
    return tuple(p for p in found if name(p).lower() in line.lower())


def _own(line: str, paths: Sequence[str]) -> str:
    """A frame without what lies in other people's packages: its path must begin as one of ours does."""
    found = _INSTALLED.search(line.replace("\\", "/"))
    if not found:
        return line
    inside = found["inside"]
    whole = [p for p in paths if inside == p or p.endswith(f"/{inside}") or f"/{p}" in f"/{inside}"]
    return whole[0] if len(whole) == 1 else ""


def frame_lines(text: str, paths: Sequence[str]) -> dict[str, int]:
    """The line of each of the repository's files that a stack trace names, the first told of each."""
    found: dict[str, int] = {}
    for line in _lines(text):
        at = _AT.search(line)
        for path in _framed(line, paths) if at else ():
            found.setdefault(path, int(at["a"] or at["b"]) if at else 0)
    return found


def _innermost(text: str, paths: Sequence[str]) -> str:
    """The file a stack trace ends in: its last frame in Python's order, its first in the others'."""
    lines = _lines(text)
    python = [line for line in lines if line.lstrip().startswith('File "')]
    others = [o for o in lines if o.lstrip().startswith("at ") or ".go:" in o or ".rs:" in o]
    for line in [*reversed(python), *others]:
        hit = mentioned(_own(line, paths), paths)
        if hit:
            return hit[0]
        named = _DOTTED.search(line)
        same = [p for p in paths if named and bare(p) and f".{bare(p)}." in f"{named[0]}."]
        if len(same) == 1:
            return same[0]
    return ""
