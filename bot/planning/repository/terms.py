"""Terms: what texts, paths and identifiers are compared by: stems, and pairs of stems that stand together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, pairwise

from bot.planning.words import STOP, camel_parts, stem

OF_NAMES, OF_CHANGES = 5, 6
"""Letters of a root: in names of files and definitions, and in what changes say."""

Bag = dict[str, int]
"""Terms and how often each occurs."""

_IDENTIFIER = re.compile(r"[^\W\d]\w{1,60}")
_IN_ORDER = re.compile(r"[^\W\d]\w{0,60}|[,;:!?()\n]")
_PAIR = "~"


def bag(text: str) -> Bag:
    """Count the terms of a text: stems, and for `date_done` also the pair `date~don`."""
    return _counted(_IDENTIFIER.findall(text))


def bag_of_roots(identifiers: Iterable[str]) -> Bag:
    """Count the terms of identifiers by the roots of names: `logger` and `logging` are one thing."""
    return Counter(chain.from_iterable(map(_split_to_roots, identifiers)))


def roots(text: str) -> Bag:
    """Count the terms of a text by the roots of names."""
    return bag_of_roots(_IDENTIFIER.findall(text))


def root(term: str, letters: int = OF_NAMES) -> str:
    """The first letters of a stem; a pair as it is.

    Names take other forms than sentences do: `serializer` for what one serializes, `config` for
    the configuration. Cutting at a fixed length is known as truncation stemming (F. Can and others,
    "Information retrieval on Turkish texts", JASIST 59(3), 2008). It would be too coarse for whole
    texts: `transition` and `transform` have one root.
    """
    return term if _PAIR in term else term[:letters]


def is_pair(term: str) -> bool:
    """Say whether a term is a pair of stems."""
    return _PAIR in term


def neighbours(text: str) -> frozenset[str]:
    """Pairs of words that stand side by side in a sentence: `date done` may be `date_done` in code."""
    pairs, last = set(), ""
    for word in _IN_ORDER.findall(text):
        parts = camel_parts(word) if word[0].isalpha() or word[0] == "_" else []
        if parts and last:
            pairs.add(f"{last}{_PAIR}{stem(parts[0])}")
        last = stem(parts[-1]) if parts else ""
    return frozenset(pairs)


def _counted(identifiers: Iterable[str]) -> Bag:
    # All of it runs in C: this line decides how long an index takes.
    return Counter(chain.from_iterable(map(_split, identifiers)))


# A tree has many identifiers and few words: the stem of a word is found once.
_stem = lru_cache(maxsize=40_000)(stem)


@lru_cache(maxsize=40_000)
def _split(identifier: str) -> tuple[str, ...]:
    parts = camel_parts(identifier)
    if len(parts) == 1:
        (part,) = parts
        return () if part in STOP or len(part) < 2 else (_stem(part),)
    every = [_stem(part) for part in parts]
    alone = [s for s, part in zip(every, parts, strict=True) if part not in STOP and len(part) > 1]
    return (*alone, *(f"{a}{_PAIR}{b}" for a, b in pairwise(every)))


@lru_cache(maxsize=40_000)
def _split_to_roots(identifier: str) -> tuple[str, ...]:
    return tuple(map(root, _split(identifier)))
