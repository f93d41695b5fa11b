"""Ranking: which files a text is about, best first, by the words of paths and, where loaded, of texts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.planning.concepts import concepts, is_common
from bot.planning.gloss import gloss
from bot.planning.mentions import mentioned
from bot.planning.places import Place, bare, folder, is_test, place, subject, suffix
from bot.planning.words import stem, stems, words

_MOST_READ = 40_000
_NO_TEXTS: Mapping[str, str] = {}
# A test shows a change, set-up and documents frame it: beside equal words the source comes first.
_WEIGHT = {Place.TEST: 0.8, Place.SETUP: 0.5, Place.DOC: 0.6}
# Words that speak of what people see or call.
_SHOWN = frozenset(
    stem(w)
    for w in (
        "page",
        "button",
        "screen",
        "form",
        "endpoint",
        "route",
        "menu",
        "dialog",
        "command",
        "slider",
        "checkbox",
        "tooltip",
        "toggle",
        "icon",
        "dropdown",
        "tab",
    )
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A file and how much of the text it answers."""

    path: str
    score: float


def rank(
    text: str, paths: Sequence[str], texts: Mapping[str, str] = _NO_TEXTS, top: int = 20
) -> tuple[str, ...]:
    """Name the files a text is about, best first, at most `top`.

    Takes the text of a request, all paths of the repository, and the texts of the files loaded so
    far (none the first time). Paths named in the text come first; generated, vendored, binary and
    lock files never come. A file without any word in common is left out.
    """
    return tuple(r.path for r in scored(text, paths, texts)[: max(top, 0)])


def scored(
    text: str, paths: Sequence[str], texts: Mapping[str, str] = _NO_TEXTS
) -> tuple[Ranked, ...]:
    """Like `rank`, with scores and without a limit."""
    usable = [p for p in dict.fromkeys(paths) if place(p) is not Place.SKIP]
    asked = _asked(text)
    parts = {p: _parts(p) for p in usable}
    rarity = _rarity(parts.values(), len(usable))
    weights = {s: _weight(s, asked) * rare for s, rare in rarity.items()}
    shown = bool(_SHOWN & asked.keys())
    scores = {}
    for path in usable:
        base = _by_path(parts[path], weights) * _WEIGHT.get(place(path), 1.0)
        scores[path] = base * (1.25 if shown and place(path) is Place.INTERFACE else 1.0)
    for path, gain in _by_text(asked, usable, texts).items():
        scores[path] += gain * _WEIGHT.get(place(path), 1.0)
    for n, path in enumerate(mentioned(text, usable)):
        scores[path] += 100.0 - min(n, 50)
    _pair(scores)
    found = (Ranked(p, s) for p, s in scores.items() if s > 0)
    return tuple(sorted(found, key=lambda r: (-round(r.score, 6), r.path)))


def _asked(text: str) -> dict[str, float]:
    """The words asked for; those of the first line, the title, count double; repetition counts less."""
    plain = gloss(text[:20_000])
    counts = Counter(
        stems(text[:20_000] if plain == text[:20_000] else f"{text[:20_000]}\n{plain}")
    )
    title = gloss(text.split("\n", 1)[0][:300])
    named, topics = set(stems(title)), set(stems(_topic(title)))
    found = {
        s: (1 + math.log(n)) * (3.0 if s in topics else 2.0 if s in named else 1.0)
        for s, n in counts.items()
    }
    for s in sorted(found):
        for concept in concepts(s):
            found.setdefault(concept, 0.5 * found[s])
    return found


def _tells(concept: str) -> bool:
    return not is_common(concept) and concept not in {"doc", "test"}


def _topic(title: str) -> str:
    """What stands before the colon of a title says where it belongs: `ICS: wrong times`."""
    lead, colon, rest = title.partition(": ")
    return lead if colon and rest and len(list(words(lead))) <= 3 else ""


def _parts(path: str) -> tuple[frozenset[str], frozenset[str]]:
    own = frozenset(stem(w) for w in words(bare(path)) if not w.isdigit())
    above = frozenset(stem(w) for w in words(folder(path))) - own
    return own, above


def _rarity(parts: Iterable[tuple[frozenset[str], frozenset[str]]], total: int) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for own, above in parts:
        counts.update(own | above)
    # What stands in most paths, such as the project's own name, tells nothing.
    return {
        s: 0.05 if total > 9 and 2 * n > total else math.log(1 + total / n)
        for s, n in counts.items()
    }


def _by_path(
    parts: tuple[frozenset[str], frozenset[str]],
    weights: Mapping[str, float],
) -> float:
    own, above = parts
    score = sum(3.0 * weights[s] for s in sorted(own)) / (1 + 0.2 * len(own))
    return score + sum(weights[s] for s in sorted(above)) / (1 + 0.2 * len(above))


def _weight(part: str, asked: Mapping[str, float]) -> float:
    """A word in full counts full; the beginning of a longer word (`admin` of `administrator`) half."""
    if part in asked:
        return asked[part]
    alike = max((0.7 * asked[c] for c in concepts(part) if c in asked and _tells(c)), default=0.0)
    if alike or len(part) < 4:
        return alike
    return 0.5 * max((w for s, w in asked.items() if s.startswith(part)), default=0.0)


def _by_text(
    asked: Mapping[str, float], usable: Sequence[str], texts: Mapping[str, str]
) -> dict[str, float]:
    """Words in the file's text: rare ones count more, and the hundredth use hardly anything."""
    bags = {p: Counter(stems(texts[p][:_MOST_READ])) for p in usable if p in texts}
    holders = Counter(s for bag in bags.values() for s in bag if s in asked)
    gains = {}
    for path, bag in bags.items():
        length = 0.5 + 0.5 * sum(bag.values()) / 400
        gains[path] = sum(
            asked[s] * math.log(1 + len(bags) / holders[s]) * n / (n + length)
            for s, n in sorted(bag.items())
            if s in asked
        )
    return gains


def _pair(scores: dict[str, float]) -> None:
    """A source lends its test half its score, and a test its source."""
    groups: dict[tuple[str, str], list[str]] = {}
    for path in scores:
        groups.setdefault((subject(path), suffix(path)[:2]), []).append(path)
    for group in groups.values():
        best = {
            kind: max((scores[p] for p in group if is_test(p) is kind), default=0.0)
            for kind in (True, False)
        }
        for path in group:
            scores[path] += 0.4 * best[not is_test(path)]
