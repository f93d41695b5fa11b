"""Picking: which of the ways of a doubt a sentence names."""

from __future__ import annotations

import re

from bot.planning.doubts import Doubt
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.words import stem, stems, words

# `Delta or cumulative counters for the exporter`: behind a single word, what all ways share is told once.
_SHARED = 3
_FEW = 5
# `(b), please`, `Option 2 it is`, `Let's go with a).`
_PICKS = Lazy(
    r"(?i)^(?!.*\b(?:but|better|rather|unless)\b)"
    r"(?:(?:yes|ok(?:ay)?|right|agreed|definitely|clearly|decided|final(?:ly)?)[,:]? )?"
    r"(?:let'?s (?:go (?:with|for)|do|take|use|have) |(?:i|we)(?:'d|'ll| would| will)? (?:prefer|take|use|do"
    r"|like|want|choose|go (?:with|for)|vote for) |please (?:do|take|use) |go (?:with|for) )?"
    r"(?:(?:the )?(?:option|variant|way|version) \(?(?P<sign>[a-e1-5])\)?|\(?[a-e1-5]\))"
    r"(?= ?[,.:;!]| (?:it is|please|then|is fine|sounds)\b| ?$)"
)


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


def picked(text: str, reading: Reading) -> str:
    """What an issue says behind the sign that somebody chose: `Let's go with b)`; empty where nothing is."""
    sign = _PICKS.match(text)
    if sign is None:
        return ""
    bare = f"({sign['sign'] or sign[0].rstrip(')')[-1]})"
    told = spelled(bare, reading)
    return "" if told == bare else told


def spelled(text: str, reading: Reading) -> str:
    """What an issue says behind the letter or number that a text consists of: `(a).` to its words."""
    sign = re.fullmatch(r"\(?([A-Ea-e1-5])\)?[.:!]?", text.strip())
    if sign is None:
        return text
    named = re.compile(
        rf"(?i)(?:^(?:option |variant )?\(?{sign[1]}\)?[).:\u2013-]|(?<=[\s,;:])\(?{sign[1]}\)) ?(?=\S)"
    )
    found = [p.text[m.end() :] for p in reading.passages if (m := named.search(p.text))]
    items = [p.text for p in reading.passages if p.form is Form.ITEM]
    if sign[1].isdigit() and 1 < len(items) <= _FEW and int(sign[1]) <= len(items):
        found.append(items[int(sign[1]) - 1])  # the list's own numbers are no text
    return re.split(r",? \(?[A-Ea-e1-5]\) ", [*found, text][0])[0]
