"""Refusal: requests that are no task: empty, a form nobody filled in, advertising, a question for help."""

from __future__ import annotations

import re

from bot.planning.analysis import Analysis
from bot.planning.customers import is_letter, strays
from bot.planning.gloss import gloss
from bot.planning.injections import talks_to_programs
from bot.planning.lazy import Lazy
from bot.planning.noise import is_advert, is_chatter, is_mash, is_try
from bot.planning.offers import is_pitch, is_practice
from bot.planning.openings import open_question
from bot.planning.proposal import Declined, Intent, Request
from bot.planning.reading import Form, Reading, sentences
from bot.planning.rulings import settles
from bot.planning.sections import Part
from bot.planning.settled import DECIDERS
from bot.planning.statements import rules
from bot.planning.strangers import is_stranger
from bot.planning.untouched import is_unfilled, is_untouched
from bot.planning.verbs import is_imperative
from bot.planning.verdicts import turned_down
from bot.planning.words import shortened, stems, word_set, words

_NOTHING = word_set(
    """test testing hello hi asdf foo bar todo tbd issue bug help title untitled problem question
    none report please fix broken urgent wip placeholder example new feature request improvement update
    stuff something things various misc it this the a my in for error crash not working doesn
    work"""
)
_HELP = Lazy(
    r"(?i)^(?:how (?:do|can|would|should|to)\b(?! we)|where (?:do|can|is)\b|what (?:is|are"
    r"|does)\b|why (?:is|does|do|am)\b"
    r"|can (?:i|someone|anyone|somebody)\b|is (?:it|there) (?:possible|a way|any way)\b"
    r"|when (?:is|will) (?:the )?next\b|is there (?:an?|any) (?:discord|slack|forum|chat|roadmap"
    r"|mailing list)\b"
    r"|which [a-z]+ do you\b|does anyone\b|has anyone\b|am i\b"
    r"|help(?: me)?\b|need help\b|(?:i )?need (?:some )?(?:help|assistance)\b"
    r"|question(?:s)? (?:about|on|regarding)\b|any (?:idea|advice)\b)"
)
_ASKED = Lazy(
    r"(?i)\b(?:how (?:do|can|should) i\b|(?:what|where) (?:do|must|should|can) i\b"
    r"|i (?:do not|don't) (?:understand|get)\b|what am i doing wrong|can (?:someone|anyone"
    r"|somebody) (?:help|explain|tell)|i(?:'m| am) (?:new to|confused)"
    r"|please help(?: me)?\b|(?:thx|tia)\b|do i (?:put|need|have|use|install|get|set)\b"
    r"|is this (?:the right|possible)|any (?:help|advice|pointers?"
    r"|ideas?) (?:is|are|would|appreciated)|thanks in advance|point me"
    r"|how (?:i|we) (?:can|could|should|must|do)\b|(?:from|for|in) (?:a|my|our) (?:course|class"
    r"|homework"
    r"|tutorial|thesis|bootcamp)|my (?:teacher|homework|assignment|professor|own (?:app|site"
    r"|project))"
    r"|teacher says)\b"
)
_OURS = Lazy(
    r"(?i)^(?:how|where|what|which|when|why|who) (?:do|should|shall|can|will) we\b|^do we\b"
)
_LIKED = Lazy(
    r"(?i)\b(?:we'd|i'd|we would|i would) (?:really )?(?:like|love|want)\b|\b(?:should|must"
    r"|needs? to|gets? an?|has to)\b"
)
_MUST = Lazy(r"(?i)\b(?:must|shall|has to|have to|should|may not)\b[^?]*$")
# A change that somebody asks for, however the title sounds.
_TASKED = Lazy(
    r"(?i)(?:please )?(?:add|use|remove|show|hide|print|move|rename|replace|sort|put|make|set"
    r"|keep|let)\b"
    r" (?!me\b|us\b|my\b|sense\b)|(?:decided|decision)\b"
)
# A customer's complaint to whoever runs the thing, which no change of a program answers.
_COMPLAINT = Lazy(
    r"(?i)\b(?:return|refund|give (?:me )?back|reimburse|pay back) (?:me )?(?:the|my) (?:money"
    r"|fare|fee"
    r"|amount|ticket|deposit)\b|\bmy money back\b|\b(?:opening hours|phone number|address) of your"
    r" (?:customer|service|shop|office)\b|\bmy (?:order|parcel|card|contract|customer|booking)"
    r" (?:no\.?|number|id)\b|\bi want to (?:complain|speak to)\b"
)
# Who asks for help speaks of himself or to somebody.
_PERSON = Lazy(r"(?i)\b(?:i|i'm|my|me|you|your|we|our|anyone|anybody|someone|somebody)\b")
# Labels of a form that nobody filled in: `Python: GPU:`.
_LABELS_ONLY = Lazy(r"^(?:[\w./()?'-][\w ./()?'-]{0,39}: {0,4})+$")
_PLACED = Lazy(
    r"(?i)^\s*(?:#|//|--|<!--|;|\.\.\.|…|\*)|^\s*$|\b(?:your|paste|minimal|goes) .{0,20}\b(?:here"
    r"|code)\b"
)
_TURNED_DOWN = frozenset(("wontfix", "won't fix", "wont-fix", "won't-fix", "declined", "invalid"))


