"""Inline: what stands within a paragraph or a table row: bold lines, labels, telling cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from markdown_it.token import Token

from bot.planning.issue.order import says_order
from bot.planning.issue.sections import is_heading
from bot.planning.words import plain

COLONS = (":", "\uff1a")
_BREAKS = frozenset(("softbreak", "hardbreak"))


def pieces(children: list[Token]) -> Iterator[list[Token]]:
    """The pieces of a paragraph: a bold line in it is a piece of its own, a bold label begins one."""
    start = at = 0
    while at < len(children):
        end = _bold_line(children, at)
        if (at == 0 or children[at - 1].type in _BREAKS) and end:
            if start < at:
                yield children[start : at - 1]
            if end < len(children) and children[end].type in _BREAKS:
                yield children[at:end]
                end += 1
                start = end
            else:
                start = at
            at = end
        else:
            at += 1
    if start < len(children):
        yield children[start:]


def _bold_line(children: list[Token], at: int) -> int:
    """Where bold words end that stand alone in their line or before a colon; 0 where there are none."""
    if [c.type for c in children[at : at + 3]] != ["strong_open", "text", "strong_close"]:
        return 0
    end = at + 3
    behind = children[end].content.strip() if end < len(children) else ""
    if behind in COLONS:
        return end + 1
    alone = end == len(children) or children[end].type in _BREAKS
    label = children[at + 1].content.endswith(COLONS) or behind.startswith(COLONS)
    return end if alone or label else 0


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
    kinds = [c.type for c in children[:4]]
    if kinds[:1] == ["text"]:
        words, colon, rest = children[0].content.partition(":")
        return words if colon and rest[:1] == " " and is_heading(words) else ""
    if kinds[:3] != ["strong_open", "text", "strong_close"] or len(children) < 4:
        return ""
    bold, behind = children[1].content, children[3].content
    return bold if bold.endswith(COLONS) or behind.lstrip().startswith(COLONS) else ""


def _counts(cell: str) -> bool:
    """Say whether a cell is empty or only a number."""
    bare = cell.strip(" #.-\u2013")
    return not bare or bare.isdigit()
