"""Habits: what guide and manifests have people run: what joins copies anew, the tests, and with what."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.planning.commands import is_allowed
from bot.planning.lazy import Lazy
from bot.planning.packages import package_of
from bot.planning.places import folder, is_test, name, suffix

_GUIDE = re.compile(r"(?i)^(?:\.github/|docs/)?contributing\.(?:md|rst|txt|adoc)$")
_MADE = Lazy(r"(?i)\b(?:re-?generat\w+|amalgamat\w+|are generated|is generated)\b")
_MAKE = Lazy(r"`(make [a-z][a-z-]{2,30})`")
_FOLDER = Lazy(r"`([\w.-]+(?:/[\w.-]+){0,5})(?:/\*)?`")
_TEST = Lazy(
    r"(?m)^[ \t]*(?:\$ )?((?:ctest|make (?:test|check)|npm test|bundle exec \w+)[^\n`]{0,60}?)[ \t]*$"
)
_SCRIPT = Lazy(r'"test"[ \t]*:[ \t]*"(?P<run>(?:vitest|jest)\b[^"&|;]{0,200})"')
_FULL = Lazy(r"(?m)^full[ \t]*=[ \t]*\[")
_BARE = Lazy(r"(?m)^default[ \t]*=[ \t]*\[[ \t]*\]")
_BY_SCRIPT = frozenset(("npm test", "pnpm test", "yarn test"))
_LONGEST = 40_000
_MOST_MANIFESTS = 4


@dataclass(frozen=True, slots=True)
class Habits:
    """Commands of a guide: `joins` pairs a folder with what makes its copies anew, `tests` runs tests.

    Of the manifests, `script` is what runs the tests where it takes files, and `full` names the packages
    whose features are off unless `full` is asked for.
    """

    joins: tuple[tuple[str, str], ...] = ()
    tests: str = ""
    script: str = ""
    full: frozenset[str] = frozenset()

    def after(self, path: str) -> str:
        """The command that makes copies of a changed file anew; empty where the guide tells of none."""
        return next((run for top, run in self.joins if path.startswith(f"{top}/")), "")

    def narrowed(self, command: str, tests: Sequence[str]) -> str:
        """A command with what the repository's own manifests let it take: the test file, features."""
        if command in _BY_SCRIPT and self.script and is_test(tests[0]):
            once = [] if re.search(r"\brun\b|^jest", self.script) else ["--run"]
            passed = ["--"] if command.startswith("npm") else []
            made = " ".join([command, *passed, *once, *tests[:1]])
            return made if is_allowed(made) else command
        asked = any(command == _whole(p) or command.endswith(f" -p {p}") for p in self.full)
        return f"{command} --features full" if asked else command


def _whole(package: str) -> str:
    return f"cargo test --manifest-path {package}/Cargo.toml" if package else "cargo test"


NO_HABITS = Habits()


def manifests(paths: Sequence[str], files: Sequence[str]) -> tuple[str, ...]:
    """The manifests that say how the tests of these files are run, at most four."""
    known = frozenset(paths)
    tops = dict.fromkeys(package_of(p, paths) for p in files if suffix(p) == "rs")
    found = ("package.json", *(f"{top}/Cargo.toml".lstrip("/") for top in tops))
    return tuple(p for p in found if p in known)[:_MOST_MANIFESTS]


def guide(paths: Sequence[str]) -> str:
    """The guide for contributors; empty where there is none."""
    return next((p for p in paths if _GUIDE.match(p)), "")


def habits(text: str, others: Mapping[str, str] | None = None) -> Habits:
    """Read a guide, and manifests by path.

    A command counts that stands in one paragraph with a folder whose copies it makes.
    """
    known = others or {}
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
    script = _SCRIPT.search(known.get("package.json", "")[:_LONGEST])
    full = {
        folder(p)
        for p, t in known.items()
        if name(p) == "Cargo.toml" and _FULL.search(t) and _BARE.search(t)
    }
    return Habits(
        tuple(dict.fromkeys(joins)),
        next((t for t in told if is_allowed(t)), ""),
        script["run"] if script else "",
        frozenset(full),
    )
