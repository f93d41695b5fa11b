"""Cases: tests that are no code but a file or folder each, beside others of their kind, run by one test.

`tests/data/cases/line_ranges_basic.py`, `tests/print/samples/comment/input.svelte`: who adds a test there
adds a file; what lies there belongs to another case and is not to be changed for a new one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from posixpath import commonprefix

from bot.planning.lazy import Lazy
from bot.planning.literals import directives
from bot.planning.packages import package_of
from bot.planning.places import bare, folder, name, suffix, telling_name
from bot.planning.slug import slug
from bot.planning.words import stem, stems, word_set, words

_HOLDERS = word_set(
    "cases case samples sample testdata test_data snapshots __snapshots__ fixtures golden inputs"
)
_BELOW_TESTS = Lazy(r"(?:^|/)(?:tests?|testing|specs?|__tests__|testsuite)/|(?:^|/)testdata/")
_MANY = 10
_LIKE = 3
_WORD = 5  # letters: shorter words stand in names of all kinds
_CHECKED = frozenset(("stderr", "stdout", "snap", "expected", "golden"))
_RESULTS = word_set("yml yaml json txt out stdout stderr expected golden snap md rst")
_COMPOUND = Lazy(r"(?<![\w/.])-{0,2}([a-z]{2,20}(?:[-_:][a-z]{2,20}){1,2})(?![\w/(]|\.\w)")
_ROOTS = frozenset(stem(w) for w in ("tests", "test", "testing", "spec", "src", "unit"))
_GENERAL = word_set("src lib index main core test tests internal compiler client server common")


@dataclass(frozen=True, slots=True)
class Case:
    """A new case: the file to write, and one of those beside it whose form it takes."""

    path: str
    like: str


@dataclass(frozen=True, slots=True)
class Holders:
    """Folders that hold cases: as files, or as folders, with the files that those usually have."""

    files: frozenset[str] = frozenset()
    folders: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def hold(self, path: str) -> bool:
        """Say whether a file is a case or belongs to one."""
        above = folder(path)
        return above in self.files or any(above.startswith(f"{top}/") for top in self.folders)


@lru_cache(maxsize=2)
def holders(paths: tuple[str, ...]) -> Holders:
    """Find the folders of cases in a tree: at least ten of one kind, below a folder of tests."""
    flat: Counter[tuple[str, str]] = Counter()
    inner: defaultdict[str, Counter[str]] = defaultdict(Counter)
    checked: set[str] = set()
    for path in paths:
        if not _BELOW_TESTS.search(path):
            continue
        above = folder(path)
        if name(above) in _HOLDERS:
            flat[above, suffix(path)] += 1
        if name(folder(above)) in _HOLDERS:
            inner[folder(above)][name(path)] += 1
        if suffix(path) in _CHECKED:
            checked.add(above)
    usual = {
        top: tuple(n for n, often in found.most_common(4) if often >= _MANY)
        for top, found in inner.items()
    }
    return Holders(
        frozenset({top for (top, _), often in flat.items() if often >= _MANY} | checked),
        {top: found for top, found in usual.items() if found},
    )


def case_for(source: str, title: str, paths: tuple[str, ...]) -> Case | None:
    """The case to add for work on a source; none where nothing says that such work is tested so.

    Takes the source, the title of the work, and the paths of the tree. A folder of cases belongs to a
    source that is named like the folder above it, and a flat one to a title whose compound
    (`fmt: skip`, `--line-ranges`) begins the names of its cases.
    """
    held = holders(paths)
    top = _named_so(source, held.folders)
    return _inside(top, source, title, paths) if top else _flat(source, title, held.files, paths)


def nearest_case(
    source: str, said: tuple[str, str], paths: tuple[str, ...], near: Iterable[str]
) -> Case | None:
    """The case to add where a source has no other tests: in the folder whose cases are most relevant.

    Takes the title and the text of the request, and the relevant files of the tree, best first; a
    folder of another package is none, nor one whose own words neither the request nor the source has.
    Where none is relevant, names of cases that share two words with the title speak for a folder.
    """
    title, text = said
    told = {*stems(title), *stems(text), *stems(source)}
    tops = [
        t
        for t in holders(paths).folders
        if package_of(t, paths) == package_of(source, paths) and _own(t) <= told
    ]
    votes: Counter[str] = Counter()
    for rank, path in enumerate(near):
        for top in tops:
            votes[top] += max(100 - rank, 10) if path.startswith(f"{top}/") else 0
    if not any(votes.values()):
        asked = set(stems(title))
        for path in paths:
            top = next((t for t in tops if path.startswith(f"{t}/")), "")
            votes[top] += bool(top and len(asked & set(stems(name(folder(path))))) > 1)
    best = max(votes, key=lambda t: (votes[t], t), default="")
    return _inside(best, source, title, paths) if votes[best] else None


def case_in(top: str, title: str, paths: tuple[str, ...]) -> Case | None:
    """The case to add in a folder that is named for new ones; none where it holds no files.

    Takes the folder, the title and the paths of the tree. Its form is that of the case with most words of
    the title in its name, or the first of them; an expected result
    beside it is none.
    """
    held = [p for p in paths if folder(p) == top] if top else []
    inputs = [p for p in held if suffix(p) not in _RESULTS] or held
    if not inputs:
        return None
    said = [s for s in dict.fromkeys(stems(title)) if s not in stems(top)]

    def apart(path: str) -> tuple[int, int, int, str]:
        shared = [n for n, s in enumerate(said) if s in stems(bare(path))]
        return (-len(shared), min(shared, default=len(said)), len(path), path)

    like = min(inputs, key=apart)
    own = slug(title, 4)
    own = own.replace("-", "_") if any("_" in bare(p) for p in inputs) else own
    return Case(f"{top}/{own}.{suffix(like)}", like)


def alike_case(source: str, title: str, paths: tuple[str, ...]) -> Case | None:
    """The case to add where a source has no other tests: beside those whose names are like the title.

    In a folder of files, three that share two words with it; of folders that each hold a case, where most
    bear a word that both the title and the source have, twice as many as anywhere else.
    """
    held = holders(paths)
    asked = {s for s in stems(title) if len(s) >= _WORD}
    filed = _filed(source, held.files, paths)
    for top in sorted(held.files):
        cases = filed.get(top, [])
        like = {p: n for p in cases if (n := _shared(asked, bare(p))) > 1}
        if len(like) >= _LIKE and package_of(top, paths) == package_of(source, paths):
            own = slug(title, 4)
            own = own.replace("-", "_") if any("_" in bare(p) for p in cases) else own
            best = min(like, key=lambda p: (-like[p], len(p), p))
            return Case(f"{top}/{own}.{suffix(source)}", best)
    both = {s for s in asked & set(stems(source)) if s not in _ROOTS | _GENERAL}
    own_package = package_of(source, paths) if both else ""
    tops = [t for t in held.folders if both and package_of(t, paths) == own_package]
    votes: Counter[str] = Counter()
    for top in tops:
        named = {p[len(top) + 1 :].split("/", 1)[0] for p in paths if p.startswith(f"{top}/")}
        votes[top] = sum(bool(both & set(stems(case))) for case in named)
    most = [*votes.most_common(2), ("", 0), ("", 0)]
    sure = most[0][1] >= max(_LIKE, 2 * most[1][1])
    return _inside(most[0][0], source, title, paths) if sure else None


def _shared(asked: set[str], own: str) -> int:
    """How many words of a case's name the title has; `parens` is the beginning of `parentheses`."""
    mine = {s for s in stems(own) if len(s) >= _WORD}
    return sum(any(a.startswith(s) or s.startswith(a) for a in asked) for s in mine)


