"""Options: ways that an issue lists one below the other, or names side by side, without choosing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.planning.choices import Choice
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.reading import Form, Passage
from bot.planning.sections import Part
from bot.planning.words import shortened, stems

_LEAD = Lazy(
    r"(?i)\b(?:options|(?:[a-z]+ )?ideas|ways|approaches|alternatives|possibilities"
    r"|variants|proposals|choices|solutions|routes|designs"
    r"|candidates|suggestions|places|either)\b(?:.{0,60}[:?]|[^.:,]{0,40}\.?)$"
)
_LETTERED = Lazy(
    r"(?i)^(?:\*\*)?(?:option|variant|approach|alternative|way|proposal|plan|solution|idea)?"
    r" ?(?:[A-E]|[1-5]|one|two|three)(?:\*\*)? ?[:).\u2013\u2014-] ?(?=\S)"
)
_NAMED = Lazy(
    r"(?i)^(?:option|variant|approach|alternative|proposal|plan|solution|idea) [A-E1-5]\b"
)
_BOTH = Lazy(
    r"(?i)\b(?:support|offer|need|want|have|do|keep|implement) (?:both|all|each|every)\b"
    r"|\ball of (?:them|these)\b"
)
_TAKEN = Lazy(
    r"(?i)\b(?:we (?:go|went) (?:with|for)|going with|decided|chosen|picked|settled on"
    r"|let'?s (?:take|go|do|use)"
    r"|preferred|we use|we'?ll (?:use|take|go))\b"
)
_NOT = Lazy(r"(?i)\b(?:not|undecided|nobody has|no decision|to be)\b")


def listed(passages: Sequence[Passage]) -> Iterator[tuple[int, Choice]]:
    """Find lists of ways, each with the place of its last item among the passages.

    Takes the passages in order. A list counts when the line above announces options, or when its
    items are lettered as such; not when the text says that all are wanted or one was taken.
    """
    settled = any(_TAKEN.search(gloss(p.text)) and not _NOT.search(gloss(p.text)) for p in passages)
    if settled:
        return
    for at, passage in enumerate(passages):
        if passage.form is Form.ITEM and (at == 0 or passages[at - 1].form is not Form.ITEM):
            group = _group(passages, at)
            lead = passages[at - 1].text if at else passage.section
            choice = _choice(lead or passage.section, group, passage.section)
            if choice:
                yield at + len(group) - 1, choice


def queried(passages: Sequence[Passage]) -> Iterator[tuple[int, Choice]]:
    """Find ways that are asked for one after the other: `Update it? Skip it? Stop with an error?`."""
    row: list[str] = []
    for at, passage in enumerate((*passages, Passage(""))):
        short = passage.text.rpartition(": ")[2]
        if passage.form is Form.PROSE and short.endswith("?") and len(short.split()) <= 5:
            row.append(short)
            continue
        ways = tuple(w.rstrip("?").strip() for w in row)
        if 2 <= len(ways) <= 5 and len({frozenset(stems(w)) for w in ways}) == len(ways):
            labels = tuple(w[:1].upper() + w[1:] for w in ways)
            question = f"Which should it be: {', '.join(ways[:-1])} or {ways[-1]}?"
            yield at - 1, Choice(labels, " ".join(row), question, ways)
        row = []


def option_items(passages: Sequence[Passage]) -> frozenset[str]:
    """The texts of all items that are ways to choose from, chosen or not."""
    found: set[str] = set()
    for at, passage in enumerate(passages):
        if passage.form is Form.ITEM and (at == 0 or passages[at - 1].form is not Form.ITEM):
            group = _group(passages, at)
            if _choice(passages[at - 1].text if at else passage.section, group, passage.section):
                found.update(p.text for p in group)
    return frozenset(found)


def _group(passages: Sequence[Passage], at: int) -> list[Passage]:
    group: list[Passage] = []
    for passage in passages[at:]:
        if passage.form is not Form.ITEM or passage.section != passages[at].section:
            break
        group.append(passage)
    return group


def _choice(lead: str, group: list[Passage], section: str) -> Choice | None:
    if not 2 <= len(group) <= 5 or group[0].part in {
        Part.ALTERNATIVES,
        Part.CRITERIA,
        Part.REPRODUCE,
        Part.TASKS,
    }:
        return None
    named = all(_NAMED.match(p.text) for p in group)
    announced = _LEAD.search(gloss(lead)) or _LEAD.fullmatch(gloss(section))
    if not (named or announced) or _BOTH.search(gloss(lead)):
        return None
    ways = tuple(_label(p.text) for p in group)
    if len({frozenset(stems(w)) for w in ways}) < len(ways) or not all(ways):
        return None
    about = " / ".join(shortened(p.text, 120) for p in group)
    question = f"Which way should it go: {', '.join(ways[:-1])} or {ways[-1]}?"
    stated = tuple(shortened(_LETTERED.sub("", p.text).strip(" *."), 200) for p in group)
    return Choice(ways, f"{lead} {about}" if lead else about, shortened(question, 280), stated)


def _label(text: str) -> str:
    plain = _LETTERED.sub("", text)
    plain = re.split(
        r" [-\u2013\u2014] |, (?:but|which|so|nice|trivial|simple)\b|[.;](?: |$)", plain
    )[0]
    plain = shortened(plain.strip(" `*."), 100)
    return plain[:1].upper() + plain[1:]
