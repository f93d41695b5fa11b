"""Reckoned: the value that a report expects for its own case, told together with that case."""

from __future__ import annotations

from collections.abc import Iterator

from bot.planning.behaviour import is_fault
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading
from bot.planning.sections import Part

# `So 122.`, `That is Monday 4 November.`
_VALUE = Lazy(
    r"(?i)^(?:so|that (?:is|would be|makes|gives)|this (?:is|would be)|hence|thus|i\.e\.),? "
    r"(?P<value>(?:[\"“`'-]?[0-9]|[a-z]+day\b|[a-z]+ [0-9])[^?]{0,80})$"
)
_TELLS = Lazy(r"[0-9`\"]|\b(?:two|three|four|five|ten)\b")
_PLACE = Lazy(r"(?i)\b(?:rule|section|chapter|line|docs/)|\.md\b")
_LONGEST = 40


def reckoned(reading: Reading) -> Iterator[tuple[str, str]]:
    """`New tree, girth 48 in: 122` of a report that expects `So 122`, each with its sentence."""
    case = _case(reading)
    for passage in reading.of(Part.EXPECTED):
        found = _VALUE.match(passage.text[:200])
        if found and case and not _PLACE.search(found["value"]):
            yield f"{case}: {found['value'].rstrip('.')}", passage.text


def _case(reading: Reading) -> str:
    """What was done, as far as it names figures; what happens today opens with it in a short report."""
    done = [p.text for p in reading.of(Part.REPRODUCE) if p.form is not Form.QUOTE]
    seen = reading.of(Part.ACTUAL)
    if not any(_TELLS.search(t) for t in done):
        done = [seen[0].text] if len(seen) > 1 and not is_fault(seen[0].text) else []
    told = ", ".join(t.rstrip(" .") for t in done if _TELLS.search(t))
    return told if len(told.split()) <= _LONGEST else ""
