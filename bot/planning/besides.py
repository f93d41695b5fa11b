"""Besides: what the text around explicit criteria forbids, keeps, or rules right behind them."""

from __future__ import annotations

import re

from bot.planning.asides import is_aside
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.preferences import prefers
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Passage, Reading
from bot.planning.sections import Part
from bot.planning.statements import requires, rules, states
from bot.planning.telling import GUESSES, complains, may_tell

_KEEPS = re.compile(
    r"(?i)\b(?:must not|may not|not|never|only|keeps?|stays?|remains?|unchanged|untouched"
    r"|as (?:today|before|now)|no longer|at (?:most|least)|identical(?:ly)?|byte for byte"
    r"|the same|no (?:change|renam)\w*|without)\b"
)


_ALONE = Lazy(
    r"(?i)[,;:.(-] ?(?:so |and |but |please |just )*(?:don't touch|do not touch|hands off"
    r"|leave (?:it|them|that|this|these|those)(?: one| ones)? (?:alone|be|as (?:it is|they are)))"
    r"(?: it| them| that| these)?(?:,? please)?\W*$"
)
_SUBJECT = Lazy(
    r"(?i)^(?P<what>(?!(?:i|we|it|they|this|that|he|she)\b)[^,;:()]{4,80}?)(?: \([^()]*\))?"
    r" (?P<be>is|are|has|have|was|were|had|does|do|works?|already|did)\b"
)


def left_alone(text: str) -> str:
    """`The old rows are right, don't touch them` keeps the old rows as they are; empty for other texts."""
    found = _SUBJECT.match(text) if _ALONE.search(text[:600]) else None
    if found is None:
        return ""
    many = found["be"].lower() in {"are", "have", "were", "do"} or found["what"].lower().endswith(
        "s"
    )
    return f"{found['what']} {'stay as they are' if many else 'stays as it is'}"


def limits(reading: Reading, explicit: list[str], intent: Intent) -> list[str]:
    """What the text beside explicit criteria forbids or keeps, and rules told right behind them."""
    behind = _behind(reading, explicit, intent)
    return [
        p.text
        for p in reading.passages
        if p.text in behind or (p.text not in explicit and _holds_on(p, intent))
    ]


def _behind(reading: Reading, explicit: list[str], intent: Intent) -> set[str]:
    """Rules and wishes that follow the last explicit criterion in its own section."""
    last = max(
        (n for n, p in enumerate(reading.passages) if p.text in explicit), default=len(explicit)
    )
    at = reading.passages[last].section if last < len(reading.passages) else ""
    return {
        p.text
        for p in reading.passages[last + 1 :]
        if p.section == at
        and p.form is Form.PROSE
        and p.part in {Part.DESCRIPTION, Part.CRITERIA, Part.NOTES}
        and not p.text.endswith(("?", ":"))
        and not is_aside(p.text)
        and (prefers(p.text) or requires(p.text) or (rules(p.text) and states(p.text)))
        and not complains(p, intent)
        and not GUESSES.search(p.text)
    }


def _holds_on(p: Passage, intent: Intent) -> bool:
    """Say whether a passage forbids or keeps something."""
    return bool(
        (may_tell(p) or p.section.lower().startswith(("scenario", "example")))
        and (_KEEPS.search(gloss(p.text)) or left_alone(p.text))
        and not p.text.endswith("?")
        and (left_alone(p.text) or requires(p.text) or rules(p.text))
        and not complains(p, intent)
        and not GUESSES.search(p.text)
    )
