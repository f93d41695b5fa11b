"""Tests: which test file belongs to a source, and where a new one goes, learnt from the tree itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile

from bot.planning.repository.places import alike, bare, folder, is_test, name, subject, suffix

_Habit = tuple[str, Counter[str], bool]


class RepositoryTests:
    """The tests of a repository: found once for all sources that are asked about."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths` are all files of the repository."""
        self._paths = paths
        self._habits: dict[str, _Habit] = {}

    def of(self, path: str) -> tuple[str, ...]:
        """The existing tests of a source, by name and folder, nearest first."""
        if is_test(path):
            return (path,)
        about, parent = subject(path), name(folder(path)).lower()
        same = [p for p in self._by_subject.get(about, ()) if alike(suffix(p), suffix(path))]
        near = [p for p in same if parent and parent in folder(p).lower().split("/")]
        return tuple(near or same)

    def new(self, path: str) -> str:
        """Where a new test of a source goes: named and placed like those of its language that are there.

        Empty where nothing tells.
        """
        ending, own = suffix(path), folder(path)
        if ending in {"java", "kt"} and "/main/" in path:
            return f"{own.replace('/main/', '/test/')}/{bare(path)}Test.{ending}"
        called, homes, beside = self._habit(ending)
        if not homes:
            ruled = {"go": f"{own}/{bare(path)}_test.go", "py": f"tests/test_{bare(path)}.py"}
            return ruled.get(ending, "").lstrip("/")
        home = own if beside else max(homes, key=lambda h: (_shared(h, own), homes[h], h))
        return f"{home}/{called.replace('*', bare(path))}.{ending}".lstrip("/")

    @cached_property
    def _tests(self) -> list[str]:
        return [path for path in self._paths if is_test(path)]

    @cached_property
    def _by_subject(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._tests:
            found.setdefault(subject(path), []).append(path)
        return found

    def _habit(self, ending: str) -> _Habit:
        """How most tests of a language are named, their folders, and whether they lie beside their source."""
        if ending not in self._habits:
            tests = [p for p in self._tests if suffix(p) == ending]
            own = {p for p in self._paths if suffix(p) == ending and not is_test(p)}
            sources = {(folder(p), subject(p)) for p in own}
            beside = sum((folder(p), subject(p)) in sources for p in tests)
            named = Counter(map(_pattern, tests)).most_common(1)
            called = named[0][0] if named else ""
            self._habits[ending] = called, Counter(map(folder, tests)), 2 * beside > len(tests)
        return self._habits[ending]


def _pattern(test: str) -> str:
    """`test_*`, `*.spec`, `*Test`: a test's name with a star for what it is about."""
    own, about = bare(test), subject(test)
    at = own.lower().find(about)
    return f"{own[:at]}*{own[at + len(about) :]}" if at >= 0 else own


def _shared(one: str, other: str) -> int:
    """How many folders two paths have in common, from the top and from the end."""
    a, b = one.split("/"), other.split("/")
    pairs = zip(a, b, strict=False), zip(reversed(a), reversed(b), strict=False)
    return sum(len(list(takewhile(lambda both: both[0] == both[1], p))) for p in pairs)
