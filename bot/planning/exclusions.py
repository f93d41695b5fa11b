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


# One thing two statements speak of, and what each says of it: both cannot hold.
_PAIRS = (
    # Growth that has no end, and a cap.
    (
        Lazy(
            r"(?i)\b(?:each|every)\b.{0,60}\b[0-9.,]+ ?(?:%|percent|times|x) (?:\w+er|more|as \w+)(?: \w+)?"
            r" (?:than|as) (?:the )?(?:one before|previous|last|former)\b|\bdoubl(?:es|ed|ing) (?:each"
            r"|every|with (?:each|every))\b|\bwithout (?:any |an upper )?(?:limit|bound)s?\b|\bunlimited\b"
            r"|\bunbounded\b|\bkeeps? (?:growing|rising|increasing)\b|\bfor ?ever (?:stronger|harder|more)"
        ),
        Lazy(
            r"(?i)\b(?:never|not|no) (?:exceeds?|goes? (?:above|over|beyond)|more than|above|beyond)\b"
            r"|\bcapped\b|\bat most\b|\b(?:an? |the )?(?:maximum|upper limit"
            r"|cap|ceiling)\b.{0,20}\b(?:is|of)\b"
        ),
    ),
    # What is not kept, and what is there again later.
    (
        Lazy(
            r"(?i)\b(?:(?:do(?:es)?|is|are|must|should|may|will)(?: not|n't)"
            r"|never|nothing (?:is|of))\b.{0,30}"
            r"\b(?:writ(?:e|ten)|stor(?:e|ed)|sav(?:e|ed)|persist(?:ed)?|kept|remembered|recorded|touch)\b"
            r"|\bin memory only\b|\bonly in memory\b|\bwithout (?:saving|storing|persisting)\b"
        ),
        Lazy(
            r"(?i)(?=.*\b(?:next (?:start|launch|visit|session|login"
            r"|log-in|run|day|time)|re-?start(?:ed|s)?|re-?load(?:ed)?"
            r"|re-?boot(?:ed|s)?|re-?open(?:ed|s|ing)?|closing|comes? back|later)\b)"
            r"(?=.*\b(?:continues?|resumes?|restore[sd]?|pick(?:s|ed)? up|still (?:there|known|set)"
            r"|where (?:he|she|they|it|one)"
            r" left|survives?|again)\b)(?!.*\b(?:not|never|no longer|n't)\b)"
        ),
    ),
    # Nobody is to know who it was, and who it was is shown.
    (
        Lazy(r"(?i)\banonymous(?:ly)?\b(?! (?:users?|visitors?|guests?|access))"),
        Lazy(
            r"(?i)\b(?:sees?|shows?|lists?|displays?|know|shown)"
            r" (?:who\b|the (?:names?|authors?)\b|by name\b)"
            r"|\bwith (?:the )?names? of\b|\bnames? (?:is|are) shown\b"
        ),
    ),
    # What can no longer be changed, and what may be corrected at any time.
    (
        Lazy(
            r"(?i)\b(?:can(?:no|')t|can not|must not|may not|never) be (?:changed|edited|modified"
            r"|altered|touched)\b"
            r"(?!.{0,30}\b(?:by|without|unless|except|before|until)\b)|\bimmutable\b|\bread-only for ?ever\b"
        ),
        Lazy(
            r"(?i)\b(?:can|may|is able to|should be able to)\b(?! not|n't|not).{0,30}\b(?:correct"
            r"|edit|change|modify|amend)"
            r"\b.{0,60}\b(?:later|afterwards?|at any time|any time|always|whenever)\b"
        ),
    ),
)


def excludes(one: str, other: str) -> bool:
    """Say whether two statements of a list, in English, cannot both hold."""
    return any(
        _alone(a, b) or _hurried(a, b) or _paired(a, b) for a, b in ((one, other), (other, one))
    )


def _paired(one: str, other: str) -> bool:
    """`Endless runs are never saved` and `the next start continues the endless run`."""
    if not any(a.search(one[:600]) and b.search(other[:600]) for a, b in _PAIRS):
        return False
    return bool(set(stems(one)) & set(stems(other)))


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
