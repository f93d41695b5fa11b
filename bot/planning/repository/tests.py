"""Tests: which test file belongs to a source, and where a new one goes, learnt from the tree itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from bot.planning.repository.places import alike, bare, folder, is_test, name, subject, suffix
from bot.planning.words import words

_MOST_PAIRS = 4_000
_FEWEST = 2
"""Pairs of source and test that show a habit."""


class RepositoryTests:
    """The tests of a repository: found once for all sources that are asked about."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths` are all files of the repository."""
        self._paths = paths
        self._habits: dict[str, Counter[tuple[str, str]]] = {}

    def of(self, path: str) -> tuple[str, ...]:
        """The existing tests of a source, by name and folder, nearest first."""
        if is_test(path):
            return (path,)
        about, parent = subject(path), name(folder(path)).lower()
        exact = self._alike(self._by_subject.get(about, ()), path)
        if len(exact) > 1:
            near = [p for p in exact if parent and parent in folder(p).lower().split("/")]
            exact = near or exact
        loose = self._alike(self._by_subject.get(f"{parent}_{about}", ()), path)
        return tuple(dict.fromkeys((*exact, *loose))) or self._partly(path)

    def new(self, path: str) -> str:
        """Where a new test of a source goes: as most of its language's pairs lie, else as the language rules.

        Empty where nothing tells.
        """
        kind = suffix(path)
        if kind not in self._habits:
            pairs = ((_where(*pair), _called(*pair)) for pair in self._pairs(kind))
            self._habits[kind] = Counter(pairs)
        votes = self._habits[kind]
        if votes:
            (place, called), often = votes.most_common(1)[0]
            if often >= _FEWEST or len(votes) == 1:
                return f"{_made(place, path)}{called.replace('*', bare(path))}.{kind}"
        return self._ruled(path)

    @cached_property
    def _tests(self) -> list[str]:
        return [path for path in self._paths if is_test(path)]

    @cached_property
    def _by_subject(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._tests:
            found.setdefault(subject(path), []).append(path)
        return found

    @cached_property
    def _by_words(self) -> dict[tuple[str, ...], list[tuple[int, str]]]:
        """Each with its place among all, so that the first of several is known."""
        found: dict[tuple[str, ...], list[tuple[int, str]]] = {}
        for number, path in enumerate(self._tests):
            found.setdefault(tuple(words(subject(path))), []).append((number, path))
        return found

    @cached_property
    def _by_kind(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._paths:
            found.setdefault(suffix(path), []).append(path)
        return found

    @cached_property
    def _homes(self) -> dict[str, Counter[str]]:
        """The folders of the tests, by their ending."""
        found: dict[str, Counter[str]] = {}
        for path in self._tests:
            found.setdefault(suffix(path), Counter())[folder(path)] += 1
        return found

    def _alike(self, tests: Iterable[str], path: str) -> list[str]:
        return [test for test in tests if alike(suffix(test), suffix(path))]

    def _partly(self, path: str) -> tuple[str, ...]:
        """`test_measure.cpp` tests `MeasureTool.cpp` where no test bears the full name."""
        own = tuple(words(bare(path).replace("class-", "", 1)))
        begun = (self._by_words.get(own[: n + 1], ()) for n in range(len(own)))
        found = [one for listed in begun for one in listed if alike(suffix(one[1]), suffix(path))]
        return (min(found)[1],) if found else ()

    def _pairs(self, kind: str) -> list[tuple[str, str]]:
        """The sources of a language that have a test of their name."""
        same = self._by_kind.get(kind, [])[:_MOST_PAIRS]
        by_subject = {subject(p): p for p in reversed(same) if is_test(p)}
        sources = (
            p for p in same if not is_test(p) and bare(p) not in {"__init__", "index", "mod"}
        )
        return [(p, by_subject[subject(p)]) for p in sources if subject(p) in by_subject]

    def _ruled(self, path: str) -> str:
        """What the tools of a language expect."""
        above = f"{folder(path)}/" if folder(path) else ""
        own, ending = bare(path), suffix(path)
        if ending == "go":
            return f"{above}{own}_test.go"
        if ending in {"java", "kt"} and "/main/" in path:
            return f"{above.replace('/main/', '/test/')}{own}Test.{ending}"
        homes = self._homes.get(ending)
        if ending == "py":
            return f"{(homes and homes.most_common(1)[0][0]) or 'tests'}/test_{own}.py"
        return ""


def _where(source: str, test: str) -> str:
    """Where a test lies, seen from its source: `.`, `./x` below it, `tests/*1` mirrored, or a folder."""
    above, there = folder(source), folder(test)
    if there == above:
        return "."
    if above and there.startswith(f"{above}/"):
        return f"./{there[len(above) + 1 :]}"
    parts = above.split("/")
    for cut in range(len(parts)):
        tail = "/".join(parts[cut:])
        if tail and there.endswith(f"/{tail}"):
            return f"{there[: -len(tail) - 1]}/*{cut}"
    return there


def _made(place: str, path: str) -> str:
    above = folder(path)
    if place == ".":
        found = above
    elif place.startswith("./"):
        found = f"{above}/{place[2:]}"
    else:
        root, star, cut = place.partition("/*")
        found = "/".join((root, *above.split("/")[int(cut) :])) if star else root
    return f"{found.strip('/')}/" if found.strip("/") else ""


def _called(source: str, test: str) -> str:
    """`test_*`, `*.spec`, `*Test`: a test's name with a star for its source's."""
    own, made = bare(source), bare(test)
    at = made.lower().find(own.lower())
    return f"{made[:at]}*{made[at + len(own) :]}" if at >= 0 else made
