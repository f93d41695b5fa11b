"""Terms: what texts, paths and identifiers are compared by: stems, and pairs of stems that stand together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, pairwise

from bot.planning.words import STOP, camel_parts, stem

Bag = dict[str, int]
"""Terms and how often each occurs."""

_IDENTIFIER = re.compile(r"[^\W\d]\w{1,60}")
_IN_ORDER = re.compile(r"[^\W\d]\w{0,60}|[,;:!?()\n]")
_PAIR = "~"


def bag(text: str) -> Bag:
    """Count the terms of a text: stems, and for `date_done` also the pair `date~don`."""
    return _counted(_IDENTIFIER.findall(text))


def bag_of(identifiers: Iterable[str]) -> Bag:
    """Count the terms of identifiers."""
    return _counted(identifiers)


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
