"""Siblings: what an issue names as the like of the new thing it asks for: that one's file is the place."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Reading

_NEW = Lazy(
    r"(?i)\b(?:add(?:s|ed|ing)?|new|introduce|implement|provide|supports?|another|missing)\b"
)
_LIKE = Lazy(
    r"(?i:\b(?:like|similar(?:ly)? to|beside|alongside|next to|analogous to|equivalent (?:to|of)"
    r"|counterpart (?:to|of)|same (?:way )?as|already(?: (?:is|exists|has|have|provides?|offers?))?)"
    r" (?:(?:a|an|the|existing|current|how|what) ){0,2})"
    r"(?:`(?P<marked>[A-Za-z_$][\w$.:#]{2,80})(?:\(\))?`"
    r"|(?P<plain>[A-Za-z_$][\w$]{0,60}?(?:[a-z0-9][A-Z]|_|::)[\w$]{1,60}))"
)
_PATH = Lazy(r"::|[.#]")


def siblings(reading: Reading) -> tuple[str, ...]:
    """The names that a wish for something new compares it with, in the order of the text.

    Only where the title asks for something new; only names of code: in code marks or of several parts.
    """
    if not _NEW.search(reading.title):
        return ()
    told = [reading.title, *(p.text for p in reading.passages if p.form is not Form.QUOTE)]
    whole = [m["marked"] or m["plain"] for text in told for m in _LIKE.finditer(text[:20_000])]
    return tuple(dict.fromkeys(_PATH.split(name.rstrip(".:#"))[-1] for name in whole))
