"""Sites: the files in which a request's work most likely is, by what was read, each with its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.planning.evidence import is_generated
from bot.planning.names import Name, Weight, is_compound
from bot.planning.namesakes import (
    WORTH,
    everywhere,
    is_aside,
    joined,
    named_files,
    nearly_named,
    product_names,
)
from bot.planning.places import Place, bare, place
from bot.planning.proposal import Tree
from bot.planning.spots import Kind, Spot
from bot.planning.standing import discount, linked_worth, of_linked_tests, only_lined, shares_of
from bot.planning.words import shortened

_RARE = 3
_CLEAR = 1.5
_ALONE = 2.0
_ALONE_TITLED = 4.0
_FAR = 3.0  # words alone make nothing sure
_STRONG = 4.5
_SEVERAL = 3
_NEAR_TITLED = 0.45
_MOST_WORTH = 5.0
_FIRST = 1.2  # what a title names first is what it is about
_LONG_NAME = 6
_OFTEN = 60
_SELDOM = 12
_TELLING = 1.5
_PLAIN = 0.3  # words of everyday language beside real names
_KIN = 0.15
_USED = 0.5
_PRODUCT = 0.2
_LEVEL = 0.9
_FADING = 0.2
_FIRST_TOLD = frozenset((Kind.LINKED, Kind.MEMBER))
_TOLD = frozenset((Kind.DEFINES, Kind.HOLDS, Kind.READS, *_FIRST_TOLD))
_UNCOUNTED = frozenset((Kind.TESTS, Kind.NEAR, *_FIRST_TOLD))
_WITHIN = frozenset((Kind.USES, Kind.READS))


@dataclass(frozen=True, slots=True)
class Site:
    """A file where work may be: how much speaks for it, and the names found there, strongest first."""

    path: str
    score: float
    spots: tuple[Spot, ...] = ()
    told: bool = False
    titled: bool = False

    def where(self, most: int = 3) -> str:
        """The names defined or held there, with their lines: `` `f` (line 12) ``."""
        shown = [s for s in self.spots if s.kind in _TOLD][:most]
        return ", ".join(f"`{shortened(s.part or s.name, 60)}` ({_line_of(s)})" for s in shown)

    def near(self) -> str:
        """The definitions whose names share most words with the title, with their lines."""
        shown = [s for s in self.spots if s.kind is Kind.NEAR]
        return ", ".join(f"`{shortened(s.name, 60)}` (line {s.line})" for s in shown)

    def place(self) -> str:
        """Where to begin: what is defined or held there, else the nearest names and what is rarely used."""
        return self.where() or ", ".join(t for t in (self.near(), self.rare()) if t)

    def rare(self) -> str:
        """The compound names of the text that the file uses in a few places only, with their first lines."""
        shown = [
            s
            for s in self.spots
            if s.kind is Kind.USES and s.count <= _SELDOM and is_compound(s.name)
        ]
        return ", ".join(f"`{shortened(s.name, 60)}` (used in line {s.line})" for s in shown[:2])

    def used(self) -> str:
        """The names it only uses, with the first line of each."""
        shown = [s for s in self.spots if s.kind is Kind.USES][:2]
        return ", ".join(f"`{shortened(s.name, 60)}` (line {s.line})" for s in shown)


def _line_of(spot: Spot) -> str:
    if spot.kind is Kind.LINKED and spot.count != spot.line:
        return f"line {spot.line}; the issue links line {spot.count}"
    return f"line {spot.line}"


@dataclass(frozen=True, slots=True)
class Sites:
    """The likely places, best first; `sure` says that the first stands clearly above the others.

    `worded` is the file that the words of the request speak of most.
    """

    found: tuple[Site, ...] = ()
    sure: bool = False
    worded: str = ""

    def of(self, path: str) -> Site:
        """What is known of one path."""
        return next((s for s in self.found if s.path == path), Site(path, 0.0))


def sites(
    wanted: Sequence[Name],
    tree: Tree,
    traced: Sequence[str] = (),
    linked: Sequence[str] = (),
    package: str = "",
) -> Sites:
    """Rank the source files that were read by what speaks for them.

    Takes the names of the request, the tree with its spots, the files of the stack trace, the
    innermost first, those that its links show, and the package that confines the search. Counted are
    the rank by words, what a file defines of the names, a file name that is one of them, options,
    messages and lines it holds, what it uses that is defined nowhere here, the links and the trace.
    """
    common = everywhere(tree.ranked, tree.spots)
    named = named_files(wanted, tree.paths, common)
    paths = [
        p for p in dict.fromkeys((*tree.ranked, *named, *traced, *linked)) if _is_source(p, tree)
    ]
    paths = of_linked_tests(
        [p for p in paths if package and p.startswith(f"{package}/")] or paths, linked, tree.paths
    )
    shares = shares_of(tree.paths)
    known = {p: tuple(_speaking(tree.spots.get(p, ()))) for p in paths}
    home = {s.name for p in paths if not is_aside(p) for s in known[p] if s.kind not in _WITHIN}
    counted = {
        p: [s for s in held if s.kind not in _WITHIN or s.name not in home]
        for p, held in known.items()
    }
    holders = Counter((s.name, s.kind) for p in paths if not is_aside(p) for s in counted[p])
    worth = _worths(wanted, tree.paths, common)
    most = _most_used(counted)
    only = only_lined(linked, tree.spots)
    by_links = linked_worth(linked, only)
    found = []
    for number, path in enumerate(paths):
        own = [
            (_gain(s, worth, most) / max(1, holders[s.name, s.kind] - 1), s)
            for s in counted[path]
            if holders[s.name, s.kind] <= _RARE
        ]
        own.sort(key=lambda pair: -pair[0])
        by_trace = 4.0 / (1 + traced.index(path)) if path in traced else 0.0
        by_link = by_links.get(path, 0.0)
        shown = _shown(path, tree, worth)
        near = 1.0 if by_link or path in traced[:1] else _nearness(number, shown)
        by_spot = near * _capped(sum(w / (n + 1) ** 0.5 for n, (w, _) in enumerate(own)))
        by_name = near * (named.get(path, 0.0) or nearly_named(path, wanted))
        rank = 3.0 / (1 + 0.4 * number) if path in tree.ranked else 0.0
        score = (rank + by_spot + by_name + by_trace + by_link) * discount(path, shares)
        told = by_spot >= WORTH[Weight.PROSE] or max(by_name, by_trace, by_link) >= 2.0
        titled = by_spot >= WORTH[Weight.TITLE] or by_name >= WORTH[Weight.TITLE]
        found.append(Site(path, score, shown, told, titled))
    found = _defining_first(sorted(found, key=lambda s: (-round(s.score, 6), s.path)), wanted)
    worded = next((p for p in paths if p in tree.ranked and not is_aside(p)), "")
    return Sites(tuple(found[:10]), _stands_out(found, worded, only, traced), worded)


def _defining_first(found: list[Site], wanted: Sequence[Name]) -> list[Site]:
    """Of two that stand level, the one that defines what the title names, where the first only uses it."""
    if len(found) < 2 or found[1].score < _LEVEL * found[0].score:
        return found
    titled = {n.text for n in wanted if n.weight is Weight.TITLE}
    holds = [any(s.kind is Kind.DEFINES and s.name in titled for s in f.spots) for f in found[:2]]
    return [found[1], found[0], *found[2:]] if holds == [False, True] else found


def _speaking(held: Sequence[Spot]) -> Iterable[Spot]:
    return (s for s in held if s.kind not in _UNCOUNTED)


def _worths(
    wanted: Sequence[Name], paths: Sequence[str], common: frozenset[str]
) -> dict[str, float]:
    """What each name is worth; the product's own name hardly anything, it stands everywhere."""
    plain = _PLAIN if any(n.weight is Weight.TITLE for n in wanted) else 1.0
    worth = {n.text: _worth(n) * (plain if n.weight is Weight.WORD else 1.0) for n in wanted}
    own = product_names(paths) | common
    for name in wanted:
        if joined(name.text) in own:
            worth[name.text] *= _PRODUCT
    first = next((n.text for n in wanted if joined(n.text) not in own), "")
    if first:
        worth[first] *= _FIRST
    return worth


