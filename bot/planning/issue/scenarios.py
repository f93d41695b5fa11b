"""Scenarios: Given/When/Then, found in a sentence, in lines, or in a block of Gherkin.

Gherkin's grammar: https://cucumber.io/docs/gherkin/reference/
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_KEYWORD = re.compile(r"(?i)\b(given|when|then)\b")
_LINE = re.compile(r"(?i)(?:given|when|then|and|but|\*) ")
_OPENS = re.compile(r"(?i)(?:feature|background|scenarios?(?: outline)?|examples?|rule):")
_LONGEST, _LONGEST_BLOCK = 2_000, 20_000
_GHERKIN = frozenset(("gherkin", "feature", "cucumber"))


@dataclass(frozen=True, slots=True)
class Scenario:
    """What holds before, what is done, and what must hold after; `given` may be empty."""

    given: str
    when: str
    then: str

    def gherkin(self, title: str) -> str:
        """Write it in Gherkin."""
        given = [f"  Given {self.given}"] if self.given else []
        lines = [f"Scenario: {title}", *given, f"  When {self.when}", f"  Then {self.then}"]
        return "\n".join(lines)


def scenario(text: str) -> Scenario | None:
    """Read a sentence as a scenario: it begins with Given or When, and a Then follows.

    Without a When, what is given is what is done.
    """
    marks = [(m[1].lower(), m.start(), m.end()) for m in _KEYWORD.finditer(text[:_LONGEST])]
    if not marks or marks[0][1] > 0 or marks[0][0] == "then":
        return None
    then = next((m for m in marks if m[0] == "then"), None)
    when = next((m for m in marks if m[0] == "when"), marks[0])
    if then is None or then[1] < when[1]:
        return None
    given = text[marks[0][2] : when[1]] if when is not marks[0] else ""
    parts = (given, text[when[2] : then[1]], text[then[2] :])
    cut = [" ".join(part.split()).strip(" ,;.") for part in parts]
    return Scenario(*cut) if cut[1] and cut[2] else None


def opens(text: str) -> bool:
    """Say whether text could be the first line of a scenario."""
    first = text[:6].lower()
    has_then = " then " in f" {text[:_LONGEST].lower()} "
    return first.startswith(("given ", "when ")) and not has_then


def goes_on(text: str) -> bool:
    """Say whether text could be a further line of a scenario."""
    return bool(_LINE.match(text))


def in_gherkin(language: str, text: str) -> tuple[str, ...]:
    """The scenarios of a block of Gherkin, each in one sentence with its background.

    Takes the language that stands behind the block's opening marks, and its text.
    """
    lines = [raw.strip() for raw in text[:_LONGEST_BLOCK].split("\n")]
    named = any(line.lower().startswith(("scenario:", "scenario outline:")) for line in lines)
    if language not in _GHERKIN and not named:
        return ()
    background: list[str] = []
    steps: list[str] = []
    found: list[str] = []
    inside = language not in _GHERKIN
    for line in [*lines, "Scenario:"]:
        if _OPENS.match(line):
            found += _told(background, steps)
            steps, inside = [], not line.lower().startswith("background")
        elif goes_on(line):
            (steps if inside else background).append(line)
    return tuple(found)


def _told(background: list[str], steps: list[str]) -> list[str]:
    if not any(s.lower().startswith("then ") for s in steps):
        return []
    lines = [*background, *steps]
    joined = ", ".join(line.rstrip(" ,.") for line in lines)
    return [joined[:1].upper() + joined[1:]]
