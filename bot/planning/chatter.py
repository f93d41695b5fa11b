"""Chatter: sentences and clauses that read like rules and lay nothing down."""

from __future__ import annotations

import re

_VERSIONED = re.compile(r"(?:[\w./+-]+ ){0,3}v?[0-9][\w.-]*")
_CHATTER = re.compile(
    r"(?i)^(?:(?:it (?:is|was) |this (?:is|was) |all )?(?:signed off|approved|agreed|reviewed|discussed"
    r"|confirmed|cleared) (?:by|with|for|at|in|on)\b|that'?s (?:all|it)\b|no idea\b|not (?:sure|known)\b"
    r"|no need (?:for|to)\b|(?:related to|see(?: also)?|part of|follow-?up (?:to|of)|same as) #[0-9]+"
    r"|(?:i|we) (?:discussed|talked|tried|sat|suppose|looked|checked)\b"
    r"|(?:i suppose|acho que|penso che|creo que)\b|.{0,60}\bnot (?:now|yet|today)\.?$"
    r"|(?:he|she|they) (?:gave|was|were|had|noticed)\b|could break\b"
    r"|instead (?:the|it|i|we|they|there)\b|don't worry\b"
    r"|(?:oi|ciao|hola|moin|salut|hallo)\b|scenario(?: outline)?: (?!.*\b(?:then|when)\b)"
    r"|.{0,40}\b(?:ticket|entry|case|change|bisected to) (?:is |no\.? )?#?[0-9-]{3,}$)"
)


def is_chatter(text: str) -> bool:
    """Say whether a sentence only tells who agreed, what machine it was, or what is left for later."""
    plain = text[:400].strip()
    pieces = re.split(r", | / | on | and ", plain.rstrip(". "))
    listed = [bool(_VERSIONED.fullmatch(piece)) for piece in pieces]
    return (all(listed) and len(pieces) > 1) or bool(_CHATTER.match(plain))
