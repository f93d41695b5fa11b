"""Reading: an issue's Markdown becomes sentences that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.planning.blanks import is_blank, is_pledge, without_secrets
from bot.planning.lazy import Lazy
from bot.planning.markup import apart, bold_label, is_bold, is_bold_line, plain_html, segments
from bot.planning.punctuation import goes_on_behind
from bot.planning.rows import Row
from bot.planning.scenarios import goes_on, opens
from bot.planning.sections import Part, is_heading, part_of

LONGEST = 70_000
_TOLD = frozenset((Part.EXPECTED, Part.ACTUAL, Part.REPRODUCE, Part.ENVIRONMENT))
_MARKDOWN = MarkdownIt("commonmark", {"maxNesting": 20}).enable(["table", "strikethrough"])
_TICKED = Lazy(r"`([^`\n]{1,100})`")
# `<to be filled in>` looks like a tag and is a placeholder.
_TO_FILL = Lazy(r"<(?!details|input|video|audio|select|option|script|button)[a-z]+(?: [a-z]+)+>")
_BOX = Lazy(r"^\[ ?([ xX]) ?\] ")
_SENTENCE = Lazy(r"(?:(?<=[.!?…。\uff01\uff1f])|(?<=[.!?…][\"')\]])) (?=\S)|(?<=[。\uff01\uff1f])")
_DEPENDS = Lazy(
    r"(?i)\b(?:depends on|blocked by|blocked on|requires|needs|waits for):? ?"
    r"((?:(?:issue |,|and )? ?#[0-9]{1,9} ?){1,20})"
)


class Form(StrEnum):
    """How a passage stands in the text."""

    PROSE = "prose"
    ITEM = "item"
    BOX = "box"
    TICKED = "ticked"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence, or one list item as a whole, with the section it stands in."""

    text: str
    part: Part = Part.DESCRIPTION
    form: Form = Form.PROSE
    section: str = ""


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code; `language` is what stands behind its opening marks.

    `part` and `section` are where it stands, `lead` is the sentence before it there.
    """

    language: str
    text: str
    part: Part = Part.DESCRIPTION
    lead: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What an issue says: its passages in order, code, links, and the issues it waits for.

    `blank` names the sections that a form or template left empty.
    """

    title: str
    passages: tuple[Passage, ...] = ()
    spans: tuple[str, ...] = ()
    fences: tuple[Fence, ...] = ()
    links: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    depends_on: tuple[int, ...] = ()

    def of(self, *parts: Part) -> tuple[Passage, ...]:
        """The passages of some sections."""
        return tuple(p for p in self.passages if p.part in parts)

    @property
    def text(self) -> str:
        """Title and passages as plain text, quotes left out."""
        return "\n".join([self.title, *(p.text for p in self.passages if p.form is not Form.QUOTE)])


def read(title: str, body: str) -> Reading:
    """Read an issue.

    Takes its title and its Markdown body, whatever they hold. HTML comments, struck-out text,
    template prompts nobody filled in, and anything that looks like a secret are left out.
    """
    tokens = _MARKDOWN.parse(without_secrets(body[:LONGEST].replace("\0", "")))
    walk = _Walk()
    for token in tokens:
        walk.step(token)
    passages = tuple(p for p in _joined(walk.passages) if not is_blank(p.text))
    filled = {p.section for p in passages} | set(walk.with_code)
    return Reading(
        title=apart(" ".join(without_secrets(title[:500]).replace("\0", "").split())),
        passages=passages,
        spans=tuple(dict.fromkeys([*_TICKED.findall(title[:500]), *walk.spans])),
        fences=tuple(walk.fences),
        links=tuple(dict.fromkeys(walk.links)),
        blank=tuple(s for s in dict.fromkeys(walk.sections) if s not in filled),
        rows=tuple(walk.rows),
        depends_on=_depends_on(passages),
    )


def sentences(text: str) -> tuple[str, ...]:
    """Split plain text into sentences; abbreviations and file names do not end one."""
    out: list[str] = []
    for piece in _SENTENCE.split(" ".join(text.split())):
        if out and goes_on_behind(out[-1], piece):
            out[-1] += " " + piece
        elif piece.strip():
            out.append(piece.strip())
    return tuple(out)


