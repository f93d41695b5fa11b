"""Stories: the parts of an epic, as its author listed them, with their criteria and the order they state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from bot.planning.builtin.questions import CLOSED
from bot.planning.issue.markdown import IssueText, Passage, PassageKind
from bot.planning.issue.order import Items, in_sequence, phrases
from bot.planning.issue.sections import COLONS, Part
from bot.planning.words import capital, plain, sentences, shortened

_CLOSED = CLOSED | {Part.BACKGROUND, Part.CRITERIA, Part.QUESTIONS}
_NUMBERED = re.compile(
    r"(?:phase|step|stage|part|story|milestone|etappe|étape) ?[0-9]{1,2} ?[:.)\u2013-] ?", re.I
)
_FEWEST, _MOST_HEADS = 2, 300
MOST_LINKS = 50
"""What an issue may wait for: https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/creating-issue-dependencies"""


@dataclass(frozen=True, slots=True)
class Story:
    """One part: its title, its text, the words it comes from, its own criteria, and what it waits for.

    `after` are numbers of stories (from 1, of those still to be done), `blockers` of issues; `unclear` are
    words for an order that may mean several stories, or that no story can keep.
    """

    title: str
    text: str
    quote: str
    criteria: tuple[str, ...] = ()
    after: tuple[int, ...] = ()
    blockers: tuple[int, ...] = ()
    unclear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Listed:
    """A part as it stands: its line, the headings before it, what stands below it, whether it is ticked."""

    text: str
    at: int = 0
    below: tuple[Passage, ...] = ()
    done: bool = False


def stories(issue: IssueText) -> tuple[Story, ...]:
    """The parts that an issue lists, in its order: sections, boxes, tasks, a list, else numbered phases."""
    listed = _listed(issue)
    items = Items([one.text for one in listed])
    pairs = set(_beside(issue, listed, items))
    open_ = (at for at, one in enumerate(listed) if not one.done)
    number = {at: n for n, at in enumerate(open_, 1)}
    return _acyclic([_story(listed[at], at, items, pairs, number) for at in number])


def phases(issue: IssueText) -> tuple[str, ...]:
    """What an issue says behind `Phase 1:` and its sisters."""
    return tuple(one.text for one in _unique(_phases(_told(issue))))


def _beside(issue: IssueText, listed: Sequence[_Listed], items: Items) -> Iterator[tuple[int, int]]:
    """The pairs (part, what it waits for) that the text around the list tells."""
    own = {id(p) for one in listed for p in one.below} | {one.text for one in listed}
    told = [p for p in _told(issue) if not {id(p), p.text} & own]
    for passage in told:
        yield from items.beside(passage.text)
    here = listed[0].at if listed else 0
    lead = [p.text for p in told if p.at == here and p.form is PassageKind.PROSE]
    if any(map(in_sequence, (*lead, *(text for _, text in issue.heads[:here][-1:])))):
        yield from items.chain()


def _story(
    one: _Listed, at: int, items: Items, pairs: set[tuple[int, int]], number: dict[int, int]
) -> Story:
    below = [(p.form, items.read(p.text, at)) for p in one.below]
    said = [items.read(one.text, at), *(told for _, told in below)]
    needs = {n for told in said for n in told.needs} | {n for m, n in pairs if m == at}
    asks = [t.rest for form, t in below if form in {PassageKind.ITEM, PassageKind.BOX}]
    prose = [t.rest for form, t in below if form is PassageKind.PROSE and t.rest]
    criteria = tuple(capital(t) for t in dict.fromkeys(asks) if t and not t.endswith(COLONS))
    text = capital(said[0].rest.strip(" *"))
    return Story(
        title=shortened(text, 200),
        text=text if criteria or not prose else f"{text}: {' '.join(prose)}",
        quote=one.text,
        criteria=criteria,
        after=tuple(sorted(number[n] for n in needs if n in number)),
        blockers=tuple(dict.fromkeys(i for told in said for i in told.issues)),
        unclear=tuple(dict.fromkeys(u for told in said for u in told.unclear)),
    )


def _acyclic(found: list[Story]) -> tuple[Story, ...]:
    """The stories without what would make them wait for each other in a circle; that is named."""
    behind = [0] * (len(found) + 1)  # the bits of all that a story waits for
    kept: list[Story] = []
    for n, story in enumerate(found, 1):
        after = [m for m in story.after[:MOST_LINKS] if m != n and not behind[m] >> n & 1]
        for m in after:
            if not behind[n] >> m & 1:
                more = behind[m] | 1 << m
                behind = [b | more if k == n or b >> n & 1 else b for k, b in enumerate(behind)]
        lost = tuple(f"story {m}" for m in story.after if m not in after)
        kept.append(replace(story, after=tuple(after), unclear=(*story.unclear, *lost)))
    return tuple(kept)


def _told(issue: IssueText) -> list[Passage]:
    told = (p for p in issue.passages if p.form is not PassageKind.QUOTE)
    return [p for p in told if p.part not in _CLOSED]


def _listed(issue: IssueText) -> tuple[_Listed, ...]:
    told, boxes = _told(issue), {PassageKind.BOX, PassageKind.TICKED}
    tasks = [p for p in told if p.part is Part.TASKS and p.form is PassageKind.ITEM]
    for found in (
        _sections(issue),
        _with_below(told, [p for p in told if p.form in boxes]),
        _with_below(told, tasks),
        _with_below(told, _longest(told)),
    ):
        listed = _unique(found)
        if sum(not one.done for one in listed) >= _FEWEST:
            return listed
    return _unique(_phases(told))


def _with_below(told: list[Passage], lines: list[Passage]) -> Iterator[_Listed]:
    """The lines that stand in no other list, each with what stands below it in its own item."""
    tops = {id(p) for p in lines if p.depth <= 1}
    for n, top in enumerate(told):
        if id(top) in tops:
            rest = islice(told, n + 1, None)
            below = takewhile(
                lambda p: p.depth > 1 or (p.depth and p.form is PassageKind.PROSE), rest
            )
            yield _Listed(top.text, top.at, tuple(below), top.form is PassageKind.TICKED)


def _sections(issue: IssueText) -> Iterator[_Listed]:
    """Sections that are stories: numbered (`Story 1: …`), or below a heading that announces stories."""
    heads = issue.heads[:_MOST_HEADS]
    told = [p for p in issue.passages if p.form is not PassageKind.QUOTE and p.at <= len(heads)]
    for n, (level, text) in enumerate(heads):
        above = next((t for deep, t in reversed(heads[:n]) if 0 < deep < level), "")
        mark = _NUMBERED.match(text)
        if level and text and (mark or plain(above) in phrases("heading")):
            later = (m for m in range(n + 1, len(heads)) if 0 < heads[m][0] <= level)
            end = next(later, len(heads))
            title = text[mark.end() :] if mark else text.lstrip("0123456789.) ")
            yield _Listed(title, n, tuple(p for p in told if n < p.at <= end))


def _longest(told: list[Passage]) -> list[Passage]:
    """The longest list of one section."""
    lists: dict[str, list[Passage]] = {}
    for passage in told:
        if passage.form is PassageKind.ITEM and passage.depth <= 1:
            lists.setdefault(passage.head, []).append(passage)
    return max(lists.values(), key=len, default=[])


def _phases(told: list[Passage]) -> Iterator[_Listed]:
    """What stands behind `Phase 1:` and its sisters, each up to the next."""
    text = " ".join(p.text for p in told)
    marks = list(_NUMBERED.finditer(text))
    ends = [*(m.start() for m in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=bool(marks)):
        part = text[mark.end() : end]
        yield _Listed(next(iter(sentences(part)), part))


def _unique(found: Iterable[_Listed]) -> tuple[_Listed, ...]:
    told: dict[str, _Listed] = {}
    for one in found:
        told.setdefault(one.text.strip(" .;*").casefold(), one)
    return tuple(one for text, one in told.items() if text)
