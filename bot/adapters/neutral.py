"""Untrusted text made inert before it meets Markdown: it stays readable, and does nothing.

Signs of Markdown are written as decimal entities (`&#42;`), which are text in a paragraph, in a table
cell and inside an HTML element alike; what GitHub looks for after parsing (mentions, references,
addresses) is broken by an invisible WORD JOINER. `inline` is `encode(decode(strip(text)))`, where
decode undoes exactly what encode writes: so applying it twice changes nothing. What looks like a secret
is taken out of every text on the way.
"""

from __future__ import annotations

import re

from bot.domain.invisible import INVISIBLE, strip
from bot.domain.secrets import without_secrets

__all__ = ["INVISIBLE", "strip"]

JOINER = "\u2060"


class Trusted(str):
    """Markdown of our own, or text that has been made inert; it is never neutralised again."""

    __slots__ = ()


_ALWAYS = "<>&\\`*[]|~$"
_SOMETIMES = "_#+-=:/.)!"
_ENTITIES = {ord(c): f"&#{ord(c)};" for c in _ALWAYS}
_OWN_ENTITY = re.compile(f"&#({'|'.join(str(ord(c)) for c in _ALWAYS + _SOMETIMES)});")
# Underscores inside a word cannot emphasise; all others could.
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
# What opens a heading, list, rule, table or command when a line begins with it.
_LINE_START = re.compile(r"^(?:[#+\-=:/]|([0-9]{1,9})[.)](?=\s|$))")

# https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
_LIVE = re.compile(
    "[@\uff20\ufe6b]"  # mentions and e-mail addresses
    "|[#\uff03](?=[0-9]|$)"  # issues
    "|gh-(?=[0-9])"
    "|:(?=//)|www(?=\\.)|(?:mailto|xmpp):"  # addresses
    "|(?<![0-9a-z])(?=[a-f]{0,39}[0-9])(?P<commit>[0-9a-f]{7,40})(?![0-9a-z])"
    "|:(?=[a-z0-9_+-]{1,60}:)",  # emoji
    re.IGNORECASE | re.ASCII,
)

_TICKS = re.compile("`+")
_SPAN = re.compile("(?<!`)`([^`]+)`(?!`)")
_COMMENT_START = re.compile("<!(?=--)")
_MERMAID_PLAIN = re.compile(r"[^\w .,/:+=!?'-]")
_MERMAID_OWN = re.compile("#([0-9]{1,7});")


def fold(text: str) -> str:
    """One visible line: every run of white space is a single space."""
    return " ".join(strip(text).split())


