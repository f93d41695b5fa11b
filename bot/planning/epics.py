"""Epics: requests that hold several stories, each worth a plan of its own."""

from __future__ import annotations

import re

from bot.planning.asides import is_aside
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.many import calls_many
from bot.planning.proposal import Request
from bot.planning.reading import Form, Passage, Reading
from bot.planning.sections import Part
from bot.planning.sequels import begins, from_first, in_stages, in_turn, unstepped
from bot.planning.settled import DECIDERS
from bot.planning.speech import said_in
from bot.planning.words import words

FEWEST = 4
_LABELS = frozenset(("epic", "umbrella", "meta", "roadmap", "initiative", "plan:epic"))
# Also the name of what follows people or parcels: it says no more than a sentence does.
_TRACKING = "tracking"
# A label about size says no more than a sentence does, either.
_BIG = frozenset(("big", "large", "huge", "xl", "xxl", "project", "multi-release", "size/xl"))
_TITLE = Lazy(
    r"(?i)\b(?:epic|tracking issue|umbrella|meta[- ]issue|roadmap|initiative"
    r"|master issue|overview issue)\b(?: ?[:\]\u2013-]| issue| for\b|$)"
    r"|^\[(?:epic|tracking|meta|umbrella|roadmap)\]|^(?:epic|tracking|meta|umbrella|roadmap)\b"
    # `Error tracking` is a feature, `Release 4 (tracking)` is not.
    r"|[(\u2013\u2014:-] ?tracking\)?$|\btracking: "
)
_PART_OF = Lazy(
    r"(?i)\b(?:part|child|piece|subtask|sub-issue|step [0-9]+|follow-?up) (?:of|to"
    r"|from)\b.{0,40}(?:#[0-9]+|epic)"
)
_ENUMERATED = Lazy(
    r"(?i)\b(?:we need|needs?|there (?:is|are)|consists? of|comprises?|includes?|covers?"
    r"|parts?|stories|pieces|means|involves|wants?|required?):? "
)
_LETTERED = Lazy(
    r"(?i)(?:^|(?<=\s))(?:(?:phase|part|stage) (?P<n>[0-9A-M])\b[:.)]?|(?P<l>(?-i:[A-M]))[.)]"
    r"|S(?P<s>[1-9]) ?[-\u2013\u2014:.)])\s+|(?<=\s)S(?P<t>[1-9]) (?=[a-z])"
)
# What a paragraph says about the parts instead of being one.
_ABOUT_PARTS = Lazy(
    r"(?i)^(?:i|i'm|i've|we|we've|we're|it's|it is|this is|here's|here is|not (?:now|part|planned)"
    r"|out of scope|each of|every|one (?:release|pr)|thanks|the (?:working group|team|board|concept"
    r"|decision|council|ministry|product group|management|budget|customer has)|for the new (?:law|rules?)"
    r"|(?:from|by|until|since) 20[0-9]{2}"
    r"|(?:marketing|sales|management|everybody|nobody) (?:wants?|asks?)|agreed|decided)\b"
    r"|\b(?:come|comes|goes|go) first\b|\bneeds everything\b"
    r"|\b(?:explicitly )?not planned\b|\bafter that the rest\b|^[^ ]+ before all\b"
)
_CHOOSES = Lazy(
    r"(?i)\b(?:options?|alternatives?|either|which (?:one|of|way)|prefer\w*|variants?|choose"
    r"|undecided)\b"
)
_THEN = Lazy(r"(?i), (?:and )?then (?:comes? )?(?=(?:the|an?) )")
_CHAIN = Lazy(
    r"(?i)[,;] (?:and )?(?:then|after (?:that|this)|later|finally|at last|lastly|next|in the end) "
)
_MOST_PARTS = 10
_SHORT, _LONG = 2, 60
_NAME = 5
_NUMBERED = Lazy(r"(?i)^(?:phase|part|stage|story|step) [0-9]{1,2}[:.) \u2013\u2014-]+(?=\S)")
_NO_STORY = frozenset(
    (
        Part.OUTSIDE,
        Part.ALTERNATIVES,
        Part.QUESTIONS,
        Part.CRITERIA,
        Part.ENVIRONMENT,
        Part.REPRODUCE,
        Part.ACTUAL,
        Part.EXPECTED,
    )
)
_AREAS = Lazy(
    r"(?i)\b(?:migrat\w+|data model|schema|tables?|api|endpoints?|pages?|screens?|forms?"
    r"|ui|picker|reports?|export|import|e-?mails?|notifications?|billing|payments?"
    r"|permissions?"
    r"|roles?|docs?|documentation|storage|admin|console|sub-?domain|settings|search|job"
    r"|cli|app|client|webhooks?|tests?|deployment|monitoring|audit|invit\w+|login"
    r"|transfers?|module|dashboard|calendar|mobile)\b"
)


def stories(request: Request, reading: Reading) -> tuple[str, ...]:
    """The stories of an epic, in order; nothing where the request is one story.

    A label, a title or a sentence calls it an epic, and at least four pieces are told: boxes or items,
    rows of a table, sections, or the parts of an enumeration. An issue that is part of an
    epic is none, nor is one that tells of a fault.
    """
    if any(_PART_OF.search(p.text) for p in reading.passages) or reading.of(Part.ACTUAL):
        return ()
    found = _pieces(reading)
    lettered = bool(found) and found == _by_letter(reading)
    called = _is_called(request, reading) or int(lettered or in_stages(_prose(reading)))
    if called and len(found) >= (3 if called > 1 else FEWEST):
        return found
    return ()


def _prose(reading: Reading) -> list[str]:
    return [p.text for p in reading.passages if p.form is Form.PROSE]


