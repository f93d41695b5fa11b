"""Test habits: which test file belongs to a source, and where a new one goes, learnt from the tree itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bot.planning.cases import Case, alike_case, case_for, case_in, holders, nearest_case
from bot.planning.casewords import worded_case
from bot.planning.exercised import speaks_of
from bot.planning.names import Name, Weight
from bot.planning.namesakes import DOORS, alike, is_aside, product_names
from bot.planning.packages import package_of
from bot.planning.places import bare, folder, is_test, name, subject, suffix
from bot.planning.proposal import Tree
from bot.planning.sourcesets import can_see
from bot.planning.spots import Kind
from bot.planning.words import camel_parts, stem, word_set, words

_ROOTS = word_set(
    """src lib libs source sources include pkg packages crates app apps internal main core tests test
    testing spec specs __tests__ unit integration functional e2e java kotlin scala python"""
)
_HELPERS = re.compile(
    r"(?i)(?:^|/)(?:conftest|__init__|helpers?|utils?|fixtures?|mocks?|common|main|mod|tests"
    r"|setup|util|macros|factories|runner)\.\w+$"
    r"|(?:^|/)(?:fixtures?|testdata|\w*_?data|__fixtures__|__mocks__|helpers?|examples?|data"
    r"|support|test_apps|test_?cases?|roots)/"
)
_TEST_NAME = re.compile(r"^(?:test[_-].+|.+[_.-](?:test|tests|spec|e2e))$")
_TEST_CLASS = re.compile(r"^.+(?:Test|Tests|IT|Spec)$")
_HOME = re.compile(r"(?i)^(?:[^/]+/){0,6}?(?:tests?|testing|specs?|__tests__|testsuite)(?=/)")
_ENOUGH = 2.0
_NAMED = 3.0
_NEARLY_NAMED = 2.6
_BY_FOLDER = 2.5
_MOST_PAIRS = 4_000
_AS_READ = 12
_EXAMPLES = 2.5
_FEW = 2
_SURE = 3
_MANY = 5


def proof_of(
    path: str, title: str, tree: Tree, wanted: Sequence[Name], text: str = ""
) -> tuple[tuple[str, ...], Case | None]:
    """Where work on a source is proved: in its tests, or as a new case beside others; neither if unknown.

    Takes besides the title the text of the request: a folder of cases is of the kind that it speaks of.
    """
    case = case_for(path, title, tree.paths)
    tests = () if case else tests_of(path, tree, wanted)
    if tests and tests[0] in tree.retired:
        case = case_in(tree.retired[tests[0]], title, tree.paths)
        tests = () if case else tests
    if case or tests:
        return tests, case
    near = nearest_case(path, (title, text), tree.paths, tree.ranked)
    near = near or alike_case(path, title, tree.paths)
    return (), near or worded_case(path, (title, text), tree.paths)


def is_helper(test: str, paths: tuple[str, ...]) -> bool:
    """Say whether a file among tests is none of its own: what tests need, or a case's."""
    return bool(_HELPERS.search(test)) or holders(paths).hold(test)


def tests_of(path: str, tree: Tree, wanted: Sequence[Name]) -> tuple[str, ...]:
    """The test files in which work on a source shows, the best first; at most one is named.

    Counted are the name, the folder, how much the request speaks of the test, and the names of the
    request that it uses. In Rust a source that has tests of its own holds them.
    """
    if any(s.kind is Kind.TESTS for s in tree.spots.get(path, ())):
        return (path,)
    telling = {n.text: 0.1 if n.is_word else 0.5 for n in wanted if n.weight >= Weight.PROSE}
    found = []
    cases = holders(tree.paths)
    usual = _usually_named(path, tree.paths)
    shown = _of_examples(path, tree, wanted)
    for test in _near_tests(path, tree.paths):
        if not is_test(test) or not alike(path, test) or _HELPERS.search(test) or cases.hold(test):
            continue
        if not can_see(test, path) or tree.retired.get(test) == "":
            continue
        score = _fits(path, test) - (0.0 if named_so(test) or not usual else 1.0)
        if test in tree.ranked:
            score += 1.5 - 1.5 * tree.ranked.index(test) / max(len(tree.ranked), 1)
            score += 0.5 if tree.ranked.index(test) < _AS_READ else 0.0
        used = [s for s in tree.spots.get(test, ()) if s.name in telling]
        score += min(sum(telling[s.name] * (1 + 0.1 * s.count) for s in used), 1.5)
        score += _EXAMPLES if test in shown else 0.0
        score += speaks_of(test, path, tree.begin, tree.exercised)
        if score >= _ENOUGH:
            found.append((score, test))
    others = _of_folder(path, tree.paths) or _only_test(path, tree.paths)
    found = found or [(0.0, test) for test in others]
    found.sort(key=lambda pair: (-round(pair[0], 6), pair[1]))
    return tuple(test for _, test in found[:1])


