"""Sections: what a heading announces (`headings.txt`), what forms leave behind (`forms.txt`), scenarios.

Gherkin's grammar: https://cucumber.io/docs/gherkin/reference/
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from itertools import zip_longest

from markdown_it.token import Token

from bot.planning.issue.order import says_order
from bot.planning.words import capital, named_phrases, plain

_PLACEHOLDER = re.compile(r"[\[<({]{1,2}(?!.\))[\w ,.'/-]{0,80}[\])>}]{1,2}\.?|[.…_*-]{2,}")
_LONGEST_BLANK = 400
"""Characters of a prompt that are looked at."""
_LONGEST, _LONGEST_PROMPT = 80, 300
_SHORT, _LABEL = 4, 10
"""Words of a line alone that is a heading, and of a bold one that ends with a colon."""


class Part(StrEnum):
    """What a section of an issue is for."""

    DESCRIPTION = "description"
    CRITERIA = "criteria"
    TASKS = "tasks"
    REPRODUCE = "reproduce"
    EXPECTED = "expected"
    ACTUAL = "actual"
    LIMITS = "limits"
    OUTSIDE = "outside"
    ALTERNATIVES = "alternatives"
    BACKGROUND = "background"
    QUESTIONS = "questions"
    ENVIRONMENT = "environment"
    NOTES = "notes"
    TALK = "talk"


def part_of(heading: str) -> Part:
    """Say what a heading announces; a heading that is not known opens a description."""
    told = plain(heading[:_LONGEST_PROMPT])
    padded = f" {told} "
    for part, phrase in named_phrases("issue/headings.txt"):  # the first that fits wins
        if phrase == f"={told}" or f" {phrase} " in padded:
            return Part(part)
    return Part.DESCRIPTION


def is_heading(line: str, bold: bool = False) -> bool:
    """Say whether a line alone is meant as a heading: `Acceptance criteria:`, or a bold prompt of a form.

    Takes the line, and whether it is bold as a whole.
    """
    known = part_of(line) is not Part.DESCRIPTION
    if bold and line.endswith(("?", ":", "\uff1a")) and len(line) <= _LONGEST_PROMPT:
        return known or line.endswith("?") or len(line.split()) <= _LABEL
    return known and len(line) <= _LONGEST and len(line.split()) <= _SHORT


@cache
def _told() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """The prompts, how prompts begin, and what the boxes of forms contain."""
    text = resources.files("bot.planning.issue").joinpath("forms.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    begins = tuple(line[2:] for line in lines if line.startswith("> "))
    boxes = tuple(line[2:] for line in lines if line.startswith("+ "))
    prompts = frozenset(plain(line) for line in lines if not line.startswith(("> ", "+ ")))
    return prompts, begins, boxes


def is_pledge(box: str) -> bool:
    """Say whether a box is one that forms make people tick: `I have searched the issues`."""
    told = plain(box[:_LONGEST_BLANK])
    return any(phrase in told for phrase in _told()[2])


def is_blank(text: str) -> bool:
    """Say whether a passage is a prompt or a placeholder that nobody filled in."""
    prompts, begins, _ = _told()
    told = plain(text[:_LONGEST_BLANK])
    if not told or told in prompts:
        return True
    return told.startswith(begins) or bool(_PLACEHOLDER.fullmatch(text.strip()[:_LONGEST_BLANK]))


_KEYWORD = re.compile(r"(?i)\b(given|when|then)\b")
_LINE = re.compile(r"(?i)(?:given|when|then|and|but|\*) ")
_OPENS = re.compile(r"(?i)(?:feature|background|scenarios?(?: outline)?|examples?|rule):")
_LONGEST_SCENARIO, _LONGEST_GHERKIN = 2_000, 20_000
_GHERKIN = frozenset(("gherkin", "feature", "cucumber"))


@dataclass(frozen=True, slots=True)
class Scenario:
    """What holds before, what is done, and what must hold after; `given` may be empty."""

    given: str
    when: str
    then: str

    def gherkin(self, title: str) -> str:
        """Write it in Gherkin."""
        given = f"  Given {self.given}\n" if self.given else ""
        return f"Scenario: {title}\n{given}  When {self.when}\n  Then {self.then}"


def scenario(text: str) -> Scenario | None:
    """Read a sentence as a scenario: it begins with Given or When, and a Then follows.

    Without a When, what is given is what is done.
    """
    marks = [(m[1].lower(), *m.span()) for m in _KEYWORD.finditer(text[:_LONGEST_SCENARIO])]
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
    has_then = " then " in f" {text[:_LONGEST_SCENARIO].lower()} "
    return first.startswith(("given ", "when ")) and not has_then


def goes_on(text: str) -> bool:
    """Say whether text could be a further line of a scenario."""
    return bool(_LINE.match(text))


def in_gherkin(language: str, text: str) -> tuple[str, ...]:
    """The scenarios of a block of Gherkin, each in one sentence with its background.

    Takes the language that stands behind the block's opening marks, and its text.
    """
    lines = [raw.strip() for raw in text[:_LONGEST_GHERKIN].split("\n")]
    named = any(line.lower().startswith(("scenario:", "scenario outline:")) for line in lines)
    if language not in _GHERKIN and not named:
        return ()
    background, steps, found = list[str](), list[str](), list[str]()
    inside = background if language in _GHERKIN else steps
    for line in [*lines, "Scenario:"]:
        if _OPENS.match(line):
            if any(step.lower().startswith("then ") for step in steps):
                told = (step.rstrip(" ,.") for step in (*background, *steps))
                found.append(capital(", ".join(told)))
            steps.clear()
            inside = background if line.lower().startswith("background") else steps
        elif goes_on(line):
            inside.append(line)
    return tuple(found)


COLONS = (":", "\uff1a")
_BREAKS = frozenset(("softbreak", "hardbreak"))


def pieces(children: list[Token]) -> Iterator[list[Token]]:
    """The pieces of a paragraph: a bold line in it is a piece of its own, a bold label begins one."""
    piece: list[Token] = []
    for line in _lines(children):
        told = [c for c in line if c.type not in _BREAKS]
        behind = "".join(c.content for c in told[3:]).strip()
        alone = _is_bold(told[:3]) and behind in {"", *COLONS}
        if piece and (alone or _bold_label(told)):
            yield piece
            piece = []
        piece += line
        if alone:
            yield piece
            piece = []
    if piece:
        yield piece


def _lines(children: list[Token]) -> Iterator[list[Token]]:
    """The lines of a paragraph, each with the break that ends it."""
    start = 0
    for end, child in enumerate(children, 1):
        if child.type in _BREAKS or end == len(children):
            yield children[start:end]
            start = end


def telling(table: list[list[str]]) -> Iterator[str]:
    """The rows of a table in words, without columns that only count or say the same in every row.

    What a row says under a heading of order (`Depends on`) stands behind it in brackets.
    """
    header, *rows = table or [[]]
    columns = list(zip_longest(*rows, fillvalue=""))
    order = {n: name for n, name in enumerate(header) if says_order(name)}
    kept = [
        column
        for n, column in enumerate(columns)
        if n not in order
        and not all(_counts(cell) for cell in column)
        and (len(rows) < 2 or len(set(column)) > 1)
    ]
    for row, cells in zip(zip_longest(*columns), zip(*kept, strict=True), strict=bool(kept)):
        told = [cell for cell in cells if cell.strip(" -\u2013")]
        after = [f" ({order[n]}: {row[n]})" for n in order if n < len(row) and plain(row[n])]
        yield (": ".join(told) if len(told) == 2 else "; ".join(told)) + "".join(after)


def label(children: list[Token]) -> str:
    """The words that open a paragraph with a colon: `**Expected**: x`, `**Expected:** x`, `Expected: x`.

    Words that are not bold must be a heading that is known.
    """
    if [c.type for c in children[:1]] == ["text"]:
        words, colon, rest = children[0].content.partition(":")
        return words if colon and rest[:1] == " " and is_heading(words) else ""
    return _bold_label(children)


def _bold_label(children: list[Token]) -> str:
    if not _is_bold(children[:3]):
        return ""
    bold, behind = children[1].content, "".join(c.content for c in children[3:4])
    return bold if bold.endswith(COLONS) or behind.lstrip().startswith(COLONS) else ""


def _is_bold(children: list[Token]) -> bool:
    return [c.type for c in children] == ["strong_open", "text", "strong_close"]


def _counts(cell: str) -> bool:
    """Say whether a cell is empty or only a number."""
    bare = cell.strip(" #.-\u2013")
    return not bare or bare.isdigit()
