"""Case words: folders of cases that are named for what they are about: `format/scss`, `externals`.

Told by their build, whatever they are called: inputs beside what must come out of them or beside the test
that runs them, or folders that each hold the same file. The words of a request choose one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bot.planning.cases import Case
from bot.planning.lazy import Lazy
from bot.planning.packages import package_of
from bot.planning.places import CODE, bare, folder, is_test, name, suffix
from bot.planning.slug import slug
from bot.planning.words import stem, stems, word_set, words

_TESTS = Lazy(r"(?i)^(?:tests?|testing|specs?|testsuite)$")
_NAMED = Lazy(r"(?i)(?:^test[_-]|^conftest$|[_.-](?:test|spec|unittest)s?$|Test$|Spec$)")
_DATA = Lazy(
    r"(?i)(?:^|[_-])(?:data|fixtures?|helpers?|support|utils?|mocks?|lib|vendor|tmp|node_modules)$"
)
_SETS = word_set("index main input conftest __init__ config")
_OUTPUTS = word_set("txt out stdout stderr expected golden snap output json html")
_GENERAL = frozenset(
    stem(w)
    for w in word_set(
        """test tests case cases sample samples unit integration functional regression issue issues
        misc general basic common error errors support feature features example examples file files
        src main core false positive negative use used using bug"""
    )
)
_ENOUGH = 3
_OF_TITLE, _OF_TEXT, _ABOVE = 3.0, 1.0, 1.0
_LEAST = 3.0


@dataclass(slots=True)
class _Folder:
    names: Counter[str] = field(default_factory=Counter)
    files: list[str] = field(default_factory=list)


def worded_case(source: str, said: tuple[str, str], paths: tuple[str, ...]) -> Case | None:
    """The case to add in the one folder of cases that is about what a request speaks of.

    Takes the source, the title and the text, and the paths of the tree. All words of the folder's own
    name stand in the title, or in the text and in the name of the source; what lies above it counts
    where two are level. None where two folders are.
    """
    title, text = (set(stems(s)) for s in said)
    found: dict[str, float] = {}
    own_name = set(stems(source.removesuffix(f".{suffix(source)}")))
    for top in _folders(paths):
        parts = [{stem(w) for w in words(p)} - _GENERAL for p in _below(top)]
        own = parts[-1] if parts else set()
        known = own <= title or (own <= text and own & own_name)
        if not own or not known or package_of(top, paths) not in ("", package_of(source, paths)):
            continue
        score = _OF_TITLE if own <= title else _OF_TEXT + _OF_TEXT
        score += sum(_ABOVE for p in parts[:-1] if p and p <= title | text | own_name)
        found[top] = score
    best = sorted(found, key=lambda t: (-found[t], t))[:2]
    if not best or (len(best) > 1 and found[best[0]] == found[best[1]]):
        return None
    return _new(best[0], said[0], source, paths)


def _below(top: str) -> list[str]:
    """The folders from the one of all tests down."""
    parts = top.split("/")
    first = next((n for n, p in enumerate(parts) if _TESTS.search(p)), len(parts))
    return parts[first + 1 :]


@lru_cache(maxsize=2)
def _folders(paths: tuple[str, ...]) -> tuple[str, ...]:
    """The folders of cases: flat ones that hold inputs and what is made of them, and such of folders."""
    flat: defaultdict[str, list[str]] = defaultdict(list)
    inner: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in paths:
        parts = folder(path).split("/")
        if not any(map(_TESTS.search, parts)) or any(map(_DATA.search, parts)):
            continue
        flat[folder(path)].append(path)
        inner[folder(folder(path))][name(path)] += 1
    held = [top for top, files in flat.items() if _is_flat(files, flat)]
    held += [t for t, found in inner.items() if t not in flat and _shared(found)]
    return tuple(t for t in held if _below(t))


def _is_flat(files: Sequence[str], flat: dict[str, list[str]]) -> bool:
    """Inputs of one kind beside outputs of the same names, or beside the one test that runs them."""
    inputs = [p for p in files if suffix(p) in CODE and not _NAMED.search(bare(p))]
    if len(inputs) < _ENOUGH:
        return False
    others = {bare(p) for p in files if suffix(p) in _OUTPUTS}
    running = any(_NAMED.search(bare(p)) and is_test(p) for p in files)
    paired = sum(bare(p) in others for p in inputs)
    return paired >= _ENOUGH or (running and len(files) - len(inputs) <= 2)


def _shared(found: Counter[str]) -> str:
    usual = [n for n, often in found.most_common(3) if often >= _ENOUGH]
    return next((n for n in usual if bare(n) in _SETS and suffix(n) in CODE), "")


def _new(top: str, title: str, source: str, paths: tuple[str, ...]) -> Case | None:
    files = [p for p in paths if folder(p) == top and suffix(p) in CODE]
    inputs = [p for p in files if not _NAMED.search(bare(p))]
    if inputs:
        ending = Counter(suffix(p) for p in inputs).most_common(1)[0][0]
        own = slug(title, 4)
        own = own.replace("-", "_") if any("_" in bare(p) for p in inputs) else own
        like = min((p for p in inputs if suffix(p) == ending), key=lambda p: (len(p), p))
        return Case(f"{top}/{own}.{ending}", like)
    inner = [p for p in paths if folder(folder(p)) == top]
    first = _shared(Counter(map(name, inner)))
    return Case(f"{top}/{slug(title, 4)}/{first}", min(p for p in inner if name(p) == first))
