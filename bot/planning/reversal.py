"""Reversal: what a title says goes wrong, taken back: it no longer happens, there is none any more.

It keeps the title's own verb, and so also tells that a title states a fault at all. What is denied or
called wrong is said the other way round by `affirming`.
"""

from __future__ import annotations

import re

from bot.planning.affirming import FINITE, LEADS_TO, affirmed, capital, in_clause, righted, third
from bot.planning.lazy import Lazy
from bot.planning.verbs import is_imperative

_SPAN = re.compile(r"`[^`]*`")
_HELD = re.compile(r"\x00([0-9]+)\x00")
_OPENS = Lazy(
    r"(?i)^(?:\[[^\]]{1,20}\] *|there (?:is|seems to be) (?:a |some )?(?:bug|issue|problem) "
    r"(?:that|where|in|with|when) |(?:bug|issue|problem|regression)(?: in [\w.]+)?: )"
)
_NOUN = (
    r"(?:(?!(?:the|an?|my|throws?|raises?|causes?|gives?|returns?|shows?|prints?|ends) )"
    r"[a-z-]+ ){0,2}?(?:errors?|exceptions?|panic|crash|segfault|segmentation fault"
    r"|failures?|deadlocks?|hang|memory leaks?|leak|infinite loops?|overflow|[A-Z]\w+(?:Error|Exception))"
    r"|(?:panics|crashes|hangs|leaks|segfaults|overflows)"
)
_EVENT = Lazy(
    rf"^(?P<what>(?i:{_NOUN}))(?: (?:occurs?|occurred|happens?|raised|thrown|is raised|is thrown))?"
    r" (?P<rest>(?:when|if|on|in|while|for|with|after|during|from|at|caused by|due to|using|because)\b.+)$"
)
_NEEDLESS = Lazy(
    r"(?i)^(?:unexpected|unnecessary|spurious|needless|superfluous|redundant|duplicated?|bogus|stray) [a-z]"
)
_POSSIBLE = Lazy(
    r"(?i)^(?P<subject>.{3,140}?) (?P<can>can|may|might|could) (?P<rest>(?:sometimes )?(?:cause|trigger|lead"
    r"|introduce|do|accidentally|override|break|fail|crash|panic|deadlock|hang|lose|leak|return"
    r"|produce|result|corrupt|raise|block"
    r"|throw|overflow)\b.+)$"
)
_FALSE = Lazy(
    r"(?i)^(?:(?P<rule>[\w/:.`-]+):? )?(?:reports? )?(?:an? )?false[ -](?P<kind>positive|negative)s?"
    r"(?: (?:for|of|from|in|with|on) (?P<other>(?-i:[A-Z])[\w/:.-]*)| (?P<named>(?-i:[A-Z])[\w/:.-]*))?"
    r" (?P<rest>(?:for|on|with|when|in|if|of) .+)$"
)
_DOES = Lazy(
    r"(?i)^(?P<subject>[^;]{2,120}?) (?P<verb>(?:mis-[a-z]+s"
    r"|(?:incorrectly|wrongly|erroneously|falsely|unexpectedly"
    r"|occasionally|accidentally|silently|randomly|sometimes) [a-z]+s|raises|throws|crashes|panics|hangs"
    r"|ignores|loses|drops|leaks?|breaks|misses|forgets|swallows|duplicates|truncates|overwrites"
    r"|overrides|freezes|deadlocks|corrupts|claims|segfaults|overflows|strips|mangles|discards|rejects"
    r"|reorders|retains|prevents|fails|uses"
    r"|(?P<be>is|are|gets?) (?:(?:silently|always|incorrectly|wrongly|sometimes|unexpectedly) )?(?:ignored"
    r"|lost|dropped|overwritten|overridden|skipped|swallowed|truncated|duplicated|discarded|leaked|removed"
    r"|broken|corrupted|missing|disabled|escaped|stripped)))\b"
    rf"(?! {FINITE})(?P<rest>.*)$"
)
_SWAPS = Lazy(
    r"(?i)^(?P<subject>[^;]{2,100}?) (?P<verb>[a-z]+s) (?P<bad>(?!nothing|early|as\b)\S{2,60}) (?:instead of"
    r"|rather than) (?P<good>(?!\w+ing\b|[\"\u201c]|being|only)\S{2,60})(?P<rest>.*)$"
)
_HAS = Lazy(
    r"(?i)^(?P<subject>.{2,100}?) (?P<verb>has|have) (?:an? |some )?(?P<what>(?:[\w-]+ ){0,3}?"
    r"(?:errors?|bugs?|leaks?|problems?|race conditions?|issues?))\b(?P<rest>.*)$"
)
_SOME = Lazy(r"(?i)\bin some (cases|situations|places)\b")
_AFTERTHOUGHT = Lazy(
    r", but .*$| [-\u2013\u2014] .*$|, [a-z]{3,}ing\b(?!.*[,:]).*$| \([^()]*\bregression\b[^()]*\)$"
)
# `X throws y which does not tell z` wants another y, and a sentence without a place says nothing.
_OTHER = Lazy(
    r"(?i)\bwhich\b|^(?:crash|error|panic|exception)s? without\b|\bwith no error message\b"
)
_VERB = Lazy(r"(?i)\b(?:should|must|ought|shouldn't)\b")


