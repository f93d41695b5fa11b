"""Injections: text that talks to a program or a model instead of asking for a change."""

from __future__ import annotations

import re

from bot.planning.hostile import ADDRESS, HOSTILE, OF_ITSELF, PROGRAMS, TALKS, addresses, is_hostile
from bot.planning.lazy import Lazy
from bot.planning.orders import heeded
from bot.planning.reading import Form, Reading
from bot.planning.statements import requires, rules
from bot.planning.verbs import is_imperative
from bot.planning.words import words

# Titles that call for attention to the text and name no work.
_BARE = Lazy(
    r"(?i)^(?:read|release|follow|note|see|open|process|check|report|review"
    r"|answer)\b(?!.*\b(?:fail|crash))"
)
# Titles behind which anything could stand: the text has to say what is wanted.
_LOOSE = Lazy(
    r"(?i)^(?:improve|update|enhance|polish|tidy|refresh|clean(?: |-)?up|fix|review|better|nicer)"
    r"(?: [\w-]+){1,4}$"
)
_PLAIN = re.compile(
    r"(?i)\bhumans? (?:can|should|may|must) (?:disregard|ignore|skip)\b|\b[A-Z0-9]{2,}_(?:TOKEN"
    r"|SECRET"
    r"|KEY|PASSWORD)\b.{0,60}\bas an? (?:comment|reply)\b"
)


def talks_to_programs(reading: Reading) -> bool:
    """Say whether an issue addresses the programs that read it, and asks for nothing else.

    A real wish beside such text is planned as if the rest were not there.
    """
    told = [p.text for p in reading.passages if p.form is not Form.QUOTE]
    told += [line for fence in reading.fences for line in fence.text.split("\n")[:50]]
    spoken = [t for t in told if TALKS.search(t[:600])]
    titled = bool(TALKS.search(reading.title))
    hostile = is_hostile(reading)
    if not spoken and not titled and not hostile:
        return False
    if (
        not titled
        and not _BARE.match(reading.title)
        and _is_wish(reading.title)
        and len(list(words(reading.title))) >= 3
    ):
        return hostile and bool(_LOOSE.search(reading.title)) and not _wished(reading)
    if any(_PLAIN.search(t[:600]) for t in spoken):
        return True
    if hostile and not _is_wish(reading.title) and _spoken_to(told):
        # After such an address everything is said to programs: a list of orders is no list of wishes.
        return not any(requires(t) or rules(t) for t in _before(told))
    if hostile:
        return not any(requires(t) or rules(t) for t in _others(reading))
    others = [t for t in told if t not in spoken]
    return not any(requires(t) or rules(t) for t in others)


def _is_wish(title: str) -> bool:
    return is_imperative(title) and not (ADDRESS.search(title) or _OFPROGRAMS.search(title))


_OFPROGRAMS = Lazy(rf"(?i)\b{PROGRAMS}\b")


def _wished(reading: Reading) -> bool:
    """Say whether anything but the orders to programs says what must be."""
    rest = heeded(reading)
    return rest is reading or any(requires(p.text) or rules(p.text) for p in rest.passages)


def _spoken_to(told: list[str]) -> bool:
    return any(addresses(t) for t in told)


def _before(told: list[str]) -> list[str]:
    """What stands before the first address to programs."""
    for n, text in enumerate(told):
        if addresses(text):
            return told[:n]
    return told


def _others(reading: Reading) -> list[str]:
    """What is neither addressed to programs nor wanted of them: a list with one such item is such a list."""
    items = [p for p in reading.passages if p.form in {Form.ITEM, Form.BOX}]
    poisoned = any(HOSTILE.search(p.text[:600]) for p in items)
    return [
        p.text
        for p in reading.passages
        if p.form is not Form.QUOTE
        and not (poisoned and p in items)
        and not any(sign.search(p.text[:600]) for sign in (TALKS, ADDRESS, HOSTILE, OF_ITSELF))
    ]