def clip(text: str, limit: int) -> str:
    """At most `limit` characters of a text, cut between words where that is possible."""
    if len(text) <= limit:
        return text
    head = text[: max(limit - 1, 0)]
    at = head.rfind(" ", len(head) * 2 // 3)
    return (head[:at] if at > 0 else head).rstrip() + "…"


def short(text: str, most: int = 0) -> str:
    """The first sentence, with an ellipsis where more follows; a full stop in a code span ends none.

    A positive `most` keeps a text of so many characters whole, and a sentence of twice as many; a longer
    one ends there at the latest, before a code span that does not fit.
    """
    head, fence, _ = text.strip().partition("```")
    if fence and head:  # a block of code does not fit into a line
        return f"{short(head, most).rstrip(' …')} …"
    if len(text) <= most:
        return text
    told = ""
    for n, part in enumerate(_SPAN.split(text.strip())):
        head, stop, _ = (f"`{part}`", "", "") if n % 2 else part.partition(". ")
        if most and len(told) + len(head) > 2 * most:
            rest = clip(part if n % 2 else head, 2 * most - len(told)).rstrip(" …")
            rest = ("" if told else f"`{rest}`") if n % 2 else rest
            return f"{(told + rest).rstrip(' …')} …"
        told += head
        if stop:
            return f"{told} …"
    return told


def inline(text: str, limit: int = 0) -> Trusted:
    """Text on one line, for paragraphs, headings, list items, table cells and HTML elements.

    A positive `limit` clips it first.
    """
    if isinstance(text, Trusted):
        return text
    plain = without_secrets(_decoded(fold(text)))
    return Trusted(_encoded(clip(plain, limit) if limit else plain))


def block(text: str, limit: int = 0) -> Trusted:
    """Text on several lines, each as inert as `inline`; none is indented, none blank twice."""
    if isinstance(text, Trusted):
        return text
    lines = [" ".join(line.split()) for line in without_secrets(_decoded(strip(text))).split("\n")]
    plain = re.sub("\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    kept = clip(plain, limit) if limit else plain
    return Trusted("\n".join(_encoded(line.strip()) for line in kept.split("\n")))


def quote(text: str, limit: int = 0, indent: int = 0) -> Trusted:
    """Text on several lines as a block quote."""
    if isinstance(text, Trusted):
        return text
    lines = block(text, limit).split("\n")
    return Trusted("\n".join(" " * indent + f"> {line}".rstrip() for line in lines))


def code(text: str, limit: int = 0) -> Trusted:
    """A code span that also stands in a table cell.

    GitHub looks for nothing in code. A pipe would end a table cell, so such text is an HTML `code`.
    """
    if isinstance(text, Trusted):
        return text
    clean = without_secrets(fold(text))
    plain = clip(clean, limit) if limit else clean
    if not plain:
        return Trusted("")
    if "|" in plain:
        return Trusted(f"<code>{_encoded(plain)}</code>")
    safe = _COMMENT_START.sub(f"<!{JOINER}", plain)
    ticks = "`" * (_longest(safe) + 1)
    pad = " " if safe[0] == "`" or safe[-1] == "`" else ""
    return Trusted(f"{ticks}{pad}{safe}{pad}{ticks}")


def prose(text: str, limit: int = 0) -> Trusted:
    """Text on one line that keeps its code spans; for Markdown, never inside an HTML element."""
    if isinstance(text, Trusted):
        return text
    clean = without_secrets(fold(text))
    plain = clip(clean, limit) if limit else clean
    parts = _SPAN.split(plain)
    made = (
        code(part) if n % 2 else _encoded(without_secrets(_decoded(part)))
        for n, part in enumerate(parts)
    )
    return Trusted("".join(made))


def fence(text: str, lang: str = "", limit: int = 0) -> Trusted:
    """A code block whose fence is longer than any run of backticks in it."""
    if isinstance(text, Trusted):
        return text
    if not re.fullmatch("[a-z]*", lang):
        raise ValueError("the language of a code block is one of our own words")
    plain = without_secrets(strip(text)).strip("\n")
    safe = _COMMENT_START.sub(f"<!{JOINER}", clip(plain, limit) if limit else plain)
    ticks = "`" * max(3, _longest(safe) + 1)
    return Trusted(f"{ticks}{lang}\n{safe}\n{ticks}")


def mermaid_label(text: str, limit: int = 60) -> Trusted:
    """Text between the quotes of a Mermaid node label; all but plain characters as `#35;`.

    https://mermaid.js.org/syntax/flowchart.html#entity-codes-to-escape-characters
    """
    if isinstance(text, Trusted):
        return text
    plain = without_secrets(_MERMAID_OWN.sub(_character, fold(text)))
    short = clip(fold(plain), limit) or " "
    return Trusted(_MERMAID_PLAIN.sub(lambda m: m[0] if m[0] > "\x7f" else f"#{ord(m[0])};", short))


def plain(text: str) -> str:
    """Text for a terminal or a title: one line, no control characters, nothing escaped."""
    return without_secrets(fold(text))


def rows(text: str) -> list[Trusted]:
    """The lines of code for plain text: without control characters other than tabs, and without secrets."""
    return [Trusted(line.rstrip()) for line in without_secrets(strip(text)).splitlines()]


def _character(entity: re.Match[str]) -> str:
    return chr(int(entity[1])) if 32 <= int(entity[1]) < 127 else entity[0]


def _decoded(line: str) -> str:
    return _OWN_ENTITY.sub(_character, line)


def _encoded(line: str) -> str:
    joined = _LIVE.sub(_broken, line)
    start = _LINE_START.match(joined)
    head = f"{start[1] or ''}&#{ord(start[0][-1])};" if start else ""
    rest = joined[start.end() :] if start else joined
    body = _UNDERSCORE.sub("&#95;", rest.translate(_ENTITIES))
    if body.endswith("!"):
        body = body[:-1] + "&#33;"
    return head + body


def _broken(live: re.Match[str]) -> str:
    """Put a joiner behind the sign; commits are written in parts too short to be one."""
    commit = live["commit"]
    if not commit:
        return live[0] + JOINER
    return JOINER.join(commit[at : at + 6] for at in range(0, len(commit), 6))


def _longest(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)
