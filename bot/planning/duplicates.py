"""Duplicates: another open issue that asks for the same, found by the words both share."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.planning.proposal import OpenIssue
from bot.planning.words import stem, stems, words

ENOUGH = 0.72
# Each title has a word that the other issue lacks: `order total` against `order date`.
_CONTRARY = 0.78
_MOST = 4_000


@dataclass(frozen=True, slots=True)
class Twin:
    """The issue that asks for the same: how alike it is, and the words both share."""

    number: int
    title: str
    score: float
    shared: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Say why it counts as the same."""
        alike = f"{self.score:.0%} alike: {', '.join(self.shared)}"
        return f"#{self.number} “{self.title}” asks for the same ({alike})."


def twin(number: int, title: str, body: str, others: Iterable[OpenIssue]) -> Twin | None:
    """Find the open issue that asks for the same as this one; the lowest number among equals.

    Titles weigh most: two issues with different titles are one only when their texts are nearly
    the same. Words that occur in many issues count little.
    """
    listed = sorted((o for o in others if o.number != number), key=lambda o: o.number)[:500]
    rarity = _rarity(
        [stems(f"{o.title} {o.body[:_MOST]}") for o in listed] + [stems(f"{title} {body[:_MOST]}")]
    )
    found = (_compare(title, body, other, rarity) for other in listed)
    return max(
        (t for t in found if t.score >= ENOUGH), key=lambda t: (t.score, -t.number), default=None
    )


def _compare(title: str, body: str, other: OpenIssue, rarity: dict[str, float]) -> Twin:
    mine, theirs = Counter(stems(title)), Counter(stems(other.title))
    titles = _alike(mine, theirs, rarity)
    ours, text = Counter(stems(body[:_MOST])), Counter(stems(other.body[:_MOST]))
    if ours and text:
        bodies = _alike(ours, text, rarity)
        score = max(0.65 * titles + 0.35 * bodies, 0.25 * titles + 0.75 * bodies)
    else:
        score = titles if min(len(mine), len(theirs)) >= 2 else 0.9 * titles * (mine == theirs)
    if mine.keys() - theirs.keys() - text.keys() and theirs.keys() - mine.keys() - ours.keys():
        score *= _CONTRARY
    shared = sorted(
        (mine + ours).keys() & (theirs + text).keys(), key=lambda s: (-rarity.get(s, 0), s)
    )
    named = {stem(w): w for w in reversed(list(words(f"{title} {body[:_MOST]}")))}
    return Twin(other.number, other.title, round(score, 4), tuple(named[s] for s in shared[:5]))


def _alike(one: Counter[str], other: Counter[str], rarity: dict[str, float]) -> float:
    """The cosine of the two texts, each word weighed by how rare it is."""

    def length(bag: Counter[str]) -> float:
        return math.sqrt(sum((n * rarity.get(s, 1.0)) ** 2 for s, n in sorted(bag.items())))

    product = sum(
        one[s] * other[s] * rarity.get(s, 1.0) ** 2 for s in sorted(one.keys() & other.keys())
    )
    return product / (length(one) * length(other)) if product else 0.0


def _rarity(texts: list[tuple[str, ...]]) -> dict[str, float]:
    counts = Counter(s for text in texts for s in set(text))
    return {s: math.log(1 + (len(texts) + 1) / n) for s, n in counts.items()}
