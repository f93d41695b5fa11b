"""Unwanted: what stands below `Expected` in a report and is not what is expected."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part
from bot.planning.words import words

_SOME = 3
# What the program makes of it today: `Pylint thinks x should be named y`.
_THINKS = Lazy(
    r"(?i)^[\w`.-]+(?: [\w`.-]+){0,2} (?:thinks|believes|claims|complains|assumes|insists|mistakes"
    r"|wants me|tells me)\b"
)
# What works elsewhere or did before, beside what is expected here.
_ELSEWHERE = Lazy(
    r"(?i)\b(?:it'?s|it is|is|are|was) (?:already |currently )?working\b"
    r"|\bis fine\b.*\bthe problem\b"
    r"|^(?:this|that|it) (?:is|was) (?:also |how |what |the (?:same )?behaviou?r)"
    r"|\bin (?:small|other|previous|earlier|older) (?:\w+ )?(?:projects|versions|examples|releases)\b"
)
_BROKEN_HEADING = Lazy(r"(?i)^\*\*[\"' ]*(?:actual|current|observed|information|environment)\b")

# `It is inferred to` waits for the block below (`is.` does not), and a call in plain text is the example.
_ENDS_OPEN = Lazy(r"(?i)\b(?:to|as|is|be|of|with|like|at|the|by):?$")
_CALL = Lazy(r"^[\w.]+\([^`]*\);$")
_NO_OUTCOME = (_THINKS, _BROKEN_HEADING, _ENDS_OPEN, _CALL)


def unwanted(reading: Reading) -> set[str]:
    """The passages below what is expected that are no outcome.

    A word between two blocks, a list as it is rendered, what the program makes of it today, a broken
    heading, and behind the first passage what works elsewhere.
    """
    told = reading.of(Part.EXPECTED)
    short = [p.text for p in told if p.form is Form.ITEM and _is_word(p.text, 2)]
    rendered = len(short) == len(told) >= _SOME
    found = set(short) if rendered else {p.text for p in told if _is_word(p.text, 1)}
    found |= {p.text for p in told if any(x.search(p.text) for x in _NO_OUTCOME)}
    return found | {p.text for p in told[1:] if _ELSEWHERE.search(p.text)}


def _is_word(text: str, most: int) -> bool:
    plain = list(words(text))
    return len(plain) <= most and not re.search(
        r"[0-9`=<>\u3040-\u9fff]|^(?i:no|not|none|nothing)\b", text
    )
