"""Duplicates: another open issue with nearly the same title or text. Meaning is a model's work."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from bot.planning.proposal import OpenIssue, Request
from bot.planning.words import STOP, words

ENOUGH = 0.8
"""How alike two issues are that count as one, from 0 to 1."""
_CONTRARY = 0.78
_MOST_ISSUES, _MOST_TEXT = 500, 4_000
_NUMBER = re.compile(r"#([0-9]{1,9})(?![0-9])")

Rarity = dict[str, float]


def twin(request: Request) -> tuple[int, str] | None:
    """Find the open issue that asks for the same as this one, and say why; the lowest number among equals.

    Titles weigh most: two issues with different titles are one only when their texts are nearly the
    same. An issue that the text names itself is known to its author, so it is none.
    """
    named = {int(n) for n in _NUMBER.findall(request.body)}
    others = [o for o in request.open_issues if o.number not in {*named, request.number}]
    listed = sorted(others, key=lambda o: o.number)[:_MOST_ISSUES]
    rarity = _rarity([request, *listed])
    scores = {o.number: _score(request, o, rarity) for o in listed}
    same = max(listed, key=lambda o: scores[o.number], default=None)
    if same is None or scores[same.number] < ENOUGH:
        return None
    both = _words(request) & _words(same) - STOP
    shared = sorted(both, key=lambda w: (-rarity[w], w))[:5]
    alike = ": ".join(filter(None, (f"{scores[same.number]:.0%} alike", ", ".join(shared))))
    return same.number, f"#{same.number} “{same.title}” asks for the same ({alike})."


def _words(issue: Request | OpenIssue) -> set[str]:
    return {*words(f"{issue.title} {issue.body[:_MOST_TEXT]}")}


def _score(request: Request, other: OpenIssue, rarity: Rarity) -> float:
    mine, theirs = Counter(words(request.title)), Counter(words(other.title))
    ours, text = (Counter(words(t[:_MOST_TEXT])) for t in (request.body, other.body))
    score = titles = _alike(mine, theirs, rarity)
    if ours and text:
        bodies = _alike(ours, text, rarity)
        score = max(0.65 * titles + 0.35 * bodies, 0.25 * titles + 0.75 * bodies)
    elif min(len(mine), len(theirs)) < 2:
        return 0.0
    # Each title has a word that the other issue lacks: `order total` against `order date`.
    apart = mine.keys() - theirs.keys() - text.keys() and theirs.keys() - mine.keys() - ours.keys()
    return round(score * _CONTRARY if apart else score, 4)


def _alike(one: Counter[str], other: Counter[str], rarity: Rarity) -> float:
    """The cosine of two texts, each word weighed by how rare it is among the open issues."""
    squares = (math.fsum((n * rarity[w]) ** 2 for w, n in bag.items()) for bag in (one, other))
    product = math.fsum(one[w] * other[w] * rarity[w] ** 2 for w in one & other)
    return product / math.sqrt(math.prod(squares)) if product else 0.0


def _rarity(issues: Sequence[Request | OpenIssue]) -> Rarity:
    counts = Counter(w for issue in issues for w in _words(issue))
    return {w: math.log(1 + (len(issues) + 1) / n) for w, n in counts.items()}