def _own(top: str) -> set[str]:
    """The words of what a folder of cases belongs to: of `tests/print/samples`, `print`."""
    return set(stems(name(folder(top)))) - _ROOTS


def _inside(top: str, source: str, title: str, paths: Sequence[str]) -> Case:
    usual = holders(tuple(paths)).folders[top]
    same = [n for n in usual if suffix(n) == suffix(source)]
    leading = [n for n in usual if n.startswith(("input", "main", "index"))]
    first = (leading or same or list(usual))[0]
    others = [p for p in paths if p.startswith(f"{top}/") and name(p) == first]
    return Case(f"{top}/{slug(title, 4)}/{first}", min(others))


def _named_so(source: str, tops: Iterable[str]) -> str:
    own = telling_name(source).lower()
    fit = [t for t in tops if name(folder(t)).lower() == own and own not in _GENERAL]
    return fit[0] if len(fit) == 1 else ""


def _flat(source: str, title: str, tops: frozenset[str], paths: Sequence[str]) -> Case | None:
    compounds = [*_COMPOUND.findall(title), *directives(title)]
    wanted = [tuple(words(c.replace(":", "_").replace("-", "_"))) for c in compounds]
    filed = _filed(source, tops, paths) if wanted else {}
    for top in sorted(tops):
        cases = filed.get(top, [])
        for parts in wanted:
            like = [p for p in cases if _begins(bare(p), parts)]
            if like and len(parts) > 1:
                lead = commonprefix([bare(p) for p in like]).rstrip("_-0123456789")
                rest = slug(_without(title, parts), 3).replace("-", "_")
                return Case(f"{top}/{lead}_{rest}.{suffix(source)}", min(like, key=len))
    return None


def _filed(source: str, tops: frozenset[str], paths: Sequence[str]) -> dict[str, list[str]]:
    """The cases of a source's language by the folder they lie in."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        if folder(path) in tops and suffix(path) == suffix(source):
            found[folder(path)].append(path)
    return found


def _begins(own: str, parts: tuple[str, ...]) -> bool:
    """`fmtonoff` begins with `fmt` and has `off`; `line_ranges_basic` begins with both."""
    plain = own.lower().replace("_", "").replace("-", "")
    return plain.startswith(parts[0]) and all(p in plain for p in parts[1:])


def _without(title: str, parts: tuple[str, ...]) -> str:
    kept = [w for w in words(title) if w not in parts]
    return " ".join(kept) or title
