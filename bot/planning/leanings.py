"""Leanings: doubts that no single sentence raises, from the weighed signs of a whole issue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.domain.questionnaire import ReasonCode
from bot.planning.blurred import blurred
from bot.planning.doubts import Doubt, absent, unanswered
from bot.planning.hearsay import hearsay
from bot.planning.lacking import lacking
from bot.planning.lazy import Lazy
from bot.planning.promises import against_promises
from bot.planning.proposal import Brief, Intent
from bot.planning.reading import Reading
from bot.planning.unapproved import asks_permission, unapproved
from bot.planning.undecided import undecided
from bot.planning.undefined import undefined
from bot.planning.unitless import unitless
from bot.planning.vagueness import DOCUMENT
from bot.planning.woolly import woolly
from bot.planning.words import shortened


def leanings(
    brief: Brief,
    reading: Reading,
    intent: Intent,
    raised: frozenset[ReasonCode],
    asked_back: Iterable[str] = (),
) -> tuple[Doubt, ...]:
    """Find doubts by weighing signs, for those reasons only that no rule has `raised` by itself.

    So what a rule saw and somebody settled is not asked again in other words. `asked_back` are
    questions of people of the repository that are still open.
    """
    if brief.request.forced:
        return ()
    found: list[Doubt] = []
    if ReasonCode.POLICY_RISK not in raised:
        found += list(unapproved(reading, intent)) or against_promises(reading, intent)
    if ReasonCode.AC_AMBIGUOUS not in raised:
        found += _open(brief, reading, intent, found)
    if ReasonCode.MISSING_INPUT not in raised:
        found += lacking(reading, intent, brief.tree.paths)
    if intent is not Intent.BUG and not found:
        found += unanswered_remarks(asked_back, raised)
    return tuple(found)


def _open(brief: Brief, reading: Reading, intent: Intent, found: list[Doubt]) -> list[Doubt]:
    """What is open: one thing that lacks its measure, what signs add up to, or what is only reported."""
    lacks = [*undefined(reading, intent), *unitless(reading, intent)][:1]
    weighed = [d for d in undecided(reading, intent) if not (found and asks_permission(d.about))]
    weighed = weighed or list(blurred(reading, intent)) or list(woolly(reading, intent))
    firm = lacks or list(hearsay(brief.request))
    return [*firm, *(d for d in weighed if not (firm and d.faint))]


_OF_WORK = Lazy(
    r"(?i)\b(?:prs?|pull request|work on|assign\w*|contribut\w*|test (?:it|this)|try|confirm"
    r"|interested|help|time|still (?:there|relevant|happen\w*|an issue)|good question|thoughts"
    r"|what do you|just wondering|curious|compiler)\b"
)
_OF_INPUT = Lazy(
    r"(?i)\b(?:which|what) (?:bank|provider|service|protocol|api|account|server|vendor|carrier"
    r"|system|file|version|device|model|format|url|address|printer|sensor|region|software"
    r"|gateway|phone|browser|plan|draft|list|page|screen|game|city|department)\b"
    r"|\bwhere (?:is|are|can|do)\b|\b(?:do|does) (?:you|they) have (?:an?|the|any)\b"
    r"|\b(?:could|can|would) you (?:share|attach|send|post|upload|add|give|provide|tell|name)\b"
    r"|\b(?:is|are) there (?:already )?(?:an?|any|some) (?!reason|need|way|point)[a-z]+"
    r"|\b(?:is|has|does|did) any(?:body|one)\b|\bwho (?:has|keeps|knows|took|wrote)\b"
    r"|\b(?:took|has|have) (?:the )?notes\b|^is it with\b"
)


def unanswered_remarks(questions: Iterable[str], raised: frozenset[ReasonCode]) -> Iterator[Doubt]:
    """What people of the repository asked back, and nobody has answered."""
    for question in questions:
        if _OF_WORK.search(question):
            continue
        code = ReasonCode.MISSING_INPUT if _OF_INPUT.search(question) else ReasonCode.AC_AMBIGUOUS
        if code not in raised:
            asked = shortened(question, 200)
            if code is ReasonCode.MISSING_INPUT:
                yield absent("what was asked for", asked, question, DOCUMENT)
            else:
                yield unanswered(asked, question, DOCUMENT)
            return
