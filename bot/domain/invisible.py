"""What nobody can see in a text, and what Markdown does not show: neither may speak to anybody."""

from __future__ import annotations

import re

# Line separators of other worlds become newlines; what nobody sees is dropped: controls, bidi and
# zero width characters, tags, fillers, lone surrogates, and variation selectors that carry data.
_BREAKS = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u070f\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
# A link that leads nowhere is how people write comments in Markdown: `[//]: # (text)`.
_REMARK = re.compile(r" {0,3}\[[^\]\n]{1,80}\]: {0,3}(?:#|<>)(?:\s|$)")


def strip(text: str) -> str:
    """Drop what nobody can see, and write every line break as a newline."""
    return INVISIBLE.sub("", _BREAKS.sub("\n", text))


def shown(markdown: str) -> str:
    """What a reader of rendered Markdown can see: no invisible characters, no comments.

    Code blocks stay as they are; a comment that is not closed hides the rest, as it does on GitHub.
    Time is linear in the length of the text.
    """
    kept: list[str] = []
    fence, hidden = "", False
    for line in strip(markdown).split("\n"):
        if not hidden and (mark := _FENCE.match(line)):
            fence = _fence_after(fence, mark[1], mark[2])
        if fence:
            kept.append(line)
            continue
        line, hidden, cut = _without_comments(line, hidden)
        if not (cut and not line.strip()) and not _REMARK.match(line):
            kept.append(line)
    return "\n".join(kept)


def _fence_after(fence: str, mark: str, rest: str) -> str:
    """The mark of the code block that is open behind this line; empty where none is.

    https://spec.commonmark.org/0.31.2/#fenced-code-blocks
    """
    if not fence:
        return "" if mark[0] == "`" and "`" in rest else mark
    closes = mark[0] == fence[0] and len(mark) >= len(fence) and not rest.strip()
    return "" if closes else fence


def _without_comments(line: str, hidden: bool) -> tuple[str, bool, bool]:
    """A line without its comments, whether one is open behind it, and whether something was cut."""
    kept: list[str] = []
    cut, at = hidden, 0
    while True:
        if hidden:
            end = line.find("-->", at)
            if end < 0:
                return "".join(kept), True, True
            hidden, at = False, end + 3
        start = line.find("<!--", at)
        if start < 0:
            return "".join((*kept, line[at:])), False, cut
        kept.append(line[at:start])
        hidden, cut, at = True, True, start + 4
