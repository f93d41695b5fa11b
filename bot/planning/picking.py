"""Picking: which of the ways of a doubt a sentence names."""

from __future__ import annotations

import re

from bot.planning.doubts import Doubt
from bot.planning.reading import Reading
from bot.planning.words import stem, stems, words

# `Delta or cumulative counters for the exporter`: behind a single word, what all ways share is told once.
_SHARED = 3


def hits(text: str, doubt: Doubt) -> list[int]:
    """The places of the ways that a text names by at least half of what only they say."""
    said = set(stems(text)) | {stem(w) for w in words(text)}
    named, least = [], min(len(stems(w.label)) for w in doubt.ways)
    for n, way in enumerate(doubt.ways):
        others = {s for m, w in enumerate(doubt.ways) if m != n for s in stems(w.label)}
        told = stems(way.label)
        own = set(told[:1] if least == 1 and len(told) > _SHARED else told) - others
        name = way.label.strip(" ¿?.").lower()
        if (own and len(own & said) * 2 >= len(own)) or (
            not own and len(name) > 1 and name in text.lower().split()
        ):
            named.append(n)
    return named


def leads(text: str, doubt: Doubt, wanted: list[int]) -> bool:
    """`Skip, and list them` begins with the way it takes."""
    first = stems(text)[:1]
    return bool(first) and any(first[0] in stems(doubt.ways[n].label)[:1] for n in wanted)


def spelled(text: str, reading: Reading) -> str:
    """What an issue says behind the letter or number that a text consists of: `(a).` to its words."""
    sign = re.fullmatch(r"\(?([A-Ea-e1-5])\)?[.:!]?", text.strip())
    if sign is None:
        return text
    named = re.compile(rf"(?i)^(?:option |variant )?\(?{sign[1]}\)?[).:\u2013-] ?(?=\S)")
    found = (p.text for p in reading.passages if named.match(p.text))
    told = next((named.sub("", f) for f in found), text)
    return re.split(r" \(?[A-Ea-e1-5]\) ", told)[0]
