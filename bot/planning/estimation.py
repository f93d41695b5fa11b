"""Estimation: Fibonacci numbers from the number of files, how far apart they lie, and the scope."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bot.domain.plan import FIBONACCI
from bot.planning.lazy import Lazy
from bot.planning.places import Place, folder, place

_HARD = Lazy(
    r"(?i)\b(?:migrations?|concurren\w+|race condition|thread[- ]?safe\w*|distributed|encrypt\w+"
    r"|security(?!\.\w)|backwards? compatib\w+"
    r"|rewrite|redesign|architecture|performance|real[- ]?time|streaming|multi-?tenan\w+"
    r"|internationali[sz]ation|payment\w*|oauth\w*)\b"
)
_LIGHT = frozenset((Place.DOC, Place.SETUP, Place.SKIP))
_WIDE = Lazy(r"(?i)\b(?:all|every|everywhere|across|throughout|entire|whole|each of)\b")
TRIVIAL = Lazy(r"(?i)\b(?:typos?|wording|rename the label|comment|bump|one[- ]line|spelling)\b")

_MANY = 8


@dataclass(frozen=True, slots=True)
class Estimate:
    """A Fibonacci number and what speaks for it."""

    points: int
    reasons: tuple[str, ...]


def estimate(
    changed: Collection[str], criteria: int, text: str, uncertain: bool = False
) -> Estimate:
    """Estimate one task.

    Takes the paths it changes, the number of its criteria, the text that describes it, and whether
    it is not known yet which files will change.
    """
    words_only = [p for p in changed if place(p) in _LIGHT]
    light = bool(changed) and len(words_only) == len(changed)
    whole = len(changed) if light else len(changed) - len(words_only) // 2
    count = max(whole, 2 if uncertain else 1)
    level = sum(count > limit for limit in ((2, 5, 10, 20) if light else (1, 2, 4, 7, 12)))
    told = len(changed) or count
    reasons = [f"{told} file{'s' if told > 1 else ''} to change"]
    folders = {folder(p).split("/")[0] for p in changed if light or p not in words_only}
    for points, holds, reason in (
        (0, light, "words and settings only"),
        (1, len(folders) > 2 and not light, f"spread over {len(folders)} top folders"),
        (1, criteria > _MANY and not light, f"{criteria} criteria"),
        (1, bool(_HARD.search(text)), "a hard subject"),
        (1, bool(_WIDE.search(text)) and count > 2, "all over the code"),
        (1, uncertain, "the place is not known yet"),
        (-1, bool(TRIVIAL.search(text)) and count < 3, "a small edit"),
    ):
        if holds:
            level += points
            reasons.append(reason)
    return Estimate(FIBONACCI[min(max(level, 0), len(FIBONACCI) - 1)], tuple(reasons))


def total(points: Iterable[int]) -> int:
    """The estimate of a whole plan: the smallest Fibonacci number that holds the sum, at most 34."""
    whole = sum(points)
    return next((f for f in FIBONACCI if f >= whole), FIBONACCI[-1])
