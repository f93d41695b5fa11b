"""Rows: the tables of an issue, row by row."""

from __future__ import annotations

from dataclasses import dataclass

from bot.planning.sections import Part
from bot.planning.words import word_set, words

# Columns that say how work stands, not what it is.
_ASIDE = word_set(
    "no nr id status state done owner assignee prio priority depends blocked estimate size points date"
)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table below its head; `part` is the section it stands in."""

    head: tuple[str, ...]
    cells: tuple[str, ...]
    part: Part = Part.DESCRIPTION

    @property
    def kept(self) -> tuple[str, ...]:
        """The cells that say something, without numbers, states and dependencies."""
        named = zip((*self.head, *("x",) * len(self.cells)), self.cells, strict=False)
        return tuple(cell for name, cell in named if cell.strip(" -\u2013") and not _is_aside(name))

    @property
    def text(self) -> str:
        """The row as a passage: `time-out: 30 s`."""
        kept = self.kept
        return f"{kept[0]}: {kept[1]}" if len(kept) == 2 else "; ".join(kept)


def _is_aside(name: str) -> bool:
    told = list(words(name))
    return name.strip() in {"", "#"} or any(w in _ASIDE for w in told)
