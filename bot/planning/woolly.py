"""Woolly: a complaint and a wish for something better, neither of which names a thing that would change."""

from __future__ import annotations

from collections.abc import Iterator

from bot.planning.doubts import Doubt
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.proposal import Intent
from bot.planning.reading import Form, Reading
from bot.planning.vagueness import MEASURE, VAGUE, unmeasured
from bot.planning.words import words

_MOST = 75
# What somebody feels or does because of it, told of a whole part.
_PLAINT = Lazy(
    r"(?i)\b(?:too (?:complicated|complex|long|technical|much|many|hard|difficult|confusing"
    r"|old|plain|busy|noisy|serious)"
    r"|overwhelm\w*|unprofessional|untrustworthy|outdated|old-fashioned|dated|clunky|clumsy"
    r"|confus\w+|annoy\w*|boring"
    r"|unhelpful|meaningless|useless|cluttered|ugly|embarrass\w+|tedious|painful|a mess|messy"
    r"|horrible|awful|needs? (?:some "
    r"|more )?love|(?:not|n't|isn't|aren't) (?:really |very |that )?(?:great|good|telling|nice"
    r"|useful|helpful|clear|fun|intuitive"
    r"|easy|inviting|attractive|smart|steer)|no fun|(?:gives?|giving|gave) up|(?:don't|do not"
    r"|doesn't|can't|cannot|nobody) (?:[a-z]+ )?"
    r"(?:help|tell|understands?|get along|find (?:anything|what)|finds?|cope|like|trust"
    r"|know what|read)\b|turn (?:them|it) off"
    r"|stop (?:using|reading|after)|come in person|complain\w*|complaints|takes? (?:people "
    r"|us |me |them )?too long|it shows"
    r"|told us so|bad|worse than|behind the (?:times|others|competition)|people (?:leave|avoid"
    r"|hate|struggle)|struggl\w+)"
)
_QUALITY = (
    r"(?:simple|simpler|easy|easier|friendly|friendlier|short|shorter|lean|leaner|light"
    r"|lighter|warm|warmer|welcoming|inviting"
    r"|modern|contemporary|professional|serious|trustworthy|clear|clearer|logical|fun|pleasant"
    r"|useful|helpful|meaningful"
    r"|actionable|insightful|intelligent|smart|smarter|accessible|inclusive|attractive"
    r"|appealing|nice|nicer|better|best|good|great"
    r"|intuitive|consistent|flexible|powerful|robust|reliable|usable|readable|understandable"
    r"|transparent|fresh|careful|modular"
    r"|human|personal|playful|elegant|clean|cleaner|quiet|quieter|calm|calmer|technical"
    r"|confusing|complicated|like the modern ones"
    r"|state of the art|up to date|fit for the future|future-proof)"
)
_BETTER = Lazy(
    rf"(?i)\b(?:should|must|shall|ought to|has to|have to|needs? to|want(?:s|ed)?|would like"
    rf"|wish|could|please|let's|make|be|become"
    rf"|feel|look)\b[^.!?]{{0,60}}\b(?:{_QUALITY}|more [a-z]+|less [a-z]+|(?:work|run) well"
    rf"|today's standards?|steer with|confidence"
    r"|what (?:they|people|users|one) needs?|know what to do|find what|up to (?:date|scratch"
    r"|par)|look (?:and feel)?)\b"
    r"|\bideas (?:are )?welcome\b|\bgive (?:it|them) (?:some|a more|a) [a-z]+\b"
)
# An act on a thing of the program, or a thing drawn: that can be planned.
_ACT = Lazy(
    r"(?i)\b(?:add|remove|drop|hide|rename|move|replace|split|group|sort|align|right-align"
    r"|return|delete|print|(?:show|display)(?! (?:it|them|off|us)\b)"
    r"|store|load|skip|merge|limit|link|collapse|ignore|filter|translate|log|validate|raise"
    r"|say|mention|pre-?fill|remember|autosave"
    r"|button|column|checkbox|drop-?down|tooltip|shortcut|tab|heading|menu entry|instead of"
    r"|rather than|the same (?:as|way)|per (?:user|page"
    r"|day|row)|(?:when|if|after|until|before) (?:the|a|an|one|somebody|i|you|no"
    r"|nothing) [a-z]+ (?:is|has|was|clicks?|opens?|saves?|enters?"
    r"|presses)|must not|at least|at most|only if|only when|keyboard|contrast|screen reader|dark)\b"
)


def woolly(reading: Reading, intent: Intent) -> Iterator[Doubt]:
    """Find the doubt of a short text that complains of a whole part and wishes only qualities for it.

    Takes the issue and its intent. A number, a name, code, a list, or an act on a named thing in the
    title or the text is a beginning that work can start from: then nothing is asked.
    """
    if intent in {Intent.DOCS, Intent.TEST} or reading.fences or reading.rows or reading.links:
        return
    told = [p for p in reading.passages if p.form is not Form.QUOTE]
    if any(p.form in {Form.ITEM, Form.BOX, Form.TICKED} for p in told):
        return
    texts = [gloss(p.text[:600]) for p in told]
    title = gloss(reading.title)
    whole = " ".join((title, *texts))
    if len(list(words(whole))) > _MOST or _ACT.search(whole):
        return
    if any(MEASURE.search(_AGE.sub(" ", t)) for t in (title, *texts)):
        return
    if (_PLAINT.search(whole) or VAGUE.search(title)) and any(
        _BETTER.search(t) for t in (title, *texts)
    ):
        wishes = [title, *(t for t in texts if _BETTER.search(t))]
        yield from unmeasured(reading, title, texts, wishes)


# How old a thing is or when it is to be shown measures nothing.
_AGE = Lazy(
    r"(?i)\b(?:over|after|for|in|since|by|before|until|within) (?:the )?(?:last "
    r"|next )?v?[0-9][\w.]*(?: (?:years?|months?|weeks?"
    r"|days?))?\b|\bq[1-4]\b|\bbecause\b|\b[0-9]+ (?:years?|%|percent) "
    r"|\blike the (?:modern|new|other|others|big|professional|current) [a-z]+"
)
