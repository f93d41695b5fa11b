"""Forms: prompts and boxes of templates that nobody filled in say nothing (`forms.txt`)."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from bot.planning.words import plain

_PLACEHOLDER = re.compile(r"[\[<({]{1,2}(?!.\))[\w ,.'/-]{0,80}[\])>}]{1,2}\.?|[.…_*-]{2,}")
_LONGEST = 400


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
    told = plain(box[:_LONGEST])
    return any(phrase in told for phrase in _told()[2])


def is_blank(text: str) -> bool:
    """Say whether a passage is a prompt or a placeholder that nobody filled in."""
    prompts, begins, _ = _told()
    told = plain(text[:_LONGEST])
    if not told or told in prompts:
        return True
    return told.startswith(begins) or bool(_PLACEHOLDER.fullmatch(text.strip()[:_LONGEST]))