def _by_letter(reading: Reading) -> tuple[str, ...]:
    """Letters or phases of their own make several stories; `1.` may be a mere step."""
    if _CHOOSES.search(reading.text):
        return ()
    return _unique(_lettered([p for p in reading.passages if p.part is not Part.OUTSIDE]))


def _is_called(request: Request, reading: Reading) -> int:
    """How plainly it is called an epic: by its label or title 2, by a sentence 1."""
    if _LABELS & {label.lower() for label in request.labels} or _TITLE.search(reading.title):
        return 2
    told = [p.text for p in reading.passages if p.form is not Form.QUOTE]
    told += [
        s for c in request.comments if c.association in DECIDERS for s in said_in(c.body[:2000])
    ]
    return int(
        bool({_TRACKING, *_BIG} & {label.lower() for label in request.labels})
        or any(calls_many(gloss(s)) for s in told)
    )


def _pieces(reading: Reading) -> tuple[str, ...]:
    kept = [p for p in reading.passages if p.part not in _NO_STORY and not is_aside(p.text)]
    boxes = [p.text for p in kept if p.form is Form.BOX]
    rows = [row.text for row in reading.rows]
    items = [
        p.text
        for p in kept
        if p.form is Form.ITEM and p.text not in rows and p.part not in {Part.LIMITS, Part.NOTES}
    ]
    if len(boxes) >= 3:
        return _unique(boxes)
    if len(rows) >= 3:
        return _unique(rows)
    if len(items) >= 3:
        return _unique(items)
    turns = _told(kept)
    prose = [p.text for p in kept if p.form is Form.PROSE]
    return (
        _unique(_lettered(kept))
        or (_unique(turns) if in_turn(prose) else ())
        or _unique(_sections(kept))
        or _unique(_enumerated(kept))
        or _unique(turns)
    )


def _lettered(kept: list[Passage]) -> list[str]:
    """`A. Types … B. Conversion …`: the sentence after each letter or phase, in their order."""
    text = "\n".join(p.text for p in kept if p.form is Form.PROSE)
    marks: list[re.Match[str]] = []
    for mark in _LETTERED.finditer(text):
        sign = _sign(mark)
        if sign == (_after(marks[-1]) if marks else "1" if sign == "1" else "A"):
            marks.append(mark)
    if len(marks) < FEWEST:
        return []
    ends = [*(m.start() for m in marks[1:]), len(text)]
    return [_whole(text[m.end() : end].split("\n")) for m, end in zip(marks, ends, strict=True)]


def _sign(mark: re.Match[str]) -> str:
    return (mark["n"] or mark["l"] or mark["s"] or mark["t"]).upper()


def _whole(told: list[str]) -> str:
    """The sentence after a mark; a mere name, such as `Brand layer.`, with what is said of it."""
    if len(list(words(told[0]))) > _NAME or not told[1:] or _ABOUT_PARTS.search(told[1]):
        return told[0]
    return f"{told[0].rstrip('. ')}: {told[1]}"


def _after(mark: re.Match[str]) -> str:
    return chr(ord(_sign(mark)) + 1)


def _told(kept: list[Passage]) -> list[str]:
    """Parts told one sentence each, without what is said about the parts as a whole."""
    prose = [p.text for p in kept if p.form is Form.PROSE and not p.text.endswith("?")]
    told = [part for text in prose for part in _parted(text)]
    parts = [
        re.sub(r"(?i)^what (?:belongs|goes|is) (?:to|into|in) (?:it|this): ", "", t)
        for t in from_first(told)
        if (begins(t) or not _ABOUT_PARTS.search(t))
        and not calls_many(t)
        and _SHORT < len(list(words(t))) <= _LONG
    ]
    plain = [unstepped(p) for p in parts]
    capped = [p[:1].upper() + p[1:] for p in plain if list(words(p))][:_MOST_PARTS]
    return capped if len(capped) >= FEWEST else []


def _parted(text: str) -> list[str]:
    """One sentence that tells several parts in turn, cut at its `then`s."""
    chained = _CHAIN.split(text)
    return chained if len(chained) >= FEWEST else _THEN.split(text)


def _unique(texts: list[str]) -> tuple[str, ...]:
    plain = (_NUMBERED.sub("", t).strip(" .") for t in texts)
    return tuple(dict.fromkeys(t for t in plain if t))


def _sections(kept: list[Passage]) -> list[str]:
    """Sections with headings of their own, each one story."""
    named: dict[str, str] = {}
    for passage in kept:
        if passage.section and passage.part is Part.DESCRIPTION and passage.form is Form.PROSE:
            named.setdefault(passage.section, passage.text)
    return [f"{name}: {text}" for name, text in named.items()] if len(named) >= 3 else []


def _enumerated(kept: list[Passage]) -> list[str]:
    """`We need stock per warehouse, transfers between them, a picker, and reports`: its parts."""
    best: list[str] = []
    for passage in kept:
        if passage.form is not Form.PROSE:
            continue
        lead = _ENUMERATED.search(passage.text) or re.search(r": ", passage.text)
        listed = passage.text[lead.end() :] if lead else passage.text
        parts = [
            re.sub(r"(?i)^(?:and|as well as|then|finally) ", "", p.strip(" ."))
            for p in re.split(r"[,;] (?![^()]{0,200}\))| and (?=an? )", listed)
        ]
        parts = [p for p in parts if 1 < len(list(words(p))) <= 14]
        if len(parts) > len(best) and (
            lead or sum(bool(_AREAS.search(p)) for p in parts) * 2 >= len(parts)
        ):
            best = parts
    return best if len(best) >= FEWEST else []