def turned(title: str) -> str:
    """What must hold, for a title that tells what goes wrong; empty where it cannot be told.

    `x raises y` becomes `x no longer raises y`, `x does not do y` becomes `x does y`. A title that says what
    should be, an instruction, and a sentence whose parts cannot be told apart are left alone.
    """
    held: list[str] = []

    def hold(span: re.Match[str]) -> str:
        held.append(span[0])
        return f"\0{len(held) - 1}\0"

    goal = _SPAN.sub(hold, _AFTERTHOUGHT.sub("", _OPENS.sub("", title.strip())))
    lead, goal = _parted(goal.rstrip(".! "))
    if (
        not goal
        or _OTHER.search(goal)
        or _VERB.search(goal)
        or is_imperative(goal)
        or goal.endswith("?")
    ):
        return ""
    found = _raised(goal) or capital(affirmed(goal)) or _done(goal)
    denied = " no longer " in found or " any more" in found
    found = _SOME.sub("" if denied else r"in all \1", found).rstrip()
    found = f"{lead}{found}" if found else ""
    return _HELD.sub(lambda m: held[int(m[1])], found)


def _parted(goal: str) -> tuple[str, str]:
    """`ignore: the walker hangs` names a part of the project first: the lead, and what is said of it."""
    lead, colon, rest = goal.partition(": ")
    if not colon or len(lead.split()) > 2 or not rest.strip():
        return "", goal
    return f"{lead}: ", rest


def _raised(goal: str) -> str:
    found = _FALSE.match(goal)
    if found:
        rule = found["rule"] or found["other"] or found["named"] or "The check"
        does = "reports nothing" if found["kind"].lower() == "positive" else "reports"
        rest = found["rest"] if does == "reports nothing" else found["rest"].partition(" ")[2]
        return capital(f"{rule.rstrip(':')} {does} {rest}")
    needless = _NEEDLESS.match(goal)
    if needless:
        return f"There is no {_lowered(goal)} any more"
    event = _EVENT.match(goal)
    if event:
        what = _lowered(event["what"])
        be = "are" if re.search(r"[a-z](?<!s)s$", what) else "is"
        return f"There {be} no {what} any more {event['rest']}"
    return ""


def _done(goal: str) -> str:
    swapped = _SWAPS.match(goal)
    if swapped and not in_clause(swapped["subject"]):
        told = f"{swapped['subject']} {swapped['verb']} {swapped['good']}, not {swapped['bad']}"
        return capital(f"{told}{swapped['rest']}")
    for pattern in (LEADS_TO, _POSSIBLE, _HAS, _DOES):
        found = pattern.match(goal)
        if pattern is _DOES and (right := righted(goal)):
            return capital(right)
        if found is None:
            continue
        if pattern is _DOES and in_clause(found["subject"]):
            return ""
        return capital(_without(pattern, found))
    return ""


def _without(pattern: Lazy, found: re.Match[str]) -> str:
    """The title with what goes wrong taken back."""
    subject, rest = found["subject"], found["rest"]
    if pattern is _POSSIBLE:
        return f"{subject} {found['can']} no longer {rest}"
    if pattern is _HAS:
        return f"{subject} {found['verb']} no {found['what']} any more{rest}"
    verb = found["verb"]
    if pattern is _DOES and found["be"]:
        return f"{subject} {found['be']} no longer {verb.partition(' ')[2]}{rest}"
    kept = re.match(r" to ([a-z]+)", rest) if verb.lower() == "fails" else None
    if kept:
        return f"{subject} {third(kept[1])}{rest[kept.end() :]}"
    return f"{subject} no longer {verb.lower()}{rest}"


def _lowered(text: str) -> str:
    return (
        text[:1].lower() + text[1:]
        if text[1:2].islower()
        and " " not in text[:2]
        and not (re.match(r"[A-Z]\w+(?:Error|Exception)", text))
        else text
    )
