"""Reading: an issue's Markdown becomes passages that know where they stand.

CommonMark with tables and strike-through, by markdown-it-py: https://spec.commonmark.org
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.token import Token

from bot.domain.secrets import without_secrets
from bot.domain.visible_text import linear
from bot.planning.issue import sections
from bot.planning.issue.sections import COLONS, Part, is_heading
from bot.planning.words import sentences

LONGEST = 70_000
"""Characters of a body that are read: GitHub allows 65,536."""
_LONGEST_TITLE = 500
_MISSING_CELLS = 1_000
"""Cells of tables beyond the characters of their text, so that short tables may miss some."""
CODE = re.compile(r"`([^`\n]{1,100})`")
_TAG = re.compile(r"<[^<>]*>")
_BLOCKS = frozenset(("inline", "fence", "code_block", "html_block"))
_BOX = re.compile(r"\[ ?([ xX]) ?\] ")


def _table(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Tables while a text's cells are no more than its characters; after that their lines are prose.

    A row may leave out its cells, the parser makes them: lines times columns, for each table anew.
    """
    if state.env.get("full") or not table(state, first, end, True):
        return False
    last = next((n for n in range(first, end) if state.isEmpty(n)), end)
    columns = state.src.count("|", state.bMarks[first], state.eMarks[first]) + 1
    cells = state.env.get("cells", 0) + columns * (last - first)
    state.env["full"] = cells > len(state.src) + _MISSING_CELLS
    if silent or state.env["full"]:
        return not state.env["full"]
    state.env["cells"] = cells
    return table(state, first, end, False)


MARKDOWN = linear(MarkdownIt("commonmark", {"maxNesting": 20})).enable(["table", "strikethrough"])
MARKDOWN.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})


class PassageKind(StrEnum):
    """How a passage stands in the text."""

    PROSE = "prose"
    ITEM = "item"
    BOX = "box"
    TICKED = "ticked"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence, or one list item or row of a table as a whole, with the section it stands in.

    `text` is plain but for code spans; `head` is the heading of its section, `at` how many headings stand
    before it, `depth` how many lists it stands in, `block` how many paragraphs and blocks of code before it.
    """

    text: str
    part: Part = Part.DESCRIPTION
    form: PassageKind = PassageKind.PROSE
    head: str = ""
    at: int = field(default=0, compare=False)
    depth: int = field(default=0, compare=False)
    block: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code: what stands behind its opening marks, its text, and where it stands."""

    language: str
    text: str
    block: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class IssueText:
    """What an issue says: its passages in order, its code spans, its blocks of code, and its headings.

    `heads` are levels and texts of the headings that Markdown marks as such, or of the lines that stand
    for one (level 0).
    """

    title: str
    passages: tuple[Passage, ...] = ()
    spans: tuple[str, ...] = ()
    fences: tuple[Fence, ...] = ()
    heads: tuple[tuple[int, str], ...] = ()

    def of(self, *parts: Part) -> tuple[Passage, ...]:
        """The passages of some sections."""
        return tuple(p for p in self.passages if p.part in parts)

    @property
    def text(self) -> str:
        """Title and passages as plain text, quotes left out."""
        told = (p.text for p in self.passages if p.form is not PassageKind.QUOTE)
        return "\n".join((self.title, *told))


def read(title: str, body: str) -> IssueText:
    """Read an issue.

    Takes its title and its Markdown body, whatever they hold. HTML comments, struck-out text, prompts
    of templates that nobody filled in, and anything that looks like a secret are left out.
    """
    title = " ".join(without_secrets(title[:_LONGEST_TITLE]).replace("\0", "").split())
    walk = _PassageReader()
    for token in MARKDOWN.parse(without_secrets(body[:LONGEST].replace("\0", ""))):
        walk.step(token)
    passages = tuple(p for p in _joined(walk.passages) if not sections.is_blank(p.text))
    return IssueText(
        title=title,
        passages=passages,
        spans=tuple(dict.fromkeys([*CODE.findall(title), *walk.spans])),
        fences=tuple(walk.fences),
        heads=tuple(walk.heads),
    )


