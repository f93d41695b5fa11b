"""Weighing: how much each term of a text counts, and how much each signal speaks for each file.

Every signal is scaled so that the file it favours most has 1: then one weight a signal is enough,
whatever the length of the text or the size of the tree.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping

from bot.planning.repository.evidence import (
    OF_CHANGES,
    OF_NAMES,
    Evidence,
    Field,
    Holders,
    bag,
)

_MOST_TEXT = 20_000
_MOST_HITS = 300_000
_HALF_LIFE = 180.0  # days

Scores = dict[int, float]
Terms = Mapping[str, float]


_NAME, _FOLDER, _DEFINED, _TEXT = 1.3, 1.2, 0.95, 2.2
_COVERAGE, _SAID = 1.8, 1.6
"""What each signal counts. Chosen on other changes than they are judged on: docs/context.md."""
_BY_LENGTH = 0.4


def asked(text: str) -> dict[str, float]:
    """The terms of a text and their weights: repetition counts less."""
    return {term: 1 + math.log(count) for term, count in bag(text[:_MOST_TEXT]).items()}


def rooted(terms: Terms, letters: int) -> dict[str, float]:
    """The roots of terms, so many letters each; of terms with one root the weightiest counts."""
    found: dict[str, float] = {}
    for term, weight in terms.items():
        found[term[:letters]] = max(found.get(term[:letters], 0.0), weight)
    return found


def terms(text: str) -> frozenset[str]:
    """All under which the evidence that a ranking for this text needs is kept: its terms and their roots."""
    wanted = asked(text)
    return frozenset((*wanted, *rooted(wanted, OF_NAMES), *rooted(wanted, OF_CHANGES)))


def weighed(wanted: Terms, evidence: Evidence) -> Scores:
    """How much speaks for each file, by its number: name, folder, definitions, text and history."""
    names = rooted(wanted, OF_NAMES)
    # How much of the text a file answers at all, however often: squared, as all of it is wanted.
    answered = _by_field(wanted, evidence, Field.TEXT, soon=0.0)
    signals = (
        (_NAME, _by_field(names, evidence, Field.NAME)),
        (_FOLDER, _by_field(names, evidence, Field.FOLDER)),
        (_DEFINED, _by_field(names, evidence, Field.DEFINED)),
        (_TEXT, _by_field(wanted, evidence, Field.TEXT)),
        (_COVERAGE, {file: score * score for file, score in answered.items()}),
        (_SAID, _by_history(rooted(wanted, OF_CHANGES), evidence)),
    )
    scores: Scores = {}
    for weight, signal in signals:
        most = max(signal.values(), default=0.0)
        for file, gain in signal.items() if most > 0 else ():
            scores[file] = scores.get(file, 0.0) + weight * gain / most
    return scores


def rarities(wanted: Terms, evidence: Evidence) -> dict[str, float]:
    """What one use of each term in a file's text is worth."""
    hits, total = evidence.hits[Field.TEXT], max(len(evidence.paths), 1)
    return {t: worth * _rarity(len(hits[t]), total) for t, worth in wanted.items() if t in hits}


def _rarity(holders: int, total: int) -> float:
    return math.log(1 + (total - holders + 0.5) / (holders + 0.5))


def _by_field(terms: Terms, evidence: Evidence, field: Field, soon: float = 1.5) -> Scores:
    """What one field says; in a huge tree, words that stand everywhere are not worth the time."""
    hits, left = evidence.hits[field], _MOST_HITS
    held = dict[str, Holders]()
    for term in sorted(hits.keys() & terms.keys(), key=lambda t: (len(hits[t]), t)):
        left -= len(hits[term])
        if left < 0 and held:
            break
        held[term] = hits[term]
    return _bm25(terms, held, dict(enumerate(evidence.lengths[field])), soon)


def _by_history(terms: Terms, evidence: Evidence) -> Scores:
    """What earlier changes to a file said; a change to many files counts less for each."""
    shares = [
        0.5 ** (max(touch.age, 0.0) / _HALF_LIFE) / math.sqrt(touch.spread or 1)
        for touch in evidence.touches
    ]
    lengths, uses = defaultdict[int, float](float), 0.0
    for touch, share in zip(evidence.touches, shares, strict=True):
        uses += share * len(touch.files)
        for file in touch.files:
            lengths[file] += touch.size * share
    held = dict[str, defaultdict[int, float]]()
    for term in sorted(terms.keys() & evidence.said.keys()):
        held[term] = defaultdict(float)
        for number in evidence.said[term]:
            for file in evidence.touches[number].files:
                held[term][file] += shares[number]
    return _bm25(terms, held, lengths, soon=uses / max(len(lengths), 1))


def _bm25(
    terms: Terms, held: Mapping[str, Mapping[int, float]], lengths: Mapping[int, float], soon: float
) -> Scores:
    """Rare terms count more, the tenth use hardly anything, long files less.

    `held` says how often each file has a term, `soon` after how many uses more of them count little.
    """
    total = max(len(lengths), 1)
    mean = sum(lengths.values()) / total or 1.0
    scores: Scores = {}
    for term, holders in held.items():
        gain = terms[term] * _rarity(len(holders), total)
        for file, n in holders.items():
            norm = soon * (1 - _BY_LENGTH + _BY_LENGTH * lengths[file] / mean)
            scores[file] = scores.get(file, 0.0) + gain * n / (n + norm or 1.0)
    return scores