class _Walk:
    """Goes through the tokens once and collects."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self.spans: list[str] = []
        self.fences: list[Fence] = []
        self.links: list[str] = []
        self.sections: list[str] = []
        self.with_code: list[str] = []
        self.rows: list[Row] = []
        self._head: tuple[str, ...] = ()
        self._cells: list[str] | None = None
        self._section, self._part = "", Part.DESCRIPTION
        self._quotes = self._lists = 0
        self._heading = self._item = False
        self._level = self._talk = ""

    def step(self, token: Token) -> None:
        """Take one token."""
        self._quotes += token.nesting if token.type.startswith("blockquote") else 0
        self._lists += token.nesting if token.type.startswith("list_item") else 0
        if token.type in {"heading_open", "heading_close"}:
            self._heading, self._level = token.nesting == 1, token.tag
        elif token.type == "list_item_open":
            self._item = True
        elif token.type in {"tr_open", "tr_close", "thead_open"}:
            self._table(token.type)
        elif token.type in {"fence", "code_block"}:
            self._fence(token)
        elif token.type == "html_block":
            self._prose(plain_html(token.content), Form.PROSE)
        elif token.type == "inline":
            self._inline(token)

    def _fence(self, token: Token) -> None:
        last = self.passages[-1] if self.passages else Passage("")
        lead = last.text if last.section == self._section else ""
        self.fences.append(
            Fence(token.info.strip().lower(), token.content, self._part, lead, self._section)
        )
        self.with_code.append(self._section)

    def _table(self, kind: str) -> None:
        """A row of a table is one passage; the first row is the head."""
        if kind == "thead_open":
            self._head = ()
        elif kind == "tr_open":
            self._cells = []
        elif self._cells is not None:
            cells, self._cells = tuple(self._cells), None
            if not self._head:
                self._head = cells or ("",)
                return
            row = Row(self._head, cells, self._part)
            self.rows.append(row)
            self._add(row.text, Form.ITEM)

    def _inline(self, token: Token) -> None:
        children = [c for c in token.children or [] if c.type != "text" or c.content]
        whole = self._cells is not None or self._quotes or self._heading or self._lists
        for segment in [children] if whole else segments(children):
            self._segment(segment)

    def _segment(self, children: list[Token]) -> None:
        label = "" if self._quotes or self._lists else bold_label(children)
        text, bold = self._text(children)
        if self._cells is not None:
            self._cells.append(" ".join(text.split()))
            return
        headed = not (self._quotes or self._heading or self._lists) and is_bold_line(children)
        if headed:
            self._open(text.split("\n", 1)[0])
            text = text.split("\n", 1)[1]
        elif label and part_of(label) in _TOLD and is_heading(f"{label}:", bold=True):
            self._open(label)
            text = text[len(label) + 1 :]
        if self._quotes:
            self._prose(text, Form.QUOTE)
        elif self._heading or (
            not self._lists and (bold or text.endswith((":", "\uff1a"))) and is_heading(text, bold)
        ):
            self._open(text)
        elif self._item:
            self._item = False
            self._list_item(text)
        else:
            self._paragraph(text)

    def _open(self, heading: str) -> None:
        """A heading of the conversation below an issue stays in it until one of its own level ends it."""
        level = self._level if self._heading else "h9"
        if self._part is Part.TALK and level > self._talk:
            return
        self._section, self._part = heading.strip(" :*"), part_of(heading)
        self._talk = level
        self.sections.append(self._section)

    def _list_item(self, text: str) -> None:
        box = _BOX.match(text)
        form = Form.ITEM if not box else Form.BOX if box[1] == " " else Form.TICKED
        plain = text[box.end() :] if box else text
        if not is_pledge(plain) or not (box or self._part is Part.TASKS):
            self._add(plain, form)

    def _paragraph(self, text: str) -> None:
        lines = text.split("\n")
        called = ""
        if lines[0].lower().startswith(("scenario", "example:")) and lines[1:]:
            called, lines = lines[0].strip(), lines[1:]
            text = "\n".join(lines)
        if opens(lines[0]) and any(goes_on(line) for line in lines[1:]):
            self._add(text, Form.ITEM, called)
        else:
            self._prose(text, Form.PROSE)

    def _prose(self, text: str, form: Form) -> None:
        for sentence in sentences(text):
            self._add(sentence, form)

    def _add(self, text: str, form: Form, section: str = "") -> None:
        plain = " ".join(text.split())
        if plain:
            self.passages.append(Passage(plain, self._part, form, section or self._section))

    def _text(self, children: list[Token]) -> tuple[str, bool]:
        parts: list[str] = []
        struck = 0
        for child in children:
            struck += child.nesting if child.type in {"s_open", "s_close"} else 0
            if not struck:
                parts.append(self._piece(child))
        return "".join(parts).strip(), is_bold(children)

    def _piece(self, child: Token) -> str:
        if child.type == "code_inline":
            self.spans.append(child.content.strip())
            return f"`{child.content}`"
        if child.type == "link_open":
            self.links.append(str(child.attrGet("href") or ""))
        if child.type in {"softbreak", "hardbreak"}:
            return "\n"
        if child.type == "html_inline" and _TO_FILL.match(child.content):
            return child.content
        return child.content if child.type == "text" else ""


def _joined(passages: list[Passage]) -> Iterator[Passage]:
    """Join the lines of a scenario that stand as items or sentences of their own."""
    held: Passage | None = None
    for passage in passages:
        if held and goes_on(passage.text) and passage.section == held.section:
            held = replace(held, text=f"{held.text.rstrip('.,')}, {passage.text}")
            continue
        if held:
            yield held
        held = passage if opens(passage.text) else None
        if held is None:
            yield passage
    if held:
        yield held


def _depends_on(passages: tuple[Passage, ...]) -> tuple[int, ...]:
    found = (m[1] for p in passages for m in _DEPENDS.finditer(p.text[:2000]))
    return tuple(dict.fromkeys(int(n) for text in found for n in re.findall(r"#([0-9]+)", text)))
