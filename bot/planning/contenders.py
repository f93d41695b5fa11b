"""Contenders: which of the likely places a plan is made for, which it looks at, and which are in dispute."""

from __future__ import annotations

from collections.abc import Sequence

from bot.planning.analysis import Analysis
from bot.planning.names import Weight
from bot.planning.namesakes import alike
from bot.planning.proposal import Intent
from bot.planning.sites import Site, Sites, kin
from bot.planning.spots import Kind, Spots

_MOST = 3
_MOST_KIN = 4
_NEAR = 0.6
_WORTH_A_LOOK = 0.25


def chosen(found: Sites) -> list[str]:
    """The files to plan with: the first, and those near it for which something of their own speaks."""
    if not found.found:
        return []
    first = found.found[0]
    near = [s for s in found.found[1:_MOST] if s.score >= _NEAR * first.score]
    return [first.path, *(s.path for s in near if s.told or not found.sure)]


def candidates(found: Sites) -> tuple[Site, ...]:
    """Where to look when the place is not sure: up to four files; none where it is sure.

    The file that the words speak of most is always among them.
    """
    if found.sure or len(found.found) < 2:
        return ()
    first = found.found[0]
    family = kin(found.found)
    near = [
        s
        for s in found.found[1:]
        if s.score >= _WORTH_A_LOOK * first.score and alike(first.path, s.path)
    ]
    words = [found.of(found.worded)] if found.worded not in ("", first.path) else []
    listed = tuple(dict.fromkeys((*near[:1], *words, *family, *near)))
    return (first, *listed[: (_MOST_KIN if family else _MOST) - 1])


def meant(named: Sequence[str], analysis: Analysis, spots: Spots) -> list[str]:
    """Of the files that a fault's report names, those to change: what only has a part in it is read.

    Where some of them define what the title names, or are linked line by line, it is those.
    """
    titled = {n.text for n in analysis.names if n.weight is Weight.TITLE}
    own = {
        p
        for p in named
        if any(s.kind is Kind.DEFINES and s.name in titled for s in spots.get(p, ()))
    }
    if analysis.intent is not Intent.BUG or not own:
        return list(named)
    return [p for p in named if p in own or p in analysis.linked]


def disputed(found: Sites, named: Sequence[str]) -> tuple[Site, ...]:
    """Two places where the text names one file and what it says of it stands in another.

    Code moves, and issues are older than it: a file that defines more of the names is looked at first.
    None where the named files define as much, or a line of theirs is linked.
    """
    if len(named) != 1:
        return ()
    told = found.of(named[0])
    if any(s.kind is Kind.LINKED for s in told.spots):
        return ()
    own = {s.name for s in told.spots if s.kind is Kind.DEFINES}
    for site in found.found:
        defined = {s.name for s in site.spots if s.kind is Kind.DEFINES}
        if site.path != told.path and site.titled and len(defined) > len(own) and defined >= own:
            return (site, told)
    return ()
