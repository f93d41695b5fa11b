"""Sharing: which criterion belongs to which file."""

from __future__ import annotations

from bot.planning.criteria import Need
from bot.planning.grounds import Ground
from bot.planning.mentions import mentioned
from bot.planning.places import Place, bare
from bot.planning.words import stem, stems, words

_SHOWN = ("page", "button", "click", "screen", "form", "link", "menu", "endpoint", "api", "command")


def shared_out(needs: tuple[Need, ...], places: tuple[Ground, ...]) -> list[tuple[Need, ...]]:
    """Give each criterion to the file whose name speaks of it most; the others to the core."""
    shares: list[list[Need]] = [[] for _ in places]
    for need in needs:
        named = mentioned(need.text, [p.path for p in places])
        scores = [_affinity(need, p) for p in places]
        best = max(scores)
        at = scores.index(best) if best > 0 and scores.count(best) == 1 else core(places)
        if named:
            at = [p.path for p in places].index(named[0])
        shares[at].append(need)
    return [tuple(s) for s in shares]


def core(places: tuple[Ground, ...]) -> int:
    """The file that carries the goal: the first source, else the first of all."""
    return next((n for n, p in enumerate(places) if p.place is Place.SOURCE), 0)


def order(one: Ground) -> int:
    """Where a file stands in the order of work."""
    return list(Place).index(one.place)


def _affinity(need: Need, one: Ground) -> float:
    asked = set(stems(need.text))
    own = {stem(w) for w in words(bare(one.path))}
    score = float(len(asked & own))
    score += sum(
        0.5 for o in sorted(own - asked) if len(o) > 3 and any(a.startswith(o) for a in asked)
    )
    looks = asked & {
        stem(w)
        for w in (
            "page",
            "button",
            "click",
            "screen",
            "form",
            "link",
            "menu",
            "endpoint",
            "api",
            "command",
        )
    }
    return score + (1.0 if looks and one.place is Place.INTERFACE else 0.0)
