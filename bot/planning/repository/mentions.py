"""Mentions: which files of the repository a text names, by path, file name, module or stack trace.

A text may name as much as it likes, and a repository hold as many files: nothing here looks through all
files for each name. What names are looked up in is made once.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import takewhile

from bot.domain.artifacts import RuleLine
from bot.domain.globs import fits
from bot.domain.secrets import without_secrets
from bot.planning.repository.places import is_decision, is_rule, name
from bot.planning.words import STOP, shortened, stem, words

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
_MOST_LINKS = 20
_BLOB = re.compile(
    r"://[^\s/]{1,100}(?:/[^\s/]{1,100}){2}/(?:-/)?(?:blob|blame"
    r"|raw)/[^/\s]{1,100}/(?P<path>[^\s#?)>\]`\"']{1,250})"
    r"(?:#L(?P<line>[0-9]{1,6}))?"
)
_PLAIN_NAMES = frozenset(("makefile", "dockerfile", "readme", "license", "procfile", "gemfile"))


class _Ends:
    """Paths by their parts in lower case, the last one first: those that end alike stand side by side."""

    def __init__(self, spelled: Iterable[tuple[str, str]]) -> None:
        """Each as it is spelled in what is looked up, with the path itself."""
        self._named: dict[str, list[tuple[str, str]]] = {}
        self._sorted: dict[str, tuple[list[str], list[str]]] = {}
        for spelling, path in spelled:
            self._named.setdefault(name(spelling).lower(), []).append((spelling, path))

    def whole(self, end: str) -> list[str]:
        """The paths that are this end and no more."""
        keys, paths = self._alike(end)
        return paths[bisect_left(keys, end) : bisect_right(keys, end)]

    def below(self, end: str) -> list[str]:
        """The first two paths with this end: one alone is named by it."""
        keys, paths = self._alike(end)
        first, behind = (
            bisect_left(keys, end),
            bisect_left(keys, f"{end[:-1]}0"),
        )  # / comes before 0
        return paths[first : min(first + 2, behind)]

    def shared(self, end: str) -> str:
        """As much of this end as any path has."""
        keys, _ = self._alike(end)
        at = bisect_left(keys, end)
        parts = end.split("/")[:-1]
        near = (key.split("/") for key in keys[max(at - 1, 0) : at + 1])
        pairs = (zip(parts, key, strict=False) for key in near)
        alike = (sum(1 for _ in takewhile(lambda p: p[0] == p[1], both)) for both in pairs)
        return "".join(f"{part}/" for part in parts[: max(alike, default=0)])

    def _alike(self, end: str) -> tuple[list[str], list[str]]:
        own = end[: end.find("/")]
        if own not in self._sorted:
            rows = [(_end(spelling), path) for spelling, path in self._named.get(own, ())]
            rows.sort(key=lambda row: row[0])
            self._sorted[own] = [key for key, _ in rows], [path for _, path in rows]
        return self._sorted[own]


def _end(path: str) -> str:
    """A path from its last part to its first, in lower case: `orders.py/shop/`."""
    return "/".join(reversed(path.lower().split("/"))) + "/"


class Names:
    """Under which names the files of a repository go: made once for many texts."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths` are all files of the repository."""
        self._paths = paths

    @cached_property
    def all(self) -> dict[str, int]:
        """The paths themselves, and the place of each among all."""
        return {path: n for n, path in enumerate(self._paths)}

    @cached_property
    def ends(self) -> _Ends:
        """By their path or its end."""
        return _Ends((path, path) for path in self._paths)

    @cached_property
    def endless(self) -> _Ends:
        """By their path without its ending: `guides/callbacks` for `docs/guides/callbacks.md`."""
        return _Ends((path.rpartition(".")[0], path) for path in self._paths if "." in path)

    @cached_property
    def modules(self) -> dict[str, tuple[str, ...]]:
        """`shop.orders` for `shop/orders.py`, with or without a leading `src.`."""
        modules: dict[str, tuple[str, ...]] = {}
        for path in self._paths:
            if "/" in path and path.endswith((".py", ".java", ".kt")):
                dotted = path.rpartition(".")[0].replace("/", ".").lower().removesuffix(".__init__")
                for lead in ("", "src.", "src.main.java.", "src.main.kotlin.", "lib."):
                    if dotted.startswith(lead):
                        modules[dotted.removeprefix(lead)] = (path,)
        return modules


def mentioned(text: str, names: Names) -> tuple[str, ...]:
    """Name the files of the repository that a text names, in the order of the text.

    Takes any text and the names of the repository's files. A path is found in full, by its end (traces
    show absolute paths), by its file name, or as a dotted module; a name that fits several files names
    none of them unless more of the path tells which.
    """
    found: dict[str, None] = {}
    for token in dict.fromkeys(_tokens(text)):
        found |= dict.fromkeys(_match(token, names) or _meant(token, names))
    return tuple(found)