def _most_used(counted: Mapping[str, Sequence[Spot]]) -> dict[str, int]:
    most: dict[str, int] = {}
    for path, held in counted.items():
        for spot in held:
            if spot.kind is Kind.USES and not is_aside(path):
                most[spot.name] = max(most.get(spot.name, 1), spot.count)
    return most


def _gain(spot: Spot, worth: Mapping[str, float], most: Mapping[str, int]) -> float:
    """What is only used counts half, most where it is used most: something foreign is called there."""
    value = worth.get(spot.name, 0.0)
    if spot.part:
        value *= min(1.0, len(spot.part) / max(0.6 * len(spot.name), 1))
    if spot.kind is not Kind.USES:
        return value  # READS: of a setting that is defined nowhere
    share = min(1.0, spot.count / most.get(spot.name, 1))
    return _USED * value * share**0.5 if value >= WORTH[Weight.PROSE] else 0.0


def _capped(score: float) -> float:
    """Much of one kind counts less and less."""
    return score if score <= _MOST_WORTH else _MOST_WORTH + 0.4 * (score - _MOST_WORTH)


def _nearness(rank: int, shown: Sequence[Spot]) -> float:
    """What a lone name counts: all in the first two files by words, ever less in those that follow."""
    return 1 / (1 + _FADING * max(rank - 1, 0)) if _is_lone(shown) else 1.0


