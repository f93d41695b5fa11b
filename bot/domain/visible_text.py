"""What of a Markdown text its author says and all can see: no quotes, no code, nothing hidden or struck out.

The rules are those of https://github.github.com/gfm/.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import update_wrapper
from itertools import pairwise, takewhile
from threading import Lock
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from bot.domain.invisible import COMMENT

LONGEST = 65_536
"""Characters that GitHub takes for a comment or a description; what comes after is not read."""
CUT = " " * 4
"""Stands in prose for each part that is not visible: too many blanks to join the words around it."""
_FOLDED = ("details", "div")
_UNSAID = re.compile("blockquote|q|pre|code|samp|tt|kbd|var|del|s|strike|script|style")
"""Elements that show their text as a quote or as code, or hide it."""
_TAG = re.compile(r"""(?i)<(/?)([a-z!?]\w*)(?:[^<>"']|"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))*>?""")
_UNREAD = ("image", "link_open", "link_close")
_CODE = re.compile("\0[^\0]*\0")
_BREAK = re.compile(r"\\?\n")
_TIMES, _MORE = 4, 1_000
Told = TypeVar("Told")
More = ParamSpec("More")


class Readings(Generic[More, Told]):
    """A function of a text that keeps what it found, for texts of `most` characters together.

    Chance tells which text makes room for a new one. If the oldest did, texts that are read in turn and have
    no room together would push one another out, each just before it is asked for again.
    """

    def __init__(self, read: Callable[Concatenate[str, More], Told], most: int) -> None:
        """`read` must find the same whenever it is asked the same."""
        update_wrapper(self, read)
        self._read, self._most, self._lock = read, most, Lock()
        self.clear()

    def clear(self) -> None:
        """Forget all, and begin to count again."""
        self._found: dict[tuple[Any, ...], tuple[Told]] = {}
        self._asked: list[tuple[Any, ...]] = []
        self.size = self.hits = self.misses = 0

    def __call__(self, text: str, *more: More.args, **named: More.kwargs) -> Told:
        """What the text says."""
        asked = (text, *more, *named.items())
        if kept := self._found.get(asked):
            self.hits += 1
            return kept[0]
        told = self._read(text, *more, **named)
        with self._lock:
            self.misses += 1
            if asked not in self._found and len(text) <= self._most:
                self._make_room(asked)
                self._found[asked] = (told,)
                self._asked.append(asked)
        return told

    def _make_room(self, new: tuple[Any, ...]) -> None:
        self.size += len(new[0])
        while self.size > self._most:
            at = hash(new) % len(self._asked)
            self._asked[at], self._asked[-1] = self._asked[-1], self._asked[at]
            gone = self._asked.pop()
            del self._found[gone]
            self.size -= len(gone[0])


def kept(
    most: int,
) -> Callable[[Callable[Concatenate[str, More], Told]], Readings[More, Told]]:
    """Keep what a function finds in texts, of `most` characters together."""
    return lambda read: Readings(read, most)


def _quote(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Block quotes; once they looked through their text a few times, each looks at its own lines alone.

    The parser looks for where a quote ends down to the next empty line, also where the quote ended long
    before: with many quotes and no empty line that takes lines times quotes. From then on a line without
    `>` is outside of the quote, also where it goes on with its paragraph.
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
        state.lineMax = end = first + sum(1 for _ in own)
    blockquote(state, first, end, False)
    state.lineMax = below
    return True


def linear(parser: MarkdownIt) -> MarkdownIt:
    """The parser, with block quotes in linear time."""
    parser.block.ruler.at(
        "blockquote", _quote, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    return parser


def _break(state: StateInline, silent: bool) -> bool:
    """Read a line break in the parser's stead, and note where in its text it stands."""
    found = _BREAK.match(state.src, state.pos)
    if found and not silent:
        state.push("softbreak", "br", 0).meta["end"] = found.end()
    state.pos = found.end() if found else state.pos
    return found is not None


_MARKDOWN = linear(MarkdownIt("commonmark", {"maxNesting": 20, "strikethrough_single_tilde": True}))
_MARKDOWN.enable("strikethrough").disable("entity")  # who looks for `#1` does not find `#&#49;`
_MARKDOWN.inline.ruler.at("newline", _break)


