"""Mentions: which files of the repository a text names, by path, file name, module or stack trace.

A text may name as much as it likes, and a repository hold as many files: nothing here looks through all
files for each name. What names are looked up in is made once.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property

from bot.domain.artifacts import RuleLine
from bot.domain.globs import fits
from bot.domain.secrets import without_secrets
from bot.planning.repository.places import (
    CODE,
    DOCS,
    SETUPS,
    Place,
    bare,
    is_decision,
    is_rule,
    name,
    place,
)
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
_SYMBOL = re.compile(
    r"`(?P<first>[A-Za-z_]\w{0,80}(?=[.:#])|[A-Z][a-z]{1,40}[A-Z]\w{0,80}(?=[(`]))"
    r"(?:(?:\.|::|#)(?P<last>\w{1,80})){0,7}(?:\([^`\n]{0,100}\))?`"
)
_WORD = re.compile(r"\w+")
_ENDINGS = CODE | DOCS | SETUPS
_MODULES = (".py", "/__init__.py", ".java", ".kt")
_PLAIN_NAMES = frozenset(("makefile", "dockerfile", "readme", "license", "procfile", "gemfile"))


def _end(path: str) -> str:
    """A path from its last part to its first, in lower case: `orders.py/shop/`."""
    return "/".join(reversed(path.lower().split("/"))) + "/"


class Names:
    """Under which names the files of a repository go: made once for many texts."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths` are all files of the repository."""
        self.all = {path: n for n, path in enumerate(paths)}
        """The paths themselves, and the place of each among all."""

    @cached_property
    def _ends(self) -> tuple[list[str], list[str]]:
        """The paths by their parts, the last one first: those that end alike stand side by side."""
        rows = sorted((_end(path), path) for path in self.all)
        return [key for key, _ in rows], [path for _, path in rows]

    @cached_property
    def called(self) -> dict[str, list[str]]:
        """The sources by their names without ending, in lower case."""
        found = defaultdict[str, list[str]](list)
        for path in self.all:
            if place(path) in {Place.SOURCE, Place.INTERFACE}:
                found[bare(path).lower()].append(path)
        return found

    def ending(self, end: str) -> tuple[list[str], list[str]]:
        """The paths that are this end and no more, and the first two with it: one alone is named by it."""
        keys, paths = self._ends
        first, last = bisect_left(keys, end), bisect_left(keys, f"{end[:-1]}0")  # / comes before 0
        return paths[first : bisect_right(keys, end)], paths[first : min(first + 2, last)]


def mentioned(text: str, names: Names) -> tuple[str, ...]:
    """Name the files of the repository that a text names, in the order of the text.

    Takes any text and the names of the repository's files. A path is found in full, by its end (traces
    show absolute paths), by its file name, or as a dotted module; a name that fits several files names
    none of them unless more of the path tells which.
    """
    found: dict[str, None] = {}
    for written in dict.fromkeys(_TOKEN.findall(text[:70_000])):
        token = written.replace("\\", "/").rstrip(".-/").removeprefix("./").lower()
        if "/" in token or "." in token or token in _PLAIN_NAMES:
            meant = _module(token, names) if _DOTTED.fullmatch(token) else []
            found |= dict.fromkeys(_match(token, names) or meant)
    return tuple(found)


def _module(dotted: str, names: Names) -> list[str]:
    """The one file of a module, wherever its package lies: `shop.orders` is `src/shop/orders.py`."""
    ends = (_end(dotted.replace(".", "/") + ending) for ending in _MODULES)
    return next((near for _, near in map(names.ending, ends) if len(near) == 1), [])


def _match(path: str, names: Names) -> list[str]:
    """The files whose path this is, else the one that has as much of its end as any path has."""
    whole, near = names.ending(_end(path))
    if whole:
        return whole
    if path == "readme" and not near:
        return names.ending(_end("readme.md"))[0]
    rest = path
    while not near and "/" in rest:
        rest = rest.partition("/")[2]
        whole, near = names.ending(_end(rest))
    told = rest == path or "/" in rest
    return whole if len(whole) == 1 else near if told and len(near) == 1 else []