def _is_lone(shown: Iterable[Spot]) -> bool:
    """Say whether at most one name is defined or held there, and neither a line nor a part of a type told."""
    if any(s.kind in _FIRST_TOLD for s in shown):
        return False
    return len({s.name for s in shown if s.kind in _TOLD}) < 2


def _shown(path: str, tree: Tree, worth: Mapping[str, float]) -> tuple[Spot, ...]:
    """What to tell a reader about a file: what it defines or holds first, strong names before weak ones."""
    told = [
        s
        for s in tree.spots.get(path, ())
        if worth.get(s.name, 0.0) >= _TELLING and (s.kind is not Kind.USES or s.count < _OFTEN)
    ]
    told.sort(key=lambda s: (s.kind is Kind.USES, -worth[s.name]))
    first: dict[str, Spot] = {}
    for spot in (s for s in tree.spots.get(path, ()) if s.kind in _FIRST_TOLD):
        first.setdefault(spot.name, spot)
    told = [*first.values(), *(s for s in told if s.name not in first)]
    near = [s for s in tree.spots.get(path, ()) if s.kind is Kind.NEAR]
    return (*told[:6], *near)


def _worth(name: Name) -> float:
    often = 1 + 0.2 * min(name.count - 1, 3)
    return WORTH[name.weight] * often * (0.4 if name.is_word else 1.0)


def kin(found: Sequence[Site]) -> list[Site]:
    """`BaseTransition` and `TransitionGroup` beside `Transition`: it may be any of them."""
    own = joined(bare(found[0].path))
    return [
        s
        for s in found[1:6]
        if len(own) >= _LONG_NAME
        and own in joined(bare(s.path))
        and s.score >= _KIN * found[0].score
    ]


def _stands_out(found: Sequence[Site], worded: str, only: str, traced: Sequence[str]) -> bool:
    """Say whether the first is sure; one name is not enough where the words speak of another file."""
    if not found or (found[0].path not in (worded, only) and _is_lone(found[0].spots)):
        second = found[1].score if len(found) > 1 else 0.0
        return bool(found) and found[0].titled and found[0].score >= _ALONE_TITLED * second
    return found[0].path in (*traced[:1], only) or _is_sure(found)


def _is_sure(found: Sequence[Site]) -> bool:
    if not found:
        return False
    second = found[1].score if len(found) > 1 else 0.0
    defined = [s for s in found[0].spots if s.kind is Kind.DEFINES]
    if len(defined) >= _SEVERAL and found[0].score >= _ALONE * second:
        return True
    if kin(found) or (
        len(found) > 1 and found[1].titled and second >= _NEAR_TITLED * found[0].score
    ):
        return False
    first = found[0]
    if first.score >= (_ALONE if first.told else _FAR) * second:
        return True
    clear = first.score >= _CLEAR * second or not found[1].told
    return first.told and first.score >= _STRONG and clear


def _is_source(path: str, tree: Tree) -> bool:
    if place(path) not in {Place.SCHEMA, Place.SOURCE, Place.INTERFACE}:
        return False
    return not is_generated(tree.texts.get(path, ""))
