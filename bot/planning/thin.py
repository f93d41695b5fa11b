"""Thin: reports of a fault that show nothing by which somebody else could see it.

What shows a fault is written in a way of its own, whatever it is about: a name or a path, quoted words,
an output, a number. A report without any of them is an impression, mostly one that comes and goes.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.planning.lazy import Lazy
from bot.planning.reading import Reading
from bot.planning.sections import Part
from bot.planning.words import stems, words

_NAMED = Lazy(
    r"`[^`]+`|[\"“«„「][^\"”»“」]{2,}[\"”»“」]|\b[\w-]+/[\w./-]+|https?://|->|→|=>|\w\(\)|#[0-9]+"
    r"|\b\w+\.(?:py|js|ts|go|rs|java|rb|php|c|cpp|h|md|json|ya?ml|toml|log|csv|pdf|xml|html?|cs"
    r"|exs?|kt|swift|svelte|vue|sql|sh|ini|cfg|conf|txt|svg|png|jpe?g)\b"
    r"|\b[a-z]+[A-Z]\w+|\b\w+_\w+|\b[A-Z][a-z]+[A-Z]\w*|\b[A-Z]\w*(?:Error|Exception)\b"
)
_NUMBER = Lazy(r"[0-9]")
# A form's own example, which nobody replaced, and what only numbers an item.
_EXAMPLE = Lazy(r"(?i)\[(?:e\.g|ex|z\.b)\.?[^\]]{0,80}\]|(?m:^\s*[0-9]+[.)]\s)")
_PASTE = Lazy(
    r"(?im)^\W*(?:please )?(?:paste|insert|copy|put|your|add)\b.{0,60}\b(?:here|log|output)\b"
    r"|^\W*\.{3}\W*$"
)
_IRREGULAR = Lazy(
    r"(?i)\b(?:some ?times|now and then|every now|from time to time|once in a while|occasionally"
    r"|at times|not always|not every(?:one| time)?|random(?:ly)?|for some(?: of (?:us|them))?\b"
    r"|some of (?:us|them|our|my|the)|every (?:couple of|few|second)|often|again and again"
    r"|after a while|somehow|seems? to|intermittent(?:ly)?|sporadic(?:ally)?|since (?:the|a|about"
    r"|last|yesterday|[a-z]+day|two|three|some)|lately|recently|these days)\b"
)
_TRIGGER = Lazy(
    r"(?i)\b(?:when(?:ever)?|if|after|as soon as|every time|each time|once|while) "
    r"(?:i |you |we |one |the |a |an |my |our |two |it )?[a-z]+"
)
_CONTRAST = Lazy(
    r"(?i)\b(?:should|instead|must|expected|rather|but not|only (?:when|if|after|for)|would have)\b"
)
# The thing itself that sets it off: `If the file has no newline`, `Every time the loop wraps`.
_SETS_OFF = Lazy(
    r"(?im)^(?:if|when(?:ever)?|every time|each time|as soon as) (?!you (?:need|want|have|can))"
    r"(?:the|an?|one|two|both) [a-z-]+(?: [a-z-]+){1,}"
)
# What is to be done about it, with what it is to be done to; `please fix it` says nothing.
_ORDER = Lazy(
    r"(?im)(?:^|[.:;,] |\band )(?:please )?(?:make|resume|ignore|skip|sort|round|keep|use|show|count"
    r"|return|print|list|treat|reject|accept|allow|store|write|send|set|replace|drop|start|end"
    r"|wait|retry|let|update|stop|leave|take|move|hide|add) (?:it |them )?(?!(?:it|this|that|sure"
    r"|working|nice|care|a look|me know)\b)[a-z0-9]+"
)
_DEMAND = Lazy(r"(?i)\b(?:should|must) (?:\w+ ){2,}\w+")
# `Should be correct`, `must not happen`: what everybody wants of everything.
_EMPTY_WISH = Lazy(
    r"(?i)\b(?:should|must|has to|have to|needs? to) (?:be (?:\w+ )?(?:the same|fixed|repaired|solved"
    r"|correct|right|possible|better|fast(?:er)?|as before|ok|okay|fine)|work|(?:not|n't|never)"
    r" (?:crash|happen|fail|hang|break|freeze|occur|do (?:that|this)|be (?:like|that way|so)))\b"
)


def shows_nothing(reading: Reading, told: Iterable[str]) -> bool:
    """Say whether the report of a fault gives nothing to look at.

    Takes the issue and all that was told of it, in English words. Names, paths, quoted words and outputs
    show something, so do numbers, unless the fault is said to come and go; and so does what sets it off
    together with what should come out. Steps that were filled in do in any case.
    """
    if any(not is_placeholder(fence.text) for fence in reading.fences):
        return False
    if not reading.passages or _tells_result(reading):
        return False
    steps = [p for p in reading.of(Part.REPRODUCE) if len(list(words(p.text))) > 2]
    if len(steps) > 1 or reading.rows:
        return False
    whole = _EXAMPLE.sub(" ", "\n".join(told))
    if _NAMED.search(whole) or (_NUMBER.search(whole) and not _IRREGULAR.search(whole)):
        return False
    rest = _EMPTY_WISH.sub(" ", whole)
    if any(pattern.search(rest) for pattern in (_SETS_OFF, _ORDER, _DEMAND)):
        return False
    return not (_TRIGGER.search(whole) and _CONTRAST.search(rest))


def _tells_result(reading: Reading) -> bool:
    """Whether what is expected says more than that the fault should not be: `Newest first`."""
    wanted = {s for p in reading.of(Part.EXPECTED) for s in stems(p.text)}
    others = {s for p in reading.passages if p.part is not Part.EXPECTED for s in stems(p.text)}
    return len(wanted) > 1 and not wanted & (others | set(stems(reading.title)))


def is_placeholder(text: str) -> bool:
    """Say whether a block still holds a form's own words, such as `# paste here`, or next to nothing."""
    return len(text.strip()) <= 10 or bool(_PASTE.search(text) and len(text.splitlines()) < 6)
