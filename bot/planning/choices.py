"""Choices: sentences that leave open which of several ways to go, taken apart into the ways."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.planning.alternatives import Alternatives, between, lettered, listed, rivals
from bot.planning.lazy import Lazy
from bot.planning.words import stems

# The author says that it is not decided.
_UNSURE = Lazy(
    r"(?i)\b(?:not (?:yet )?(?:sure|certain|decided|clear|settled)|un(?:sure|decided|clear"
    r"|certain)"
    r"|(?:don't|do not|doesn't|haven't|have not|hasn't|has not|didn't) (?:yet )?(?:know"
    r"|decided?|settled?|agreed|chosen|picked)"
    r"|no idea|open question|(?:need|have|has|needs) to (?:decide|choose|pick|clarify)"
    r"|(?:to be|must be|should be) (?:decided|determined|clarified|discussed|chosen)|tbd"
    r"|wondering"
    r"|torn between|still (?:open|undecided)|decide (?:between|whether|if|on)|choose between"
    r"|up for debate|up for discussion|can't decide|cannot decide|it depends)\b"
)
# A way that is only possible: the author offers it without choosing.
_POSSIBLE = Lazy(r"(?i)\b(?:could|might|may|perhaps|maybe|possibly|potentially)\b")
_EITHER = Lazy(r"(?i)\beither\b")
# `either` and `or` that mean both, any, or a condition.
_INCLUSIVE = Lazy(
    r"(?i)\b(?:(?:if|when|unless|whenever|in|for|accepts?|supports?|allows?|takes?|matches"
    r"|contains?"
    r"|with|on|from|of|by|reads?|handles?|works? (?:with|on|for)|returns?|receives?) either"
    r"|either (?:way|one|is fine|is ok|is okay|works|will do|side|end|of (?:these|them|the))"
    r"|either (?:fails?|crash(?:es)?|hangs?|returns?))\b"
)
_ASKS = Lazy(
    r"(?i)(?:^|[,;:(] ?|\b(?:and|but|so) )(?:should|shall|do we|does (?:it|this|the [a-z]+)"
    r"|would it be (?:better|ok)"
    r"|is it better|which|what|do you (?:want|prefer)|will (?:we|it|this)|must (?:we|it)|can we"
    r"|how)\b"
)
_CHAT = Lazy(
    r"(?i)\b(?:is this (?:a|an|the|expected|intended)|am i|did i|have i|do i"
    r"|(?:anyone|anybody|somebody)(?=\b[^.!]*[?])|can i"
    r"|how (?:do|can) i|should i|has anyone|what am i|what did i|known (?:bug|issue)|my (?:fault"
    r"|side|end)|misunderst\w+|how can (?:that|this|it) be|your (?:bug|fault|problem) or"
    r"|(?:whether|if) (?:this|that|it)(?:'s| is) (?:really |actually |even |just )?"
    r"(?:(?:an?|the|your|my|our|some) (?:[a-z-]+ )?(?:bug|fault|problem|mistake|error"
    r"|regression|feature"
    r"|issue|limitation)|intended|expected|by design|on purpose|intentional|known|supported)"
    r"|(?:is|are) there (?:an?|any|some) (?:[a-z]+ )?(?:tutorials?|examples?|guides?|docs?"
    r"|documentation))\b"
)
_YES_NO = Lazy(
    r"(?i)^(?:and |but |also )?(?:should|shall) (?:we|it|this|they"
    r"|the [a-z`_-]+(?: [a-z`_-]+)?) (?:also )"
    r"|^do we (?:also )?(?:want|need) (?:to )?"
)
_CONDITION = Lazy(
    r"(?i)\b(?:(?:maybe )?or (?:maybe )?not|or similar|or so|or more|or less|or fewer"
    r"|or later|or newer"
    r"|or older|or higher|or above|or below|or equal|or greater|or else|or otherwise"
    r"|or something|or,? (?:more |put |to put it )?(?:generally|precisely|simply|exactly|broadly"
    r"|differently|rather|in general|in other words))\b"
)
_MAYBES = Lazy(
    r"(?i)^(?:maybe|perhaps) (?P<one>an? [^,;?!.]{2,60}), "
    r"(?:or )?(?:maybe|perhaps) (?P<other>an? [^,;?!.]{2,60})"
    r"(?:[,;?!.]|$)"
)
_SAME = Lazy(
    r"(?i)^(?:alternatively|or(?: else)?|another (?:option|way|possibility|approach|thought|idea|variant)"
    r"(?! (?:would have|was|had))"
    r"(?: (?:is|would be))?:?)[, ]"
)


@dataclass(frozen=True, slots=True)
class Choice:
    """An open choice: the ways, the sentence that leaves it open, and the question in one sentence."""

    ways: tuple[str, ...]
    why: str
    question: str
    stated: tuple[str, ...] = ()
    extra: bool = False


def choice_in(sentence: str, before: str = "") -> Choice | None:
    """Find the choice a sentence leaves open, if it does.

    Takes the sentence and the one before it (`Alternatively, …` refers back to it).
    """
    text = sentence[:600].strip()
    if _CHAT.search(text):
        return None
    if before and _SAME.match(_CONDITION.sub(" ", text)) and not _CHAT.search(before):
        return _from(listed((before[:300], _SAME.sub("", text))), f"{before} {text}")
    finders: tuple[Callable[[str], Alternatives | None], ...] = (
        _lettered,
        _guessed,
        _asked,
        _unsure,
        _possible,
        rivals,
    )
    return next((_from(found, text) for find in finders if (found := find(text))), None) or _also(
        text
    )


def _lettered(text: str) -> Alternatives | None:
    """`It can go (a) here, (b) there or (c) nowhere`; what must happen under (a) and (b) is no choice."""
    return None if _INCLUSIVE.search(text) else lettered(text)


def _guessed(text: str) -> Alternatives | None:
    """`Maybe a popup, maybe a page of its own`."""
    found = _MAYBES.match(text)
    return between(f"{found['one']} or {found['other']}", bare=True) if found else None


def _asked(text: str) -> Alternatives | None:
    mark = text.rfind("?")
    if mark < 0 or " or " not in text[:mark] or _INCLUSIVE.search(text):
        return None
    asked = text[:mark]
    start = asked.rfind("(")
    if start >= 0 and " or " in asked[start:]:
        found = between(asked[start + 1 :], bare=True)
        return found and replace(found, question=f"{asked[:start].strip()}: {asked[start + 1 :]}?")
    begins = _ASKS.search(asked)
    if begins:
        own = asked[begins.start() :].lstrip(",;:( ")
        found = between(own)
        return found and replace(found, question=f"{own[:1].upper()}{own[1:]}?")
    return between(asked, bare=True) if len(asked.split()) <= 12 and not _verbal(asked) else None


def _verbal(text: str) -> bool:
    return bool(
        re.match(r"(?i)(?:is|are|was|were|does|do|did|has|have|can|could|would|will|any)\b", text)
    )


def _unsure(text: str) -> Alternatives | None:
    mark = _UNSURE.search(text)
    if not mark or re.search(
        r"(?i)\b(?:sure|clear|know|idea|clue) (?:why|how|who|since when|what (?:causes|happen))",
        text,
    ):
        return None
    rest = text[mark.end() :]
    found = between(rest) if _or(rest) else None
    before = _LEFTOVER.sub("", text[: mark.start()])
    return found or (between(before) if _or(before) else None)


# What stands before `don't know` and belongs to it: `whether it is A or B I don't know`.
_LEFTOVER = Lazy(
    r"(?i)(?:, (?:das|dies|that|this|which|it|what)\b[^,;.?!]{0,40}|,? (?:but |and )?(?:i|we"
    r"|they|he|she|nobody|it is"
    r"|that's|is|am|are|has|have|was)(?: (?:am|is|are|have|has|still|really|just))*)\s*$"
)


def _possible(text: str) -> Alternatives | None:
    if _INCLUSIVE.search(text) or text.lower().startswith(("if ", "when ")):
        return None
    either = _EITHER.search(text)
    if either and _or(text[either.end() :]):
        return between(text)
    could = _POSSIBLE.search(text)
    if not could or not _or(text[could.start() :]) or _NO_CHOICE.search(text):
        return None
    return between(text)


# `may fail or hang` tells of a danger, `users may upload or paste` of a freedom, `might be a leak
# or a stale cache` guesses at a cause: none of them is a choice.
_NO_CHOICE = Lazy(
    r"(?i)\b(?:might|may|could|can) (?:also )?(?:be (?:an? |the )?(?:null|none|empty|missing"
    r"|undefined|stale|wrong|lost|slow|leak|deadlock|timeout|typo|due|related|caused|n\+1)"
    r"|fail|crash|hang|break|lose|leak|block|cause|lead|result|happen|contain|occur|throw|raise"
    r"|time out)\b"
    r"|\b(?:un)?related to\b"
    r"|\b(?:users?|people|customers?|admins?|clients?|callers?|visitors?|they|anyone)"
    r" (?:may|could|might)\b"
    r"|\b(?:bug|error|problem|crash|cause|reason|failure|race)\b"
    r"|^(?:might|may) be\b"
)


def _or(text: str) -> bool:
    cleared = _CONDITION.sub(" ", text)
    return bool(
        re.search(
            r"(?i)\b(?:or|vs\.?|versus|and)\b"
            if "etween" in text[:20]
            else r"(?i)\b(?:or|vs\.?|versus)\b",
            cleared,
        )
    )


def _also(text: str) -> Choice | None:
    """`Should we also handle XLSX?` leaves open whether; the smaller scope comes first."""
    found = _YES_NO.match(text)
    if not found or not text.endswith("?") or " or " in _CONDITION.sub(" ", text):
        return None
    what = text[found.end() :].rstrip("? ")
    if not what:
        return None
    return Choice(
        ("Leave it out for now", "Include it"),
        text,
        text[:1].upper() + text[1:],
        (f"Left out for now: {what}", what[:1].upper() + what[1:]),
        extra=True,
    )


def _from(found: Alternatives | None, why: str) -> Choice | None:
    if found is None:
        return None
    kinds = [frozenset(stems(w)) for w in found.ways]
    hollow = any(w.strip().lower() in {"", "either"} for w in found.ways)
    if len(set(kinds)) < len(kinds) or hollow:
        return None
    return Choice(found.ways, why, found.question, found.stated)
