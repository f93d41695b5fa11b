"""Alarms: which perils a whole issue raises, where no single sentence shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from bot.domain.questionnaire import Group, ReasonCode
from bot.planning.blanks import REMOVED
from bot.planning.doubts import Doubt, Way, placed
from bot.planning.families import Peril
from bot.planning.gloss import gloss
from bot.planning.hazards import decided
from bot.planning.lazy import Lazy, compiled
from bot.planning.perils import PERILS
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.verbs import is_imperative
from bot.planning.words import shortened

_NEGATED = Lazy(
    r"(?i)\b(?:not|never|don't|doesn't|isn't|must not|cannot|can't|avoid|prevents?|nobody|no longer"
    r"|refuse|stop|instead of|before we|warn\w*|protect|confirm\w*|un-?do|restore|if (?:a|the|somebody"
    r"|someone)|fails? to|after)\b[^.;,]*$"
)
_WISHED = Lazy(
    r"(?i)\b(?:should|must|shall|needs? to|have to|want|would like|please|let'?s|can we|could we|i'd)\b"
)
# `Readings are pruned after a year` tells how things are.
_TOLD = Lazy(r"(?i)\b(?:is|are|was|were|been|being|gets?) (?:[a-z]+ly )?$")
_ORDERS = Lazy(
    r"(?i)^(?:charge|bill|let|write|store|copy|merge|rename|turn|drop|allow|give|send|raise|put"
    r"|delete|remove|bitte|skip|expose|open|track|log)\b"
)
# `Support refunds some by hand each week` tells what people do today.
_HABIT = Lazy(
    r"(?i)\b(?:by hand|manually)\b[^.;]{0,20}\b(?:each|every|a|per) (?:day|week|month|night|year)\b"
    r"|\b(?:each|every|per) (?:day|week|month|night|year) (?:by hand|manually)\b"
)
_SO_THAT = Lazy(r"(?i)\bso (?:that )?\b")


def alarms(reading: Reading, intent: Intent, others: Iterable[str]) -> Iterator[Doubt]:
    """Find the perils of an issue.

    Takes the issue, its intent, and what others said: a stranger's word may raise an alarm beside a
    wish of the author, never end one. In the report of a fault only what is wished for counts.
    """
    said = [(at, s, _both(s[:600].replace(REMOVED, ""))) for at, _, s in placed(reading)]
    own = "\n".join(g for _, _, g in said)
    around = "\n".join((own, *(gloss(o[:600]) for o in others)))
    for peril in PERILS:
        found = next((n for n in range(len(said)) if _raises(peril, n, said, intent)), None)
        if found is None or _has(peril.calm, own):
            continue
        if not peril.beside or _has(peril.beside, around):
            at, sentence, _ = said[found]
            yield _doubt(peril, sentence, at)


def _raises(peril: Peril, n: int, said: list[tuple[int, str, str]], intent: Intent) -> bool:
    """Whether one sentence raises a peril; most name none, so what costs least is asked first."""
    at, _, text = said[n]
    if not _has(peril.core[0], text):
        return False
    wished = _is_wish(text, at, intent)
    counts = wished or intent is not Intent.BUG
    return counts and _holds(peril, text, wished) and not decided(text) and _is_near(peril, n, said)


def _is_near(peril: Peril, n: int, said: list[tuple[int, str, str]]) -> bool:
    """Whether what the act hits stands beside it: in its sentence, before or after it, or in the title."""
    if not peril.near:
        return True
    around = "\n".join(g for _, _, g in (*said[:1], *said[max(0, n - 1) : n + 2]))
    return all(_has(family, around) for family in peril.near)


def _both(text: str) -> str:
    """A sentence with its words in English, and as it stands where that is not the same."""
    plain = gloss(text)
    return plain if plain == text else f"{plain} / {text}"


def _is_wish(text: str, at: int, intent: Intent) -> bool:
    """Whether a sentence asks for something; the title of a fault, `Refund mail is wrong`, names it."""
    if _WISHED.search(text):
        return True
    if _HABIT.search(text):
        return False
    titled = at == 0 and intent is Intent.BUG
    return not titled and (is_imperative(text) or bool(_ORDERS.search(text)))


def _holds(peril: Peril, text: str, wished: bool) -> bool:
    hits = [hit for part in peril.core if (hit := _pattern(part).search(text))]
    if len(hits) < len(peril.core):
        return False
    before = text[: hits[0].start()]
    tells = bool(_TOLD.search(before)) and not (wished or _SO_THAT.search(before))
    return not (tells or _NEGATED.search(before))


def _has(part: str, text: str) -> bool:
    return bool(part) and bool(_pattern(part).search(text))


def _doubt(peril: Peril, sentence: str, at: int) -> Doubt:
    told = shortened(sentence.rstrip("."), 120)
    ways = (
        Way(*peril.safer, f"{peril.safer[0]}, rather than: {told}"),
        Way(*peril.risky, f"Decided: {told}"),
    )
    question = f"“{told}”: {peril.question}"
    return Doubt(ReasonCode.POLICY_RISK, question, ways, sentence, at, Group.SCOPE, True)


@cache
def _pattern(part: str) -> re.Pattern[str]:
    return compiled(f"(?i){part}")
