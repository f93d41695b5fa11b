"""Markup: small questions about what a Markdown parser gives."""

from __future__ import annotations

import re

from markdown_it.token import Token


def is_bold_line(children: list[Token]) -> bool:
    """Say whether a paragraph's first line is bold as a whole: a heading in many templates."""
    kinds = [c.type for c in children]
    if not kinds or kinds[0] != "strong_open" or "strong_close" not in kinds:
        return False
    end = kinds.index("strong_close")
    broken = end + 1 < len(kinds) - 1 and kinds[end + 1] in {"softbreak", "hardbreak"}
    return broken and all(kind in {"strong_open", "text", "code_inline"} for kind in kinds[:end])


def plain_html(text: str) -> str:
    """The text between the tags of a block of HTML; a comment has none."""
    if text.lstrip().startswith("<!"):
        return ""
    return re.sub(r"<[^<>]*>", " ", text)