def _of_examples(path: str, tree: Tree, wanted: Sequence[Name]) -> frozenset[str]:
    """The tests whose own name holds a title's name, a head of sample code, or what the source defines.

    One name leads to two tests at most; what the source itself is called is told by its name already.
    """
    own = {s.name for s in tree.spots.get(path, ()) if s.kind is Kind.DEFINES}
    titled = [n for n in wanted if not n.exact and (n.weight is Weight.TITLE or n.text in own)]
    asked = {n.text.lower() for n in wanted if n.head or n in titled}
    asked -= {bare(path).lower(), *product_names(tree.paths)}
    found: dict[str, list[str]] = {}
    for test in tree.paths:
        if is_test(test) and alike(path, test) and not _HELPERS.search(test):
            for part in asked & {*words(bare(test)), subject(test)}:
                found.setdefault(part, []).append(test)
    return frozenset(t for tests in found.values() if len(tests) <= _FEW for t in tests)


def _near_tests(path: str, paths: Sequence[str]) -> Sequence[str]:
    """The tests of a file's own package, where it has any; else all files of the tree."""
    package = package_of(path, paths)
    own = [p for p in paths if p.startswith(f"{package}/") and is_test(p) and alike(path, p)]
    own = [p for p in own if can_see(p, path)]
    return own if package and own else paths


def _of_folder(path: str, paths: Sequence[str]) -> Sequence[str]:
    """The one test that is named like a file's folder: `spec_multipart.rb` for `multipart/parser.rb`."""
    own = name(folder(path)).lower()
    named = [t for t in _near_tests(path, paths) if is_test(t) and alike(path, t)]
    named = [t for t in named if subject(t).removeprefix("spec_") == own and can_see(t, path)]
    return named if len(named) == 1 and own not in _ROOTS and not _HELPERS.search(named[0]) else ()


def _only_test(path: str, paths: Sequence[str]) -> Sequence[str]:
    """The one file of tests that a package below the top has, helpers apart; nothing where it has more."""
    package = package_of(path, paths)
    own = [p for p in _near_tests(path, paths) if is_test(p) and not _HELPERS.search(p)]
    own = [p for p in own if can_see(p, path)]
    return own if package and len(own) == 1 and own[0].startswith(f"{package}/") else ()


def named_so(test: str) -> bool:
    """Say whether a test's own name says that it is one."""
    return bool(_TEST_NAME.match(bare(test).lower())) or bool(_TEST_CLASS.match(bare(test)))


def _usually_named(path: str, paths: Sequence[str]) -> bool:
    """Say whether nearly all tests of this language say so by name: then others hold what tests need."""
    said = [named_so(p) for p in paths if is_test(p) and suffix(p) == suffix(path)]
    return len(said) > 4 and sum(said) >= 0.9 * len(said)


def _fits(path: str, test: str) -> float:
    """How well a test's name and folder fit a source's."""
    own, tested = subject(path), subject(test).removeprefix("spec_")
    above = name(folder(path)).lower()
    mine, theirs = tuple(words(bare(path))), tuple(words(tested))
    begins = max(bare(test).lower().find(tested), 0)
    their_parts = camel_parts(bare(test)[begins : begins + len(tested)])
    score = 0.0
    folders = {above, above.removesuffix("s")}
    if own == tested or any(tested in {f"{a}_{own}", f"{a}-{own}", f"{own}_{a}"} for a in folders):
        score = _NAMED
    elif _stems(camel_parts(bare(path))) == _stems(their_parts):
        score = _NEARLY_NAMED
    elif (theirs and len(theirs) < len(mine) and mine[: len(theirs)] == theirs) or (
        len(own) > 4 and len(mine) < len(theirs) and mine == theirs[: len(mine)]
    ):
        score = 1.6
    elif len(own) > 4 and theirs and set(theirs) & {own, own.rstrip("s"), f"{own}s"}:
        score = 1.2
    if not score and name(folder(test)).lower() == bare(path).lower():
        # `testing/python/*.py` for `python.py`.
        return _BY_FOLDER
    if not score:
        return 0.3 * _shared(path, test)
    return score + 0.5 * _shared(path, test)


def _stems(parts: Sequence[str]) -> list[str]:
    """Of a name with several parts, what its forms share: `MigrationsGenerator` is `MigrationGenerator`."""
    return [stem(p) for p in parts] if len(parts) > 1 else list(parts)


def _shared(path: str, test: str) -> float:
    """How much two folders have in common: 4 for the same one, else at most 3."""
    ours, theirs = folder(path).lower().split("/"), folder(test).lower().split("/")
    if ours == theirs:
        return 4.0
    first = 1.0 if ours[0] and ours[0] == theirs[0] else 0.0
    second = 1.0 if len(ours) > 1 and ours[:2] == theirs[:2] else 0.0
    told = {p for p in ours if p not in _ROOTS} & set(theirs)
    return min(first + second + 0.6 * len(told), 3.0)


