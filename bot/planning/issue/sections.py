"""Sections: what a heading of an issue announces, by the phrases in `headings.txt`."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib import resources

from bot.planning.words import plain

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
