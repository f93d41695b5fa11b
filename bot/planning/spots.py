"""Spots: where in a file the names of a request stand: on which line it is defined, held or used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.planning.definitions import definitions
from bot.planning.names import Name

_LONGEST = 400_000
_INLINE = re.compile(r"(?m)^\s*#\[cfg\(test\)\]")
_METHOD = r"(?m)^[ \t]{0,40}(?:[\w:<>,&*\[\]?~]+[ \t&*]+){1,6}(?:\w+::)?%s[ \t]*\([^;\n]*$"
_TYPED = frozenset(("java", "cs", "c", "h", "cc", "cpp", "hpp", "hh", "cxx"))


class Kind(StrEnum):
    """What a file does with a name."""

    DEFINES = "defines"
    HOLDS = "holds"
    USES = "uses"
    TESTS = "tests"


@dataclass(frozen=True, slots=True)
class Spot:
    """One name in one file: the first line where it stands so, and how often."""

    name: str
    kind: Kind
    line: int
    count: int = 1


Spots = Mapping[str, tuple[Spot, ...]]
NOWHERE: Spots = {}


def spots(wanted: Iterable[Name], texts: Mapping[str, str]) -> dict[str, tuple[Spot, ...]]:
    """Find the names in files. Takes the names and full texts by path; files without any are left out."""
    listed = tuple(wanted)
    found = {path: tuple(_in(listed, path, text[:_LONGEST])) for path, text in texts.items()}
    return {path: held for path, held in found.items() if held}


def _in(wanted: tuple[Name, ...], path: str, text: str) -> Iterable[Spot]:
    defined: dict[str, int] = {}
    for own, at in definitions(text):
        defined.setdefault(own.lower(), at)
    typed = path.rpartition(".")[2] in _TYPED
    for name in wanted:
        yield from _held(name, text) if name.exact else _named(name.text, text, defined, typed)
    if path.endswith(".rs") and (inline := _INLINE.search(text)):
        yield Spot("#[cfg(test)]", Kind.TESTS, _line(text, inline.start()))


def _named(name: str, text: str, defined: Mapping[str, int], typed: bool) -> Iterable[Spot]:
    """`Markdownify` defines what people write as `markdownify`; else the first use counts."""
    if name.lower() in defined:
        at, kind = defined[name.lower()], Kind.DEFINES
    elif name not in text:
        return
    else:
        method = re.search(_METHOD % re.escape(name), text) if typed else None
        at, kind = (method.start(), Kind.DEFINES) if method else (text.index(name), Kind.USES)
    yield Spot(name, kind, _line(text, at), text.count(name))


def _held(name: Name, text: str) -> Iterable[Spot]:
    """An option as a quoted word (`"--path"`, `"path"`), or words exactly as they are."""
    bare = name.text.lstrip("-")
    forms = [name.text]
    if name.text.startswith("-"):
        forms = [f"{q}{form}{q}" for form in (name.text, bare) for q in "\"'`" if len(form) > 1]
    for form in forms:
        at = text.find(form)
        if at >= 0:
            yield Spot(name.text, Kind.HOLDS, _line(text, at), text.count(form))
            return


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