def refusal(request: Request, reading: Reading, analysis: Analysis) -> Declined | None:
    """Say why a request is no task, with what would make it one; nothing for a task.

    `/plan force` (`request.forced`) overrules everything but an issue without a single word.
    """
    if not reading.title and not reading.passages and not reading.fences:
        return _declined(
            "The issue has no text yet", "a title and a sentence that say what should change", 0.95
        )
    if request.forced:
        return None
    if is_advert(reading) or is_pitch(reading):
        return _declined(
            "This reads like advertising and names nothing in this repository",
            "a sentence on what should change in this repository",
            0.9,
        )
    if talks_to_programs(reading):
        return _declined(
            "This talks to the programs that read it and asks for no change to this repository",
            "a sentence on what should change in this repository",
            0.85,
        )
    said = reading.title, _body(reading)
    if is_mash(*said) or is_try(*said) or is_chatter(*said) or is_practice(reading):
        return _declined(
            "This asks for no change to this repository",
            "a sentence on what should change, or how to see the fault",
            0.85,
        )
    unfilled = is_untouched(reading) or is_unfilled(request.title, request.body)
    if unfilled or _is_empty(reading, analysis):
        return _declined(
            "The issue does not say yet what should change"
            + (": the form is still unfilled" if reading.blank else ""),
            "one sentence on what should be different afterwards, or how to see the fault",
            0.85,
        )
    return _unwanted(request, reading, analysis)


def _unwanted(request: Request, reading: Reading, analysis: Analysis) -> Declined | None:
    """A request that says something, but that nobody here will do."""
    word = turned_down(request)
    if word or _TURNED_DOWN & {label.lower() for label in request.labels}:
        told = f": @{word.by} wrote “{shortened(word.sentence, 160).rstrip('.')}”" if word else ""
        return _declined(
            f"Somebody who may decide has turned this down{told}",
            "a maintainer who wants it after all, or `/plan force`",
            0.9,
        )
    if not _is_ruled(request) and (
        is_letter(reading)
        or _is_complaint(reading)
        or is_stranger(request, reading)
        or _is_for_help(reading, analysis)
    ):
        return _declined(
            "This is a question for help rather than a change to this repository",
            "the change that should be made, for example to the documentation; or `/plan force`",
            0.8,
        )
    return None


def _declined(reason: str, change: str, confidence: float) -> Declined:
    return Declined(
        "UNRESOLVABLE",
        f"{reason}.",
        would_change=f"To plan it, the issue needs {change}.",
        confidence=confidence,
    )