class _PassageReader:
    """Goes through the tokens once and collects."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self.spans: list[str] = []
        self.fences: list[Fence] = []
        self.heads: list[tuple[int, str]] = []
        self._level = self._block_number = 0
        self._head, self._part = "", Part.DESCRIPTION
        self._before: tuple[str, Part] | None = None
        self._before_list: tuple[str, Part] | None = None
        self._quotes = self._lists = 0
        self._item = False
        self._cells: list[str] | None = None
        self._rows: list[list[str]] = []

    def step(self, token: Token) -> None:
        """Take one token."""
        kind = token.type.removesuffix("_open").removesuffix("_close")
        self._quotes += token.nesting if kind == "blockquote" else 0
        self._lists += token.nesting if kind == "list_item" else 0
        if kind == "heading":
            self._level = int(token.tag[1:]) if token.nesting == 1 else 0
        self._item = self._item or token.type == "list_item_open"
        self._block_number += token.type in _BLOCKS
        match token.type:
            case "tr_open":
                self._cells = []
                self._rows.append(self._cells)
            case "table_close":
                for row in sections.telling(self._rows):
                    self._add(row, PassageKind.ITEM)
                self._rows, self._cells = [], None
            case "fence" | "code_block":
                language = token.info.strip().lower()
                self.fences.append(Fence(language, token.content, self._block_number))
            case "html_block":
                is_comment = token.content.lstrip().startswith("<!")
                self._prose("" if is_comment else _TAG.sub(" ", token.content))
            case "inline":
                self._inline(token)
            case _:
                pass

    def _inline(self, token: Token) -> None:
        told = [c for c in token.children or [] if c.type != "text" or c.content]
        if self._before and not self._lists:  # a label holds for its own paragraph and its list
            self._head, self._part = self._before
            self._before = None
        for children in sections.pieces(told):
            text, bold = self._text(children)
            if self._cells is not None:
                self._cells.append(" ".join(text.split()))
            elif self._level:
                self._open(text, self._level)
            else:
                self._block(text, bold, sections.label(children))
            self._item = False

    def _block(self, text: str, bold: bool, label_: str) -> None:
        line = " ".join(text.split())
        if self._quotes:
            self._prose(text, PassageKind.QUOTE)
        elif not self._lists and (bold or line.endswith(COLONS)) and is_heading(line, bold):
            before = (self._head, self._part)
            self._open(line)
            self._before_list = None if bold else before  # a plain line holds until its list ends
        elif not self._lists and label_ and sections.part_of(label_) is not Part.DESCRIPTION:
            self._before = (self._head, self._part)
            self._open(label_)
            self._prose(text[len(label_) :].lstrip(" :\uff1a"))
        elif self._item:
            self._list_item(text)
        else:
            self._paragraph(text)

    def _open(self, text: str, level: int = 0) -> None:
        self._before_list = None
        self._head = text.strip(" *_:#\uff1a")
        self.heads.append((level, self._head))
        self._part = sections.part_of(self._head)

    def _list_item(self, text: str) -> None:
        box = _BOX.match(text)
        boxed = PassageKind.BOX if box and box[1] == " " else PassageKind.TICKED
        form = boxed if box else PassageKind.ITEM
        plain = text[box.end() :] if box else text
        if not (box and sections.is_pledge(plain)):
            self._add(plain, form)
        self._before, self._before_list = self._before_list or self._before, None

    def _paragraph(self, text: str) -> None:
        lines = text.split("\n")
        if lines[0].lower().startswith(("scenario", "example:")) and lines[1:]:
            self._open(lines[0])
            lines = lines[1:]
        if sections.opens(lines[0]) and any(sections.goes_on(line) for line in lines[1:]):
            self._add(", ".join(line.strip(" ,") for line in lines), PassageKind.ITEM)
        else:
            self._prose("\n".join(lines))

    def _prose(self, text: str, form: PassageKind = PassageKind.PROSE) -> None:
        for sentence in sentences(text):
            self._add(sentence, form)

    def _add(self, text: str, form: PassageKind) -> None:
        plain = " ".join(text.split())
        if plain:
            at = len(self.heads), self._lists, self._block_number
            self.passages.append(Passage(plain, self._part, form, self._head, *at))

    def _text(self, children: list[Token]) -> tuple[str, bool]:
        """The plain text of inline tokens without what is struck out, and whether all of it is bold."""
        parts: list[str] = []
        struck = bold = 0
        all_bold = bool(children)
        for child in children:
            struck += child.nesting if child.type in {"s_open", "s_close"} else 0
            bold += child.nesting if child.type in {"strong_open", "strong_close"} else 0
            piece = "" if struck else self._piece(child)
            parts.append(piece)
            all_bold = all_bold and (bold > 0 or piece.strip() in {"", *COLONS})
        return "".join(parts).strip(), all_bold

    def _piece(self, child: Token) -> str:
        match child.type:
            case "code_inline":
                self.spans.append(child.content.strip())
                return f"`{child.content}`"
            case "softbreak" | "hardbreak":
                return "\n"
            case "text":
                return child.content
            case _:
                return ""


def _joined(passages: list[Passage]) -> Iterator[Passage]:
    """Join the lines of a scenario that stand as items or sentences of their own."""
    held: Passage | None = None
    for passage in passages:
        if held and sections.goes_on(passage.text) and passage.head == held.head:
            held = replace(held, text=f"{held.text.rstrip('.,')}, {passage.text}")
            continue
        if held:
            yield held
        held = passage if sections.opens(passage.text) else None
        if held is None:
            yield passage
    if held:
        yield held
