"""Choices: the ways that a sentence names side by side: `A or B`, in the languages of `either.txt`."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_MARKS = ",;:?!()\u2013\u2014\uff1f\u3001"
_TOKEN = re.compile(
    r"`[^`\n]{1,80}`|\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|[^\s,;:?!()\u2013\u2014]+|[,;:?!()\u2013\u2014]"
)
_MOST, _LONGEST = 4, 10
"""Ways of one choice, and words of one way."""


@cache
def word_table(file: str) -> dict[str, frozenset[str]]:
    """The words of each line of a file of this folder, by the line's name."""
    text = resources.files("bot.planning.builtin").joinpath(file).read_text("utf-8")
    lines = (line.split(": ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: frozenset(told.split()) for name, told in lines}


def is_open(sentence: str) -> bool:
    """Say whether a sentence asks: by a question mark, or indirectly (`whether`)."""
    return sentence.endswith(("?", "\uff1f")) or _has(sentence, "open")


def is_possible(sentence: str) -> bool:
    """Say whether a sentence only says what could be."""
    return _has(sentence, "possible")


def _has(sentence: str, line: str) -> bool:
    return not word_table("either.txt")[line].isdisjoint(sentence.lower().replace(",", " ").split())


def ways(sentence: str) -> tuple[str, ...]:
    """The ways that a sentence names, in its own words, two to four; none where it names no choice."""
    between, before = word_table("either.txt")["between"], word_table("either.txt")["before"]
    tokens = _TOKEN.findall(sentence[:2_000])
    at = next((n for n in range(len(tokens) - 1, 0, -1) if tokens[n].lower() in between), 0)
    if not at:
        return ()
    last = _until_mark(tokens[at + 1 :])
    first = _parallel(tokens[:at], last) or _back(tokens[:at], len(last), before)
    listed = _listed(tokens[: at - len(first)], len(first), before)
    found = [" ".join(w).strip(".") for w in (*listed, first, last) if w]
    unique = list(dict.fromkeys(found))
    whole = len(unique) == len(found) and 2 <= len(found) <= _MOST
    return tuple(found) if whole else ()


def _until_mark(tokens: list[str]) -> list[str]:
    end = next((n for n, t in enumerate(tokens) if t in _MARKS), len(tokens))
    return tokens[:end] if end <= _LONGEST else []


def _parallel(tokens: list[str], last: list[str]) -> list[str]:
    """The words before a conjunction from the one that its other side begins with: `per user or per IP`."""
    near = tokens[-_LONGEST:]
    begin = last[0].lower() if last else ""
    start = next((n for n in range(len(near) - 1, -1, -1) if near[n].lower() == begin), -1)
    return near[start:] if start >= 0 and not set(near[start:]) & set(_MARKS) else []


def _back(tokens: list[str], length: int, before: frozenset[str]) -> list[str]:
    """The words before a conjunction that stand for one way: as many as its sister has, or up to a hinge."""
    if tokens and tokens[-1] == ",":
        tokens = tokens[:-1]
    found: list[str] = []
    for token in reversed(tokens):
        if token in _MARKS or token.lower() in before or len(found) == _LONGEST:
            break
        found.append(token)
        if len(found) == length and length == 1:
            break
    return list(reversed(found))


def _listed(tokens: list[str], length: int, before: frozenset[str]) -> list[list[str]]:
    """The ways of a list before the last two: `A, B or C`."""
    found: list[list[str]] = []
    while tokens and tokens[-1] == "," and len(found) < _MOST:
        way = _back(tokens, length, before)
        if not way or len(way) > 2 * length + 1:
            break
        found.insert(0, way)
        tokens = tokens[: len(tokens) - 1 - len(way)]
    return found
