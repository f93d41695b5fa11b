"""What a comment's author says in it: its lines without quotes, code, and the mail that it answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

import re2
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, escape, newline
from markdown_it.token import Token

from bot.intents import phrases

_HTML = re.compile(
    r"<(/?)(blockquote|q|pre|code|samp|tt|kbd|var|del|s|strike|details|div)\b", re.IGNORECASE
)
"""Elements that show their text as a quote or as code, or hide it."""
_NO_WORD = re.compile(r"[\d`/@#<>\[\]|=,;!?&+\\{}\"]")
"""What no label of a mail's head holds."""
_SIGN = re.compile(r"[^\s@]@[^\s@]*\.[^\W\d_]|(?<![#\d])\d{4}(?!\d)|(?<!\d)\d\d?[:./-]\d\d(?!\d)")
"""An address, a year, or a date or time in digits."""
_BELOW = re2.compile(r"[_-]{10,}|-{2,} ?\pL[^-]*-{2,}")
"""A line that mail programs put above the mail that is answered, such as `-----Original Message-----`."""
_WIDE_COLON = "\uff1a"
MOST_WORDS = 3
"""So many words at most are a label, such as `Enviado el`."""
_REASONED = re.compile(r"/plan[ \t]+(?:reject|replan|waive)\b", re.IGNORECASE)


def spoken_lines(body: str) -> Iterator[str]:
    """The lines that a comment's author said, as GitHub draws them: no quotes, no code, nothing hidden.

    They end where a mail begins that the comment answers, marked as a quote or not. GitHub's API does not
    say which comments came by mail, so the form of a mail's head ends every comment.
    """
    lines = re.sub(r"\r\n?", "\n", body[:65_536]).split("\n")
    said = sorted(_drawn(lines))
    above, reason = (-2, ""), False
    for at, (n, line) in enumerate(said):
        reason = reason and n == above[0] + 1 and _labelled(line)
        after = said[at + 1] if at + 1 < len(said) else (n, "")
        if not reason and (_heads(n, line, *after) or _introduces(lines, n, line, above)):
            return
        yield line
        above, reason = (n, line.strip()), reason or bool(_REASONED.match(line))


def _labelled(line: str) -> bool:
    """Say whether a line has the form of a mail's head: `From: x`, `Envoyé : y`."""
    label, _, value = line.replace(_WIDE_COLON, ":").partition(":")
    word = label.strip("*_ \t\xa0\u202f\u3000")
    return (
        bool(value.strip("*_ \t"))
        and not value.startswith("//")
        and word[:1].isalpha()
        and len(word.split()) <= MOST_WORDS
        and not _NO_WORD.search(word)
    )


def _heads(n: int, line: str, next_: int, below: str) -> bool:
    """Say whether a mail's head begins: `Word: value` twice, or a line of dashes."""
    text, below = line.strip(), below.strip()
    if _BELOW.fullmatch(text):
        return True
    return (_labelled(text) and _labelled(below)) and (
        next_ == n + 1 or bool(_SIGN.search(f"{text} {below}"))
    )


def _introduces(lines: list[str], n: int, line: str, above: tuple[int, str]) -> bool:
    """Say whether a line, perhaps broken in two, introduces a mail whose lines are not marked with `>`."""
    text = line.strip()
    below = next((x for x in lines[n + 1 : n + 4] if x.strip()), "").strip()
    if not text.endswith((":", _WIDE_COLON)) or not below or below.startswith(">"):
        return False
    whole = f"{above[1]} {text}" if above[0] == n - 1 else text
    return bool(phrases.BY_MAIL.fullmatch(text) or _SIGN.search(whole))


def _placed(
    rule: Callable[[StateInline, bool], bool],
) -> Callable[[StateInline, bool], bool]:
    """A rule of the parser that also notes where in its text a line break stands."""

    def placed(state: StateInline, silent: bool) -> bool:
        at = state.pos
        found = rule(state, silent)
        if found and not silent and state.tokens:
            state.tokens[-1].meta.setdefault("at", at)
        return found

    return placed


_MARKDOWN = MarkdownIt("commonmark", {"maxNesting": 20}).enable("strikethrough")
_MARKDOWN.inline.ruler.at("newline", _placed(newline))
_MARKDOWN.inline.ruler.at("escape", _placed(escape))


def _drawn(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that GitHub draws as text of its own, each with its number, in any order.

    Source: https://spec.commonmark.org.
    """
    quotes, inside = 0, Counter[str]()
    for token in _MARKDOWN.parse("\n".join(lines)):
        quotes += token.nesting if token.type.startswith("blockquote") else 0
        if quotes or not token.map:
            continue
        if token.type == "html_block":
            _enter(inside, token.content)
        elif token.type in {"hr", "heading_open"} and not token.markup.startswith("#"):
            yield token.map[1] - 1, lines[token.map[1] - 1]  # a rule, or what underlines a heading
        elif token.type == "inline":
            yield from _heard(token, lines, inside)


def _heard(token: Token, lines: list[str], inside: Counter[str]) -> Iterator[tuple[int, str]]:
    """The lines of a paragraph that are heard."""
    at, after = token.map or (0, 0)
    starts = [(at + n, heard) for n, heard in _line_starts(token, inside)]
    for (n, heard), (end, _) in pairwise([*starts, (after, False)]):
        if heard:
            yield n, _without_comments(" ".join(lines[n:end]))


def _line_starts(token: Token, inside: Counter[str]) -> Iterator[tuple[int, bool]]:
    """Which lines of a paragraph begin outside of code and the like, and whether such a line is heard.

    A line that begins within a code span, an HTML comment or a link's address belongs to the one above.
    """
    yield 0, not inside.total()
    lines = at = 0
    for child in token.children or []:
        if child.type in {"s_open", "s_close"}:
            inside["~~"] += child.nesting
        elif child.type == "html_inline":
            _enter(inside, child.content)
        elif child.type in {"softbreak", "hardbreak"}:
            here = child.meta["at"] + 2  # behind the break, also where a backslash stands before it
            lines, at = lines + token.content.count("\n", at, here), here
            yield lines, not inside.total()


def _enter(inside: Counter[str], html: str) -> None:
    """Count the elements that HTML opens and closes."""
    for closes, name in _HTML.findall(_without_comments(html)):
        inside[name.lower()] = max(inside[name.lower()] + (-1 if closes else 1), 0)


def _without_comments(text: str) -> str:
    parts: list[str] = []
    while (start := text.find("<!--")) >= 0:
        parts.append(text[:start])
        end = text.find("-->", start + 4)
        text = text[end + 3 :] if end >= 0 else ""
    return "".join([*parts, text])
