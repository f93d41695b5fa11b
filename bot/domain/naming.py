"""Names that tell of a text: those of checks and tests against claims and planned tests."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_NO_MEANING = """
and the for are was were that this with from into given when then test tests should must not has have
its can could will one each any all only than does
"""
_EMPTY = frozenset(_NO_MEANING.split())


def telling(named: Iterable[tuple[str, frozenset[str]]], wanted: frozenset[str]) -> str:
    """The first name that tells of a text's words: two or more, and half of them, are in it."""
    least = max(2, (len(wanted) + 1) // 2)
    for name, words in named:
        if len(words & wanted) >= least:
            return name
    return ""


@functools.lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The words that carry meaning, roughly stemmed; camelCase and snake_case are taken apart."""
    found = (word.lower() for word in _WORD.findall(text[:2000]))
    return frozenset(_stem(word) for word in found if len(word) > 2 and word not in _EMPTY)


def _stem(word: str) -> str:
    for end in ("ing", "ies", "ed", "es", "s"):
        if word.endswith(end) and len(word) - len(end) > 2:
            return word[: -len(end)] + ("y" if end == "ies" else "")
    return word
