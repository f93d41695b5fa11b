"""Duplicates: another open issue with nearly the same title or text. Meaning is a model's work."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.planning.proposal import OpenIssue, Request
from bot.planning.words import STOP, words

ENOUGH = 0.8
"""How alike two issues are that count as one, from 0 to 1."""
_CONTRARY = 0.78
_MOST_ISSUES, _MOST_TEXT = 500, 4_000
_NUMBER = re.compile(r"#([0-9]{1,9})(?![0-9])")

Rarity = dict[str, float]


@dataclass(frozen=True, slots=True)
class Twin:
    """The issue that asks for the same: how alike it is, and the telling words both share."""

    number: int
    title: str
    score: float
    shared: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Say why it counts as the same."""
        alike = ": ".join(filter(None, (f"{self.score:.0%} alike", ", ".join(self.shared))))
        return f"#{self.number} “{self.title}” asks for the same ({alike})."


def twin(request: Request) -> Twin | None:
    """Find the open issue that asks for the same as this one; the lowest number among equals.

    Titles weigh most: two issues with different titles are one only when their texts are nearly the
    same. An issue that the text names itself is known to its author, so it is none.
    """
    named = {int(n) for n in _NUMBER.findall(request.body)}
    others = [o for o in request.open_issues if o.number not in {*named, request.number}]
    listed = sorted(others, key=lambda o: o.number)[:_MOST_ISSUES]
    rarity = _rarity([(request.title, request.body), *((o.title, o.body) for o in listed)])
    found = [_compare(request, o, rarity) for o in listed]
    same = [t for t in found if t.score >= ENOUGH]
    return max(same, key=lambda t: (t.score, -t.number), default=None)


def _compare(request: Request, other: OpenIssue, rarity: Rarity) -> Twin:
    mine, theirs = Counter(words(request.title)), Counter(words(other.title))
    ours, text = (Counter(words(t[:_MOST_TEXT])) for t in (request.body, other.body))
    titles = _alike(mine, theirs, rarity)
    if ours and text:
        bodies = _alike(ours, text, rarity)
        score = max(0.65 * titles + 0.35 * bodies, 0.25 * titles + 0.75 * bodies)
    else:
        score = titles if min(len(mine), len(theirs)) > 1 else 0.0
    # Each title has a word that the other issue lacks: `order total` against `order date`.
    if mine.keys() - theirs.keys() - text.keys() and theirs.keys() - mine.keys() - ours.keys():
        score *= _CONTRARY
    both = ((mine + ours).keys() & (theirs + text).keys()) - STOP
    shared = sorted(both, key=lambda w: (-rarity.get(w, 0.0), w))
    return Twin(other.number, other.title, round(score, 4), tuple(shared[:5]))


def _alike(one: Counter[str], other: Counter[str], rarity: Rarity) -> float:
    """The cosine of two texts, each word weighed by how rare it is among the open issues."""

    def length(bag: Counter[str]) -> float:
        return math.sqrt(math.fsum((n * rarity.get(w, 1.0)) ** 2 for w, n in bag.items()))

    product = math.fsum(one[w] * other[w] * rarity.get(w, 1.0) ** 2 for w in one & other)
    return product / (length(one) * length(other)) if product else 0.0


def _rarity(texts: Sequence[tuple[str, str]]) -> Rarity:
    counts = Counter(w for title, body in texts for w in {*words(title), *words(body[:_MOST_TEXT])})
    return {w: math.log(1 + (len(texts) + 1) / n) for w, n in counts.items()}
