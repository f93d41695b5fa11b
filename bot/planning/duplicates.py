"""Duplicates: another open issue that asks for the same, found by the words both share."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.planning.concepts import concepts, is_common
from bot.planning.gloss import tongue_of
from bot.planning.proposal import OpenIssue
from bot.planning.verbs import is_imperative
from bot.planning.words import stem, stems, words

ENOUGH = 0.72
# Each title has a word that the other issue lacks: `order total` against `order date`.
_CONTRARY = 0.78
_MOST = 4_000
# Other words for the same: how much of both titles the other issue must speak of, and how many telling words.
_RETOLD = 0.8
_TELLING = 3
# A title in another language shares fewer words with its twin.
_TRANSLATED = 0.6
_LEAD = 1.15
# A tale told twice: how many telling concepts only these two share, and how much of each text they are.
_OWN = 4
_WIDE = (0.2, 0.12)
_NOT_THAT = re.compile(
    r"(?i)\b(?:not|no|isn't|different|differs|unlike|other than|follows? up|follow-up"
    r"|part of|related to|similar to|besides"
    r"|after|depends on|blocked by|based on|about|for it (?:for|on|in)|that one|the other one"
    r"|split (?:off|out) (?:of|from))\b"
)
_CONTRASTS = tuple(
    (stem(one), stem(other))
    for one, other in (
        ("import", "export"),
        ("add", "delete"),
        ("show", "hidden"),
        ("start", "stop"),
        ("light", "dark"),
        ("first", "last"),
        ("light", "black"),
        ("encode", "decode"),
        ("lock", "unlock"),
        ("client", "server"),
        ("read", "write"),
        ("install", "uninstall"),
        ("ios", "android"),
        ("mobile", "desktop"),
    )
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


def twin(number: int, title: str, body: str, others: Iterable[OpenIssue]) -> Twin | None:
    """Find the open issue that asks for the same as this one; the lowest number among equals.

    Titles weigh most: two issues with different titles are one only when their texts are nearly
    the same. Words that occur in many issues count little.
    """
    listed = sorted((o for o in others if o.number != number), key=lambda o: o.number)[:500]
    rarity = _rarity(
        [stems(f"{o.title} {o.body[:_MOST]}") for o in listed] + [stems(f"{title} {body[:_MOST]}")]
    )
    excluded = _excluded(body)
    found = (_compare(title, body, other, rarity) for other in listed)
    same = max(
        (t for t in found if t.score >= ENOUGH and t.number not in excluded),
        key=lambda t: (t.score, -t.number),
        default=None,
    )
    return same or _retold(title, body[:_MOST], [o for o in listed if o.number not in excluded])


def _excluded(body: str) -> frozenset[int]:
    """Issues that the text names itself as others: `not the same as #12`."""
    named: set[int] = set()
    for sentence in re.split(r"(?<=[.!?])\s+", body[:_MOST]):
        numbers = re.findall(r"#([0-9]{1,9})\b", sentence)
        if numbers and _NOT_THAT.search(sentence):
            named.update(map(int, numbers))
    return frozenset(named)


def _retold(title: str, body: str, others: list[OpenIssue]) -> Twin | None:
    """The issue that tells the same in other words, if it stands out among the others."""
    mine = _Told.of(title, body)
    told = [(o, _Told.of(o.title, o.body[:_MOST])) for o in others]
    rarity = Counter(c for _, t in told for c in t.all) + Counter(mine.all)
    weigh = {
        c: math.log(1 + (len(told) + 2) / n) * (0.4 if is_common(c) else 1.0)
        for c, n in rarity.items()
    }
    pointed = _pointed(body)
    rare = frozenset(c for c, n in rarity.items() if n <= 2)
    found = [
        (_likeness(mine, t, weigh, o.number in pointed) or _told_twice(mine, t, weigh, rare), o)
        for o, t in told
    ]
    found = sorted(((s, o) for s, o in found if s), key=lambda one: (-one[0], one[1].number))
    if not found or (len(found) > 1 and found[0][0] < _LEAD * found[1][0]):
        return None
    other = found[0][1]
    both = mine.all & _Told.of(other.title, other.body[:_MOST]).all
    shared = sorted(both, key=lambda c: (-weigh[c], c))[:5]
    words_of = {c: w for w in reversed(list(words(f"{title} {body}"))) for c in concepts(w)}
    score = min(0.5 + found[0][0] / 4, 0.95)
    return Twin(
        other.number, other.title, round(score, 4), tuple(words_of.get(c, c) for c in shared)
    )


def _pointed(body: str) -> frozenset[int]:
    """Issues that the text itself calls the same."""
    return frozenset(
        int(n)
        for sentence in re.split(r"(?<=[.!?])\s+", body)
        if _SAME.search(sentence)
        for n in re.findall(r"#([0-9]{1,9})\b", sentence)
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """What an issue speaks of: the concepts and the plain words of its title, and all its concepts."""

    title: frozenset[str]
    plain: frozenset[str]
    all: frozenset[str]
    foreign: bool = False
    wish: bool = False

    @classmethod
    def of(cls, title: str, body: str) -> _Told:
        return cls(
            frozenset(concepts(title)),
            frozenset(stems(title)),
            frozenset(concepts(f"{title}\n{body}")),
            bool(tongue_of(f"{title}\n{body}")),
            is_imperative(title),
        )


def _likeness(mine: _Told, theirs: _Told, weigh: dict[str, float], pointed: bool) -> float:
    """How much of each title the other issue speaks of; nothing where they hardly meet."""
    both = mine.all & theirs.all
    telling = _telling(both)
    of_theirs, of_mine = (
        _share(theirs.title, mine.all, weigh),
        _share(mine.title, theirs.all, weigh),
    )
    score = of_theirs + of_mine
    if pointed and telling:
        return 1.0 + score
    named = (
        len(_telling(mine.title)) >= 2
        and max(of_theirs, of_mine) > 0.95
        and min(of_theirs, of_mine) > 0.5
    )
    enough = _RETOLD if not mine.foreign or len(telling) < _OWN else _TRANSLATED
    if not (len(telling) >= _TELLING or (named and len(telling) >= 2)) or score < enough:
        return 0.0
    frame = mine.plain & theirs.plain
    swapped = (mine.title - theirs.title) and (theirs.title - mine.title)
    framed = len(frame) >= 2 and 2 * len(frame) >= min(len(mine.plain), len(theirs.plain))
    if framed and _contrary(mine.title - theirs.title, theirs.title - mine.title):
        return 0.0
    if framed and swapped and min(of_theirs, of_mine) < 0.58:
        return 0.0
    return score


def _told_twice(mine: _Told, theirs: _Told, weigh: dict[str, float], rare: frozenset[str]) -> float:
    """The same tale under another title: symptom here, cause there, the same things in both.

    Two wishes (`Support webp`, `Support HEIC`) are told apart by their titles alone.
    """
    if mine.wish and theirs.wish:
        return 0.0
    both = mine.all & theirs.all
    own = [c for c in _telling(both) if c in rare]
    shares = _share(theirs.all, mine.all, weigh), _share(mine.all, theirs.all, weigh)
    frame = mine.plain & theirs.plain
    framed = len(frame) >= 2 and 2 * len(frame) >= min(len(mine.plain), len(theirs.plain))
    enough = len(own) >= _OWN or (len(own) >= _OWN - 1 and len(_telling(both)) > _OWN)
    if not enough or len(_telling(both)) < _OWN or framed:
        return 0.0
    if shares[0] < _WIDE[0] or shares[1] < _WIDE[1]:
        return 0.0
    if _contrary(mine.title - theirs.title, theirs.title - mine.title):
        return 0.0
    return _RETOLD + sum(shares)


def _contrary(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """`Export …` and `Import …` are two things, however much the rest is the same."""
    return any((a in mine and b in theirs) or (b in mine and a in theirs) for a, b in _CONTRASTS)


def _telling(found: frozenset[str]) -> list[str]:
    return [c for c in sorted(found) if not is_common(c)]


def _share(wanted: frozenset[str], there: frozenset[str], weigh: dict[str, float]) -> float:
    whole = sum(weigh.get(c, 1.0) for c in sorted(wanted))
    return sum(weigh.get(c, 1.0) for c in sorted(wanted & there)) / whole if whole else 0.0


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
