"""Condensing: each file whole, as an outline, or as one line, by rank, within a budget of tokens.

The best file may take half of the room, the next one half of what is then left, and so on: what
matters most is read in full, and no single file drives out all others. Room for the lines of later
files is kept back first, at most a quarter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from bot.planning.repository.definitions import defined, outline

CHARACTERS_PER_TOKEN = 4
_MOST_SUMMARY = 200
_MOST_NAMES = 12


class Detail(StrEnum):
    """How much of a file is kept."""

    WHOLE = "whole"
    OUTLINE = "outlined"
    SUMMARY = "summarised"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Condensed:
    """The texts to plan with, in the order given, and the form of every file that was given."""

    texts: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, Detail] = field(default_factory=dict)


def condensed(files: Sequence[tuple[str, str]], tokens: int) -> Condensed:
    """Bring files (path and text, best first) into a budget of tokens; 4 characters count as one.

    The texts together are never longer than the budget. A file of which not even a line fits is
    left out, and so is every one after it.
    """
    room = max(tokens, 0) * CHARACTERS_PER_TOKEN
    lines = _fitting((summary(path, text) for path, text in files), room)
    kept, later = 0, sum(map(len, lines))
    texts: dict[str, str] = {}
    forms: dict[str, Detail] = {}
    for (path, text), line in zip(files, lines, strict=False):
        later -= len(line)
        free = room - kept - later
        forms[path], texts[path] = _form(text, line, free if later == 0 else free // 2)
        kept += len(texts[path])
    return Condensed(texts, {path: forms.get(path, Detail.LEFT_OUT) for path, _ in files})


def summary(path: str, text: str) -> str:
    """One line: how long a file is and what it defines."""
    names = list(dict.fromkeys(defined(text)))
    shown = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    lines = text.count("\n") + (not text.endswith("\n")) if text else 0
    says = f"{path}: {lines} lines" + (f", defines {shown}" if shown else "")
    return says if len(says) < _MOST_SUMMARY else f"{says[: _MOST_SUMMARY - 2]}…"


def _fitting(lines: Iterable[str], room: int) -> list[str]:
    """The lines that fit into a quarter of the room; the first may take all of it."""
    kept: list[str] = []
    taken = 0
    for line in lines:
        taken += len(line)
        if taken > (room // 4 if kept else room):
            break
        kept.append(line)
    return kept


def _form(text: str, line: str, most: int) -> tuple[Detail, str]:
    """The fullest form of at most `most` characters; the line fits in any case."""
    if len(text) <= max(most, len(line)):
        return Detail.WHOLE, text
    # What defines nothing (settings, data, prose without headings) is outlined by its beginning.
    drawn = "\n".join(outline(text)) or text
    cut = drawn if len(drawn) <= most else drawn[:most].rpartition("\n")[0]
    return (Detail.OUTLINE, cut) if len(cut) > len(line) else (Detail.SUMMARY, line)
