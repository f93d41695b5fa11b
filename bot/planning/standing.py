"""Standing: what speaks for or against a path before its text is looked at: links, language, folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.planning.namesakes import DOORS, family, is_aside
from bot.planning.packages import innermost, packages
from bot.planning.places import CODE, bare, is_test, suffix
from bot.planning.spots import Kind, Spots

_LINKED = 3.0
_LINKED_ALONE = 5.0
_LINE = 6.0  # a link to a line shows the place more surely than one to a file
_ASIDE = 0.15
_MINOR = 0.4
_FEW = 0.1
_DOOR = 0.8


def linked_worth(linked: Sequence[str], only: str) -> dict[str, float]:
    """What links are worth: the first most; most of all `only`, the one file of which a line is linked."""
    shown_by = _LINKED_ALONE if len(linked) == 1 else _LINKED
    return {
        p: shown_by / (1 + 0.5 * n) + (_LINE if p == only else 0.0)
        for n, p in enumerate(dict.fromkeys(linked))
    }


def only_lined(linked: Sequence[str], spots: Spots) -> str:
    """The one file of which the text links a line; empty where it is none or several."""
    lined = [p for p in linked if any(s.kind is Kind.LINKED for s in spots.get(p, ()))]
    return lined[0] if len(lined) == 1 else ""


def of_linked_tests(found: list[str], linked: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Of the files found, those in a package whose tests the text links; all where it links none."""
    tests = [p for p in linked if is_test(p)]
    if not tests:
        return found
    known = packages(paths)
    own = {innermost(t, known) for t in tests}
    return [p for p in found if p in linked or innermost(p, known) in own] or found


def shares_of(paths: Iterable[str]) -> dict[str, float]:
    """The share of the code that each ending has, with those of the same language."""
    counts = Counter(suffix(p) for p in paths if suffix(p) in CODE and not is_aside(p))
    total = max(sum(counts.values()), 1)
    return {ending: sum(counts[e] for e in family(ending)) / total for ending in counts}


def discount(path: str, shares: Mapping[str, float]) -> float:
    """What is beside the work, in a language few files have, or only opens a folder, counts less."""
    factor = _ASIDE if is_aside(path) else 1.0
    factor *= _MINOR if shares.get(suffix(path), 0.0) < _FEW else 1.0
    return factor * (_DOOR if bare(path).lower() in DOORS else 1.0)