def _meant(token: str, names: Names) -> Sequence[str]:
    """The file of a module, or of a path without its ending where only one file ends so."""
    if _DOTTED.fullmatch(token):
        return names.modules.get(token, ())
    found = names.endless.below(_end(token)) if "/" in token else []
    return found if len(found) == 1 else ()


def linked_lines(texts: Sequence[str], names: Names) -> dict[str, int]:
    """The line of each file that links to a code host show, as `…/a.py#L3` does; the first of each.

    The link may be of another commit than the tree: the line is near, not exact.
    """
    found: dict[str, int] = {}
    for text in texts:
        for link in _BLOB.finditer(text[:70_000]):
            own = link["path"] if link["line"] else ""
            at = (own,) if own in names.all else mentioned(own, names)[:1]
            if at and len(found) < _MOST_LINKS:
                found.setdefault(at[0], int(link["line"]))
    return found


def _tokens(text: str) -> list[str]:
    tokens = []
    for found in _TOKEN.finditer(text[:70_000]):
        token = found[0].replace("\\", "/").rstrip(".-/").removeprefix("./").lower()
        if "/" in token or "." in token or token in _PLAIN_NAMES:
            tokens.append(token)
    return tokens


def _match(token: str, names: Names) -> list[str]:
    ends, end = names.ends, _end(token)
    if end == "readme/" and not ends.below(end):
        end = "readme.md/"
    if found := ends.whole(end):
        return found
    shared = end if "/" not in token else ends.shared(end)
    near = ends.below(shared) if shared else []
    whole = near if shared == end else ends.whole(shared)
    if len(whole) == 1:
        return whole
    return near if len(near) == 1 and shared.count("/") > 1 else []


def frames(text: str, names: Names) -> dict[str, int]:
    """The repository's files in a stack trace, the innermost first, each with its line; 0 where none is told.

    Python tells the innermost frame last, others tell it first.
    """
    listed = [line for line in _lines(text) if _FRAME.search(line)]
    python = [line for line in listed if line.lstrip().startswith('File "')]
    others = [line for line in listed if not line.lstrip().startswith('File "')]
    found: dict[str, int] = {}
    for line in [*reversed(python), *others]:
        at = _AT.search(line)
        for path in _framed(line, names):
            found.setdefault(path, int(at["a"] or at["b"]) if at else 0)
    return found


def _lines(text: str) -> list[str]:
    """The lines of a text that may be frames."""
    return [line for line in text.split("\n")[:2000] if len(line) < 1000]


def _framed(line: str, names: Names) -> tuple[str, ...]:
    """The file of a frame, by its name: `Style/Documentation: Missing …` is no frame of it."""
    installed = _INSTALLED.search(line.replace("\\", "/"))
    found = mentioned(installed["inside"] if installed else line, names)[:1]
    return tuple(p for p in found if name(p).lower() in line.lower())


_MOST_DOCUMENTS, _MOST_RULES, _MOST_LINES, _LONG_RULE, _ALIKE = 6, 8, 2_000, 300, 0.4


def rule_files(paths: Iterable[str], named: tuple[str, ...], about: str) -> tuple[str, ...]:
    """The documents to look for rules in, those first that policy names, then whose name tells most."""
    topic = _stems(about)
    found = [p for p in paths if fits(named, p) or is_rule(p) or is_decision(p)]
    best = sorted(found, key=lambda p: (not fits(named, p), -len(_stems(p) & topic), p))
    return tuple(best[:_MOST_DOCUMENTS])


def touched(
    documents: Mapping[str, str], about: str, changed: frozenset[str]
) -> tuple[RuleLine, ...]:
    """The lines that name a file that changes, or share much of their words with what is to be done.

    What a line means is not looked at, in no language.
    """
    topic, found = _stems(about), list[tuple[float, RuleLine]]()
    for path, text in documents.items():
        in_code = False
        for number, line in enumerate(text.split("\n")[:_MOST_LINES], 1):
            in_code ^= line.lstrip().startswith("```")
            leads = in_code or line.rstrip().endswith(":")  # a command, or what leads to a list
            own = frozenset() if leads else _stems(line[: 4 * _LONG_RULE])
            shared = len(own & topic)
            near = not leads and any(p in line for p in changed)
            alike = shared / len(own) if own else 0.0
            if near or (shared >= 2 and alike >= _ALIKE):
                said = without_secrets(shortened(line.strip(" \t#>*-"), _LONG_RULE))
                found.append((near + alike, RuleLine(path=path, line=number, text=said)))
    best = sorted(found, key=lambda one: -one[0])[:_MOST_RULES]
    return tuple(sorted((rule for _, rule in best), key=lambda r: (r.path, r.line)))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in words(text) if w not in STOP and len(w) > 1)
