"""Words: how text and identifiers are split into words, stems and sentences, and cut to a length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

_WORD = re.compile(r"[^\W_]+")
CAMEL = re.compile(r"[A-Z]{2,}s?(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
"""A part of an identifier in ASCII: `HTTPServer_v2` is `HTTP`, `Server`, `v`, `2`."""
_END = re.compile(
    r"(?<=[.!?…。\uff01\uff1f]) (?=\S)|(?<=[.!?…][\"')\]]) (?=\S)|(?<=[。\uff01\uff1f])"
)
_ABBREVIATED = ("e.g.", "i.e.", "etc.", "vs.", "approx.", "cf.", "no.", "incl.", "resp.", "z.b.")
_SUFFIXES = ("ations", "ation", "ings", "ing", "edly", "ed", "ies", "es", "s", "ly")
_LAST = frozenset(suffix[-1] for suffix in _SUFFIXES)


@cache
def named_phrases(file: str) -> tuple[tuple[str, str], ...]:
    """The phrases of one of planning's data files, each with its line's name, in the file's order."""
    text = resources.files("bot.planning").joinpath(file).read_text("utf-8")
    lines = (line.split(": ", 1) for line in text.splitlines() if not line.startswith("#"))
    return tuple((name, one) for name, told in lines for one in told.split("; "))


def word_table(file: str) -> dict[str, frozenset[str]]:
    """The words of each line of one of planning's data files, by the line's name."""
    return {name: frozenset(told.split()) for name, told in named_phrases(file)}


STOP = word_table("words.txt")["stop"]
"""Words that say nothing about where something is."""


def words(text: str) -> Iterator[str]:
    """Split text into lower-case words; `camelCase` and `snake_case` fall into their parts."""
    for found in _WORD.finditer(text):
        word = found[0]
        if word.isascii() and not word.islower():
            yield from (part.lower() for part in CAMEL.findall(word))
        else:
            yield word.lower().replace("i\u0307", "i")  # a Turkish capital


def stem(word: str) -> str:
    """Cut a word to what its forms have in common: `exports`, `exported`, `exporting` to `export`."""
    for suffix in _SUFFIXES if word[-1:] in _LAST else ():
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word[: -len(suffix)] + ("y" if suffix == "ies" else "")
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def plain(text: str) -> str:
    """The words of a text in lower case with one blank between them, to compare texts by."""
    return " ".join(words(text))


def shortened(text: str, limit: int) -> str:
    """Cut text at a word so that it fits into `limit` characters; an ellipsis shows the cut."""
    flat = " ".join(text.split())
    if len(flat) <= limit:
        return flat
    return flat[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"


def capital(text: str) -> str:
    """A text with a capital at its beginning; one that begins with a name from code stays as it is."""
    first = text.partition(" ")[0].rstrip(".,:;!?").replace("'", "").replace("-", "")
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() else text


def sentences(text: str) -> tuple[str, ...]:
    """Split plain text into sentences; abbreviations, numbers and file names do not end one."""
    out: list[list[str]] = []
    in_code = False
    for piece in filter(str.strip, _END.split(" ".join(text.split()))):
        if out and _goes_on(out[-1][-1], piece, in_code=in_code):
            out[-1].append(piece)
        else:
            out.append([piece.strip()])
            in_code = False
        in_code ^= piece.count("`") % 2 == 1
    return tuple(" ".join(pieces) for pieces in out)


def _goes_on(before: str, after: str, *, in_code: bool) -> bool:
    """Whether a sentence goes on behind this piece; `in_code`: a backtick of it is still open."""
    last = before.rsplit(" ", 1)[-1].lstrip("(").lower()
    inside_code = in_code and "`" in after
    return last in _ABBREVIATED or inside_code or (before[-1:] in ").…" and after[:1].islower())
