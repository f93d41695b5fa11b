"""Scenarios: Given/When/Then, found in a sentence or in lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.planning.lazy import Lazy

_STARTS = Lazy(r"(?i)\b(given|when|then)\b")
_LEAD = Lazy(r"(?i)^(?:scenario(?: outline)?: ?)?(?:given|when) ")
_NAMED = Lazy(
    r"(?i)^(?:scenario(?: outline)?"
    r"|example) ?(?:[0-9]+ ?)?[:\u2013-] ?(?P<name>[^:]{3,80}?)(?:: (?:given|when)\b.*)?$"
)
_OPENS = Lazy(r"(?i)^(?:feature|background|scenario(?: outline)?|example|rule)s?:")
_STEP = Lazy(r"(?i)^(?:given|when|then|and|but|\*) ")
_BLOCK = Lazy(r"(?im)^ *scenario(?: outline)?:.*$|^ *given .*\n *when ")
_SHOUTED = Lazy(r"^.{0,80}?\bGIVEN (?P<given>.+?) WHEN (?P<when>.+?) THEN (?P<then>.+)$")
_LINE = Lazy(r"(?i)^(?:given|when|then|and|but) ")


@dataclass(frozen=True, slots=True)
class Scenario:
    """What holds before, what is done, and what must hold after; `given` may be empty."""

    given: str
    when: str
    then: str

    def lines(self, title: str) -> str:
        """Write it in Gherkin."""
        first = [f"  Given {self.given}"] if self.given else []
        return "\n".join(
            [f"Scenario: {title}", *first, f"  When {self.when}", f"  Then {self.then}"]
        )


def scenario(text: str) -> Scenario | None:
    """Read a sentence as a scenario: it begins with Given or When and has a Then, in that order.

    Without a When, what is given is what is done.
    """
    if not _LEAD.match(text):
        return None
    marks = [(m[1].lower(), m.start(), m.end()) for m in _STARTS.finditer(text[:2000])]
    then = next((m for m in marks if m[0] == "then"), None)
    when = next((m for m in marks if m[0] == "when" and then and m[1] < then[1]), None)
    when = when or (marks[0] if then and marks[0][0] == "given" else None)
    if when is None or then is None or then[1] < when[1]:
        return None
    given = text[marks[0][2] : when[1]] if marks[0][0] == "given" and when != marks[0] else ""
    parts = (given, text[when[2] : then[1]], text[then[2] :])
    cut = [" ".join(p.split()).strip(" ,;.") for p in parts]
    return Scenario(*cut) if cut[1] and cut[2] else None


def shouted(text: str) -> str:
    """A scenario whose keywords stand in capitals behind its name: `No call GIVEN a WHEN b THEN c`."""
    found = _SHOUTED.match(text[:2000])
    if found is None:
        return ""
    given, when, then = (re.sub(r"\bAND\b", "and", found[k]) for k in ("given", "when", "then"))
    return f"Given {given}, when {when}, then {then}"


def named_scenario(text: str) -> str:
    """The name of a scenario in its head line or before its text: `clerk` of `Scenario: clerk: Given …`."""
    found = _NAMED.match(text)
    return found["name"].strip() if found else ""


def in_short(told: Scenario, called: str = "") -> list[str]:
    """A scenario in plain sentences: what it ends in, one by one where it is several, and the whole.

    Takes the scenario and its name, if it has one.
    """
    found = [
        o.strip(" ,;.") for o in re.split(r"(?:,|;)? and (?=\S)|, And ", told.then, flags=re.I)
    ]
    each = [o for o in found if len(o.split()) >= 3]
    listed = [_capped(o) for o in each] if len(each) == len(found) > 1 else []
    titled = [f"{_capped(called)}: {found[0]}"] if called else []
    return [*listed, *titled, f"When {told.when}, {' and '.join(found)}"]


def _capped(text: str) -> str:
    return text[:1].upper() + text[1:]


def opens(text: str) -> bool:
    """Say whether text could be the first line of a scenario."""
    return bool(_LEAD.match(text)) and not re.search(r"(?i)\bthen\b", text)


def goes_on(text: str) -> bool:
    """Say whether text could be a further line of a scenario."""
    return bool(_LINE.match(text))


def in_gherkin(language: str, text: str) -> tuple[str, ...]:
    """The scenarios of a block of Gherkin, each in one line with its background, outcomes one by one."""
    if language not in {"gherkin", "feature", "cucumber"} and not _BLOCK.search(text[:5000]):
        return ()
    background: list[str] = []
    steps: list[str] = []
    found: list[str] = []
    inside = False
    for line in (raw.strip() for raw in text[:20_000].split("\n")):
        if _OPENS.match(line):
            found += _told(background, steps)
            steps, inside = [], not line.lower().startswith("background")
        elif _STEP.match(line):
            (steps if inside else background).append(line)
    return tuple(found + _told(background, steps))


def _told(background: list[str], steps: list[str]) -> list[str]:
    thens = next((n for n, s in enumerate(steps) if s.lower().startswith("then ")), None)
    if thens is None:
        return []
    before = [*background, *steps[:thens]]
    when = next((n for n, s in enumerate(before) if s.lower().startswith("when ")), len(before))
    if not before:
        return []
    given = [re.sub(r"(?i)^(?:given|and|but|\*) ", "", s) for s in before[:when]]
    lead = f"Given {' and '.join(given)}, " if given else ""
    done = " and ".join(re.sub(r"(?i)^(?:when|and|but|\*) ", "", s) for s in before[when:])
    after = [re.sub(r"(?i)^(?:then|and|but|\*) ", "", s) for s in steps[thens:]]
    whole = f"{lead}{f'when {done}, ' if done else ''}then {' and '.join(after)}"
    return [whole[:1].upper() + whole[1:]]
