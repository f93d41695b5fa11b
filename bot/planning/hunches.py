"""Hunches: what a linear model of words says of each sentence, as one more sign among the others.

It knows no rule. It was trained on labelled sentences (`tests/planning/sentences`), and it explains
itself by the sentence that it quotes. See docs/adr/0013-a-linear-model-as-one-sign.md.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from bot.domain.questionnaire import ReasonCode
from bot.planning import linear
from bot.planning.signs import Sign
from bot.planning.traits import traits

CODES = (ReasonCode.AC_AMBIGUOUS, ReasonCode.MISSING_INPUT, ReasonCode.POLICY_RISK)
WEIGHTS = "hunches.tsv"
NAME = "it reads like one that was asked about"
# Log-odds in thousandths from which on a score is enough by itself: four in five.
_SURE = 1_386
# So far below it still adds so much to other signs.
_LIKELY = ((-1_386, 1.5), (-1_986, 0.9))
ALONE = 4.5

Told = list[tuple[int, str, str]]


@lru_cache(maxsize=1_024)
def scores(sentence: str, before: str = "") -> tuple[int, ...]:
    """How much a sentence reads like one of each code: log-odds in thousandths, in order of CODES."""
    return linear.scored(linear.weights(WEIGHTS), traits(sentence, before))


def hunches(told: Told, code: ReasonCode) -> list[Sign]:
    """The signs of one code, as `told_in` gives the sentences.

    A sentence that scores high enough weighs `ALONE`, which is enough to be asked about; one that
    scores less only adds to other signs.
    """
    n = CODES.index(code)
    found = []
    for (_, _, before), (at, raw, text) in pairwise([(0, "", ""), *told]):
        weight = _weight(scores(text, before)[n] - _SURE)
        if weight:
            found.append(Sign(NAME, weight, raw, at))
    return found


def _weight(above: int) -> float:
    if above >= 0:
        return ALONE
    return next((weight for bar, weight in _LIKELY if above >= bar), 0.0)
