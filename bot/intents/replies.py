"""A reply that is nothing but picks -> picks. The grammar: `1A`, `1A, 2b`, `A`, `yes`, `2: you decide`.

reply  = pick (separator pick)*
pick   = NUMBER LETTER | NUMBER ":" (LETTER | word | free text) | LETTER | word
word   = "yes" | "recommended" | "you decide"

What ends in a question mark asks back, and answers nothing. Full-width letters and digits, as
keyboards of East Asia write them, count as what they stand for.
"""

from __future__ import annotations

import re
import unicodedata

from bot.intents.commands import spoken_lines
from bot.intents.model import Pick

_NUMBERED = re.compile(r"([1-9][0-9]?)[ \t]?[.):]?[ \t]?([a-eA-E])")
_BARE = re.compile(r"[a-eA-E]")
_TOLD = re.compile(r"([1-9][0-9]?)[ \t]?:[ \t]?(.{1,500})")
_SEPARATORS = re.compile(r"[ \t]?(?:[,;]|[ \t]and[ \t]|[ \t])[ \t]?")
_RECOMMENDED = {"yes", "recommended", "ok recommended"}
_DECIDE = {"you decide", "up to you", "your choice"}
# Full-width forms only: other digits and letters that look alike are no picks.
_WIDE = {n: n - 0xFEE0 for n in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0x3001: ",", 0x3002: "."}
_SHORTCODE = re.compile(r":[a-z0-9_+-]{1,40}:")
_VAGUE = frozenset(
    "yes yep yeah yup sure ok okay agreed approve approved no nope ja nein oui non si sì sí sim não"  # noqa: SIM905
    " да нет はい いいえ 是 好 对 不 네 아니요 evet tak nie ano ne igen nem".split()
)


def picks(body: str) -> tuple[Pick, ...]:
    """The picks of a reply, or nothing when it says anything else besides."""
    found: list[Pick] = []
    for line in spoken_lines(body):
        text = line.translate(_WIDE).strip().removeprefix("- ").rstrip(".!")
        if not text:
            continue
        line_picks = _line(text)
        if not line_picks:
            return ()
        found += line_picks
    return tuple(found)


def arguments(rest: str) -> tuple[Pick, ...]:
    """The picks of `/plan answer …`, or nothing when they cannot be read."""
    text = rest.translate(_WIDE).strip()
    return tuple(_line(text)) if text else ()


def vague(body: str) -> bool:
    """Say whether a reply seems to answer but names no option: an emoji alone, or a word such as `ja`."""
    said = [line.strip() for line in spoken_lines(body[:400]) if line.strip()]
    if len(said) != 1:
        return False
    text = said[0].lower().translate(_WIDE).rstrip(".! ")
    return text in _VAGUE or _emoji_only(text)


def _emoji_only(text: str) -> bool:
    left = [c for c in _SHORTCODE.sub("\N{THUMBS UP SIGN}", text) if not c.isspace()]
    kinds = [unicodedata.category(c) for c in left]
    return "So" in kinds and all(kind in {"So", "Sk", "Mn", "Me", "Cf"} for kind in kinds)


def _line(text: str) -> list[Pick]:
    if text.endswith("?"):
        return []
    whole = _words(0, text)
    if whole:
        return [whole]
    told = _TOLD.fullmatch(text)
    if told and not _NUMBERED.match(text[: told.end(1) + 3]):
        return [_told(int(told[1]), told[2].strip())]
    if told and len(told[2].strip()) > 1 and not _list(text):
        return [_told(int(told[1]), told[2].strip())]
    return _list(text)


def _list(text: str) -> list[Pick]:
    found = []
    for part in (p for p in _SEPARATORS.split(_NUMBERED.sub(r"\1\2", text)) if p):
        numbered, bare = _NUMBERED.fullmatch(part), _BARE.fullmatch(part)
        if numbered:
            found.append(Pick(int(numbered[1]), choice=numbered[2].upper()))
        elif bare:
            found.append(Pick(0, choice=part.upper()))
        else:
            return []
    return found


def _told(number: int, words: str) -> Pick:
    said = _words(number, words)
    if said:
        return said
    if _BARE.fullmatch(words):
        return Pick(number, choice=words.upper())
    return Pick(number, text=words)


def _words(number: int, text: str) -> Pick | None:
    said = text.lower()
    if said in _RECOMMENDED:
        return Pick(number, recommended=True)
    return Pick(number, you_decide=True) if said in _DECIDE else None
