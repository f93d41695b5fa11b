"""Weighing: how much each term of a text counts, and how much evidence speaks for each file."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.planning.evidence import Evidence, Field, Touch
from bot.planning.terms import bag, is_pair, neighbours

_MOST_TEXT = 20_000
_MOST_HITS = 300_000
_HALF_LIFE = 730.0
_ALIKE = 50

Scores = dict[int, float]


@dataclass(frozen=True, slots=True)
class Weights:
    """What each signal counts. Few, round, and chosen on other repositories than they are judged on."""

    name: float = 1.5
    folder: float = 1.0
    defined: float = 1.0
    text: float = 1.5
    said: float = 1.0
    alike: float = 1.0
    title: float = 2.0
    side_by_side: float = 0.3
    saturation: float = 1.5
    by_length: float = 0.4


USUAL = Weights()


def asked(text: str, weights: Weights = USUAL) -> dict[str, float]:
    """The terms of a text and their weights; the first line, the title, counts more, repetition less."""
    title, _, rest = text[:_MOST_TEXT].partition("\n")
    counts: dict[str, float] = {t: weights.title * n for t, n in bag(title[:300]).items()}
    for term, count in chain(bag(title[300:]).items(), bag(rest).items()):
        counts[term] = counts.get(term, 0.0) + count
    for pair in sorted(neighbours(text[:_MOST_TEXT])):
        counts.setdefault(pair, weights.side_by_side)
    return {term: 1 + math.log(n) if n > 1 else n for term, n in counts.items()}


def weighed(
    wanted: Mapping[str, float], evidence: Evidence, weights: Weights = USUAL
) -> Scores:
    """How much speaks for each file, by its number: its name, folder, definitions, text and history."""
    terms = _specific(wanted, evidence)
    scores: Scores = {}
    shares = {
        Field.NAME: weights.name,
        Field.FOLDER: weights.folder,
        Field.DEFINED: weights.defined,
        Field.TEXT: weights.text,
    }
    for field, share in shares.items():
        _by_field(scores, terms, (evidence, field), (share, weights))
    _by_history(scores, terms, evidence, weights)
    return scores


def _specific(wanted: Mapping[str, float], evidence: Evidence) -> dict[str, float]:
    """Words that many changes use (`fix`, `add`, `support`) say little about where."""
    changes = len(evidence.touches)
    if changes < 50:
        return dict(wanted)
    found = {}
    for term, weight in wanted.items():
        share = math.log(changes / (1 + len(evidence.said.get(term, ())))) / math.log(changes)
        found[term] = weight if is_pair(term) else weight * math.sqrt(max(share, 0.0))
    return found


def _rarity(holders: int, total: int) -> float:
    return math.log(1 + (total - holders + 0.5) / (holders + 0.5))


def _by_field(
    scores: Scores,
    terms: Mapping[str, float],
    where: tuple[Evidence, Field],
    how: tuple[float, Weights],
) -> None:
    """BM25 on one field: rare terms count more, the tenth use hardly anything, long files less."""
    (evidence, field), (share, weights) = where, how
    lengths, hits = evidence.lengths[field], evidence.hits[field]
    total = max(len(lengths), 1)
    mean = sum(lengths) / total or 1.0
    k, b = weights.saturation, weights.by_length
    left = _MOST_HITS
    for term in sorted(hits.keys() & terms.keys(), key=lambda t: (len(hits[t]), t)):
        left -= len(hits[term])
        if left < 0:  # in a huge tree, words that stand everywhere are not worth the time
            break
        gain = share * terms[term] * _rarity(len(hits[term]), total) * (k + 1)
        for file, n in hits[term].items():
            norm = k * (1 - b + b * lengths[file] / mean)
            scores[file] = scores.get(file, 0.0) + gain * n / (n + norm)


def _by_history(
    scores: Scores, terms: Mapping[str, float], evidence: Evidence, weights: Weights
) -> None:
    """What earlier changes to a file said, and which of the most similar changes touched it."""
    touches, said = evidence.touches, evidence.said
    known = {t: terms[t] * _rarity(len(said[t]), len(touches)) for t in sorted(said) if t in terms}
    speaking: dict[int, list[str]] = {}
    for term in known:
        for number in said[term]:
            speaking.setdefault(number, []).append(term)
    words: dict[int, Counter[str]] = {}
    alike: list[tuple[float, int]] = []
    for number, spoken in speaking.items():
        touch = touches[number]
        share = _fading(touch) / math.sqrt(touch.spread or 1)
        for file in touch.files:
            held = words.setdefault(file, Counter())
            for term in spoken:
                held[term] += share  # type: ignore[assignment] # shares are fractions
        likeness = sum(known[t] for t in spoken) / math.sqrt(4 + touch.size)
        alike.append((likeness * math.sqrt(_fading(touch)), number))
    for file, held in words.items():
        gain = sum(known[t] * 2 * n / (n + 1) for t, n in held.items())
        scores[file] = scores.get(file, 0.0) + weights.said * gain
    _most_alike(scores, alike, (touches, weights.alike))


def _most_alike(
    scores: Scores, alike: Iterable[tuple[float, int]], how: tuple[Sequence[Touch], float]
) -> None:
    touches, weight = how
    for likeness, number in sorted(alike, key=lambda a: (-a[0], a[1]))[:_ALIKE]:
        touch = touches[number]
        for file in touch.files:
            gain = weight * likeness / math.sqrt(touch.spread or 1)
            scores[file] = scores.get(file, 0.0) + gain


def _fading(touch: Touch) -> float:
    return float(0.5 ** (max(touch.age, 0.0) / _HALF_LIFE))
