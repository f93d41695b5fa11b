"""Undone: a fault's title taken back, in the forms that tell a fault only together with the text below."""

from __future__ import annotations

import re

from bot.planning.affirming import FINITE
from bot.planning.lazy import Lazy

_VERBS = (
    r"(?:shows|returns|removes|propagates|converts|emits|prints|sends|adds|changes|includes|accepts|allows"
    r"|generates|produces|creates|deletes|renders|reads|writes|keeps|treats|parses|matches|reports|leaves"
    r"|passes|resets|escapes|closes|opens|blocks|loops|busy-loops|spins|stalls|waits|hides|displays|exits"
    r"|stops|reloads|skips|evaluates|calls|runs|inserts|sets|applies|consumes|allocates|exposes"
    r"|interprets|modifies|mutates)"
)
_BEING = Lazy(
    r"(?i)^(?P<what>[^;]{1,100}?) (?P<be>is|are) (?:being )?(?:erroneously|incorrectly|wrongly|mistakenly"
    r"|unexpectedly|accidentally|silently|needlessly) (?P<doing>[a-z]+(?:ing|ed|en)\b.*)$"
)
# `Box sets are late` and `concurrent writes when two join` have a noun where a verb could stand.
_DOING = Lazy(
    rf"^(?P<what>[^;]{{1,160}}?) (?P<does>{_VERBS}) (?!{FINITE}|(?:and|or) )(?P<rest>\S.*)$"
)
_NOUNS = Lazy(
    r"^(?:reads|writes|changes|reports|calls|sets|shows|prints|returns|matches|accepts|allows|sends|removes"
    r"|creates|deletes|treats|applies) (?:when|if|while|after|before|during|on|in|at|from|by|of|with)\b"
)
# `x only reads today's key`: what is wrong is the adverb.
_ADVERB = Lazy(
    r"(?i)\b(?:only|just|always|merely|sometimes|often|rarely|still|also|already|never)$"
)
_NOT_DONE = Lazy(r"(?i)^(?P<what>[^;,]{3,100}?)(?: (?:is|are))? not (?P<done>[a-z]+ed\b.*)$")
_CLAUSE = Lazy(r"(?i)(?<![-\w])(?:where|when|if|that|which|who|because|while|although|but)\b")
_EFFECT = Lazy(r"(?i)^(?P<what>.{3,80}?) (?P<be>is|are) (?:never|not|no longer) (?P<rest>[a-z].*)$")
_HELD = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
_PLURAL = re.compile(r"[^\W\d_]{3,}(?<!s)s$")


def undone(title: str) -> str:
    """What holds when a title's fault is mended; empty where its form is not known.

    `x shows y` becomes `x no longer shows y`; what a title tells behind `, so` becomes the outcome.
    """
    fault, so, effect = title.strip(" .!").partition(", so ")
    told = _fault(fault)
    if not told:
        return ""
    regained = _EFFECT.match(effect) if so else None
    if regained:
        return f"{told}, so {regained['what']} {regained['be']} {regained['rest']}"
    return told


def _fault(text: str) -> str:
    held = [m[0] for m in _HELD.finditer(text)]
    plain = _HELD.sub("\0", text)
    being, doing, not_done = _BEING.match(plain), _DOING.match(plain), _NOT_DONE.match(plain)
    found = ""
    if being:
        found = f"{being['what']} {being['be']} no longer {being['doing']}"
    elif not_done and not _CLAUSE.search(not_done["what"]):
        head = re.split(r" (?:in|of|on|for|with|from|by) ", not_done["what"])[0]
        be = "are" if _PLURAL.search(head) else "is"
        found = f"{not_done['what']} {be} {not_done['done']}"
    elif doing and not (
        _NOUNS.match(f"{doing['does']} {doing['rest']}")
        or _CLAUSE.search(doing["what"])
        or _ADVERB.search(doing["what"])
    ):
        found = f"{doing['what']} no longer {doing['does']} {doing['rest']}"
    for span in held:
        found = found.replace("\0", span, 1)
    return found
