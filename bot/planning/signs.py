"""Signs: small pieces of evidence that add up, each with its weight and the sentence that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.planning.doubts import placed
from bot.planning.gloss import gloss, tongue_of
from bot.planning.lazy import Lazy
from bot.planning.reading import Reading
from bot.planning.words import shortened

_MOST = 600


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of sign: its name, how much it weighs, and what shows it."""

    name: str
    weight: float
    shown_by: Lazy
    unless: Lazy | None = None

    def stands_in(self, text: str) -> bool:
        """Say whether a sentence shows this sign."""
        return bool(self.shown_by.search(text)) and not (self.unless and self.unless.search(text))


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that was seen: its kind's name, its weight, the sentence and the place of it."""

    name: str
    weight: float
    sentence: str
    at: int


def kind(name: str, weight: float, shown_by: str, unless: str = "") -> Kind:
    """A kind of sign from the sources of its patterns; case does not matter."""
    return Kind(name, weight, Lazy(f"(?i){shown_by}"), Lazy(f"(?i){unless}") if unless else None)


def seen(kinds: Iterable[Kind], told: Iterable[tuple[int, str, str]]) -> list[Sign]:
    """All signs of some kinds, in the order of the text.

    Takes sentences as place, words as they stand, and words in English.
    """
    known = tuple(kinds)
    return [
        Sign(k.name, k.weight, raw, at)
        for at, raw, text in told
        for k in known
        if k.stands_in(text)
    ]


def told_in(reading: Reading) -> list[tuple[int, str, str]]:
    """The sentences of an issue that may show signs, at most 600: place, words, words in English."""
    among = tongue_of(reading.text[:2000])
    return [(at, s, gloss(s[:600], among)) for at, _, s in islice(placed(reading), _MOST)]


def total(signs: Iterable[Sign]) -> float:
    """What signs weigh together; of one kind the heaviest counts, so that repeating adds nothing."""
    most: dict[str, float] = {}
    for sign in signs:
        if abs(sign.weight) > abs(most.get(sign.name, 0.0)):
            most[sign.name] = sign.weight
    return sum(most.values())


def weightiest(signs: Sequence[Sign]) -> Sign:
    """The sign that weighs most, the first among equals."""
    return max(signs, key=lambda s: (s.weight, -s.at))


def because(signs: Iterable[Sign]) -> str:
    """The sentences that count in favour, in order, each once and not too long."""
    told = dict.fromkeys(s.sentence for s in signs if s.weight > 0)
    return " / ".join(shortened(t, 160) for t in list(told)[:3])
