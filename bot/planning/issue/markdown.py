"""Reading: an issue's Markdown becomes passages that know where they stand.

CommonMark with tables and strike-through, by markdown-it-py: https://spec.commonmark.org
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum

from markdown_it import MarkdownIt
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


def _parser(*more: str) -> MarkdownIt:
    return linear(MarkdownIt("commonmark", {"maxNesting": 20})).enable(["strikethrough", *more])


_WITH_TABLES, _WITHOUT_TABLES = _parser("table"), _parser()


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
    for token in parsed(without_secrets(body[:LONGEST].replace("\0", ""))):
        walk.step(token)
    passages = tuple(p for p in _joined(walk.passages) if not sections.is_blank(p.text))
    return IssueText(
        title=title,
        passages=passages,
        spans=tuple(dict.fromkeys([*CODE.findall(title), *walk.spans])),
        fences=tuple(walk.fences),
        heads=tuple(walk.heads),
    )


def parsed(body: str) -> list[Token]:
    """The tokens of a body. A text that could have more cells of tables than characters has no tables.

    A row may leave out its cells, the parser makes them: lines times columns.
    """
    body = re.sub(r"\r\n?", "\n", body)  # as the parser reads line ends
    lines = body.split("\n")
    cells = len(lines) * max(line.count("|") for line in lines)
    full = cells > len(body) + _MISSING_CELLS
    return (_WITHOUT_TABLES if full else _WITH_TABLES).parse(body)


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
        self._depth = Counter[str]()
        self._item = False
        self._rows: list[list[str]] = []

    def step(self, token: Token) -> None:
        """Take one token."""
        self._depth[token.type.removesuffix("_open").removesuffix("_close")] += token.nesting
        self._item = self._item or token.type == "list_item_open"
        self._block_number += token.type in _BLOCKS
        match token.type:
            case "heading_open":
                self._level = int(token.tag[1:])
            case "tr_open":
                self._rows.append([])
            case "table_close":
                for row in sections.telling(self._rows):
                    self._add(row, PassageKind.ITEM)
                self._rows = []
            case "fence" | "code_block":
                language = token.info.strip().lower()
                self.fences.append(Fence(language, token.content, self._block_number))
            case "html_block" if not token.content.lstrip().startswith("<!"):
                self._prose(_TAG.sub(" ", token.content))
            case "inline":
                self._inline(token)
            case _:
                pass

    def _inline(self, token: Token) -> None:
        told = [c for c in token.children or [] if c.type != "text" or c.content]
        # A label holds for its own paragraph and its list.
        if self._before and not self._depth["list_item"]:
            self._head, self._part = self._before
            self._before = None
        for children in sections.pieces(told):
            text, bold = self._text(children)
            if self._rows:
                self._rows[-1].append(" ".join(text.split()))
            elif self._depth["heading"]:
                self._open(text, self._level)
            else:
                self._block(text, bold, sections.label(children))
            self._item = False

    def _block(self, text: str, bold: bool, label_: str) -> None:
        line = " ".join(text.split())
        outside = not self._depth["list_item"]
        if self._depth["blockquote"]:
            self._prose(text, PassageKind.QUOTE)
        elif outside and (bold or line.endswith(COLONS)) and is_heading(line, bold):
            before = (self._head, self._part)
            self._open(line)
            self._before_list = None if bold else before  # a plain line holds until its list ends
        elif outside and label_ and sections.part_of(label_) is not Part.DESCRIPTION:
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
            at = len(self.heads), self._depth["list_item"], self._block_number
            self.passages.append(Passage(plain, self._part, form, self._head, *at))

    def _text(self, children: list[Token]) -> tuple[str, bool]:
        """The plain text of inline tokens without what is struck out, and whether all of it is bold."""
        parts: list[str] = []
        struck = bold = 0
        all_bold = True
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


def _joined(passages: list[Passage]) -> list[Passage]:
    """Join the lines of a scenario that stand as items or sentences of their own."""
    joined: list[Passage] = []
    inside = False
    for passage in passages:
        before = joined[-1] if inside else None
        if before and sections.goes_on(passage.text) and passage.head == before.head:
            joined[-1] = replace(before, text=f"{before.text.rstrip('.,')}, {passage.text}")
        else:
            joined.append(passage)
            inside = sections.opens(passage.text)
    return joined