def holders(text: str, names: Names, texts: Mapping[str, str]) -> tuple[str, ...]:
    """The source files that symbols in a text's code spans tell: `CartItem`, `Cart.add`, `orders::total`.

    Each is the one file that is called like the first part, in the order of the text. Of a first part in
    small letters (`example.com` is no file `example.py`) the last stands in the file's text, of those given.
    """
    found = dict.fromkeys((m["first"], m["last"] or "") for m in _SYMBOL.finditer(text))
    words_of = cache(lambda path: frozenset(_WORD.findall(texts.get(path, ""))))
    told = list[str]()
    for first, last in found:
        called = names.called.get(first.lower(), ())
        if len(called) == 1 and last not in _ENDINGS:
            path = called[0]
            told += [path] if first[0].isupper() or last in words_of(path) else []
    return tuple(dict.fromkeys(told))


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
        installed = _INSTALLED.search(line.replace("\\", "/"))
        for path in mentioned(installed["inside"] if installed else line, names)[:1]:
            if name(path).lower() in line.lower():  # `Style/Documentation: Missing …` is no frame
                found.setdefault(path, int(at["a"] or at["b"]) if at else 0)
    return found


def raised(text: str) -> str:
    """What a trace says of the error: behind Python's frames, before those with `at`, else first."""
    lines = [line for line in _lines(text) if line.strip()]
    frames = [n for n, line in enumerate(lines) if _FRAME.search(line)]
    told = lines[: frames[0]] if frames else []
    if frames and lines[frames[-1]].lstrip().startswith('File "'):
        told = [line for line in lines[frames[-1] + 1 :] if line[0] != " "]
    elif told and lines[frames[0]].lstrip().startswith("at "):
        told = told[-1:]
    return told[0].strip() if told else ""


def _lines(text: str) -> list[str]:
    """The lines of a text that may be frames."""
    return [line for line in text.split("\n")[:2000] if len(line) < 1000]


_MOST_DOCUMENTS, _MOST_RULES, _MOST_LINES, _LONG_RULE, _ALIKE = 6, 8, 2_000, 300, 0.4


def rule_files(paths: Iterable[str], named: tuple[str, ...], about: str) -> tuple[str, ...]:
    """The documents to look for rules in, those first that policy names, then whose name tells most."""
    topic = _stems(about)
    found = [p for p in paths if fits(named, p) or is_rule(p) or is_decision(p)]
    best = sorted(found, key=lambda p: (not fits(named, p), -len(_stems(p) & topic), p))
    return tuple(best[:_MOST_DOCUMENTS])


def touched(
    documents: Mapping[str, str], about: str, changed: frozenset[str], telling: str = ""
) -> tuple[RuleLine, ...]:
    """The lines that name a file that changes, or share much of their words with what is to be done.

    What a line means is not looked at, in no language. With `telling` (title, paths, names in code) two of
    the shared words must stand there, or on no other line; the words of one code span are one.
    """
    used = Counter(s for t in documents.values() for one in t.split("\n") for s in _stems(one))
    known = _stems(telling)
    topic, found = _stems(about), list[tuple[float, RuleLine]]()
    for path, text in documents.items():
        in_code = False
        for number, line in enumerate(text.split("\n")[:_MOST_LINES], 1):
            in_code ^= line.lstrip().startswith("```")
            if in_code or line.rstrip().endswith(":"):  # a command, or what leads to a list
                continue
            own = _stems(line[: 4 * _LONG_RULE])
            shared = own & topic
            near = any(p in line for p in changed)
            alike = len(shared) / len(own) if own else 0.0
            told = {s for s in shared if not telling or s in known or used[s] == 1}
            two = len(shared) >= 2 and _apart(line, told) >= 2
            if near or (two and alike >= _ALIKE):
                said = without_secrets(shortened(line.strip(" \t#>*-"), _LONG_RULE))
                found.append((near + alike, RuleLine(path=path, line=number, text=said)))
    best = sorted(found, key=lambda one: -one[0])[:_MOST_RULES]
    return tuple(sorted((rule for _, rule in best), key=lambda r: (r.path, r.line)))


def _apart(line: str, told: set[str]) -> int:
    """How many of these words a line has; those of one code span count once."""
    pieces = line[: 4 * _LONG_RULE].split("`")
    spans = sum(bool(_stems(piece) & told) for piece in pieces[1::2])
    return len(_stems(" ".join(pieces[::2])) & told) + spans


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in words(text) if w not in STOP and len(w) > 1)
