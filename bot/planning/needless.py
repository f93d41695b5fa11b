"""Needless: questions of rules in issues that read like those which were planned without one.

A linear model of what `suspicion` sees, of the codes, and of how the questions begin. What it holds to be
needless is not asked but left to whoever does the work, and said to be an assumption. It never hushes a risk,
what only an answer ends, what somebody of the repository asks, or what was asked before.
See docs/adr/0014-linear-models-learned-from-written-issues.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.questionnaire import ReasonCode
from bot.planning import linear, suspicion
from bot.planning.concerns import asked_back
from bot.planning.doubts import Doubt
from bot.planning.proposal import Intent, Request
from bot.planning.reading import Reading
from bot.planning.signs import told_in

WEIGHTS = "needless.tsv"
# Log-odds in thousandths that asking is right, below which nothing is asked.
ENOUGH = 250
# Characters a text needs to be judged as a whole: what a shorter one leaves open is the issue.
_LEAST = 300
_FULL = 10
_MANY = 3


def is_needless(
    request: Request, reading: Reading, intent: Intent, doubts: Sequence[Doubt]
) -> bool:
    """Say whether an issue would be planned as well without what rules want to ask.

    Takes the request, its issue as read, its intent, and the doubts that are still open.
    """
    told = told_in(reading)
    if not told or request.questions or asked_back(request):
        return False
    if any(d.held or d.code is ReasonCode.POLICY_RISK for d in doubts):
        return False
    found = suspicion.seen(request, reading, intent, told, ())
    found |= _asked(doubts)
    score = linear.scored(linear.weights(WEIGHTS), found)[0]
    return score < ENOUGH and len(request.body) >= _LEAST  # short ones teach the model, too


def _asked(doubts: Sequence[Doubt]) -> dict[str, int]:
    """The codes, how many questions, and the words that each begins with, in tenths."""
    found = {f"asked {d.code.value}": _FULL for d in doubts}
    found[f"questions {min(len(doubts), _MANY)}"] = _FULL
    for doubt in doubts:
        begins = ["quoted"] if doubt.question.startswith("“") else doubt.question.lower().split()
        found |= {f"q:{' '.join(begins[:n])}": _FULL for n in (2, 3)}
    return found
