"""Block quotes of Markdown, read in linear time: https://github.github.com/gfm/#block-quotes."""

from __future__ import annotations

from itertools import takewhile

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote

_TIMES, _MORE = 4, 1_000


def _quote(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Block quotes; once they looked through their text a few times, each looks at its own lines alone.

    The parser looks for where a quote ends down to the next empty line, also where the quote ended long
    before: with many quotes and no empty line that takes lines times quotes. From then on a line without
    `>` is outside of the quote, also where it goes on with its paragraph: rather read than missed.
    """
    if not blockquote(state, first, end, True):
        return False
    if silent:
        return True
    below = state.lineMax
    if state.env.get("looked", 0) <= _TIMES * below + _MORE:
        looked = takewhile(lambda n: not state.isEmpty(n), range(first, end))
        state.env["looked"] = state.env.get("looked", 0) + sum(1 for _ in looked)
    else:
        own = takewhile(lambda n: blockquote(state, n, end, True), range(first, end))
        end = first + sum(1 for _ in own)
        state.lineMax = end
    blockquote(state, first, end, False)
    state.lineMax = below
    return True


def linear(parser: MarkdownIt) -> MarkdownIt:
    """The parser, with block quotes in linear time."""
    parser.block.ruler.at(
        "blockquote", _quote, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return parser
