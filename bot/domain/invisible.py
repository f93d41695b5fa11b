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
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
"""A comment; one that is not closed hides the rest, as it does on GitHub."""
# Blocks of code, https://spec.commonmark.org/0.31.2/#fenced-code-blocks; or what is not shown: comments, and
# links that lead nowhere, which is how people write comments in Markdown: `[//]: # (text)`.
_CODE_OR_HIDDEN = re.compile(
    r"(?P<code>^ {0,3}(?P<fence>([`~])\3{2,}+)(?!(?<=`)[^\n]*`).*?(?:^ {0,3}(?P=fence)\3*+[ \t]*$|\Z))"
    rf"|{COMMENT.pattern}|^ {{0,3}}\[[^\]\n]{{1,80}}\]: {{0,3}}(?:#|<>)(?=[ \t]|$)(?:(?!<!--)[^\n])*",
    re.DOTALL | re.MULTILINE,
)


def strip(text: str) -> str:
    """Drop what nobody can see, and write every line break as a newline."""
    return INVISIBLE.sub("", _BREAKS.sub("\n", text))


def shown(markdown: str) -> str:
    """What a reader of rendered Markdown can see: no invisible characters, no comments; code stays as it is.

    A line that held nothing else goes with its comments. Time is linear in the length of the text.
    """
    cut = _CODE_OR_HIDDEN.sub(lambda part: part["code"] or "\0", strip(markdown))
    lines = (line for line in cut.split("\n") if "\0" not in line or line.strip("\0 \t"))
    return "\n".join(lines).replace("\0", "")
