"""Duplicates: another open issue that asks for the same, found by the words both share."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.planning.apart import are_two
from bot.planning.likeness import Weights, house, odds, shared_words
from bot.planning.proposal import OpenIssue
from bot.planning.told import Told
from bot.planning.words import stem, stems, words

ENOUGH = 0.72
# Each title has a word that the other issue lacks: `order total` against `order date`.
_CONTRARY = 0.78
_MOST = 4_000
# Log-odds from which an issue that tells the same in other words is a twin, how far it must be ahead of
# the next, and what naming it adds.
_LIKELY, _LEAD, _POINTED = 1.3, 1.0, 4.0
# Among many issues one is like the new one by chance: what it must have more, for each e-fold.
_FEW, _MANY = 10, 1.0
_NOT_THAT = re.compile(
    r"(?i)\b(?:not|no|isn't|different|differs|unlike|other than|follows? up|follow-up"
    r"|part of|related to|similar to|besides"
    r"|after|depends on|blocked by|based on|about|for it (?:for|on|in)|that one|the other one"
    r"|split (?:off|out) (?:of|from))\b"
)
_SAME = re.compile(
    r"(?i)\b(?:same|duplicate|dupe|identical|already reported|also reported|again|see)\b"
)


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


def twin(
    number: int,
    title: str,
    body: str,
    others: Iterable[OpenIssue],
    paths: Iterable[str] = (),
) -> Twin | None:
    """Find the open issue that asks for the same as this one; the lowest number among equals.

    Titles weigh most: two issues with different titles are one only when their texts are nearly
    the same, or when they tell the same in other words. Words that occur in many issues, or in the
    repository's `paths`, count little. Titles built alike that differ in one thing are two issues.
    """
    listed = sorted((o for o in others if o.number != number), key=lambda o: o.number)[:500]
    rarity = _rarity(
        [stems(f"{o.title} {o.body[:_MOST]}") for o in listed] + [stems(f"{title} {body[:_MOST]}")]
    )
    mine, told, weights = candidates(title, body, listed, paths)
    found = (_compare(title, body, o, rarity) for o, _ in told)
    same = max(
        (t for t in found if t.score >= ENOUGH), key=lambda t: (t.score, -t.number), default=None
    )
    return same or (_retold(mine, told, weights, title, body[:_MOST]) if told else None)


def candidates(
    title: str, body: str, others: Iterable[OpenIssue], paths: Iterable[str] = ()
) -> tuple[Told, list[tuple[OpenIssue, Told]], Weights]:
    """What an issue tells, what those tell that may be the same, and how much each meaning weighs.

    Left out are issues that differ in one thing, and those that the text calls others.
    """
    mine, excluded = Told.of(title, body), _excluded(body)
    told = [(o, Told.of(o.title, o.body)) for o in others]
    weights = Weights([mine, *(t for _, t in told)], house(paths))
    single = [(o, t) for o, t in told if o.number not in excluded and not are_two(mine, t)]
    return mine, single, weights


def _excluded(body: str) -> frozenset[int]:
    """Issues that the text names itself as others: `not the same as #12`."""
    named: set[int] = set()
    for sentence in re.split(r"(?<=[.!?])\s+", body[:_MOST]):
        numbers = re.findall(r"#([0-9]{1,9})\b", sentence)
        if numbers and _NOT_THAT.search(sentence):
            named.update(map(int, numbers))
    return frozenset(named)


def _retold(
    mine: Told, told: list[tuple[OpenIssue, Told]], weights: Weights, title: str, body: str
) -> Twin | None:
    """The issue that tells the same in other words, if it stands out among the others."""
    pointed = _pointed(body)
    likely = odds(mine, [t for _, t in told], weights)
    found = [
        (odd + (_POINTED if o.number in pointed else 0.0), o, t)
        for odd, (o, t) in zip(likely, told, strict=True)
    ]
    found.sort(key=lambda one: (-one[0], one[1].number))
    score, other, theirs = found[0]
    needed = _LIKELY + _MANY * math.log(max(1.0, len(found) / _FEW))
    if score < needed or (len(found) > 1 and score < found[1][0] + _LEAD):
        return None
    return Twin(
        other.number,
        other.title,
        round(1 / (1 + math.exp(-score)), 4),
        shared_words(mine, theirs, weights, f"{title}\n{body}"),
    )


def _pointed(body: str) -> frozenset[int]:
    """Issues that the text itself calls the same."""
    return frozenset(
        int(n)
        for sentence in re.split(r"(?<=[.!?])\s+", body)
        if _SAME.search(sentence)
        for n in re.findall(r"#([0-9]{1,9})\b", sentence)
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
