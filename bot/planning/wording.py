"""Wording: what the writer of an issue says in words of their own, and in code."""

from __future__ import annotations

from bot.planning.reading import Form, Reading
from bot.planning.sections import Part

_MOST = 20_000


def own_words(reading: Reading) -> str:
    """The writer's sentences, a line each: without quotations and what tells of the machine."""
    told = (
        p.text
        for p in reading.passages
        if p.part is not Part.ENVIRONMENT and p.form is not Form.QUOTE
    )
    return "\n".join(told)[:_MOST]


def own_code(reading: Reading) -> str:
    """The text of all blocks of code."""
    return "\n".join(f.text for f in reading.fences)[:_MOST]
