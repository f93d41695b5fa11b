"""Hazards: actions that cannot be taken back or weaken a protection, asked for without a decision."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hazard:
    """A risky action: what kind, the words that ask for it, the sentence, and the safer way."""

    what: str
    why: str
    safer: str
    safer_impact: str
    risky: str
    risky_impact: str

    @property
    def question(self) -> str:
        """Ask for the decision in one sentence."""
        return f"The request asks to {self.what}: is that decided?"


_DATA = (
    r"(?:data|rows?|records?|tables?|columns?|databases?|backups?|users?|accounts?"
    r"|customers?|orders?|logs?|history|buckets?|volumes?|entries|files?)"
)
_GUARD = (
    r"(?:authentication|authorisation|authorization|auth|login|sign-?in|csrf|cors|tls|ssl|https"
    r"|certificate (?:verification|validation|checks?)|signature (?:verification|checks?)|2fa|mfa"
    r"|two-factor(?: authentication)?|rate limit(?:ing)?|permission checks?|access control"
    r"|security checks?"
    r"|security|encryption|branch protection|audit log(?:ging)?|input validation|sandbox(?:ing)?)"
)
_KEEP = (
    "Keep a way back first",
    "Marked or archived, removed in a later change; slower, can be undone.",
)
_RULES: tuple[tuple[re.Pattern[str], tuple[str, str], tuple[str, str]], ...] = (
    (
        re.compile(
            rf"(?i)\b(?:drop|truncate|wipe|purge|erase)(?: the| all| our| old| existing| unused"
            rf"| production| `[^`]{{1,40}}`| [a-z_-]{{1,30}}){{0,4}} {_DATA}\b"
            rf"|\b(?:delete|remove|clear|destroy)(?: all| every| existing| old| historical"
            rf"| production| stale| the production)(?: the| of the| of our"
            rf"| [a-z_-]{{1,30}}){{0,3}} {_DATA}\b"
            r"|\b(?:drop|truncate) (?:table|column|database|schema)\b"
        ),
        _KEEP,
        ("Remove it for good", "Done in one step; cannot be undone."),
    ),
    (
        re.compile(
            rf"(?i)\b(?:disable|turn off|switch off|bypass|skip|remove|relax|weaken|drop"
            rf"|get rid of)(?: the| all| our| [a-z_-]{{1,20}}){{0,3}} {_GUARD}\b"
        ),
        (
            "Keep the protection",
            "The goal is reached with the protection in place, or narrowed to one case.",
        ),
        ("Take it away", "Whatever it kept out can come in."),
    ),
    (
        re.compile(
            r"(?i)\bforce[- ]?push|\b(?:rewrite|squash|clean|purge|erase)(?: the| our"
            r"| all)? (?:git |commit |repository )?history\b|\bfilter-(?:branch|repo)\b"
        ),
        ("Leave the history as it is", "A new commit mends it; every clone and link stays valid."),
        ("Rewrite the history", "Every clone breaks and must be fetched anew."),
    ),
    (
        re.compile(
            r"(?i)\b(?:change|switch|replace|move|convert)(?: the| our| this)?(?: project'?s?"
            r"| repository'?s?)? licen[cs]e\b|\brelicen[cs]e\b"
            r"|\bswitch(?: the project)? to (?:the )?(?:[al]?gpl|mit|apache|bsl|sspl)\b"
        ),
        ("Keep the licence for now", "Owners and contributors are asked first."),
        ("Change the licence", "Binds every contributor and user from the next release on."),
    ),
    (
        re.compile(
            r"(?i)\b(?:remove|rename|drop|break|change|delete)(?: the| our| all| old"
            r"| [a-z0-9_-]{1,20}){0,3} public (?:api|interface|endpoints?|methods?|functions?"
            r"|signatures?)\b|\bbreak(?:s|ing)? (?:backward|backwards) compatibility\b"
            r"|\bthis (?:is|will be) a breaking change\b"
        ),
        (
            "Deprecate first",
            "Old and new work side by side for a release; a warning names the end.",
        ),
        ("Break it now", "Callers must change with the next release."),
    ),
    (
        re.compile(
            r"(?i)\b(?:commit|hard-?code|check in|embed|store)(?: the| our| an?"
            r"| [a-z_-]{1,20}){0,3} (?:secrets?|passwords?|credentials?|api keys?|private keys?"
            r"|tokens?)(?: in (?:plain ?text|the (?:repo|repository|code)))\b"
        ),
        ("Keep it out of the repository", "Read from the environment or a secret store."),
        ("Put it into the repository", "Everybody who can read the code can use it, for ever."),
    ),
)
_NEGATED = re.compile(
    r"(?i)\b(?:not|never|don't|do not|doesn't|must not|cannot|can't|without|avoid|prevents?"
    r"|instead of|no longer|refuse|stop|nobody|should fail|before we)\b"
)
_DECIDED = re.compile(
    r"(?i)\b(?:(?:we|i) (?:have |already )?(?:decided|agreed|approved|accept|confirmed)"
    r"|approved by|signed off|has been (?:approved|agreed|decided)"
    r"|was (?:approved|agreed|decided)|on purpose|intentional(?:ly)?|backups? (?:exists?"
    r"|is there|are there|was made|has been)|after a backup|with a backup"
    r"|already deprecated|deprecated since|irreversible is (?:fine|ok)|we are aware"
    r"|explicit decision)\b"
)


def hazards_in(sentence: str) -> tuple[Hazard, ...]:
    """Find the risky actions a sentence asks for, unless it declares them decided or forbids them."""
    text = sentence[:600].strip()
    if decided(text):
        return ()
    found = []
    for pattern, safer, risky in _RULES:
        hit = pattern.search(text)
        if hit and not _NEGATED.search(text[: hit.start()]):
            what = " ".join(hit[0].split())
            found.append(Hazard(what[:1].lower() + what[1:], text, *safer, *risky))
    return tuple(found)


def decided(text: str) -> bool:
    """Say whether text declares a risky action as decided."""
    return bool(_DECIDED.search(text))
