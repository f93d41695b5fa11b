"""Apart: titles that show by themselves that two issues are not one, however much they share."""

from __future__ import annotations

from difflib import SequenceMatcher

from bot.planning.told import Told
from bot.planning.words import stem

# Titles whose words stand in the same row, so far.
_PARALLEL, _SWAPPED = 0.34, 0.5
_PENALTY = 3.0
# What an order that the other issue lacks takes away; verbs that only lead to what is ordered.
_ORDER = 1.1
# Another matter of the same part; titles that share words, and nothing besides.
_PART, _ALONE = 1.6, 3.2
# Words with the same first letters are one: `parenthesis`, `parentheses`.
_HEAD = 5
_LIGHT = frozenset(("let", "allow", "mak"))
_NEVER = 99.0
_VERBAL = frozenset(("acts", "faults"))
# Two things, wherever they stand; and two things in titles that are built alike.
_OPPOSITES = (
    "import|export",
    "encode|decode",
    "encrypt|decrypt",
    "lock|unlock",
    "install|uninstall",
    "login|logout",
    "upload|download export",
    "undo|redo",
    "compress|decompress",
)
_CONTRASTS = (
    *_OPPOSITES,
    "add|delete",
    "show|hidden hide",
    "start begin|stop end",
    "light|dark black",
    "first|last",
    "next|previous",
    "client|server",
    "read|write",
    "ios iphone|android",
    "mobile phone|desktop computer",
    "enable|disable",
    "allow|forbid reject",
    "subscribe|unsubscribe",
    "open|close",
    "increase|decrease reduce",
    "ascending|descending",
    "before|after",
    "with|without",
    "left|right",
    "top|bottom",
    "sender|recipient",
    "minimum|maximum",
    "horizontal|vertical",
)


def are_two(mine: Told, theirs: Told) -> bool:
    """Say whether the titles alone tell two issues apart: opposites, or one thing swapped."""
    return set_apart(mine, theirs) >= _NEVER


def set_apart(mine: Told, theirs: Told) -> float:
    """What titles built alike take away: each has a thing of its own, or one has something more."""
    framed = is_framed(mine, theirs)
    if _opposed(mine, theirs, framed):
        return _NEVER
    ours, others = _own(mine, theirs), _own(theirs, mine)
    own = bool(ours), bool(others)
    if not framed:
        return _ORDER * (_wants_other(mine, ours) + _wants_other(theirs, others))
    swapped = _row(mine, theirs) >= _SWAPPED and _rest(mine, theirs) and _rest(theirs, mine)
    return _NEVER if all(own) or (any(own) and swapped) else _PENALTY if any(own) else 0.0


def other_matter(mine: Told, theirs: Told) -> float:
    """What it takes away that two issues only meet in the part of the program they speak of."""
    if is_framed(mine, theirs):
        return 0.0
    own = [bool(o) for o in (_own(mine, theirs), _own(theirs, mine))]
    part = any(own) and _same_part(mine, theirs)
    return _PART * part + _ALONE * (all(own) and _nothing_else(mine, theirs))


def _same_part(mine: Told, theirs: Told) -> bool:
    """Say whether both titles begin with the same thing: `Calendar: colours`, `Calendar shows …`."""
    firsts = [next((m for told in t.said.values() for m in told), None) for t in (mine, theirs)]
    return firsts[0] is not None and firsts[0] == firsts[1]


def _nothing_else(mine: Told, theirs: Told) -> bool:
    """Say whether the titles share words, letter by letter or nearly, and the texts nothing besides."""
    heads = {s[:_HEAD] for s in theirs.said}
    literal = {m.name for s, told in mine.said.items() if s[:_HEAD] in heads for m in told}
    return mine.all.keys() & theirs.all.keys() <= literal


def _wants_other(one: Told, own: list[str]) -> bool:
    """Say whether what a title orders is nothing the other issue speaks of: `Extend a loan`."""
    return one.order in own or (one.order in _LIGHT and bool(own))


def _row(mine: Told, theirs: Told) -> float:
    """How far the words of two titles stand in the same row, from 0 to 1."""
    return SequenceMatcher(None, list(mine.said), list(theirs.said), False).ratio()


def _rest(mine: Told, theirs: Told) -> bool:
    """Say whether a title has a word of weight that the other lacks."""
    return any(told and s not in theirs.said for s, told in mine.said.items())


def is_framed(mine: Told, theirs: Told) -> bool:
    """Say whether two titles are built alike: the same order, or half of their words in the same row."""
    if (mine.order and mine.order == theirs.order) or _begin_alike(mine, theirs):
        return True
    if mine.lead and mine.lead == theirs.lead and not (mine.fault or theirs.fault):
        return True  # `Notes: pencil width`, `Notes: eraser size`
    frame = mine.title.keys() & theirs.title.keys()
    least = min(len(mine.title), len(theirs.title))
    if len(frame) < 2 or 2 * len(frame) < least or len(_both(mine, theirs)) < 2:
        return False
    return _row(mine, theirs) >= _PARALLEL


def _begin_alike(mine: Told, theirs: Told) -> bool:
    """`Session timer should …` and `Session timer is …` speak of one thing, and of two matters."""
    ours, others = ([s for s, m in t.said.items() if m][:2] for t in (mine, theirs))
    return len(ours) == 2 and ours == others


def _both(mine: Told, theirs: Told) -> set[str]:
    return {s for s in mine.said.keys() & theirs.said.keys() if mine.said[s]}


def _own(mine: Told, theirs: Told) -> list[str]:
    """What only one title speaks of: neither the other title nor its text, in whatever words.

    That `miles` means a distance says nothing where both titles have `distance` already.
    """
    frame = {m.name for s in _both(mine, theirs) for m in mine.said[s]}
    spare = {m.name for s in theirs.said.keys() - mine.said.keys() for m in theirs.said[s]}
    there = spare | (theirs.all.keys() - frame)
    return [
        s
        for s, told in mine.said.items()
        if told
        and s not in theirs.said
        and s not in theirs.text
        and not any(m.name in there or (m.common and m.field in _VERBAL) for m in told)
    ]


def _opposed(mine: Told, theirs: Told, framed: bool) -> bool:
    """`Export …` and `Import …` are two things, however much the rest is the same."""
    ours, others = {*mine.said, *mine.title}, {*theirs.said, *theirs.title}
    for pair in _CONTRASTS if framed else _OPPOSITES:
        sides = [{*side.split(), *map(stem, side.split())} for side in pair.split("|")]
        for left, right in (sides, sides[::-1]):
            a, b = left & ours, right & others
            if framed and a and b and not (a <= others and b <= ours):
                return True
            if a - theirs.all.keys() - theirs.text and b - mine.all.keys() - mine.text:
                return True
    return False
