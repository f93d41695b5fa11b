"""Claims about the tree in a draft's sentences: code spans in the form of a path, and lines of files."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.planning.draft import Draft
from bot.planning.repository.places import CODE, DOCS, SETUPS, folder, suffix

_SPAN = re.compile(r"`([^`\n]{3,200})`")
_LINE = re.compile(r"(?<![\w./@+-])([\w./@+-]{1,300}):[0-9]{1,7}\b")
_PATH = re.compile(r"[\w@+-][\w./@+-]{2,199}")
_FILES = CODE | DOCS | SETUPS


class Paths:
    """Paths that are looked up by their folders and endings without walking all of them each time."""

    def __init__(self, paths: Iterable[str]) -> None:
        """`paths` are files and folders, without a slash behind them."""
        self._all = frozenset(paths)
        self._folders, self._backwards = sorted(self._all), sorted(p[::-1] for p in self._all)

    def has(self, path: str) -> bool:
        """Say whether it, or something below it, is among these."""
        return path in self._all or _begun(self._folders, f"{path}/")

    def ends(self, path: str) -> bool:
        """Say whether one of these is it, or ends with a slash and it."""
        return path in self._all or _begun(self._backwards, f"{path[::-1]}/")


def _begun(ordered: Sequence[str], start: str) -> bool:
    at = bisect_left(ordered, start)
    return at < len(ordered) and ordered[at].startswith(start)


def doubtful(
    draft: Draft, said: str, known: Iterable[str], files: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Paths and lines that are nowhere; each with where it is claimed.

    `known` are the paths of the tree and those that the draft makes, `files` the texts that are known.
    What the request says (`said`) is no claim about the tree.
    """
    paths = Paths(known)
    told = [(t.id, f"{s.instruction}\n{s.verify}") for t in draft.work for s in t.steps]
    told += [("explanation", draft.explanation), ("assumptions", "\n".join(draft.assumptions))]
    for where, text in (*told, ("risks", "\n".join(draft.risks))):
        lines = (line[0] for line in _LINE.finditer(text) if line[1] in files)
        named = dict.fromkeys((*_SPAN.findall(text), *lines))
        yield from ((where, s) for s in named if _is_off(s, paths, files) and s not in said)


def unmade(text: str, known: Paths) -> tuple[str, ...]:
    """Files that a text names in code spans and that are not there yet, in folders that are."""
    found = (path.removeprefix("./") for path in dict.fromkeys(_SPAN.findall(text)))
    return tuple(p for p in found if _is_off(p, known, {}) and known.has(folder(p)))


def last_name(symbol: str) -> str:
    """The name of a function or class without what it stands in: `Cart.total()` is `total`."""
    return re.split(r"[.:#()]+", symbol.strip("()"))[-1]


def stands_in(symbol: str, text: str) -> bool:
    """Say whether the last part of a symbol stands in a text: `Cart.add` by `add`."""
    last = last_name(symbol)
    return bool(last) and re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text) is not None


def _is_off(span: str, paths: Paths, files: Mapping[str, str]) -> bool:
    """Say whether a span has the form of a file's path, or of a line in one, that is not there."""
    path, _, line = span.removeprefix("./").partition("::")[0].partition("#")[0].partition(":")
    if path in files and line.isdecimal():
        return int(line) > files[path].count("\n") + 1
    first, slash, _ = path.partition("/")
    if not slash or "." in first[1:] or not _PATH.fullmatch(path) or suffix(path) not in _FILES:
        return False
    return not paths.ends(path)
