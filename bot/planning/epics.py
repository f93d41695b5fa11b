"""Epics: requests that hold several stories, each worth a plan of its own."""

from __future__ import annotations

import re

from bot.planning.asides import is_aside
from bot.planning.gloss import gloss
from bot.planning.proposal import Request
from bot.planning.reading import Form, Passage, Reading
from bot.planning.sections import Part
from bot.planning.sequels import begins, from_first, in_turn, unstepped
from bot.planning.words import words

FEWEST = 4
_LABELS = frozenset(("epic", "umbrella", "meta", "roadmap", "initiative", "plan:epic"))
# Also the name of what follows people or parcels: it says no more than a sentence does.
_TRACKING = "tracking"
_TITLE = re.compile(
    r"(?i)\b(?:epic|tracking issue|umbrella|meta[- ]issue|roadmap|initiative"
    r"|master issue|overview issue)\b(?: ?[:\]\u2013-]| issue| for\b|$)"
    r"|^\[(?:epic|tracking|meta|umbrella|roadmap)\]|^(?:epic|tracking|meta|umbrella|roadmap)\b"
    # `Error tracking` is a feature, `Release 4 (tracking)` is not.
    r"|[(\u2013\u2014:-] ?tracking\)?$|\btracking: "
)
_SAYS = re.compile(
    r"(?i)\b(?:tracking issue|this (?:is an?|issue is an?) (?:epic|umbrella)"
    r"|umbrella issue|(?:to be |should be |must be |needs? to be |will (?:need to )?be "
    r"|can be )?split(?: up)?"
    r" (?:in(?:to)?|up) (?:[a-z]+ )?(?:stories|issues|tickets|tasks|pull requests|prs"
    r"|parts|steps|pieces)|one (?:issue|ticket|story|pull request|pr) (?:each|per)"
    r"|(?:several|lots? of|a (?:bunch|couple|set|number|series|handful|pile) of) (?:stories"
    r"|issues|tickets"
    r"|parts|phases|milestones|sprints)"
    r"|separate (?:stories|issues|tickets)|in (?:several|multiple|separate) (?:stories"
    r"|phases|issues|pull requests|prs)"
    r"|(?:big|large|huge) (?:effort|undertaking|project|chunk|topic)|an? (?:big|large|huge) one"
    r"|larger effort"
    r"|over the next (?:months|quarters?|year)|multi-(?:month|quarter|team)|sub-?issues"
    r"|work packages?|(?:far |way |much )?too (?:much|big|large) (?:for|to be) (?:a single|one|1)"
    r" (?:pr|pull request|issue|ticket|change|go|task)|cut (?:in|up )?(?:to |into )(?:stories"
    r"|parts|tickets"
    r"|pieces)|umbrella (?:for|ticket)|break(?:ing)? (?:it|this|that|them) (?:down|up)"
    r"|(?:each|every) (?:row|part|piece|item|point|step|one|of (?:these|them|those)|its own)"
    r"(?: is| gets| becomes| should be| can be|,)? (?:a |an |its |merged |own |separate )+"
    r"(?:pr|pull request|issue|ticket|story|alone|separately|on its own)"
    r"|each its own (?:pr|pull request|issue|ticket)|(?:can|could|may) be merged (?:alone"
    r"|separately"
    r"|independently|one by one|on (?:its|their) own)|plan of record"
    r"|(?:cut|carve|slice|chop|break|broken|split|divided?) (?:(?:it|this|that|them|all|of|up|down"
    r"|the whole(?: thing)?)"
    r" ){0,3}(?:in)?to (?:[a-z]+ ){0,2}(?:stories|parts|tickets|pieces|issues|chunks|slices"
    r"|portions|bites)"
    r"|(?:too much|too big|too large|too long|more than|bigger than|larger than|work) (?:for "
    r"|fits? (?:in)?to )?"
    r"(?:one|a single|1) (?:person|pr|pull request|issue|ticket|change|go|task|story|sitting"
    r"|sprint)"
    r"|one person to do (?:it|that|this|all|everything)"
    r"|plus (?:qu'un|d'un) (?:seul )?ticket|trop (?:gros|grand|pour un)[a-z ]{0,12} (?:seule?"
    r"|ticket)"
    r"|(?:mucho|demasiado|grande) para (?:una?|un) sol[ao]\b|zu (?:gro\u00df"
    r"|viel) f\u00fcr ein(?:en?)? (?:einzelne[sn]"
    r"|einzige[sn]|ticket))\b"
)
_PART_OF = re.compile(
    r"(?i)\b(?:part|child|piece|subtask|sub-issue|step [0-9]+|follow-?up) (?:of|to"
    r"|from)\b.{0,40}(?:#[0-9]+|epic)"
)
_ENUMERATED = re.compile(
    r"(?i)\b(?:we need|needs?|there (?:is|are)|consists? of|comprises?|includes?|covers?"
    r"|parts?|stories|pieces|means|involves|wants?|required?):? "
)
_LETTERED = re.compile(
    r"(?:^|(?<=\s))(?:(?:phase|part|stage) (?P<n>[0-9A-M])\b[:.)]?|(?P<l>[A-M])[.)]"
    r"|S(?P<s>[1-9]) ?[-\u2013\u2014:.)])\s+|(?<=\s)S(?P<t>[1-9]) (?=[a-z])",
    re.I,
)
# What a paragraph says about the parts instead of being one.
_ABOUT_PARTS = re.compile(
    r"(?i)^(?:i|i'm|i've|we|we've|we're|it's|it is|this is|here's|here is|not (?:now|part|planned)"
    r"|out of scope|each of|every|one (?:release|pr)|thanks|the (?:working group|team|board|concept"
    r"|decision)|agreed|decided)\b|\b(?:come|comes|goes|go) first\b|\bneeds everything\b"
    r"|\b(?:explicitly )?not planned\b|\bafter that the rest\b|^[^ ]+ before all\b"
)
_CHOOSES = re.compile(
    r"(?i)\b(?:options?|alternatives?|either|which (?:one|of|way)|prefer\w*|variants?|choose"
    r"|undecided)\b"
)
_THEN = re.compile(r"(?i), (?:and )?then (?:comes? )?(?=(?:the|an?) )")
_MOST_PARTS = 10
_NAME = 5
_NUMBERED = re.compile(r"(?i)^(?:phase|part|stage|story|step) [0-9]{1,2}[:.) \u2013\u2014-]+(?=\S)")
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
_AREAS = re.compile(
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
    called = _is_called(request, reading) or int(bool(found) and found == _by_letter(reading))
    if called and len(found) >= (3 if called > 1 else FEWEST):
        return found
    return ()


def _by_letter(reading: Reading) -> tuple[str, ...]:
    """Letters or phases of their own make several stories; `1.` may be a mere step."""
    if _CHOOSES.search(reading.text):
        return ()
    return _unique(_lettered([p for p in reading.passages if p.part is not Part.OUTSIDE]))


def _is_called(request: Request, reading: Reading) -> int:
    """How plainly it is called an epic: by its label or title 2, by a sentence 1."""
    if _LABELS & {label.lower() for label in request.labels} or _TITLE.search(reading.title):
        return 2
    return int(
        _TRACKING in {label.lower() for label in request.labels}
        or any(_SAYS.search(gloss(p.text)) for p in reading.passages if p.form is not Form.QUOTE)
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
    told = [part for text in prose for part in _THEN.split(text)]
    parts = [
        re.sub(r"(?i)^what (?:belongs|goes|is) (?:to|into|in) (?:it|this): ", "", t)
        for t in from_first(told)
        if (begins(t) or not _ABOUT_PARTS.search(t))
        and not _SAYS.search(t)
        and len(list(words(t))) <= 40
    ]
    plain = [unstepped(p) for p in parts]
    capped = [p[:1].upper() + p[1:] for p in plain if list(words(p))][:_MOST_PARTS]
    return capped if len(capped) >= FEWEST else []


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
