"""Purpose: what kind of work an issue asks for, where its words say otherwise than the rules.

A linear model of the words of title and text, of labels, and of what the rules read. See
docs/adr/0014-linear-models-learned-from-written-issues.md.
"""

from __future__ import annotations

from itertools import pairwise

from bot.planning import linear
from bot.planning.gloss import gloss
from bot.planning.proposal import Intent, Request
from bot.planning.reading import Reading
from bot.planning.traits import traits

WEIGHTS = "purpose.tsv"
KINDS = tuple(Intent)
# How much likelier another kind must be than the one that the rules read: log-odds in thousandths.
AHEAD = 1400
_FULL, _HALF, _RULE, _LABEL = 10, 5, 20, 15
_MOST = 2_000
_TOLD = 5


def likelier(request: Request, reading: Reading, read_as: Intent) -> Intent:
    """The kind of work of an issue: `read_as`, which the rules read, unless another is much likelier.

    Who only asks is answered or sent elsewhere: that is left to the rules.
    """
    if read_as is Intent.QUESTION and len(reading.passages) < _TOLD:
        return read_as
    scores = linear.scored(linear.weights(WEIGHTS), seen(request, reading, read_as))
    best = max(range(len(KINDS)), key=lambda n: (scores[n], -n))
    ahead = scores[best] - scores[KINDS.index(read_as)] >= AHEAD
    return KINDS[best] if ahead and KINDS[best] is not Intent.QUESTION else read_as


def seen(request: Request, reading: Reading, read_as: Intent) -> dict[str, int]:
    """What the model sees of an issue, in tenths."""
    title = _words(reading.title)
    found = {f"t:{word}": _FULL for word in title}
    found |= {f"t:{a} {b}": _FULL for a, b in pairwise(["^", *title, "$"])}
    found |= {f"b:{word}": _HALF for word in _words(reading.text.partition("\n")[2][:_MOST])}
    found |= {f"l:{label.lower()}": _LABEL for label in request.labels}
    found |= {f"p:{passage.part.value}": _HALF for passage in reading.passages}
    found |= {"code": _FULL} if reading.fences else {}
    return found | {f"read as {read_as.value}": _RULE}


def _words(text: str) -> list[str]:
    return [t.removeprefix("w:") for t in traits(gloss(text)) if t.startswith("w:")]
