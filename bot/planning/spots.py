"""Spots: where in a file the names of a request stand: on which line it is defined, held or used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.planning.definitions import defined, definitions, starts
from bot.planning.literals import longest, places
from bot.planning.names import Name, Weight
from bot.planning.places import is_test
from bot.planning.words import camel_parts, stem, stems, word_set

_LONGEST = 400_000
_MANY = 4  # parts of a name
_LISTED = frozenset(",}")  # `import { type A, type B }` defines neither
_INLINE = re.compile(r"(?m)^\s*#\[cfg\(test\)\]")
# The words before a name are one run: repeated runs of `*` would be tried in all their divisions.
_METHOD = (
    r"(?m)^[ \t]{0,40}[\w:<>,&*\[\]?~][\w:<>,&*\[\]?~ \t]{0,200}?(?<=[ \t&*])(?:\w+::)?%s"
    r"[ \t]*\([^;\n]*$"
)
# `expect.hasAssertions = () =>`: a function that is put into an object.
_ASSIGNED = (
    r"(?m)^[ \t]{0,40}(?:[\w$]{1,60}\.){1,4}%s[ \t]*=[ \t]*"
    r"(?:async[ \t]+)?(?:function\b|lambda\b|[\w$]{1,40}[ \t]*=>|\([^()\n]{0,200}\)[ \t]*=>)"
)
# `dialog.onClose = () =>` is put there by who uses the dialog.
_HANDLER = re.compile(r"on_?[A-Z]|on_")
# `struct formatter<std::optional<T>>`: what is made for a type of this name.
_SPECIALISED = (
    r"(?m)^[ \t]{0,8}(?:struct|class) \w{1,60}<(?:(?! : )[^;{\n]){0,80}\b%s\b[^;\n]{0,120}$"
)
_ACCESS = r"""(?<=[\w\])?!])\.%(name)s\b(?![\s]*=[^=]|\(|\.)|\[[\"':]%(name)s[\"']?\](?!\s*=[^=])"""
_CONSTANT = re.compile(r"(?m)^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b(?=[^=\n]{0,60}=)")
_TYPED_METHOD = re.compile(
    r"^[ \t]{1,8}(?:(?:public|private|protected|static|final|abstract|synchronized|override|virtual"
    r"|inline|constexpr|explicit)[ \t]+){1,5}(?:<[^>\n]{1,60}>[ \t]+)?"
    r"[\w.<>\[\],?&* ]{1,80}?[ \t&*](\w+)[ \t]*\("
)
_NO_NAMES = word_set(
    """final static void boolean int long double float char byte short string auto const volatile
    transient abstract public private protected if for while switch return new"""
)
# Labels, preprocessor lines, comments and closing marks stand further out than what they belong to.
_OUTDENTED = re.compile(r"^\s*(?:\w+:\s*(?://.*)?$|#|//|/?\*|[)}\]])")
_COMMENT = re.compile(r"[ \t]*(?://|/?\*(?:\s|\*)|#(?![\[!\w])|--\s)")
_FAR_ABOVE = 400  # lines
_TYPED = frozenset(("java", "cs", "c", "h", "cc", "cpp", "hpp", "hh", "cxx"))


class Kind(StrEnum):
    """What a file does with a name."""

    DEFINES = "defines"
    HOLDS = "holds"
    USES = "uses"
    TESTS = "tests"
    NEAR = "near"
    READS = "reads"
    LINKED = "linked"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Spot:
    """One name in one file: the first line where it stands so, and how often.

    `part` is what of a message stands there. Of a LINKED line, `name` is the definition it lies in,
    `line` where that begins, and `count` the line of the link.
    """

    name: str
    kind: Kind
    line: int
    count: int = 1
    part: str = ""


Spots = Mapping[str, tuple[Spot, ...]]
NOWHERE: Spots = {}


@dataclass(frozen=True, slots=True)
class Told:
    """What else than names a text says of places: its title, lines it links, parts of types (`A.b`)."""

    title: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)
    members: tuple[tuple[str, str], ...] = ()


def spots(
    wanted: Iterable[Name], texts: Mapping[str, str], told: Told | None = None
) -> dict[str, tuple[Spot, ...]]:
    """Find the names in files.

    Takes the names, full texts by path, and what else is told: words of the title that the names of
    definitions may share, linked lines, parts of types; files without any are left out.
    """
    told = told or Told()
    listed = tuple(wanted)
    said = frozenset(stems(told.title))
    pieces = {n.text: places(n.text) for n in listed if n.said}
    found = {
        path: [
            *_in(listed, path, text[:_LONGEST]),
            *_said(listed, pieces, text[:_LONGEST]),
            *_near(said, listed, path, text[:_LONGEST]),
            *_read(listed, path, text[:_LONGEST]),
            *_linked(told.lines.get(path, 0), text[:_LONGEST]),
            *_members(told.members, path, text[:_LONGEST]),
        ]
        for path, text in texts.items()
    }
    most: dict[str, int] = {}
    for path, held in found.items():
        for spot in held:
            if spot.part and not is_test(path):
                most[spot.name] = max(most.get(spot.name, 0), len(spot.part))
    kept = {
        path: tuple(s for s in held if not s.part or len(s.part) >= most.get(s.name, 0))
        for path, held in found.items()
    }
    return {path: held for path, held in kept.items() if held}


def _linked(line: int, text: str) -> Iterable[Spot]:
    """The definition that a linked line lies in; none where the file has become shorter."""
    lines = text.split("\n")
    if not 0 < line <= len(lines):
        return
    shown = next((n for n in range(line - 1, len(lines)) if lines[n].strip()), line - 1)
    within = _indent(lines[shown]) + 1
    for start in range(shown, max(shown - _FAR_ABOVE, -1), -1):
        if _indent(lines[start]) >= within or _OUTDENTED.match(lines[start]):
            continue
        within = _indent(lines[start])
        own = _of_type(lines[start]) or [n for n in _opened(lines[start]) if n not in _NO_NAMES]
        if own:
            yield Spot(own[0], Kind.LINKED, start + 1, line)
            return


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else _FAR_ABOVE


def _opened(line: str) -> list[str]:
    return defined(line) if starts([line]) else []


def _of_type(line: str) -> list[str]:
    """The method of a language that writes the type first: `public static <T> Factory newFactory(`."""
    found = _TYPED_METHOD.match(line[:300])
    return [found[1]] if found and found[1] not in _NO_NAMES else []


def _members(members: Iterable[tuple[str, str]], path: str, text: str) -> Iterable[Spot]:
    """`Request.host`: where the type defines its part."""
    if is_test(path):
        return
    known = definitions(text) if members else []
    for owner, own in members:
        above = [at for called, at in known if called == owner]
        inside = [at for called, at in known if called == own and above and at > above[0]]
        if inside:
            yield Spot(own, Kind.MEMBER, _line(text, inside[0]))


def _near(said: frozenset[str], wanted: tuple[Name, ...], path: str, text: str) -> Iterable[Spot]:
    """The two definitions whose names share most with the title: `get_retry_request` for a retry."""
    if not said or is_test(path):
        return
    known = {name.text.lower() for name in wanted}
    found: dict[str, tuple[float, int]] = {}
    for own, at in definitions(text):
        if text[at + len(own) : at + len(own) + 1] in _LISTED:
            continue
        parts = {stem(part) for part in camel_parts(own)}
        shared = len(parts & said)
        if shared and (shared > 1 or len(parts) < _MANY) and own.lower() not in known:
            found.setdefault(own, (shared + shared / len(parts), at))
    best = sorted(found.items(), key=lambda f: (-f[1][0], f[1][1]))
    yield from (Spot(own, Kind.NEAR, _line(text, at)) for own, (_, at) in best[:2])


def _read(wanted: tuple[Name, ...], path: str, text: str) -> Iterable[Spot]:
    """Where a setting of the title is read: `site.future`, `hidden_in_the_future?`, `FMT_OFF`."""
    if is_test(path):
        return
    for name in wanted:
        own = name.text
        if (
            name.weight is not Weight.TITLE
            or name.exact
            or not own.islower()
            or own not in text.lower()
        ):
            continue
        if any(called.lower() == own for called, _ in definitions(text)):
            continue
        access = re.compile(_ACCESS % {"name": re.escape(own)})
        found = [m.start() for m in access.finditer(text)]
        parts = own.split("_")
        found += [
            at
            for called, at in _called(text)
            if _holds([p.lower() for p in camel_parts(called)], parts)
        ]
        if found:
            yield Spot(own, Kind.READS, _line(text, min(found)), len(found))


def _called(text: str) -> Iterable[tuple[str, int]]:
    yield from definitions(text)
    yield from ((m[1], m.start(1)) for m in _CONSTANT.finditer(text))


def _holds(parts: list[str], wanted: list[str]) -> bool:
    """Say whether a name of several parts holds these, one after the other."""
    if len(parts) <= 1:
        return False
    return any(parts[n : n + len(wanted)] == wanted for n in range(len(parts)))


def _said(
    wanted: Iterable[Name], pieces: Mapping[str, tuple[tuple[int, int], ...]], text: str
) -> Iterable[Spot]:
    """Where the longest part of a message stands; whoever holds less of it does not print it."""
    for name in wanted:
        if not name.said:
            continue
        whole = (0, len(name.text)) if name.text in text else (0, 0)
        start, end = whole if whole[1] else longest(name.text, pieces[name.text], text)
        if end:
            part = name.text[start:end]
            yield Spot(name.text, Kind.HOLDS, _line(text, text.index(part)), text.count(part), part)


def _in(wanted: tuple[Name, ...], path: str, text: str) -> Iterable[Spot]:
    defined: dict[str, int] = {}
    for own, at in definitions(text):
        defined.setdefault(own.lower(), at)
    typed = path.rpartition(".")[2] in _TYPED
    for name in wanted:
        if name.said:
            continue
        yield from _held(name, text) if name.exact else _named(name.text, text, defined, typed)
    if path.endswith(".rs") and (inline := _INLINE.search(text)):
        yield Spot("#[cfg(test)]", Kind.TESTS, _line(text, inline.start()))


def _named(name: str, text: str, defined: Mapping[str, int], typed: bool) -> Iterable[Spot]:
    """`Markdownify` defines what people write as `markdownify`; else the first use counts."""
    if name.lower() in defined:
        at, kind = defined[name.lower()], Kind.DEFINES
    elif name not in text:
        return
    elif not _HANDLER.match(name) and (assigned := re.search(_ASSIGNED % re.escape(name), text)):
        at, kind = assigned.start(), Kind.DEFINES
    elif typed and (special := re.search(_SPECIALISED % re.escape(name), text)):
        at, kind = special.start(), Kind.DEFINES
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
        while at >= 0 and _COMMENT.match(text, text.rfind("\n", 0, at) + 1):
            at = text.find(form, at + 1)
        if at >= 0:
            yield Spot(name.text, Kind.HOLDS, _line(text, at), text.count(form))
            return


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
