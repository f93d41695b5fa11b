"""Concluded: words that end a choice or take its end back, and small talk, which does neither."""

from __future__ import annotations

from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy

SMALL_TALK = Lazy(
    r"(?i)^(?:thanks|thank|important|urgent|useful|noted|needed"
    r"|hi|hello|hey|hm+|i (?:really )?like|love|good|nice|great|interesting"
    r"|ok(?:ay)?|agreed?|\+1"
    r"|same|yes|no|sure|right|sorry|ping|bump|any|maybe|perhaps|dunno|unsure|me too|see|cc|@"
    r"|torn|undecided|tricky|difficult|no idea|confirmed|true|exactly|lol|wow|hello"
    r"|(?:long |way |so )?overdue|(?:about|high) time|finally|seconded|ditto|ouch|oh"
    r"|ha(?:ha)?|well|careful"
    r"|pity|sad|sounds|not (?:sure|yet)|tell me about it|count me in|big (?:plus|fan)|yay"
    r"|been on my list)\b|[?]"
)
"""How comments begin that only agree, thank, or feel."""
# What a text concludes after it has weighed the ways: `so the first is out`, `Then it has to be B`.
_CONCLUDED = Lazy(
    r"(?i)\b(?:so|hence|thus|therefore|which means) (?:the |that )?[\w' -]{2,40}? (?:is|are|falls?|drops?)"
    r" (?:ruled |sorted )?out(?! (?:of|to|in|on|for|with)\b)"
    r"|^(?:then|so|hence|thus|therefore),? (?:it|that|this) (?:has to|must|can only|will have to) be\b"
    r"(?! (?:decided|clear|clarified|discussed|agreed|possible|a choice|either|that|so)\b)"
    r"|\b(?:voted|decided|agreed|ruled) on (?:it|this|that)\b[^.:?]{0,40}: "
)


def concludes(text: str) -> bool:
    """Say whether a text, in English, concludes with one way: it rules the other out, or tells the vote."""
    return bool(_CONCLUDED.search(text)) and not text.endswith("?")


# `Hold on with my decision above`: whoever decided takes that back.
_WITHDRAWN = Lazy(
    r"(?i)\bhold on(?: with| a)\b|\b(?:hold off|not so fast|hold (?:it|your horses))\b"
    r"|\bscratch (?:that|my)\b"
    r"|\b(?:i|we)(?:'ll|'d|'m| will| must| am| have to| need to)? (?:take|took|taking) (?:that|this|it|my \w+"
    r"|what i \w+|the decision)(?: \w+)? back\b"
    r"|\b(?:i|we)(?:'ll| will| must| have to)? (?:withdraw|withdrew|retract|revoke)\w* (?:that"
    r"|this|it|my|the decision)\b"
    r"|\b(?:forget|ignore|disregard|strike) (?:what i|my (?:last|earlier|decision|comment|word"
    r"|yes|no)|the decision)"
    r"|\bi (?:was|have been|spoke|decided|wrote that|said that) too (?:quick|fast|early|soon|hast)\w*"
    r"|\b(?:decision|ruling|my yes|my word) (?:above |below )?(?:is|was) (?:on hold|suspended"
    r"|withdrawn|premature"
    r"|too (?:early|quick|hasty)|off|void)\b"
    r"|\b(?:re-?open|open again|reconsider|rethink)\w* (?:this|that|it|the (?:question|decision"
    r"|matter|choice))\b"
    r"|\b(?:this|that|it|(?:the|this|that) (?:question|choice|matter)) is open again\b"
    r"|\bback to (?:square one|undecided)\b"
)


def withdraws(sentence: str) -> bool:
    """Say whether somebody takes a decision back: `Scratch that, the council wants a word`."""
    return bool(_WITHDRAWN.search(gloss(sentence[:600]))) and not sentence.endswith("?")
