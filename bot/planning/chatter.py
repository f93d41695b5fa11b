"""Chatter: sentences and clauses that read like rules and lay nothing down."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy

_VERSIONED = Lazy(r"(?:[\w./+-]+ ){0,3}v?[0-9][\w.-]*")
_CHATTER = Lazy(
    r"(?i)^(?:(?:not meant|not wanted|not asked for|not part of (?:it|this)|left out"
    r"|not included|excluded)\b|(?:it (?:is|was) |this (?:is|was) |all )?(?:signed off|approved"
    r"|agreed|reviewed|discussed|confirmed|cleared) (?:by|with|for|at|in|on)\b|that'?s (?:all"
    r"|it)\b|no idea\b|not (?:sure|known)\b|no need (?:for|to)\b|(?:related to|see(?: also)?"
    r"|part of|follow-?up (?:to|of)|same as) #[0-9]+|(?:i|we) (?:discussed|talked|tried|sat"
    r"|suppose|looked|checked)\b|(?:i suppose|acho que|penso che|creo que)\b|.{0,60}\bnot (?:now"
    r"|yet|today)\.?$|(?:he|she|they) (?:gave|was|were|had|noticed)\b|could break\b"
    r"|instead (?:the|it|i|we|they|there)\b|don't worry\b|(?:oi|ciao|hola|moin|salut|hallo)\b"
    r"|compare (?:this |that |it )?(?:with|to)\b"
    r"|scenario(?: outline)?: (?!.*\b(?:then|when)\b)|.{0,40}\b(?:ticket|entry|case|change"
    r"|bisected to) (?:is |no\.? )?#?[0-9-]{3,}$)"
)


def is_chatter(text: str) -> bool:
    """Say whether a sentence only tells who agreed, what machine it was, or what is left for later."""
    plain = text[:400].strip()
    pieces = re.split(r", | / | on | and ", plain.rstrip(". "))
    listed = [bool(_VERSIONED.fullmatch(piece)) for piece in pieces]
    return (all(listed) and len(pieces) > 1) or bool(_CHATTER.match(plain))
