"""Definitions: what a file defines, by one regular expression for the usual languages.

A parser would know more and take five to ten times as long; for ranking and outlines a name at the
beginning of a line is enough. It is fooled by definitions inside strings and by macros.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# No quantifier is nested in another over the same characters: a line is read once.
_BEFORE = (
    r"(?:(?:export|default|declare|abstract|public|private|protected|internal|static|final|async"
    r"|unsafe|pub(?:\([a-z: ]{1,30}\))?|const|extern|inline|override|open|sealed|data|virtual)[ \t]+){0,5}"
)
_WORD = (
    r"(?:def|class|func(?:[ \t]+\([^)\n]{1,80}\))?|fun|function\*?|fn|struct|enum|trait|interface"
    r"|type|impl(?:<[^>\n]{1,80}>)?|mod|module|macro_rules!|object|protocol|extension|const|let"
    r"|var|val|static|union|namespace)"
)
_DEFINITION = re.compile(
    rf"^[ \t]{{0,40}}{_BEFORE}{_WORD}[ \t]+(?:self\.)?([A-Za-z_$][\w$]{{1,80}})", re.M
)
_INSIDE = re.compile(r"^[ \t]+(?:const|let|var|val|static|type)\b")
_LONGEST = 400  # characters; a longer line was written by a program
_HEADING = re.compile(r"^#{1,4} [^\n]{1,150}$", re.M)


def defined(text: str) -> list[str]:
    """Name what a text defines: functions, classes, types, constants; in order, repeated as written."""
    return _DEFINITION.findall(text)


def definitions(text: str) -> list[tuple[str, int]]:
    """What a text defines, each with the place of its name in the text, counted in characters."""
    return [(found[1], found.start(1)) for found in _DEFINITION.finditer(text)]


def starts(lines: Sequence[str]) -> list[int]:
    """The numbers of the lines (the first is 0) that begin a definition; no variables of functions."""
    return [n for n, line in enumerate(lines) if _defines(line)]


def outline(text: str, most: int = 400) -> tuple[str, ...]:
    """The lines that define something (or head a section), each with its number; at most `most`.

    Variables inside of functions say little and are left out.
    """
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        if _defines(line) or (len(line) <= _LONGEST and _HEADING.match(line)):
            lines.append(f"{number}: {line.rstrip()[:160]}")
            if len(lines) >= most:
                break
    return tuple(lines)


def _defines(line: str) -> bool:
    short = len(line) <= _LONGEST
    return short and bool(_DEFINITION.match(line)) and not _INSIDE.match(line)


def enclosing(text: str, line: int) -> str:
    """The name of the last definition at or before a line (the first is 1); empty where there is none."""
    lines = text.split("\n")[: max(line, 0)]
    names = [found[1] for one in lines if _defines(one) and (found := _DEFINITION.match(one))]
    return names[-1] if names else ""
