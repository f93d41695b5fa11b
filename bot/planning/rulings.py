"""Rulings: how people of a project decide in a comment, in their own words."""

from __future__ import annotations

from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy

_RULING = Lazy(
    r"(?i)^(?:ok(?:ay)?|yes|yep|sure|right|good point|agreed)?[,.: ]*(?:let'?s|please|use"
    r"|take|go (?:with|for)|make it|keep|do|don't|we(?:'ll| will| should)?"
    r" (?:use|take|go|do|keep|want|need|just)|i(?:'d| would) (?:go|take|use|do)|i want"
    r"|out with|number [1-9]\b|default (?:is|stays)\b|settled|agreed,"
    r"|both|neither|the (?:first|second|third|former|latter)"
    r"|option|variant|decision|decided|final)\b"
)
# The text leaves it to what the repository says or does already.
_DELEGATED = Lazy(
    r"(?i)\b(?:whatever|as|like|the way|same as|follow)\b.{0,60}(?:\bdocs?/|\.md\b|\badrs?\b"
    r"|\bdecisions?\b|\bconventions?\b|\bguidelines?\b|\bstyle ?guide\b|\bhouse (?:rules?|style)\b"
    r"|\bthe (?:other|existing) (?:[a-z]+ )?(?:settings|endpoints|pages|commands|fields|tests|modules)"
    r"|\beverywhere else\b|\bthe others\b)"
)
_SMALL_TALK = Lazy(
    r"(?i)^(?:thanks|thank|hi|hello|hey|hm+|good|nice|great|interesting|ok(?:ay)?|agreed?|\+1"
    r"|same|yes|no|sure|right"
    r"|sorry|ping|bump|any|maybe|perhaps|dunno|unsure|me too|see|cc|@|confirmed|true|exactly|lol"
    r"|wow|hello)\b|[?]"
)
_GO = Lazy(
    r"(?i)\b(?:go ahead|go for it|please proceed|you can start|ready to (?:build|implement|start))\b"
)


def rules(sentence: str, first: str) -> bool:
    """Say whether a sentence of a comment, whose `first` sentence is given, takes one way.

    `Use the holidays package` does, and so does a word or three at the beginning: `File.`
    """
    text = gloss(sentence)
    if sentence == first and len(text.split()) <= 3 and not _SMALL_TALK.search(text):
        return True
    return bool(_RULING.search(text))


def leaves_to_repository(sentence: str) -> bool:
    """Say whether a sentence leaves the matter to what the repository says or does already."""
    return bool(_DELEGATED.search(gloss(sentence)))


def lets_go(sentence: str) -> bool:
    """Say whether a sentence tells that work may start."""
    return bool(_GO.search(gloss(sentence)))