def _body(reading: Reading) -> str:
    told = "\n".join(p.text for p in reading.passages if p.form is not Form.QUOTE)
    return "\n".join((told, *(f.text for f in reading.fences)))[:10_000]


def _holds_code(text: str) -> bool:
    """Say whether a block holds more than the comments of a template."""
    return any(not _PLACED.search(line) for line in text.split("\n"))


def _is_empty(reading: Reading, analysis: Analysis) -> bool:
    """Nothing but words that could stand over any issue, in the title and in the text."""
    if analysis.paths or any(_holds_code(f.text) for f in reading.fences):
        return False
    telling = [w for w in words(reading.title) if w not in _NOTHING]
    body = [
        s
        for p in reading.passages
        if p.form is not Form.QUOTE and not _LABELS_ONLY.match(p.text[:300])
        for s in stems(p.text)
        if s not in _NOTHING
    ]
    if not body:
        return len(telling) < 2 and not any(not w.isascii() for w in telling)
    return len(telling) < 1 and len(body) < 2


def _is_ruled(request: Request) -> bool:
    """Somebody who may decide has said what to do."""
    told = [c.body[:2000] for c in request.comments if c.association in DECIDERS and not c.ours]
    return any(_TASKED.match(s) for body in told for s in sentences(body))


def _is_complaint(reading: Reading) -> bool:
    named = reading.fences or reading.spans
    return not named and bool(_COMPLAINT.search(gloss(reading.text[:4_000])))


def _lays_down(text: str) -> bool:
    """Say whether a sentence is a rule for the work, which nobody writes who only wants to know."""
    plain = gloss(text[:600])
    return (rules(text) or bool(_MUST.search(plain))) and not _PERSON.search(plain)


def _asks_for_help(reading: Reading, analysis: Analysis) -> bool:
    goal = analysis.goal
    titled = bool(_HELP.match(goal)) or "please help me" in gloss(goal)
    return titled or any(_HELP.match(p.text) for p in reading.passages[:1])


def _is_for_help(reading: Reading, analysis: Analysis) -> bool:
    if any(
        _TASKED.match(p.text) or (open_question(p.text) and p.text[-1:] != "?")
        for p in reading.passages
    ):
        return False
    if reading.of(Part.CRITERIA, Part.TASKS, Part.REPRODUCE, Part.EXPECTED) or is_imperative(
        analysis.goal
    ):
        return False
    asks = _asks_for_help(reading, analysis)
    pleads = any(_ASKED.search(t) for t in (reading.text[:10_000], gloss(reading.text[:4_000])))
    if asks and strays(reading.text[:4_000]):
        return True
    return _pleads_for_help(reading, analysis, asks=asks, pleads=pleads)


def _pleads_for_help(reading: Reading, analysis: Analysis, *, asks: bool, pleads: bool) -> bool:
    """What is asked without a word on who sent the writer: only what wants nothing of the program."""
    if re.search(r"(?i)\bor\b", gloss(analysis.goal)) and not pleads:
        return False
    if re.search(r"(?i)\b(?:should|shall) (?:the|we|it|our|they|an?|this)\b", analysis.goal):
        return False
    if not (asks or pleads) and any(_LIKED.search(gloss(p.text)) for p in reading.passages):
        return False
    if not pleads and (
        _OURS.search(analysis.goal)
        or any(settles(p.text) for p in reading.passages)
        or sum(_lays_down(p.text) for p in reading.passages) > 1
    ):
        return False
    if analysis.intent is Intent.QUESTION:
        personal = not reading.passages or _PERSON.search(gloss(reading.text[:4_000]))
        return asks or pleads or (analysis.goal.endswith("?") and bool(personal))
    return (
        asks
        and (pleads or analysis.goal.endswith("?"))
        and (
            analysis.why == "nothing says otherwise"
            or analysis.goal.lower().startswith("need help")
        )
    )
