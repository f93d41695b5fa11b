"""Punctuation: full stops that end no sentence: abbreviations, and numbers of days."""

from __future__ import annotations

import re

_ABBREVIATED = re.compile(
    r"(?i)(?:^|[ (])(?:e\.g|i\.e|etc|vs|approx|cf|no|incl|resp|p|ej|z\.b|d\.h|bzw)\.$"
)
_MONTH = re.compile(
    r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-zä]*\b|(?:tag|woche|jahr)"
)


def goes_on_behind(before: str, after: str) -> bool:
    """Say whether a sentence goes on behind a full stop: `e.g. this`, `ab dem 31.10. gilt`, `am 8. Mai`.

    Takes what stands before and behind it.
    """
    if _ABBREVIATED.search(before[-12:]):
        return True
    if before.count("`") % 2 and "`" in after:  # within code: `Condition<? super T>`
        return True
    if before[-1:] == ")" and after[:1].islower():
        return True
    if re.search(r"(?<![\w.])[0-9]{1,2}\.$", before[-4:]) and _MONTH.match(after):
        return True
    if re.match(r"[a-z]+[A-Z]", after):
        return False
    return bool(re.search(r"\b[0-9]{1,2}\.[0-9]{1,2}\.$", before[-7:])) and after[:1].islower()
