"""Literals: what an issue copied letter by letter: messages a program printed, and lines of its code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading

_LONGEST = 20_000
_MESSAGE = Lazy(
    r"(?m)^[ \t]*(?:E[ \t]+)?(?:[\w.$:]{0,80}(?:Error|Exception|Warning|Failure|Invalid\w*)"
    r"|(?:\w{1,20} )?(?i:error|fatal|panic|abort\w{0,9}|warning)(?:\[\w{1,20}\])?|what\(\)"
    r"|thread '[^'\n]{1,40}' panicked at)"
    r"[ \t]*:?[ \t]+(?P<said>[^\n]{12,240})$"
)
_MARK = Lazy(r"(?m)^[ \t]{0,20}(\[[a-z]\w{1,20}[ -][a-z]{3,12}\])(?=:? )")
_SPAN = re.compile(r"`([^`\n]{5,200})`")
_CODE_LINE = (30, 160)
_MOST_LINES = 12
_MOST_MESSAGES = 6
_PLAIN_LINE = re.compile(
    r"^(?:(?:import|from|use|require|include)\b|#|//|\*|--|\$|>|@)|^[\w ,.'-]+$"
)
_TRACE = re.compile(r"(?m)^[ \t]*(?:Traceback \(|File \"|goroutine [0-9]|at \S{1,200}\()")
_CODE_MARK = re.compile(r"[=(){};]")
_DIRECTIVE = Lazy(
    r"(?<![\w:/.-])(?:#|//) ?([a-z]{2,20}): ?([a-z]{2,20})(?![\w:/.])"
    r"|(?<![\w:/.-])([a-z]{2,20}):([a-z]{2,20})(?![\w:/.])"
)
_RUN = 3  # words
_LETTERS = 14
_WORDS = re.compile(r"\S+")


def messages(reading: Reading) -> tuple[str, ...]:
    """The messages of errors and warnings that an issue shows, in code blocks and code marks, at most 6."""
    shown = [f.text[:_LONGEST] for f in reading.fences]
    shown += [s for s in reading.spans if len(s.split()) > _RUN]
    shown += [p.text for p in reading.passages if p.form is Form.QUOTE]
    said = [found["said"].strip() for text in shown for found in _MESSAGE.finditer(text)]
    return tuple(dict.fromkeys(s for s in said if len(s.split()) > 2))[:_MOST_MESSAGES]


def marks(reading: Reading) -> tuple[str, ...]:
    """What stands in brackets before a copied message, `[bat error]: …`, at most 3."""
    shown = [
        *reading.spans,
        *_SPAN.findall(reading.text[:_LONGEST]),
        *(f.text for f in reading.fences),
    ]
    return tuple(dict.fromkeys(m for text in shown for m in _MARK.findall(text[:_LONGEST])))[:3]


def code_lines(reading: Reading) -> tuple[str, ...]:
    """Lines of sample code that are long enough to be recognised in a source, at most 12; none of traces."""
    short, long = _CODE_LINE
    found: dict[str, None] = {}
    shown = (f.text[:_LONGEST] for f in reading.fences if not _TRACE.search(f.text[:_LONGEST]))
    for text in (*shown, *reading.spans):
        for line in text.split("\n"):
            own = line.strip().removeprefix("- ").strip()
            if short <= len(own) <= long and _CODE_MARK.search(own) and not _PLAIN_LINE.match(own):
                found[own] = None
    return tuple(found)[:_MOST_LINES]


def directives(title: str) -> tuple[str, ...]:
    """Marks of two words in a title, as names write them: `fmt:off` and `# fmt: off` as `fmt_off`."""
    return tuple(f"{a or c}_{b or d}" for a, b, c, d in _DIRECTIVE.findall(title))


def places(message: str) -> tuple[tuple[int, int], ...]:
    """Where each word of a message begins and ends."""
    return tuple(m.span() for m in _WORDS.finditer(message))


def longest(message: str, at: Sequence[tuple[int, int]], text: str) -> tuple[int, int]:
    """The longest part of a message that stands in a text, as places in the message; (0, 0) for none.

    Takes also where the words of the message are. Programs put values between the words they print, so
    a source holds only parts of a message; less than three words and 14 letters tell nothing.
    """
    best, first = (0, 0), 0
    while first + _RUN <= len(at):
        last = first + _RUN
        if message[at[first][0] : at[last - 1][1]] not in text:
            first += 1
            continue
        while last < len(at) and message[at[first][0] : at[last][1]] in text:
            last += 1
        found = (at[first][0], at[last - 1][1])
        if found[1] - found[0] > max(best[1] - best[0], _LETTERS - 1):
            best = found
        first = last - _RUN + 1
    return best
