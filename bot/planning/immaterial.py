"""Immaterial: words by which an author puts an unknown aside: it does not matter for what is wanted."""

from __future__ import annotations

from bot.planning.lazy import Lazy

IMMATERIAL = (
    r"\bthis (?:ticket|issue|one|request|change|pr|task) is (?:only |just |solely )?(?:about|for)\b"
    r"|\b(?:haven't|have not|didn't|did not) (?:yet )?(?:test|check|measure|count|look|tr(?:y|i)"
    r")(?:ed)?\b(?! with)|\b(?:does(?:n't| not)|won't|shouldn't) (?:matter|make a difference"
    r"|change (?:anything|much))\b|\bmakes no difference\b|\bwhatever (?:the|its|their) (?:reason"
    r"|cause|history|origin)s?\b|\b(?:irrelevant|immaterial|beside the point)\b"
    r"|\b(?:another|a different|a separate) (?:story|matter|topic|problem)\b"
    r"|\bnot (?:our|my) (?:business|concern|problem)\b|\bno harm (?:done|in)\b"
    r"|\b(?:so|and|please|hence|therefore)\b[^.;]{0,30}\bleave (?:it|them|this|that|those) (?:out|aside"
    r"|alone)\b|\bjust (?:curious|wondering)\b|\bout of curiosity\b|\bnot that it matters\b"
    r"|\b(?:a|the) bug\b[^.;]{0,20}\bor (?:if |whether |just |maybe )?(?:i'?m|i am|a feature"
    r"|intended|by design|expected|mis\w+|my|on purpose|something on my)\b"
    r"|\b(?:misunderst\w+|misread\w*|misconfigur\w+)\b|\b(?:my (?:fault|mistake|setup|end|side))\b"
)
# Whoever builds it may choose.
INDIFFERENT = Lazy(
    r"(?i)\b(?:either (?:one |way |of (?:them|these) )?(?:is |works|would be )?(?:fine|ok|okay|good"
    r"|works|acceptable)|either works|both (?:are|would be) (?:fine|ok|okay|acceptable)(?! (?:for"
    r"|with) the )|(?:don't|do not|doesn't|does not) (?:really )?(?:care|mind|matter)|no preference"
    r"|whichever(?! ?,| (?:way |one )?(?:we|you) )|whatever (?:is|you|works)|(?:up|left) to (?:you|whoever"
    r"|the (?:implementer|developer|programmer|one who))|(?:whoever|the one who) (?:builds|does"
    r"|implements|takes|writes)"
    r" (?:it|this) (?:may |can |should )?(?:choose|decide|pick)s?|your (?:choice"
    r"|call)|you (?:decide|choose)|we (?:can )?(?:ignore|skip|leave|disregard) (?:that|it|this"
    r"|them)\b(?! (?:to|for))|not (?:needed|part of|relevant) (?:for )?(?:this|now)|(?:that|this"
    r"|it) can wait|does(?:n't| not) block|implementer'?s choice|any of (?:them|these) (?:is|are|will"
    r"|would))\b"
)
