"""Tests: which test file belongs to a source, and where a new one goes, learnt from the tree itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.planning.repository.places import bare, folder, is_test, paired_tests, subject, suffix

_MOST_PAIRS = 4_000
_FEWEST = 2
"""Pairs of source and test that show a habit."""


def tests_of(path: str, paths: Sequence[str]) -> tuple[str, ...]:
    """The existing tests of a source, by name and folder, nearest first."""
    return (path,) if is_test(path) else paired_tests(path, paths)


def new_test(path: str, paths: Sequence[str]) -> str:
    """Where a new test of a source goes: as most of its language's pairs lie, else as the language rules.

    Empty where nothing tells.
    """
    votes = Counter(
        (_where(source, test), _called(source, test)) for source, test in _pairs(path, paths)
    )
    if votes:
        (place, called), often = votes.most_common(1)[0]
        if often >= _FEWEST or len(votes) == 1:
            return f"{_made(place, path)}{called.replace('*', bare(path))}.{suffix(path)}"
    return _ruled(path, paths)


def _ruled(path: str, paths: Sequence[str]) -> str:
    """What the tools of a language expect."""
    above = f"{folder(path)}/" if folder(path) else ""
    own, ending = bare(path), suffix(path)
    if ending == "go":
        return f"{above}{own}_test.go"
    if ending in {"java", "kt"} and "/main/" in path:
        return f"{above.replace('/main/', '/test/')}{own}Test.{ending}"
    same = [folder(p) for p in paths if is_test(p) and suffix(p) == ending]
    home = Counter(same).most_common(1)[0][0] if same else ""
    if ending == "py":
        return f"{home or 'tests'}/test_{own}.py"
    return ""


def _pairs(path: str, paths: Sequence[str]) -> list[tuple[str, str]]:
    """The sources of the same language that have a test of their name."""
    same = [p for p in paths if suffix(p) == suffix(path)][:_MOST_PAIRS]
    by_subject = {subject(p): p for p in reversed(same) if is_test(p)}
    sources = (p for p in same if not is_test(p) and bare(p) not in {"__init__", "index", "mod"})
    return [(p, by_subject[subject(p)]) for p in sources if subject(p) in by_subject]


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