def new_test(path: str, tree: Tree, otherwise: str) -> str:
    """Name the test file a source should get as its neighbours have theirs.

    Takes the source, the tree, and the name that the language's habit gives; that one is taken where
    the tree has no tests of the language, or the language rules it. Empty where no pair of source and
    test in the same folders, nor three elsewhere, show it.
    """
    pairs = _pairs(path, tree.paths)
    if not pairs:
        return otherwise if not _has_tests(path, tree.paths) or _is_ruled(path) else ""
    votes: Counter[tuple[str, str]] = Counter()
    for source, test in pairs:
        votes[_where(source, test), _called(source, test)] += 3 if _near(source, path) else 1
    (place, called), often = votes.most_common(1)[0]
    own = called.replace("*", bare(path))
    made = f"{_made(place, path)}{own}.{suffix(path)}"
    beside = any(folder(p) == folder(made) and is_test(p) for p in tree.paths)
    beside = beside or place.startswith(".")
    listed = suffix(path) == "rs" and name(folder(made)) != "tests"  # a module, told elsewhere
    sure = often >= _SURE and beside and not listed
    return made if sure else otherwise if _is_ruled(path) else ""


def _pairs(path: str, paths: tuple[str, ...]) -> list[tuple[str, str]]:
    """The sources of the same language that have a test of their name, each with its first two."""
    by_subject: dict[str, list[str]] = {}
    listed = [p for p in paths if is_test(p) and suffix(p) == suffix(path)]
    listed = [p for p in listed if not is_helper(p, paths)]
    named = [p for p in listed if named_so(p)]
    for test in named if len(named) >= _MANY else listed:
        by_subject.setdefault(subject(test), []).append(test)
    return [
        (source, test)
        for source in paths[:_MOST_PAIRS]
        if suffix(source) == suffix(path) and not is_test(source)
        if is_aside(path) or not is_aside(source)
        if bare(source) not in DOORS
        for test in by_subject.get(subject(source), ())[:2]
    ]


def _near(source: str, path: str) -> bool:
    """Say whether two sources lie in one folder, or one below the other's."""
    one, other = folder(source), folder(path)
    return one == other or f"{other}/".startswith(f"{one}/") or f"{one}/".startswith(f"{other}/")


def home_of_tests(path: str, paths: Sequence[str]) -> str:
    """The folder that most tests of a file's package lie below, `packages/kit/tests`; empty if none."""
    tops = Counter(m[0] for p in _near_tests(path, paths) if is_test(p) and (m := _HOME.match(p)))
    return tops.most_common(1)[0][0] if tops else ""


def _has_tests(path: str, paths: Sequence[str]) -> bool:
    return any(is_test(p) and suffix(p) == suffix(path) for p in paths)


def _is_ruled(path: str) -> bool:
    """Say whether the language itself lays down where a file's tests are."""
    return suffix(path) == "go" or (suffix(path) in {"java", "kt", "scala"} and "/main/" in path)


def _where(source: str, test: str) -> str:
    """Where a test lies as seen from its source: `.` beside it, `./__tests__`, `tests/*1`, or `<1>tests`."""
    above, there = folder(source), folder(test)
    if there == above:
        return "."
    if there.startswith(f"{above}/") and above:
        return f"./{there[len(above) + 1 :]}"
    parts = above.split("/")
    for cut in range(len(parts)):
        tail = "/".join(parts[cut:])
        if tail and there.endswith(f"/{tail}"):
            return f"{there[: -len(tail) - 1]}/*{cut}"
    same = 0
    while same < len(parts) and there.split("/")[: same + 1] == parts[: same + 1]:
        same += 1
    return f"<{same}>{'/'.join(there.split('/')[same:])}"


def _made(place: str, path: str) -> str:
    above = folder(path)
    if place == ".":
        return f"{above}/" if above else ""
    if place.startswith("./"):
        return f"{above}/{place[2:]}/" if above else f"{place[2:]}/"
    if place.startswith("<"):
        same, _, rest = place[1:].partition(">")
        return "/".join(p for p in (*above.split("/")[: int(same)], rest) if p) + "/"
    root, star, cut = place.partition("/*")
    rest = "/".join(above.split("/")[int(cut) :]) if star else ""
    return "/".join(p for p in (root, rest) if p) + "/"


def _called(source: str, test: str) -> str:
    """`test_*`, `*.spec`, `*Test`: a test's name with a star for its source's."""
    own, made = bare(source), bare(test)
    at = made.lower().find(own.lower())
    return f"{made[:at]}*{made[at + len(own) :]}" if at >= 0 else "test_*"
