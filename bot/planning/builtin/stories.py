"""Stories: the parts of an epic, as its author listed them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.planning.builtin.questions import CLOSED
from bot.planning.issue.markdown import IssueText, Passage, PassageKind
from bot.planning.issue.sections import Part
from bot.planning.words import capital, sentences, shortened

_CLOSED = CLOSED | {Part.BACKGROUND, Part.CRITERIA, Part.QUESTIONS}
_LABELS = frozenset(("epic", "plan:epic"))
_NUMBERED = re.compile(
    r"(?:phase|step|stage|part|story|milestone|etappe|étape) ?[0-9]{1,2} ?[:.)\u2013-] ?", re.I
)
_AFTER = re.compile(r"\((?:after|needs|depends on|blocked by):? ([0-9][0-9, and]{0,40})\)", re.I)
_FEWEST = 2


def after(text: str, number: int) -> tuple[int, ...]:
    """The numbers of the stories that come first, where a story says so: `Send it (after 1, 2)`.

    Takes the story's text and its own number; only earlier stories count.
    """
    said = _AFTER.search(text)
    told = (int(n) for n in re.findall(r"[0-9]{1,3}", said[1])) if said else ()
    return tuple(dict.fromkeys(n for n in told if 0 < n < number))


def is_labelled(labels: frozenset[str]) -> bool:
    """Say whether the labels ask for several stories."""
    return bool(_LABELS & {label.casefold() for label in labels})


def stories(issue: IssueText) -> tuple[str, ...]:
    """The parts that an issue lists, in its order: boxes, else tasks, else a list, else numbered phases."""
    told = [p for p in issue.passages if p.part not in _CLOSED and p.form is not PassageKind.QUOTE]
    for found in (
        [p for p in told if p.form is PassageKind.BOX],
        [p for p in told if p.part is Part.TASKS and p.form is PassageKind.ITEM],
        _longest(told),
    ):
        texts = _texts(p.text for p in found)
        if len(texts) >= _FEWEST:
            return texts
    return _texts(_phases(told))


def phases(issue: IssueText) -> tuple[str, ...]:
    """What an issue says behind `Phase 1:` and its sisters."""
    told = [p for p in issue.passages if p.part not in _CLOSED and p.form is not PassageKind.QUOTE]
    return _texts(_phases(told))


def _longest(told: list[Passage]) -> list[Passage]:
    """The longest list of one section."""
    lists: dict[str, list[Passage]] = {}
    for passage in told:
        if passage.form is PassageKind.ITEM:
            lists.setdefault(passage.head, []).append(passage)
    return max(lists.values(), key=len, default=[])


def _phases(told: list[Passage]) -> Iterator[str]:
    """What stands behind `Phase 1:` and its sisters, each up to the next."""
    text = " ".join(p.text for p in told)
    marks = list(_NUMBERED.finditer(text))
    ends = [*(m.start() for m in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=bool(marks)):
        part = text[mark.end() : end]
        yield next(iter(sentences(part)), part)


def _texts(found: Iterable[str]) -> tuple[str, ...]:
    texts = (capital(shortened(t.strip(" .;*"), 200)) for t in found)
    return tuple(dict.fromkeys(t for t in texts if t))