def source_lines(text: str) -> list[str]:
    """The lines of a text, as far as it is read."""
    return re.sub(r"\r\n?", "\n", text[:LONGEST]).split("\n")


def visible_lines(text: str) -> list[str]:
    """The lines of a text as they are written; empty those whose beginning is not visible, or folded away.

    A line that begins within a code span, an HTML comment or a link's address belongs to the one above. Those
    between a quote and the next blank line are empty, too: mail programs wrap what they quote, and mark only
    the beginning. `visible_prose` has them.
    """
    return _read(text[:LONGEST])[0].split("\n")


def visible_prose(text: str, *sought: str, code: bool = False) -> str:
    """A text with `CUT` for what is not visible, and for spans of code unless `code`; no comments.

    It is empty where none of the words `sought`, in small letters, stands in it: reading takes long.
    """
    small = text.lower()
    if sought and not any(word in small for word in sought):
        return ""
    prose = _read(text[:LONGEST])[1]
    return prose.replace("\0", "") if code else _CODE.sub(CUT, prose)


@kept(4_000_000)
def _read(text: str) -> tuple[str, str]:
    """The visible lines and the prose, its spans of code between NULs, which Markdown has not."""
    reader, quotes, mark = _Reader(source_lines(text)), 0, ""
    for token in _MARKDOWN.parse("\n".join(reader.sources)):
        if token.type == "blockquote_open" and token.map:
            reader.quoted(token.map[1])
        quotes += token.nesting if token.type.startswith("blockquote") else 0
        mark = f"{token.markup} " if token.type == "list_item_open" else mark
        if quotes or not token.map:
            continue
        if token.type == "html_block":
            reader.prose.append("\n")
            reader.html(token.content)
        elif token.type in {"hr", "heading_open"} and not token.markup.startswith("#"):
            at = token.map[1] - 1  # a rule, or what underlines a heading
            reader.lines[at] = reader.sources[at]
        elif token.type == "inline":
            reader.prose += "\n\n", mark
            reader.paragraph(token, *token.map)
            mark = ""
    return "\n".join(reader.lines), "".join(reader.prose)


class _Reader:
    """Reads one block after the other: an element of HTML may go on over several."""

    def __init__(self, sources: list[str]) -> None:
        self.sources = sources
        self.lines, self.prose = [""] * len(sources), list[str]()
        self.inside, self.wrapped = Counter[str](), set[int]()

    def quoted(self, below: int) -> None:
        """Take the lines from below a quote to the next blank one for part of it."""
        above = below - 1
        while (
            self.sources[above].strip() and below < len(self.sources) and below not in self.wrapped
        ):
            self.wrapped.add(below)
            above, below = below, below + 1

    def paragraph(self, block: Token, line: int, below: int) -> None:
        """Read the text of a block between two lines of the source."""
        starts, at = [(line, not self.inside.total())], 0
        for token in block.children or ():
            if token.type == "html_inline":
                self.html(token.content)
            elif token.type in {"s_open", "s_close"}:
                self.inside["~"] += token.nesting
            elif token.type == "softbreak":
                end = token.meta["end"]
                line, at = line + block.content.count("\n", at, end), end
                starts.append((line, not self.inside.total()))
                self.prose.append("\n")
            elif token.type == "code_inline":
                self.say(f"\0`{token.content}`\0")
            else:
                self.say(CUT if token.type in _UNREAD else token.content or token.markup)
        for (line, heard), (after, _) in pairwise([*starts, (below, False)]):
            if heard and line not in self.wrapped:
                self.lines[line] = COMMENT.sub("", " ".join(self.sources[line:after]))

    def html(self, text: str) -> None:
        """Count the elements that HTML opens and closes, and read the text between them."""
        at, text = 0, COMMENT.sub(" ", text)
        for tag in _TAG.finditer(text):
            self.say(text[at : tag.start()] + CUT)
            name, at = tag[2].lower(), tag.end()
            if name in _FOLDED or _UNSAID.fullmatch(name):
                self.inside[name] = max(self.inside[name] + (-1 if tag[1] else 1), 0)
        self.say(text[at:])

    def say(self, text: str) -> None:
        """Take text into the prose; what only may be folded away is visible there."""
        hidden = self.inside.total() > sum(self.inside[name] for name in _FOLDED)
        self.prose.append(CUT if hidden else text)
