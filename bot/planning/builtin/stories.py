"""Stories: the parts of an epic, as its author listed them, with their criteria and the order they state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby, islice, takewhile
from operator import or_

from bot.planning.builtin.questions import CLOSED
from bot.planning.issue.markdown import IssueText, Passage, PassageKind
from bot.planning.issue.order import MOST_LINKS, Items, Subset, each, in_sequence, phrases
from bot.planning.issue.sections import COLONS, Part
from bot.planning.words import capital, plain, sentences, shortened

_CLOSED = CLOSED | {Part.BACKGROUND, Part.CRITERIA, Part.QUESTIONS}
_NUMBERED = re.compile(rf"(?:{'|'.join(phrases('numbered'))}) ?[0-9]{{1,2}} ?[:.)\u2013-] ?", re.I)
_FEWEST, _MOST_HEADS = 2, 300


@dataclass(frozen=True, slots=True)
class Story:
    """One part: its title, its text, the words it comes from, its own criteria, and what it waits for.

    `after` are numbers of stories (from 1, of those still to be done), `blockers` of issues; `unclear` are
    words for an order that name no story, or that no story can keep.
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
    waits, unclear = _beside(issue, listed, items)
    found = {at: _story(one, at, items) for at, one in enumerate(listed) if not one.done}
    kept = _acyclic({at: (story, told | waits.get(at, 0)) for at, (story, told) in found.items()})
    return (*(replace(s, unclear=(*unclear, *s.unclear)) for s in kept[:1]), *kept[1:])


def _beside(
    issue: IssueText, listed: Sequence[_Listed], items: Items
) -> tuple[dict[int, Subset], list[str]]:
    """What each part waits for, as the text around the list tells, and what is unclear in it."""
    own = {id(p) for one in listed for p in one.below} | {one.text for one in listed}
    told = [p for p in _told(issue) if not {id(p), p.text} & own]
    here = listed[0].at if listed else 0
    lead = [p.text for p in told if p.at == here and p.form is PassageKind.PROSE]
    lead += [text for _, text in issue.heads[:here][-1:]]
    waits, unclear = items.beside(p.text for p in told if not in_sequence(p.text))
    if any(map(in_sequence, lead)):
        waits = {at: needs | 1 << at >> 1 for at, needs in waits.items()}
    return waits, unclear


def _story(one: _Listed, at: int, items: Items) -> tuple[Story, Subset]:
    """The story of a part, and the places of those that it says itself it waits for."""
    below = [(p.form, items.read(p.text, at)) for p in one.below]
    said = [items.read(one.text, at), *(told for _, told in below)]
    asks = [t.rest for form, t in below if form in {PassageKind.ITEM, PassageKind.BOX}]
    prose = [t.rest for form, t in below if form is PassageKind.PROSE and t.rest]
    criteria = tuple(capital(t) for t in dict.fromkeys(asks) if t and not t.endswith(COLONS))
    text = capital(said[0].rest.strip(" *"))
    story = Story(
        title=shortened(text, 200),
        text=text if criteria or not prose else f"{text}: {' '.join(prose)}",
        quote=one.text,
        criteria=criteria,
        blockers=tuple(dict.fromkeys(i for told in said for i in told.issues)),
        unclear=tuple(dict.fromkeys(u for told in said for u in told.unclear)),
    )
    return story, reduce(or_, (told.needs for told in said))


def _acyclic(found: Mapping[int, tuple[Story, Subset]]) -> tuple[Story, ...]:
    """The stories, by place, with what they wait for; a circle, or more than may be, is named instead."""
    number = {at: n for n, at in enumerate(found, 1)}
    open_ = sum(1 << at for at in found)
    behind = dict[int, Subset]()  # all that a story waits for
    kept: list[Story] = []
    for at, (story, waits) in found.items():
        circles = sum(1 << m for m, before in behind.items() if before >> at & 1)
        needs, back = waits & open_, 1 << at | circles
        after = tuple(islice(each(needs & ~back), MOST_LINKS))
        linked = sum(1 << m for m in after)
        lost = needs & ~linked
        more = reduce(or_, (behind.get(m, 0) for m in after), linked)
        behind = {m: b | more if b >> at & 1 else b for m, b in behind.items()}
        if more:
            behind[at] = more
        numbers = tuple(number[m] for m in after)
        told = [f"story {number[m]}" for m in islice(each(lost), MOST_LINKS)]
        told += ["the other stories"] * (lost.bit_count() > MOST_LINKS)
        kept.append(replace(story, after=numbers, unclear=(*story.unclear, *told)))
    return tuple(kept)


def _told(issue: IssueText) -> list[Passage]:
    told = (p for p in issue.passages if p.form is not PassageKind.QUOTE)
    return [p for p in told if p.part not in _CLOSED]


def _listed(issue: IssueText) -> tuple[_Listed, ...]:
    told, boxes = _told(issue), {PassageKind.BOX, PassageKind.TICKED}
    tasks = [p for p in told if p.part is Part.TASKS and p.form is PassageKind.ITEM]
    items = (p for p in told if p.form is PassageKind.ITEM and p.depth <= 1)
    lists = (list(one) for _, one in groupby(items, key=lambda p: p.head))
    for found in (
        _sections(issue),
        _with_below(told, [p for p in told if p.form in boxes]),
        _with_below(told, tasks),
        _with_below(told, max(lists, key=len, default=[])),  # the longest list of one section
    ):
        listed = _unique(found)
        if sum(not one.done for one in listed) >= _FEWEST:
            return listed
    return phases(issue)


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


def phases(issue: IssueText) -> tuple[_Listed, ...]:
    """What stands behind `Phase 1:` and its sisters, each up to the next."""
    parts = _NUMBERED.split(" ".join(p.text for p in _told(issue)))[1:]
    return _unique(_Listed(next(iter(sentences(part)), part)) for part in parts)


def _unique(found: Iterable[_Listed]) -> tuple[_Listed, ...]:
    told: dict[str, _Listed] = {}
    for one in found:
        told.setdefault(one.text.strip(" .;*").casefold(), one)
    return tuple(one for text, one in told.items() if text)
