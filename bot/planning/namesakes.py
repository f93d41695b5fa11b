"""Namesakes: which files bear the name of something, which the product's, and which are beside the work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.planning.names import Name, Weight
from bot.planning.places import CODE, Place, bare, folder, name, place, suffix
from bot.planning.spots import Kind, Spot
from bot.planning.words import words

# Beside the work: shown, measured, packed or copied code. It changes only where somebody names it.
_ASIDE = re.compile(
    r"(?i)(?:^|/)(?:tests?|testing|specs?|__tests__|e2e|examples?|samples?|demos?|bench(?:es"
    r"|marks?)?|docs?|fixtures?|testdata|test_?data|testscripts|__fixtures__|__mocks__|mocks?"
    r"|_?vendor(?:ed)?|third[-_]?party|fuzz\w*|dts-test|\.\w+|single_include|amalgamat\w+)/"
    r"|\.d\.ts$|\.config\.[cm]?[jt]s$|(?:^|/)(?:setup|conftest|noxfile|tasks|gulpfile|rakefile)\.\w+$"
)
# Folders that are beside the work unless they lie in the sources: `src/script/resolve.ts` is a part of it.
_TOOLING = re.compile(
    r"(?i)(?:^|/)(?:scripts?|tools?|contrib|website|playgrounds?|skeletons?|packaging|deps|site|snapshots?"
    r"|grammars?|typings|stubs|templates?)/"
)
_PACKED = re.compile(r"(?i)(?:^|/)pkg/(?!.*\.go$)")
_SOURCES = re.compile(r"(?:^|/)(?:src|lib|internal)/")
DOORS = frozenset(("index", "__init__", "__main__", "mod", "lib", "main"))
_FAMILIES = (
    frozenset(("ts", "tsx", "js", "jsx", "mjs", "cjs", "vue", "svelte")),
    frozenset(("c", "h", "cc", "cpp", "cxx", "hpp", "hh", "m", "mm")),
    frozenset(("java", "kt", "kts", "scala", "groovy")),
    frozenset(("py", "pyi", "pyx")),
)
WORTH = {Weight.TITLE: 4.0, Weight.PROSE: 2.0, Weight.WORD: 1.5, Weight.CODE: 0.5}
"""What a name counts, by where it stands."""
_LONG_WORD = 5
_SEVERAL = 3
_OF_MANY = 0.4
_FEW = 2
_PRODUCT_SHARE = 0.4
_ALIKE = 1.5
_EVERYWHERE = 0.6
_ENOUGH_READ = 6


def is_aside(path: str) -> bool:
    """Say whether a file only shows, measures, packs or copies what others do."""
    above = _SOURCES.split(path, maxsplit=1)[0]
    if _ASIDE.search(path) or _PACKED.search(path):
        return True
    return bool(_TOOLING.search(f"{above}/" if above != path else path))


def named_files(
    wanted: Iterable[Name], paths: Sequence[str], common: frozenset[str] = frozenset()
) -> dict[str, float]:
    """`RedundantCondition` names `redundant_condition.rb`, `pip list` names `list.py`.

    Three or four files of one name count half, more than that not at all.
    """
    own_name = product_names(paths) | common
    listed = [n for n in wanted if joined(n.text) not in own_name]
    exact = any(n.weight is Weight.TITLE and not n.exact for n in listed)
    asked = {
        joined(n.text): max(WORTH[n.weight], 1.9) * (1 + 0.2 * min(n.count - 1, 3))
        for n in reversed(listed)
        if not n.exact and (n.weight >= Weight.PROSE or len(n.text) >= _LONG_WORD)
        if n.weight is not Weight.CODE and not (exact and n.weight is Weight.WORD)
    }
    fits: dict[str, list[str]] = {}
    for path in paths:
        own = joined(bare(path))
        if own in asked and suffix(path) in CODE and place(path) is not Place.TEST:
            fits.setdefault(own, []).append(path)
    held = {own: [p for p in found if not is_aside(p)] for own, found in fits.items()}
    return {
        p: asked[own]
        * (1.0 if len(found) <= _FEW else 0.5)
        * (_OF_MANY if _of_folder(p, paths) else 1)
        for own, found in held.items()
        if len(found) <= (_FEW if own in DOORS else 2 * _FEW)
        for p in found
    }


def _of_folder(path: str, paths: Sequence[str]) -> bool:
    """Say whether a plain name is that of a folder with several sources: `http` of `http/http_.rs`."""
    above = folder(path)
    if joined(name(above)) != joined(bare(path)) or not bare(path).strip("_").islower():
        return False
    beside = (p for p in paths if folder(p) == above and suffix(p) == suffix(path))
    return sum(place(p) is not Place.TEST for p in beside) > _SEVERAL


def product_names(paths: Sequence[str]) -> frozenset[str]:
    """What a repository calls itself: folders that most of its code lies in, code at the top."""
    code = [
        p for p in paths if suffix(p) in CODE and not is_aside(p) and place(p) is not Place.TEST
    ]
    parts = Counter(part for p in code for part in set(p.split("/")[:-1]))
    most = {joined(part) for part, n in parts.items() if n >= _PRODUCT_SHARE * len(code)}
    return frozenset(most)


def everywhere(ranked: Sequence[str], spots: Mapping[str, Sequence[Spot]]) -> frozenset[str]:
    """The product's own name where code lies at the top: a file there bears it, most others use it."""
    code = [
        p for p in ranked if suffix(p) in CODE and not is_aside(p) and place(p) is not Place.TEST
    ]
    held = [(s.name, s.kind) for p in code for s in spots.get(p, ())]
    used = Counter(name for name, kind in held if kind is Kind.USES)
    defined = {name for name, kind in held if kind is Kind.DEFINES}
    most = {n for n, k in used.items() if k >= _EVERYWHERE * len(code) and n not in defined}
    tops = {joined(bare(p)) for p in code if "/" not in p}
    enough = len(code) >= _ENOUGH_READ
    return frozenset(tops & {joined(n) for n in most}) if enough else frozenset()


def nearly_named(path: str, wanted: Sequence[Name]) -> float:
    """`UnusedPrivateMember` is nearly `UnusedPrivateProperty`: most words are the same."""
    own = set(words(bare(path)))
    best = 0.0
    for one in wanted:
        parts = set(words(one.text))
        if one.weight >= Weight.PROSE and len(parts) > 2 and 3 * len(own & parts) >= 2 * len(parts):
            best = max(best, _ALIKE)
    return best


def joined(name: str) -> str:
    """A name without what separates its words: `redundantcondition`."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def family(ending: str) -> frozenset[str]:
    """The endings of one language's files."""
    return next((f for f in _FAMILIES if ending in f), frozenset((ending,)))


def alike(one: str, other: str) -> bool:
    """Say whether two paths are of one language."""
    return suffix(other) in family(suffix(one))
