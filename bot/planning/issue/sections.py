"""Sections: what a heading announces (`headings.txt`), and what forms leave behind (`forms.txt`)."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from importlib import resources

from bot.planning.words import plain

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


@cache
def _phrases() -> tuple[tuple[Part, str], ...]:
    """Every phrase with its part, in the order of the file: the first that fits wins."""
    text = resources.files("bot.planning.issue").joinpath("headings.txt").read_text("utf-8")
    lines = (line.partition(": ") for line in text.splitlines() if not line.startswith("#"))
    return tuple((Part(part), one) for part, _, told in lines for one in told.split("; "))


def part_of(heading: str) -> Part:
    """Say what a heading announces; a heading that is not known opens a description."""
    told = plain(heading[:_LONGEST_PROMPT])
    padded = f" {told} "
    for part, phrase in _phrases():
        if phrase.startswith("="):
            if phrase[1:] == told:
                return part
        elif f" {phrase} " in padded:
            return part
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
