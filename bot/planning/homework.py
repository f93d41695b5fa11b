"""Homework: what a school or a course wants done, handed on to strangers."""

from __future__ import annotations

from bot.planning.lazy import Lazy

# Work that a school or a course gave, each line one kind.
_HOMEWORK = tuple(
    Lazy(rf"(?i)(?:{source})")
    for source in (
        r"^(?:(?:my |our )?(?:exercise|assignment|homework|essay|lab|worksheet|coursework"
        r"|term paper|quiz|problem set)\b"
        r"(?! (?:lists?|pages?|forms?|plans?|upload)\b)|(?:calculate|compute|implement|write"
        r"|prove) (?:the |an? )?[a-z ]{3,40} in (?:java|python|c\+\+|c|haskell|prolog)$)",
        r"\b(?:our|my|the) (?:teacher|professor|prof|lecturer|tutor|tas?)(?: also)? (?:wants?"
        r"|says?|said|asked|gave|needs|requires|expects)\b|\bfor (?:my|our) (?:class|course"
        r"|school|thesis|exam|seminar)\b",
        r"\b(?:due|deadline|hand (?:it )?in|submit|help|need(?: it)?|until"
        r"|by)\b.{0,30}\b(?:friday|monday|tuesday|wednesday|thursday|sunday|saturday|tomorrow"
        r"|today|tonight|midnight)\b",
        r"\bneed (?:about )?[0-9]+ (?:words|pages)\b|\bmy (?:homework|thesis|essay|coursework"
        r"|term paper|assignment)\b",
        r"\b(?:explain|discuss|prove|derive|justify|state) (?:the |your |its "
        r"|why )?(?:[a-z]+ )?(?:complexity|answers?|result|theorem|difference|solution|steps|correct)\b",
        r"\bthanks? (?:guys|in advance|a lot)\b|\b(?:please |can (?:you|somebody"
        r"|someone) )(?:finish|solve|do|complete|write) (?:it|this|that|them|my|the rest)\b"
        r"|\bthat is all i have\b|\bwith sources\b",
    )
)
_TWO = 2


def is_homework(text: str) -> bool:
    """Say whether a text hands on what a school or a course wants done."""
    return sum(bool(sign.search(text)) for sign in _HOMEWORK) > _TWO - (
        _HOMEWORK[0].search(text) is not None
    )
