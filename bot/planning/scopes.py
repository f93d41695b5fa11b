"""Scopes: how far a deletion goes, where its risk is open and no period or two rules tell."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.dangers import KEEP
from bot.planning.doubts import Doubt, Way
from bot.planning.families import DELETES, LASTING
from bot.planning.lazy import Lazy
from bot.planning.promises import stands_against
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import told_in
from bot.planning.words import shortened

_DELETES, _LASTING = Lazy(f"(?i){DELETES}"), Lazy(f"(?i){LASTING}")
_NAMED = Lazy(
    r"(?i)\b(?:remov|delet|purg|drop|wip|eras|prun|clean|clear|throw|get rid|forget|redact|trim|lösch"
    r"|supprim|borra)\w*"
)
_PERIOD = Lazy(
    r"(?i)\b(?:older than|after|longer than|more than|over|for|within|last) (?:\w+ )?(?:[0-9]+|n|x"
    r"|one|two|three|six|ten|a|the last) ?\w* ?(?:days?|weeks?|months?|years?)"
    r"|[0-9]+ (?:days?|months?|years?|weeks?)"
)
_CERTAIN = "Only what a set period or mark makes certain, the rest stays"


def unscoped(reading: Reading, intent: Intent, raised: Collection[Doubt]) -> Iterator[Doubt]:
    """Ask how far a deletion goes, where a risk is raised.

    Takes the issue, its intent and all doubts so far. The title deletes, and either no period tells what is
    old or unused, or a paper wants something kept or erased that the wish does not.
    """
    risky = any(d.code is ReasonCode.POLICY_RISK for d in raised)
    if not risky or intent is Intent.BUG or not _NAMED.search(reading.title):
        return
    told = told_in(reading)
    lost = _LASTING.search(reading.title) or any(d.ways[0].label == KEEP[0] for d in raised)
    found = next(
        ((at, raw) for at, raw, t in told if _DELETES.search(t) and (lost or _LASTING.search(t))),
        None,
    )
    dated = any(_PERIOD.search(t) for _, _, t in told)
    if found is None or (dated and not any(stands_against(t) for _, _, t in told)):
        return
    at, about = found
    said = shortened(about.rstrip("."), 120)
    ways = (
        Way(
            _CERTAIN,
            "Less is freed; nothing goes that somebody still needs.",
            f"{_CERTAIN}: {said}",
        ),
        Way(
            "All that the sentence may mean",
            "More is freed; what was needed is gone.",
            f"All of it: {said}",
        ),
    )
    question = f"What exactly may go, after how long, and what is kept: “{said}”?"
    code, group = ReasonCode.AC_AMBIGUOUS, Group.SCOPE
    yield Doubt(code, question, ways, about, at, group, True, True, held=True)


def is_of_scope(doubt: Doubt) -> bool:
    """Say whether a doubt asks how far a deletion goes: without its risk there is nothing to ask."""
    return doubt.ways[0].label == _CERTAIN
