"""Weighing: how much each term of a text counts, and how much each signal speaks for each file.

Every signal is scaled so that the file it favours most has 1: then one weight a signal is enough,
whatever the length of the text or the size of the tree.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from bot.planning.repository.evidence import OF_CHANGES, OF_NAMES, Evidence, Field, Touch, bag, root

_MOST_TEXT = 20_000
_MOST_HITS = 300_000
_HALF_LIFE = 180.0  # days
_MOST_SIMILAR = 50

Scores = dict[int, float]
Terms = Mapping[str, float]


_NAME, _FOLDER, _DEFINED, _TEXT = 1.3, 1.2, 0.95, 2.2
_COVERAGE, _SAID, _SIMILAR = 1.8, 1.6, 1.2
"""What each signal counts. Chosen on other changes than they are judged on: docs/context.md."""
_TITLE = 2.0
_SATURATION = 1.5
_BY_LENGTH = {Field.NAME: 0.3, Field.FOLDER: 0.3, Field.DEFINED: 0.5, Field.TEXT: 0.5}


def asked(text: str) -> dict[str, float]:
    """The terms of a text and their weights; the first line, the title, counts more, repetition less."""
    title, _, rest = text[:_MOST_TEXT].partition("\n")
    counts: dict[str, float] = {t: _TITLE * n for t, n in bag(title[:300]).items()}
    for term, count in chain(bag(title[300:]).items(), bag(rest).items()):
        counts[term] = counts.get(term, 0.0) + count
    return {term: 1 + math.log(n) if n > 1 else n for term, n in counts.items()}


def rooted(terms: Terms, letters: int) -> dict[str, float]:
    """The roots of terms, so many letters each; of terms with one root the weightiest counts."""
    found: dict[str, float] = {}
    for term, weight in terms.items():
        cut = root(term, letters)
        found[cut] = max(found.get(cut, 0.0), weight)
    return found


def looked_up(wanted: Terms) -> frozenset[str]:
    """All under which evidence on these terms is kept: themselves and their roots."""
    return frozenset((*wanted, *rooted(wanted, OF_NAMES), *rooted(wanted, OF_CHANGES)))


def weighed(wanted: Terms, evidence: Evidence) -> Scores:
    """How much speaks for each file, by its number: name, folder, definitions, text and history."""
    names = rooted(wanted, OF_NAMES)
    signals = (
        (_NAME, _by_field(names, evidence, Field.NAME)),
        (_FOLDER, _by_field(names, evidence, Field.FOLDER)),
        (_DEFINED, _by_field(names, evidence, Field.DEFINED)),
        (_TEXT, _by_field(wanted, evidence, Field.TEXT)),
        (_COVERAGE, _coverage(wanted, evidence)),
        *_by_history(rooted(wanted, OF_CHANGES), evidence),
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


def _rare_first(terms: Terms, evidence: Evidence, field: Field) -> list[str]:
    """Terms of a field; in a huge tree, words that stand everywhere are not worth the time."""
    hits, left = evidence.hits[field], _MOST_HITS
    kept: list[str] = []
    for term in sorted(hits.keys() & terms.keys(), key=lambda t: (len(hits[t]), t)):
        left -= len(hits[term])
        if left < 0 and kept:
            break
        kept.append(term)
    return kept


def _by_field(terms: Terms, evidence: Evidence, field: Field) -> Scores:
    """BM25 on one field: rare terms count more, the tenth use hardly anything, long files less."""
    lengths, hits = evidence.lengths[field], evidence.hits[field]
    total = max(len(lengths), 1)
    mean = sum(lengths) / total or 1.0
    k, b = _SATURATION, _BY_LENGTH[field]
    scores: Scores = {}
    for term in _rare_first(terms, evidence, field):
        gain = terms[term] * _rarity(len(hits[term]), total) * (k + 1)
        for file, n in hits[term].items():
            norm = k * (1 - b + b * lengths[file] / mean)
            scores[file] = scores.get(file, 0.0) + gain * n / (n + norm)
    return scores


def _coverage(words: Terms, evidence: Evidence) -> Scores:
    """How much of the text a file answers at all, however often: squared, as all of it is wanted."""
    hits, total = evidence.hits[Field.TEXT], max(len(evidence.paths), 1)
    scores: Scores = {}
    for term in _rare_first(words, evidence, Field.TEXT):
        gain = words[term] * _rarity(len(hits[term]), total)
        for file in hits[term]:
            scores[file] = scores.get(file, 0.0) + gain
    return {file: score * score for file, score in scores.items()}


def _by_history(terms: Terms, evidence: Evidence) -> tuple[tuple[float, Scores], ...]:
    """What earlier changes to a file said, and which files the most similar changes touched."""
    touches, said = evidence.touches, evidence.said
    speaking: dict[int, list[str]] = {}
    for term in sorted(said):
        for number in said[term] if term in terms else ():
            speaking.setdefault(number, []).append(term)
    rarity = {t: terms[t] * _rarity(len(said[t]), len(touches)) for t in said if t in terms}
    similar = []
    for number, spoken in speaking.items():
        touch = touches[number]
        likeness = sum(rarity[t] for t in spoken) / math.sqrt(4 + touch.size)
        similar.append((likeness * math.sqrt(_fading(touch)), number))
    said_ = _said(terms, touches, speaking)
    return (_SAID, said_), (_SIMILAR, _similar(similar, touches))


def _said(terms: Terms, touches: Sequence[Touch], speaking: Mapping[int, list[str]]) -> Scores:
    """BM25 on the words of all changes to a file; a change to many files counts less for each."""
    lengths: dict[int, float] = {}
    held: dict[str, dict[int, float]] = {}
    amount = 0.0
    for number, touch in enumerate(touches):
        share = _fading(touch) / math.sqrt(touch.spread or 1)
        amount += share * len(touch.files)
        for file in touch.files:
            lengths[file] = lengths.get(file, 0.0) + touch.size * share
            for term in speaking.get(number, ()):
                holders = held.setdefault(term, {})
                holders[file] = holders.get(file, 0.0) + share
    files = max(len(lengths), 1)
    mean, usual = sum(lengths.values()) / files or 1.0, amount / files
    scores: Scores = {}
    for term, holders in held.items():
        gain = terms[term] * _rarity(len(holders), files)
        for file, n in holders.items():
            norm = usual * (0.7 + 0.3 * lengths[file] / mean)
            scores[file] = scores.get(file, 0.0) + gain * n / (n + norm)
    return scores


def _similar(similar: Iterable[tuple[float, int]], touches: Sequence[Touch]) -> Scores:
    scores: Scores = {}
    for likeness, number in sorted(similar, key=lambda s: (-s[0], s[1]))[:_MOST_SIMILAR]:
        touch = touches[number]
        for file in touch.files:
            scores[file] = scores.get(file, 0.0) + likeness / math.sqrt(touch.spread or 1)
    return scores


def _fading(touch: Touch) -> float:
    return float(0.5 ** (max(touch.age, 0.0) / _HALF_LIFE))
