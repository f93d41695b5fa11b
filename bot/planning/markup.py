"""Markup: small questions about what a Markdown parser gives."""

from __future__ import annotations

import re

from markdown_it.token import Token

_COLONS = (":", "\uff1a")
_TAGS = re.compile(r"(?:\[[A-Za-z0-9][\w .:/-]{0,29}\] ?){2,6}(?=\S)")


def is_bold_line(children: list[Token]) -> bool:
    """Say whether a paragraph's first line is bold as a whole: a heading in many templates."""
    kinds = [c.type for c in children]
    if not kinds or kinds[0] != "strong_open" or "strong_close" not in kinds:
        return False
    end = kinds.index("strong_close")
    if kinds[end + 1 : end + 2] == ["text"] and children[end + 1].content.strip() in _COLONS:
        end += 1
    broken = end + 1 < len(kinds) - 1 and kinds[end + 1] in {"softbreak", "hardbreak"}
    plain = {"strong_open", "strong_close", "text", "code_inline"}
    return broken and all(kind in plain for kind in kinds[:end])


def segments(children: list[Token]) -> list[list[Token]]:
    """The pieces of a paragraph that each begin with a bold line: some templates set no blank lines."""
    cuts = [
        n + 1
        for n, child in enumerate(children)
        if child.type in {"softbreak", "hardbreak"} and is_bold_line(children[n + 1 :])
    ]
    return [children[a:b] for a, b in zip([0, *cuts], [*cuts, len(children)], strict=True)]


def bold_label(children: list[Token]) -> str:
    """The only bold words of a paragraph, where they open it and a colon follows: `**Expected**: x`."""
    kinds = [c.type for c in children]
    if kinds[:3] != ["strong_open", "text", "strong_close"] or kinds.count("strong_open") > 1:
        return ""
    behind = children[3].content if kinds[3:4] == ["text"] else ""
    return children[1].content if behind.startswith(_COLONS) and behind[1:].strip() else ""


def is_bold(children: list[Token]) -> bool:
    """Say whether a paragraph is bold as a whole, but for a colon behind it."""
    last = children[-1] if children else None
    if last and last.type == "text" and last.content.strip() in _COLONS:
        children = children[:-1]
    return (
        len(children) > 2
        and children[0].type == "strong_open"
        and children[-1].type == "strong_close"
    )


def plain_html(text: str) -> str:
    """The text between the tags of a block of HTML; a comment has none."""
    if text.lstrip().startswith("<!"):
        return ""
    return re.sub(r"<[^<>]*>", " ", text)


def apart(title: str) -> str:
    """The tags before a title with blanks between them: `[Bug][Editor] x` as `[Bug] [Editor] x`."""
    tags = _TAGS.match(title)
    return f"{tags[0].replace('][', '] [')}{title[tags.end() :]}" if tags else title


def untagged(title: str) -> str:
    """A title without the tags before it, where it has two at least; a single one says where it is."""
    return _TAGS.sub("", title, count=1) if _TAGS.match(title) else title
