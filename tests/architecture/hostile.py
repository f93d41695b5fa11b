"""Texts that make a slow pattern slow: repeated pieces of what the pattern itself can match."""

from __future__ import annotations

import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

_OF_CATEGORY = {
    sre.CATEGORY_DIGIT: "7", sre.CATEGORY_SPACE: " ", sre.CATEGORY_WORD: "a",
    sre.CATEGORY_NOT_DIGIT: "a", sre.CATEGORY_NOT_SPACE: "a", sre.CATEGORY_NOT_WORD: "-",
}  # fmt: skip
_PLAIN = "a1 -\n.`"


def texts(pattern: re.Pattern[str], size: int, most: int) -> Iterator[str]:
    """Hostile texts of about this size: at most `most` pieces, each repeated, alone and behind a start."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    units = list(dict.fromkeys((*_samples(tree), *_PLAIN)))[:most]
    start = "".join(_literals(tree))[:40]
    pairs = [a + b for a, b in pairwise(units)]
    yield from repeated((*units, *pairs, start or "a", f"{start} "), start, size)


def repeated(units: Iterable[str], start: str, size: int) -> Iterator[str]:
    """Texts of about this size: each unit again and again, alone and behind a start."""
    for unit in units:
        many = unit * (size // len(unit)) + "\x00"
        yield from dict.fromkeys((many, start + many))


def _samples(tree: Any) -> Iterator[str]:
    """A character for each class and literal of a parsed pattern."""
    for kind, value in tree:
        if kind in (sre.LITERAL, sre.NOT_LITERAL):
            yield chr(value) if kind is sre.LITERAL else "\x01"
        elif kind is sre.IN:
            yield from _members(value)
        elif kind is sre.ANY:
            yield "a"
        elif kind is sre.CATEGORY:
            yield _OF_CATEGORY.get(value, "a")
        else:
            for inner in _inside(kind, value):
                yield from _samples(inner)


def _members(value: Any) -> Iterator[str]:
    negated = any(kind is sre.NEGATE for kind, _ in value)
    for kind, one in value:
        if kind is sre.LITERAL:
            yield "a" if negated else chr(one)
        elif kind is sre.RANGE:
            yield "a" if negated else chr(one[0])
        elif kind is sre.CATEGORY:
            yield _OF_CATEGORY.get(one, "a")


def _inside(kind: Any, value: Any) -> Iterator[Any]:
    """The parsed patterns below an operator."""
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        yield value[2]
    elif kind is sre.SUBPATTERN:
        yield value[3]
    elif kind is sre.BRANCH:
        yield from value[1]
    elif kind in (sre.ASSERT, sre.ASSERT_NOT):
        yield value[1]
    elif kind is sre.ATOMIC_GROUP:
        yield value


def _literals(tree: Any) -> Iterator[str]:
    """The shortest text that the beginning of a pattern matches."""
    for kind, value in tree:
        if kind is sre.LITERAL:
            yield chr(value)
        elif kind is sre.IN:
            yield next(_members(value), "a")
        elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            yield "".join(_literals(value[2])) * max(1, min(value[0], 8))
        elif kind is sre.SUBPATTERN:
            yield "".join(_literals(value[3]))
        elif kind is sre.BRANCH:
            yield "".join(_literals(value[1][0]))
