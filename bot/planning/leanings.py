"""Leanings: doubts that no single sentence raises, from the weighed signs of a whole issue."""

from __future__ import annotations

from bot.domain.questionnaire import ReasonCode
from bot.planning.blurred import blurred
from bot.planning.doubts import Doubt
from bot.planning.lacking import lacking
from bot.planning.proposal import Brief, Intent
from bot.planning.reading import Reading
from bot.planning.unapproved import unapproved
from bot.planning.undecided import undecided


def leanings(
    brief: Brief, reading: Reading, intent: Intent, raised: frozenset[ReasonCode]
) -> tuple[Doubt, ...]:
    """Find doubts by weighing signs, for those reasons only that no rule has `raised` by itself.

    So what a rule saw and somebody settled is not asked again in other words.
    """
    if brief.request.forced:
        return ()
    found: list[Doubt] = []
    if ReasonCode.POLICY_RISK not in raised:
        found += unapproved(reading, intent)
    if ReasonCode.AC_AMBIGUOUS not in raised:
        found += tuple(undecided(reading, intent)) or tuple(blurred(reading, intent))
    if ReasonCode.MISSING_INPUT not in raised:
        found += lacking(reading, intent, brief.tree.paths)
    return tuple(found)
