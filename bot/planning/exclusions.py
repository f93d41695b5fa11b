"""Exclusions: rules for one thing that leave no room for each other: who alone may, and when."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.words import stem, stems

_ALLOWS = Lazy(
    r"(?i)^(?P<who>[^.,;:]{2,40}?) (?:can|may|is allowed to|are allowed to|should be able to)"
    r" (?!only|be\b|not\b)(?:also |then )?(?P<verb>[a-z]+) (?P<what>[^.;]{3,80})"
)
_ALONE = Lazy(
    r"(?i)^(?P<what>[^.;]{3,60}?) (?:can|may"
    r"|must) (?P<early>only )?be (?P<verb>[a-z]+) (?:only )?by"
    r" (?P<who>[^.;]{3,40}?)(?P<late> only| alone)?[.]?$"
)
_ONLY = Lazy(
    r"(?i)^(?:only|nobody (?:but|except)|no one (?:but|except)) (?P<who>[^.;]{2,40}?) (?:can|may|is"
    r" allowed to|are allowed to) (?P<verb>[a-z]+) (?P<what>[^.;]{3,80})"
)
_MARKED = Lazy(r"(?i) (?:only|alone)\b")
_VERBS = (
    frozenset(map(stem, ("edit", "edited", "change", "changed", "modify", "modified", "update"))),
    frozenset(map(stem, ("see", "seen", "view", "viewed", "read"))),
    frozenset(map(stem, ("delete", "deleted", "remove", "removed"))),
)
_AT_ONCE = Lazy(
    r"(?i)\b(?:at once|immediately|instantly|right away|straight away|in real time|without delay)\b"
)
_BUNDLED = Lazy(
    r"(?i)\b(?:more than one|at most one|only one|a single) (?:mail|e-?mail|message|notification"
    r"|push"
    r"|sms|alert)s? (?:[a-z]+ )?(?:per|a|each|every) (?:day|week|hour)\b|\b(?:daily|weekly|hourly)"
    r" (?:digest|summary)\b|\bonly (?:see|get|receive|hear)s? (?:of |about )?the (?:final|last"
    r"|latest)\b"
)
_TOLD = Lazy(
    r"(?i)\b(?:sends?|sent|mail\w*|e-?mail\w*|notif\w+|push\w*|inform\w*|alert\w*|invit\w+)\b"
)


def excludes(one: str, other: str) -> bool:
    """Say whether two statements of a list, in English, cannot both hold."""
    return _alone(one, other) or _alone(other, one) or _hurried(one, other) or _hurried(other, one)


def _alone(rule: str, grant: str) -> bool:
    """`Changed by their owner only` and `A lead can edit entries`."""
    only = _ONLY.search(rule) or (_MARKED.search(rule) and _ALONE.search(rule))
    given = _ALLOWS.search(grant)
    if not only or not given:
        return False
    if not _same_act(only["verb"], given["verb"]):
        return False
    things = set(stems(only["what"])) & set(stems(given["what"]))
    return bool(things) and not set(stems(only["who"])) & set(stems(given["who"]))


def _same_act(one: str, other: str) -> bool:
    first, second = stem(one.lower()), stem(other.lower())
    return first == second or any(first in verbs and second in verbs for verbs in _VERBS)


def _hurried(one: str, other: str) -> bool:
    """`Saving sends the mail at once` and `nobody gets more than one mail per day`."""
    return bool(_AT_ONCE.search(one) and _TOLD.search(one) and _BUNDLED.search(other))
