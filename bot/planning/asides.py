"""Asides: sentences of a report that ask for nothing: greetings, meta talk, links, plans of the writer."""

from __future__ import annotations

from bot.planning.lazy import Lazy
from bot.planning.outputs import is_output
from bot.planning.words import words

_GREETS = Lazy(
    r"(?i)^(?:hi|hello|hey|heya|thanks|thank you|cheers|regards|kind regards|see above|as above"
    r"|same as above|n/?a|none|(?:no|yes)(?! [a-z])|me too|\+1)\b"
)
_ASIDE = Lazy(
    r"(?i)^(?:/?cc\b|disclaimer\b|edit:|update:|ps:)"
    r"|^@[\w-]+ (?:suggest|ask|mention|propos|said|report)\w*"
    r"|^see (?:the )?(?:links?|below|above|attach\w+|screenshots?)\b"
    r"|^similar behaviou?r\b|^links? to (?:the |a )?(?:repro\w*|playground|demo|example|sandbox)\b"
    r"|\b(?:search tool|before opening|before filing|before submitting|existing issues|provide feedback"
    r"|source code and commit|issue tracker|this template|issue template"
    r"|bug report\b.{0,20}(?:guide|template)|(?:provide|submit|open|send|make|create|work on) "
    r"(?:a |the )?(?:pr\b|prs\b|pull request|patch)|happy to (?:help|work|submit|open|contribute|provide)"
    r"|i(?:'m| am) (?:willing|happy|not sure|creating|assuming|filing|opening|reporting)"
    r"|provide a (?:reproducible|minimal|self-contained) (?:test case|example|code)"
    r"|i can (?:also )?(?:do|make|open|send|submit|provide|create|prepare|write) (?:the|an?) "
    r"(?:pr|pull request|patch)\b"
    r"|let me know|any help|please (?:see|refer|advise|help|note|let|find|tick|check (?:the|this|that)"
    r"|be (?:gentle|kind|patient|nice)|ignore|bear|excuse|forgive)"
    r"|see (?:that|this) issue|see the (?:linked|issue|discussion)|as proposed in|further information"
    r"|sorry (?:for|if)|my english|first (?:issue|contribution)|my (?:very )?first time|i will consider"
    r"|say i want"
    r"|(?:good|approachable|easy|starter|beginner(?:'s)?|newcomer(?:'s)?) (?:first )?(?:\w+ )?issue"
    r"|my use[- ]case|too long to (?:describe|explain)|tested (?:with|on)|i (?:use|am using|'m using)\b"
    r"|was this (?:page|helpful)|is being (?:added|worked|discussed|tracked|done) in"
    r"|not sure (?:if|whether)|i(?:'m| am) misunderstanding)\b"
)
_LINKS_ONLY = Lazy(
    r"(?i)^(?:(?:https?://|www\.)\S+|\S+\.(?:mp4|mov|gif|png|jpe?g|webm|zip|log|txt|pdf|svg))"
    r"(?:[ ,]+(?:https?://\S+))*[.]?$"
)
_VERSION_LINE = Lazy(
    r"(?i)^(?:[-*] )?(?:[a-z][\w .()/-]{0,40} )?(?:version|v)?[ :]*(?:[a-z][\w.-]{0,30}[ :=]{1,3})?v?[0-9]+"
    r"(?:\.[0-9]+){1,3}\S{0,30}(?: \([^()]{0,80}\)){0,3}\.?$"
)
_MACHINE = Lazy(
    r"(?i)^(?:os|platform|operating system|browser|node(?:\.js)?|python|ruby|go|rust|java|php|npm|pip"
    r"|[\w-]+ version|version)[^:]{0,30}: ?\S.{0,80}$"
)
_FEW_WORDS = 6


def is_aside(text: str) -> bool:
    """Say whether a sentence asks for no change and tells nothing of one."""
    plain = text[:400].strip()
    if is_output(plain) or _LINKS_ONLY.match(plain) or _MACHINE.match(plain):
        return True
    if len(list(words(plain))) <= 8 and _VERSION_LINE.match(plain):
        return True
    if _GREETS.match(plain) and len(list(words(plain))) <= _FEW_WORDS:
        return True
    return bool(_ASIDE.search(plain))
