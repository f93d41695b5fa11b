"""Contenders: which of the likely places a plan is made for, which it looks at, and which are in dispute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.planning.analysis import Analysis
from bot.planning.names import Name, Weight, is_compound, marked
from bot.planning.namesakes import alike
from bot.planning.places import folder, is_test, subject
from bot.planning.proposal import Intent
from bot.planning.sites import Site, Sites, kin
from bot.planning.spots import Kind, Spot, Spots

_MOST = 3
_MOST_KIN = 4
_TWO = 2
_NEAR = 0.6
_WORTH_A_LOOK = 0.25
_SPOKEN_OF = 0.4  # of the best: what stands behind it only shares words
_BY_FAR = 1.35
_UNSPOKEN: Mapping[str, float] = {}


def chosen(found: Sites) -> list[str]:
    """The files to plan with: the first, and those near it for which something of their own speaks."""
    if not found.found:
        return []
    first = found.found[0]
    near = [s for s in found.found[1:_MOST] if s.score >= _NEAR * first.score]
    return [first.path, *(s.path for s in near if s.told or not found.sure)]


def candidates(found: Sites, spoken: Mapping[str, float] = _UNSPOKEN) -> tuple[Site, ...]:
    """Where to look when the place is not sure: up to four files; none where it is sure.

    The file that the words speak of most is among them. `spoken` says what the function of each file
    counts of which the words speak most: a file that has no such function, nor a name that the request
    tells, is none of them, and one that has by far the best goes first where nothing is told of the first.
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
    return _by_function((first, *listed[: (_MOST_KIN if family else _MOST) - 1]), spoken)


def _by_function(listed: tuple[Site, ...], spoken: Mapping[str, float]) -> tuple[Site, ...]:
    first = listed[0]
    most = max((spoken.get(s.path, 0.0) for s in listed), default=0.0)
    if not most:
        return listed
    own = [s for s in listed[1:] if s.where() or spoken.get(s.path, 0.0) >= _SPOKEN_OF * most]
    best = max(own, key=lambda s: spoken.get(s.path, 0.0), default=first)
    ahead = spoken.get(best.path, 0.0) > _BY_FAR * spoken.get(first.path, 0.0)
    if (
        ahead
        and not first.where()
        and best.place()
        and spoken.get(best.path, 0.0) >= _second(spoken)
    ):
        return (best, first, *(s for s in own if s is not best))
    return (first, *(own or listed[1:2]))


def ordered(
    likely: tuple[Site, ...],
    found: Sites,
    analysis: Analysis,
    spots: Spots,
    named: Sequence[str],
) -> tuple[Site, ...]:
    """The likely places with that one first to which the example, a named test or a type's part leads."""
    tested = run_first(led(likely, analysis.names, spots), found, named)
    return of_member(tested, analysis.goal)


def led(listed: tuple[Site, ...], wanted: Iterable[Name], spots: Spots) -> tuple[Site, ...]:
    """The likely places with the one first that the example leads to, where of the first only words speak.

    It alone defines two or more of the compound names that the example calls.
    """
    if len(listed) < 2 or listed[0].where():
        return listed
    called = {n.text for n in wanted if n.weight is Weight.CODE and is_compound(n.text)}
    defining = {
        s.path: own for s in listed if len(own := _defined(spots.get(s.path, ()), called)) > 1
    }
    if len(defining) != 1:
        return listed
    ((path, own),) = defining.items()
    led_to = next(s for s in listed if s.path == path)
    others = (s for s in listed if s.path != path)
    return (replace(led_to, spots=(*own, *led_to.spots), told=True), *others)


def of_member(likely: tuple[Site, ...], title: str) -> tuple[Site, ...]:
    """The likely places with the one first that alone has what the title names, as part of its type.

    Takes the title. `Use` of `Group` stands where that type has it, whoever else has a `Use`.
    """
    titled = marked(title)
    own = [s for s in likely if any(t.kind is Kind.MEMBER and t.name in titled for t in s.spots)]
    return (own[0], *(s for s in likely if s is not own[0])) if len(own) == 1 else likely


def twins(likely: tuple[Site, ...], wanted: Iterable[Name], spots: Spots) -> tuple[str, ...]:
    """The two likely places that both define what a sentence tells the doing of; none where it is not two.

    Takes the names of the request. They lie in one folder, and nothing else that was read defines it: who
    changes the one changes the other.
    """
    for own in (n.text for n in wanted if n.subject):
        held = [
            path
            for path, known in spots.items()
            if not is_test(path) and any(s.kind is Kind.DEFINES and s.name == own for s in known)
        ]
        both = tuple(s.path for s in likely if s.path in held)
        if len(held) == len(both) == _TWO and len({folder(p) for p in both}) == 1:
            return both
    return ()


def run_first(likely: tuple[Site, ...], found: Sites, named: Sequence[str]) -> tuple[Site, ...]:
    """The likely places with the one first whose own tests the request names; else as they are.

    Takes besides all places the files that the request names. Where the place was sure, the first of all
    places is the other.
    """
    about = {subject(p) for p in named if is_test(p)}
    own = [s for s in found.found if subject(s.path) in about]
    if len(own) != 1 or own[0] is found.found[0]:
        return likely
    return (own[0], *(s for s in likely or found.found[:1] if s.path != own[0].path))


def _defined(held: Iterable[Spot], called: set[str]) -> tuple[Spot, ...]:
    own = {s.name: s for s in held if s.kind is Kind.DEFINES and s.name in called}
    return tuple(own.values())


def _second(spoken: Mapping[str, float]) -> float:
    return sorted(spoken.values())[-2:][0]


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
