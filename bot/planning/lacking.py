"""Lacking: signs that the work needs something which is with somebody else, or comes later, or is unnamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.questionnaire import ReasonCode
from bot.planning.doubts import Doubt, absent
from bot.planning.hunches import hunches
from bot.planning.lazy import Lazy
from bot.planning.outsiders import KINDS
from bot.planning.proposal import Intent
from bot.planning.reading import Reading
from bot.planning.signs import Sign, because, seen, told_in, total, weightiest
from bot.planning.words import shortened, word_set, words

ENOUGH = 2.5
_GIVEN = Lazy(
    r"[0-9]+[.,][0-9]{2}\b|#[0-9a-fA-F]{6}\b|https?://|->|→|[\"“«„][^\"”»“]{8,}[\"”»“]"
    r"|\b[\w-]+\.(?:svg|png|csv|json|xml|xsd|ya?ml|md|pdf|sql)\b"
)
_ANYWAY = Lazy(
    r"(?i)\b(?:not needed|placeholder (?:is|will)|with(?:out)? (?:a |the )?placeholder|dummy"
    r"|fake|mock|stub|can be filled in later|start without|does not block|no blocker"
    r"|(?:nobody|no one) [^.;]{1,40} anyway|later is fine|i(?:'ll| will) review)\b"
)


# What is said to be with others stays there, whatever else the text brings.
_PLAIN = frozenset(("blanks", "somebody brings it", "it comes from them", "it is not here"))


def lacking(reading: Reading, intent: Intent, paths: Iterable[str]) -> Iterator[Doubt]:
    """Find what the work needs and the text does not bring, where its signs add up.

    Takes the issue, its intent, and the paths of the repository: what a file there is called by is not
    missing. A fault is told as it was seen; `reproduction` asks about it.
    """
    if intent in {Intent.BUG, Intent.TEST, Intent.REFACTOR}:
        return
    told = told_in(reading)
    signs = [*seen(KINDS, told), *hunches(told, ReasonCode.MISSING_INPUT)]
    found = [s for s in signs if not _ANYWAY.search(s.sentence)]
    known = {w for p in paths for w in words(p)}
    found = [
        s
        for s in found
        if not (s.name == "an outsider's thing without a name" and _known(s, known))
    ]
    if not found:
        return
    whole = "\n".join(raw for _, raw, _ in told)
    brought = bool(reading.fences or reading.rows or reading.links or _GIVEN.search(whole))
    if any(s.name in _PLAIN for s in found):
        brought = False
    if total(found) - 1.5 * brought + 0.5 * (not brought) < ENOUGH:
        return
    top = weightiest(found)
    yield who_has(top.sentence, because(found), top.at)


def who_has(sentence: str, why: str, at: int) -> Doubt:
    """The doubt that a sentence speaks of something that is not here."""
    question = (
        f"What is missing here, and who has it (its name, values, description, access): "
        f"“{shortened(sentence.rstrip('.'), 160)}”?"
    )
    return absent("what is not here yet", question, why, at)


def _known(sign: Sign, known: set[str]) -> bool:
    """Whether a file is called by the outsider a sentence names."""
    return bool({w for w in words(sign.sentence) if len(w) > 4} & known & _OUTSIDERS)


_OUTSIDERS = word_set(
    """partner supplier vendor carrier carriers bank insurer customer gateway provider publisher
    broker exchange wholesaler manufacturer"""
)
