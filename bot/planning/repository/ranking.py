"""Relevance: which files of an indexed tree a text is about, by names, definitions, texts and history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest

from bot.planning.repository.evidence import PLACES, Evidence, bag, evidence_of
from bot.planning.repository.mentions import Names, mentioned
from bot.planning.repository.places import Place, RepositoryTests, is_test, subject, suffix
from bot.planning.repository.weighing import asked, rarities, weighed

_BLOCK = 5  # lines of a passage
_WINDOW = 4  # blocks, every second block
_SATURATION = 1.2

Weights = Mapping[str, float]
# A test shows a change, set-up and documents frame it: beside equal words the source comes first.
_WEIGHT = {Place.TEST: 0.5, Place.SETUP: 0.4, Place.DOC: 0.4}
_BY_KIND = tuple(_WEIGHT.get(place, 1.0) for place in PLACES)
_SKIP = PLACES.index(Place.SKIP)
_NAMED = 1000.0
_MOST_NAMED = 50
_PASSAGE = 1.2
_LENT, _MOST_PAIRED = 0.1, 2_000


@dataclass(frozen=True, slots=True)
class Ranked:
    """A file and how much of the text it answers."""

    path: str
    score: float


class Ranking:
    """The ranking of many texts by the paths of one repository; what each needs is made once."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths` are all files of the repository."""
        self._paths, self.names, self.tests = paths, Names(paths), RepositoryTests(paths)

    @cached_property
    def _evidence(self) -> Evidence:
        return evidence_of(self._paths, {})

    def of(self, text: str, top: int) -> tuple[str, ...]:
        """The files a text is about, best first, at most `top`, where there is no index.

        Paths that the text names come first; generated, vendored, binary and lock files never come. A file
        for which nothing speaks is left out.
        """
        return tuple(r.path for r in scored_by(text, self._evidence, self.names)[:top])


def scored_by(text: str, evidence: Evidence, names: Names | None = None) -> tuple[Ranked, ...]:
    """Rank all files for which anything speaks, best first; equal ones by path.

    Who ranks many texts gives the names of all files.
    """
    scores = weighed(asked(text), evidence)
    paths, kinds = evidence.paths, evidence.kinds
    for file in scores:
        scores[file] *= _BY_KIND[kinds[file]]
    _pair(scores, paths)
    names = names or Names(paths)
    for n, path in enumerate(mentioned(text, names)):
        file = names.all[path]
        scores[file] = scores.get(file, 0.0) + _NAMED - min(n, _MOST_NAMED)
    found = [Ranked(paths[n], s) for n, s in scores.items() if s > 0 and kinds[n] != _SKIP]
    return _in_order(found)


def sharpened(
    text: str, evidence: Evidence, ranked: Sequence[Ranked], texts: Mapping[str, str]
) -> tuple[Ranked, ...]:
    """Rank again with the texts of the first files: who answers the text in one place comes forward.

    Files whose text is not given keep their score.
    """
    weights = rarities(asked(text), evidence)
    gains = {path: _best(weights, read) for path, read in texts.items()}
    most = max(gains.values(), default=0.0) or 1.0
    return _in_order(
        Ranked(r.path, r.score + _PASSAGE * gains.get(r.path, 0.0) / most) for r in ranked
    )


def _in_order(found: Iterable[Ranked]) -> tuple[Ranked, ...]:
    return tuple(sorted(found, key=lambda r: (-round(r.score, 6), r.path)))


def _pair(scores: dict[int, float], paths: Sequence[str]) -> None:
    """A test lends its source a part of its score, and a source its test: both change together."""
    best = nlargest(_MOST_PAIRED, scores, key=lambda n: (scores[n], -n))
    about = {n: (subject(paths[n]), suffix(paths[n])[:2], is_test(paths[n])) for n in best}
    most = {about[n]: scores[n] for n in reversed(best)}
    for n, (name, ending, test) in about.items():
        scores[n] += _LENT * most.get((name, ending, not test), 0.0)


def _best(weights: Weights, text: str) -> float:
    """How much the best passage of a text says of weighed terms.

    A long file holds every word somewhere; the file to change holds them near each other, in one window of
    twenty lines. Lines are taken by fives.
    """
    lines = text.split("\n")
    bags = (bag("\n".join(lines[n : n + _BLOCK])) for n in range(0, len(lines), _BLOCK))
    blocks = [Counter({t: held[t] for t in weights.keys() & held.keys()}) for held in bags]
    starts = range(0, max(len(blocks) - 2, 1), 2)
    return max(_worth(weights, blocks[n : n + _WINDOW]) for n in starts)


def _worth(weights: Weights, blocks: Sequence[Counter[str]]) -> float:
    """The first use of a term counts most."""
    counts = sum(blocks, Counter[str]())
    return sum(
        weights[term] * count * (1 + _SATURATION) / (count + _SATURATION)
        for term, count in sorted(counts.items())
    )
