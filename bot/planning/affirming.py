"""Affirming: what is denied, or called wrong, said the other way round; the grammar of mending."""

from __future__ import annotations

import re

from bot.planning.lazy import Lazy

THROWN = r"(?:[A-Za-z_.]{0,60}(?:Error|Exception|Panic)\b|ERR_[A-Z_]+|SIG[A-Z]{3,4}|SEGFAULT|[45][0-9]{2}\b)"
LEADS_TO = Lazy(
    r"(?i)^(?P<subject>.{3,140}?) (?P<verb>results? in|ends? (?:up )?in|leads? to|causes?|triggers?|produces?"
    r"|gives? (?=wrong|an? (?:error|exception|wrong)))\b(?P<rest>.+)$"
)
_DENIED = Lazy(
    r"(?i)^(?P<subject>.{2,140}?) (?P<not>doesn't|does not|doesnt|don't|do not|didn't|did not|can't|cannot"
    r"|can not|isn't|is not|aren't|are not|wasn't|was not|weren't|were not|won't|will not)"
    r"(?P<ever> ever| always| properly| correctly| really| yet)? (?P<verb>[a-z]+)\b(?P<rest>.*)$"
)
_WRONG = Lazy(
    r"(?i)^(?P<subject>[^:]{2,120}?) (?P<verb>is|are|seems?|looks?|shows? up|comes? out|appears?)"
    r" (?:to be )?(?:now |always |completely |totally |sometimes )?(?:wrong(?:ly)?|incorrect(?:ly)?|broken"
    r"|invalid|off by (?:(?:[0-9]+|an?|one|two|some|about) )*\w+|garbled|mangled|corrupt(?:ed)?|messed up)\b"
    r"(?P<rest>.*)$"
)
# A clause in front of the verb has a verb of its own: what is denied there is no fault.
_CLAUSE = Lazy(
    r"(?i)(?<![-\w])(?:where|when|if|that|which|who|because|while|although|but|unless)\b"
)
_NOBODY = Lazy(r"(?i)^(?:there|it|this|nothing)$")
# What is denied within a quotation is what somebody prints.
_OPEN_QUOTE = Lazy(r"^[^\"]*(?:\"[^\"]*\"[^\"]*)*\"[^\"]*$|“[^”]*$|`[^`]*$|(?<![\w'])'[^']*$")
# What is said not to be is what an error or somebody says: `thread panicked: x is not y`.
_QUOTING = Lazy(
    rf"(?i)(?-i:{THROWN})[^:]{{0,60}}:|\berror:|\b(?:panick(?:s|ed)|broken|fail(?:s|ed)|crash(?:es|ed)|throws?"
    r"|threw|raises?|raised|says?|said|prints?|reports?|claims?|complains?)\b"
)
# What is taken away with the denial: `does not open any more` wants `opens again`.
_AGAIN = Lazy(r"(?i) any ?(?:more|longer)\b")
_WITH_IT = Lazy(
    r"(?i) (?:at all|yet|any(?= [a-z]))(?![-\w])"
    r"| (?:since|because|due to|as of|although|even though|though|despite)\b.*$"
)
# Words that mean something else without the denial: `does not print anything`, `does not stop until …`.
_BOUND = Lazy(
    r"(?i)\b(?:any(?:thing|one|body|where)|until|unless|nor|neither|either|much|enough|necessarily|even|just"
    r"|only)\b"
)
# A verb behind what looked like one: in `box sets are shipped` the first is a noun.
FINITE = r"(?:is|are|was|were|has|have|had|will|can(?:not)?|could|should|may|do|does|did|gets?|got|need)\b"
_BEING = {"isn't": "is", "is": "is", "wasn't": "is", "was": "is"}


def affirmed(told: str) -> str:
    """`X does not come up after Y` wants `X comes up after Y`; empty where nothing is denied.

    A denial within a clause, or of what a sentence only points at (`it`, `there`), is left alone.
    """
    found = _DENIED.match(_without_log(told))
    if found is None or LEADS_TO.match(found["rest"]) or _is_quoted(found["subject"]):
        return ""
    word, verb = found["not"].lower(), found["verb"]
    rest = _WITH_IT.sub("", _AGAIN.sub(" again", found["rest"]))
    if _BOUND.search(rest):
        return ""
    if _NOBODY.match(found["subject"]) or verb == "only":
        return ""
    if word.startswith("does") or (word.startswith("did") and be(found["subject"]) == "is"):
        verb = third(verb)
    elif word.startswith("can"):
        verb = f"can {verb}"
    elif word.startswith(("is", "are", "was", "were")):
        verb = f"{_BEING.get(word.split()[0], 'are')} {verb}"
    elif word.startswith("w"):
        verb = f"will {verb}"
    return f"{found['subject']} {verb}{rest}".strip()


def _is_quoted(subject: str) -> bool:
    """Say whether what stands before a denial is no subject: a clause, an open quotation, an error."""
    return in_clause(subject) or bool(_OPEN_QUOTE.search(subject) or _QUOTING.search(subject))


def righted(told: str) -> str:
    """`The total is wrong in the list` wants `The total is right in the list`."""
    found = _WRONG.match(told)
    if found is None or in_clause(found["subject"]):
        return ""
    many = found["verb"].lower() in {"are", "look", "seem", "appear", "show up", "come out"}
    return f"{found['subject']} {'are' if many else 'is'} right{found['rest']}"


def in_clause(subject: str) -> bool:
    """Say whether what stands before a verb holds a clause, whose verb it may be."""
    return bool(_CLAUSE.search(subject))


def third(verb: str) -> str:
    """`escape` to `escapes`, `match` to `matches`, `try` to `tries`, `have` to `has`."""
    if verb.lower() in {"have", "be"}:
        return {"have": "has", "be": "is"}[verb.lower()]
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def be(what: str) -> str:
    """`is` or `are`, by the head of a noun."""
    head = re.split(r"(?i) (?:of|in|on|for|from|that|with|at) ", what)[0]
    return "are" if head.endswith("s") and not head.endswith(("ss", "us", "is")) else "is"


def capital(text: str) -> str:
    """A sentence begins with a capital; a name keeps its own."""
    first = text.split(" ", 1)[0]
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() else text


def _without_log(told: str) -> str:
    """`X does not start: SomeError in y` ends in what its log says."""
    before, _, behind = told.partition(": ")
    return before if re.search(rf"(?-i:{THROWN})", behind) else told
