"""Habits: what the guide for contributors has people run: what joins copies anew, and the tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.planning.commands import is_allowed
from bot.planning.lazy import Lazy

_GUIDE = re.compile(r"(?i)^(?:\.github/|docs/)?contributing\.(?:md|rst|txt|adoc)$")
_MADE = Lazy(r"(?i)\b(?:re-?generat\w+|amalgamat\w+|are generated|is generated)\b")
_MAKE = Lazy(r"`(make [a-z][a-z-]{2,30})`")
_FOLDER = Lazy(r"`([\w.-]+(?:/[\w.-]+){0,5})(?:/\*)?`")
_TEST = Lazy(
    r"(?m)^[ \t]*(?:\$ )?((?:ctest|make (?:test|check)|npm test|bundle exec \w+)[^\n`]{0,60}?)[ \t]*$"
)
_LONGEST = 40_000


@dataclass(frozen=True, slots=True)
class Habits:
    """Commands of a guide: `joins` pairs a folder with what makes its copies anew, `tests` runs tests."""

    joins: tuple[tuple[str, str], ...] = ()
    tests: str = ""

    def after(self, path: str) -> str:
        """The command that makes copies of a changed file anew; empty where the guide tells of none."""
        return next((run for top, run in self.joins if path.startswith(f"{top}/")), "")


NO_HABITS = Habits()


def guide(paths: Sequence[str]) -> str:
    """The guide for contributors; empty where there is none."""
    return next((p for p in paths if _GUIDE.match(p)), "")


def habits(text: str) -> Habits:
    """Read a guide. A command counts that stands in one paragraph with a folder whose copies it makes."""
    joins = [
        (top, run)
        for part in text[:_LONGEST].split("\n")
        if _MADE.search(part)
        for run in _MAKE.findall(part)[:1]
        if is_allowed(run)
        for top in _FOLDER.findall(part)
        if "." not in top.rpartition("/")[2]
    ]
    told = (m.strip() for m in _TEST.findall(text[:_LONGEST]))
    return Habits(tuple(dict.fromkeys(joins)), next((t for t in told if is_allowed(t)), ""))
