"""Spoken: how much the words of an issue speak of the functions of one file, or of several together.

Functions are ranked like documents (Okapi BM25; S. Robertson, H. Zaragoza, "The Probabilistic Relevance
Framework", 2009). Their bodies count; what a comment above one says, of others and of calling it, does not.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.planning.functions import Function, functions
from bot.planning.places import bare, is_test
from bot.planning.terms import Bag, bag

_SATURATED, _BY_LENGTH = 1.2, 0.4  # `k1` and `b` of Okapi BM25
_OWN = 0.3  # a word of the file's own name stands all over it
_INLINE_TESTS = re.compile(r"(?m)^#\[cfg\((?:all\()?test\b[^\n]{0,80}\n(?:pub )?mod ")


_Place = tuple[str, Function]


@dataclass(frozen=True, slots=True)
class Held:
    """A file with what it has of functions and types in order, and the words of each that is no type.

    `text` is without the tests that a file of Rust holds.
    """

    path: str
    text: str = ""
    all: tuple[Function, ...] = ()
    words: Mapping[Function, Bag] = field(default_factory=dict)

    @property
    def known(self) -> list[Function]:
        """Its functions, without types."""
        return [f for f in self.all if not f.is_type]

    def scores(self, terms: Mapping[str, float]) -> dict[Function, float]:
        """How much terms, with their weights, speak of each function."""
        own = {(self.path, f): words for f, words in self.words.items()}
        return {f: score for (_, f), score in _scores(_told(terms, self.path), own).items()}


def held(path: str, text: str) -> Held:
    """Read one file. Nothing is held of a test."""
    if is_test(path):
        return Held(path)
    inline = _INLINE_TESTS.search(text) if path.endswith(".rs") else None
    text = text[: inline.start()] if inline else text
    found = functions(path, text)
    lines = text.split("\n")
    words = {f: bag("\n".join(lines[f.line - 1 : f.end])) for f in found if not f.is_type}
    return Held(path, text, found, words)


def strongest(terms: Mapping[str, float], files: Sequence[Held]) -> dict[str, float]:
    """What the function of each file counts of which the terms speak most, all functions put together."""
    every = {(h.path, f): words for h in files for f, words in h.words.items()}
    found: dict[str, float] = {h.path: 0.0 for h in files}
    for (path, _), score in _scores(terms, every).items():
        found[path] = max(found[path], score)
    return found


def _told(terms: Mapping[str, float], path: str) -> dict[str, float]:
    own = bag(bare(path))
    return {t: weight * (_OWN if t in own else 1.0) for t, weight in terms.items()}


def _scores(terms: Mapping[str, float], known: Mapping[_Place, Bag]) -> dict[_Place, float]:
    lengths = [sum(words.values()) for words in known.values()]
    usual = (sum(lengths) / len(lengths) if lengths else 0.0) or 1.0
    holders = Counter(t for words in known.values() for t in words.keys() & terms.keys())
    rare = {t: math.log(1 + (len(known) - n + 0.5) / (n + 0.5)) for t, n in holders.items()}
    return {
        own: _score(
            terms, words, bag(own[1].name), rare, 1 - _BY_LENGTH + _BY_LENGTH * size / usual
        )
        for (own, words), size in zip(known.items(), lengths, strict=True)
    }


def _score(
    terms: Mapping[str, float], own: Bag, called: Bag, rare: Mapping[str, float], long: float
) -> float:
    score = 0.0
    for term in own.keys() & terms.keys():
        often = own[term]
        score += (
            terms[term]
            * rare[term]
            * (often * (_SATURATED + 1) / (often + _SATURATED * long) + (term in called))
        )
    return score
