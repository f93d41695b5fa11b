"""Gaps: hard inputs the text itself says are absent: values, providers, addresses, credentials."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.planning.lazy import Lazy

_OPEN = (
    r"(?:\?{2,}|tbd|tbc|tba|to be (?:decided|defined|determined|confirmed|announced"
    r"|provided)|x{3,}|_{3,})"
)
_VALUE = Lazy(
    rf"(?i)^(?P<label>[^:?=]{{2,60}})(?:[:=] ?`?{_OPEN}|: \?)`?(?: (?:per )?[a-z]{{1,20}}){{0,3}}"
    r"(?: ?\([^()]{0,80}\))?[.!]?$"
)
_IS_OPEN = Lazy(
    rf"(?i)^(?P<label>(?:the|a|an|our|its) [^,;:?]{{2,60}}?) (?:is|are) (?:still |yet |as yet )?"
    rf"(?:{_OPEN}|not (?:yet )?(?:known|decided|defined|specified)|unknown|undefined yet)\b"
)
# `the number of decimals N` is a parameter that the text itself calls by a letter.
_PARAMETER = Lazy(
    r"(?i)\b(?:switch|flag|option) that\b[^.]{0,60}\b(?-i:[XN])\b"
    r"|`[^`]*\b(?-i:[XN])\b[^`]*`|^\W*`--?[a-z][^`]*`|<n>"
    r"|\b(?:number|count|amount) (?:of [a-z]+ )?(?-i:[XN])\b"
    r"|\b(?-i:[XN]) (?:is|being|between|defaults?|=|<|>|≤|≥|can be|must be|in) "
)
_LETTER = Lazy(
    r"\b(?:after|within|every|most|least|to|than|last|for|of|by|from|[Ww]aits?|again|[Tt]ry|[Rr]etry"
    r"|up to|max|maximum|minimum"
    r"|sleeps?) (?:[XN]|XX|\?{1,3}|_{2,}"
    r"|<[a-z ]{1,20}>|\[[a-z ]{1,20}\]) "
    r"(?P<unit>(?!since\b|and\b|when\b|until\b|with\b|has\b|was\b)[a-z]{3,20}(?: per [a-z]+)?|%)"
    r"|(?:^|[\s:(])_{2,} ?(?P<blank>%|€|\$|[A-Za-z]{1,12})(?=[\s,.;)]|$)"
)
_THINGS = (
    r"credentials?|api keys?|access keys?|client secrets?|tokens?|urls?|endpoints?|hostname"
    r"|base url|passwords?"
    r"|certificates?|account|sandbox access|server address|schema|specification|sample data"
)
_ABSENT = Lazy(
    rf"(?i)\b(?:we|i) (?:do not|don't|still do not|still don't|haven't got"
    rf"|have no) (?:yet )?(?:have )?"
    rf"(?:the |an? |any |got )*(?P<before>(?:[a-z0-9-]+ ){{0,3}})(?P<thing>{_THINGS})\b"
    rf"|\bwaiting for (?:the |an? "
    rf"|our )?(?P<owner>(?:[a-z0-9-]+ ){{0,3}})(?P<awaited>{_THINGS})\b"
    rf"|\b(?P<late>{_THINGS}) (?:will follow|to follow|will be provided|(?:is"
    rf"|are) not (?:yet )?(?:available|known)"
    rf"|(?:is|are) (?:still )?missing from this (?:issue|ticket))\b"
)
# `I don't know if other endpoints …` lacks no endpoint.
_KNOWING = Lazy(
    r"(?i)\b(?:know|see|think|remember|care|mind) (?:if|whether|how|why|which|what|of)\b"
)
_PROVIDER = Lazy(
    r"(?i)\b(?:integrate with|connect to|send (?:[a-z ]{1,30} )?(?:through|via|with|using)"
    r"|through|via|using|use|with|call)"
    r" (?P<what>(?:an?|some|the|another|our) (?:new |external |third[- ]party |suitable |cloud )*"
    r"(?:[a-z-]+ )?(?:provider|vendor|payment gateway|third[- ]party (?:api|service)"
    r"|external (?:api|service)))\b"
    r"(?! (?:such as|like|called|named|we already|already|that is configured|abstraction"
    r"|interface|class|pattern))"
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A value that is not there, the sentence that shows it, and whether it must stay secret."""

    what: str
    why: str
    secret: bool = False

    @property
    def question(self) -> str:
        """Ask for it in one sentence."""
        plain = self.what.strip(" `*").rstrip(".")
        if self.secret:
            return f"How should the work go on without the {plain}?"
        if re.match(r"(?i)(?:which|what|how)\b", plain):
            return f"{plain}?"
        named = plain if re.match(r"(?i)(?:the|an?|our) ", plain) else f"the {_lowered(plain)}"
        return f"What is {_lowered(named)}?"


def gap_in(sentence: str) -> Gap | None:
    """Find the hard input a sentence shows to be absent, if there is one."""
    text = sentence[:600].strip()
    value = _VALUE.match(text) or _IS_OPEN.match(text)
    if value:
        return Gap(value["label"], text)
    letter = _LETTER.search(text)
    if letter and not _PARAMETER.search(text):
        return Gap(
            f"number of {letter['unit'] or letter['blank']} in “{text[:120].rstrip('.')}”", text
        )
    absent = _ABSENT.search(text)
    if absent and not _KNOWING.search(absent[0]):
        whose = absent["before"] or absent["owner"] or ""
        thing = absent["thing"] or absent["awaited"] or absent["late"]
        return Gap(f"{whose}{thing}", text, secret=True)
    provider = _PROVIDER.search(text)
    if provider and not _named(text, provider.end()):
        return Gap(f"which {_without_article(provider['what'])} should be used", text)
    return None


def _named(text: str, end: int) -> bool:
    """A proper name close behind, or a code span, says which one is meant."""
    return (
        bool(re.match(r"[ ,(:\u2013-]{1,3}(?:[A-Z`]|e\.g\.)", text[end : end + 8])) or "`" in text
    )


def _without_article(what: str) -> str:
    return re.sub(r"(?i)^(?:an?|some|the|another|our) ", "", what)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text
