"""A patch -> the tests that its added lines define or change.

Indentation tells what a line stands in, for in every language of the table people indent. A rename, an
empty file, a comment, a fixture or a helper beside the tests is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain import languages
from bot.domain.languages import Language

MOST = 200
"""Names of one file that are kept."""
_DEEPEST = 100
"""Blocks within each other that are told apart: no code is deeper, and hostile text is."""
LONGEST_NAME, LONGEST_LINE = 120, 400
LONGEST = 400_000
_PUNCTUATION = frozenset("()[]{};,.: \t")


class Shows(StrEnum):
    """What a changed file shows of tests."""

    NOTHING = ""
    TESTS = "tests"
    SOURCE = "source"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Added:
    """What the added lines of a file show, and the names of the tests they define or change."""

    shows: Shows = Shows.NOTHING
    names: tuple[str, ...] = ()


NOTHING = Added()
UNREAD = Added(Shows.UNREAD)
"""GitHub shows no patch of so large a change."""


def added_in(path: str, patch: str) -> Added:
    """What a unified diff of one file shows; of an unknown language's source, whether code was added."""
    language = languages.language_of(path)
    if language is None:
        source = languages.is_source(path) and _adds_code(patch)
        return Added(Shows.SOURCE if source else Shows.NOTHING)
    found = dict.fromkeys(_tests(language, patch))
    names = tuple(name for name in found if name)[:MOST]
    return Added(Shows.TESTS if found else Shows.NOTHING, names)


def _adds_code(patch: str) -> bool:
    lines = (line for line in patch[:LONGEST].split("\n") if not line.startswith("+++ "))
    added = (line[1:LONGEST_LINE].strip() for line in lines if line.startswith("+"))
    return any(_says(text, languages.COMMENTS) for text in added)


def _says(text: str, comments: tuple[str, ...]) -> bool:
    """Say whether a line is neither blank nor a comment nor nothing but brackets."""
    return not text.startswith(comments) and not _PUNCTUATION.issuperset(text)


def _tests(language: Language, patch: str) -> Iterator[str]:
    """The name of the test of each added line that stands in one; empty where it has none."""
    reader = _Reader(language)
    for line in patch[:LONGEST].split("\n"):
        if line.startswith("@@"):
            yield from reader.hunk(line.split("@@", 2)[-1].strip()[:LONGEST_LINE])
        elif line[:1] in {"+", " "} and not line.startswith("+++ "):
            yield from reader.line(line[1:LONGEST_LINE], added=line[0] == "+")
    yield from reader.hunk("")


@dataclass(frozen=True, slots=True)
class _Open:
    """What the line at hand may stand in: a test (with its name), or something else; how far indented.

    `deep`: only lines indented further than this are surely in a test of it.
    """

    indent: int
    is_test: bool = False
    name: str = ""
    deep: int = 0


@dataclass(slots=True)
class _Above:
    """Lines that belong to what follows: decorators and attributes."""

    indent: int
    added: bool = False
    marked: bool = False
    cases: bool = False


@dataclass(slots=True)
class _Reader:
    """Reads the new side of a patch line by line, and keeps what is open there."""

    language: Language
    open: list[_Open] = field(default_factory=list)
    above: _Above | None = None

    def hunk(self, heading: str) -> Iterator[str]:
        """A new part of the file, whose heading names the function or class it stands in."""
        if self.above and self.above.cases and self.above.added:
            yield ""  # cases of a test that stands further down
        self.above, self.open = None, []
        language = self.language
        if (name := _named(language.defines.match(heading))) is not None:
            self.open = [_Open(0, is_test=True, name=name)]
        elif language.outer.match(heading):
            self.open = [_Open(0, deep=2 * language.unit)]
        elif language.holds.match(heading):
            self.open = [_Open(0, deep=language.unit)]

    def line(self, line: str, *, added: bool) -> Iterator[str]:
        """One line of the new side; yields the name of the test that it defines or changes."""
        text = line.strip()
        blank = line[: len(line) - len(line.lstrip())]
        indent = len(blank.replace("\t", " " * self.language.unit))
        marked = self.language.marks.match(text)
        if not text or not (marked or _says(text, self.language.comments) or text[0] in "{)]}"):
            return
        if text[0] not in "{)]" or text[-1] not in "{:>":  # those go on with what they follow
            while self.open and self.open[-1].indent >= indent:
                self.open.pop()
        name = self._defined(text, marked.end() if marked else 0)
        if name is not None:
            changed = added or (self.above is not None and self.above.added)
            self.open.append(_Open(indent, is_test=True, name=name))
            self.above = None
            yield from (name,) if changed else ()
        elif not self._goes_above(text, indent, added=added):
            self._opens(text, indent)
            yield from self._inside(text, indent) if added else ()

    def _defined(self, text: str, after: int) -> str | None:
        """The name of the test that this line defines: by itself, or for being marked as one."""
        name = _named(self.language.defines.match(text))
        marked = self.above is not None and self.above.marked
        if name is None and (marked or after):
            rest = text[text.find("]", after) + 1 :] if text[0] in "[#" else text[after:]
            name = _named(self.language.named.match((rest if after else text).strip()))
        return name

    def _goes_above(self, text: str, indent: int, *, added: bool) -> bool:
        """Say whether the line belongs to what stands below it, and remember what it said."""
        language, above = self.language, self.above
        marks, cases = language.marks.match(text), language.cases.match(text)
        if marks or language.above.match(text):
            above = self.above = above or _Above(indent)
        elif above is None or not (indent > above.indent or text[0] in ")]}"):
            self.above = None
            return False
        above.added |= added
        above.marked |= marks is not None
        above.cases |= cases is not None
        return True

    def _opens(self, text: str, indent: int) -> None:
        holds = self.language.holds.match(text) or self.language.other.match(text)
        if holds and len(self.open) < _DEEPEST:
            self.open.append(_Open(indent))

    def _inside(self, text: str, indent: int) -> Iterator[str]:
        if not _says(text, self.language.comments) or not self.open:
            return
        test = next((o for o in reversed(self.open) if o.is_test), None)
        if test:
            yield test.name
        elif self.open[-1].deep and indent > self.open[-1].deep:
            yield ""


def _named(found: re.Match[str] | None) -> str | None:
    """The name in a match: its first group that took part; empty where there is none."""
    if found is None:
        return None
    return next((g.strip()[:LONGEST_NAME] for g in found.groups() if g), "")
