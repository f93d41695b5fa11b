"""Tips: sentences of a comment that say where or why, and nothing of what must be."""

from __future__ import annotations

from bot.planning.lazy import Lazy

_CODE = r"(?:`[^`]+`|[\w./-]+\.[a-z]{1,4}\b|\w+\(\))"
_TIP = Lazy(
    r"(?i)\b(?:bug|fault|problem|issue|culprit|cause|reason|error|mistake|fix|change|place|code|spot"
    r"|regression|fehler|ursache|problema|causa|culpable|erreur|faute|coupable|cambio|correction)\b"
    r".{0,40}\b(?:is|are|was|lies|sits|must be|should be|could be|might be|may be|seems to be|has to be"
    r"|belongs|comes from|steckt|liegt|ist|está|viene|es|se trouve|est|vient)\b"
    rf".{{0,30}}{_CODE}"
    r"|\b(?:caused by|because of|introduced (?:in|by|with)|since we|due to|happens (?:since|because|in|when)"
    r"|comes from|stems from|culprit|root cause|i suspect|looks like|i guess|probably|presumably|my guess"
    r"|have a look at|take a look at|look (?:at|into|in)|see|check|start (?:in|with|at)|liegt an|vermutlich"
    r"|wahrscheinlich|schau\w* (?:in|dir)|seguramente|mira|probablement|regarde[rz]?)\b"
    rf".{{0,80}}{_CODE}"
    rf"|{_CODE},? (?:is (?:the culprit|to blame|wrong|where|responsible)|forgets|ignores|misses"
    r"|drops|swallows|overwrites|is called (?:twice|too)|returns (?:the wrong|none)"
    r"|vergisst|olvida|oublie)\b"
)
_WISH = Lazy(r"(?i)^(?:please|let'?s|we (?:should|must|want|need)|add|make|use|show|keep)\b")
# Why, behind what is to be: `it must not move, their machine is booked`.
_EXCUSES = Lazy(
    r"(?i)^(?:(?:their|our|his|her) [\w -]{3,40} (?:is|are|has|have|was|were)\b|people (?:may|might|rely)\b"
    r"|(?:nobody|no one) (?:will|would|uses|needs|reads|misses)\b|i (?:want|need|use|have) (?:it|that|this)\b"
    r"|it (?:runs|is meant) on\b|(?:that's|that is|it's) (?:accepted|fine|ok(?:ay)?|known|agreed)\b"
    r"|they(?:'re| are) (?:published|public|known)\b|we (?:use|have|need|do|call|read|want) "
    r"(?:it|that|this|them|both)\b"
    r"|the [\w ]{3,40} calls (?:it|this|them)\b)(?!.*\b(?:should|must|shall|not)\b)"
)


def is_tip(sentence: str) -> bool:
    """Say whether a sentence points at code or at a cause: `The bug is in total()`."""
    return bool(_TIP.search(sentence)) and not _WISH.search(sentence)


def is_excuse(clause: str) -> bool:
    """Say whether a clause behind a rule only says why: `…, their machine is booked`."""
    return bool(_EXCUSES.match(clause))
