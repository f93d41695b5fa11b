"""Testless: where the test goes of a source that has none by name: in what speaks of it, or a new file."""

from __future__ import annotations

from collections import Counter

from bot.planning.analysis import Analysis
from bot.planning.cases import Case
from bot.planning.exercised import speaks_of
from bot.planning.lazy import Lazy
from bot.planning.namesakes import alike, is_aside
from bot.planning.packages import package_of
from bot.planning.places import bare, is_test, subject
from bot.planning.proposal import Tree
from bot.planning.sourcesets import can_see
from bot.planning.testhabits import is_helper, proof_of
from bot.planning.testhabits import new_test as new_test_like
from bot.planning.testnames import new_test
from bot.planning.words import stem, stems, word_set, words

_GENERAL = word_set(
    """test tests unit integration functional e2e main index core common general misc base basic
    format check checks compile build cli api regression regressions issue issues bug bugs feature
    features error errors function functions method methods class classes file files type types"""
)
_WHOLE = word_set("integration integration_test integration_tests end_to_end e2e")
_DOTTED = Lazy(r"(?<![\w./])[A-Za-z_]\w{1,40}(?:\.[A-Za-z_]\w{1,40}){1,2}(?![\w/(]*\.\w)")
_ENOUGH = 1.0
_LONG, _FEW = 8, 2
_AS_READ = 12
_SHORTEST = 4
_OF_WORD = 0.7


def proof_for(
    path: str, analysis: Analysis, tree: Tree, text: str
) -> tuple[tuple[str, ...], Case | None, str]:
    """Where work on a source is proved: its tests, or a new case, or a new file; nothing where unknown.

    A new file is made only where the tree shows its place; else the test that speaks of the work is
    taken. The one test that the issue links is it.
    """
    shown = [t for t in analysis.linked if is_test(t) and alike(path, t)]
    shown = [t for t in shown if not is_helper(t, tree.paths)]
    if len(shown) == 1 and package_of(shown[0], tree.paths) == package_of(path, tree.paths):
        return tuple(shown), None, ""
    titled = _titled(path, analysis.goal, tree.paths)
    if titled:
        return (titled,), None, ""
    tests, case = proof_of(path, analysis.goal, tree, analysis.names, text)
    if tests or case:
        return tests, case, case.path if case else ""
    made = new_test_like(path, tree, new_test(path, tree.paths))
    told = "" if made else _of_the_whole(path, tree) or speaking(path, analysis.goal, tree)
    return ((told,) if told else ()), None, made


def _of_the_whole(path: str, tree: Tree) -> str:
    """The test of a whole program that the words of a request find: `tests/integration_tests.rs`."""
    tests = (p for p in tree.ranked[:_AS_READ] if is_test(p) and bare(p).lower() in _WHOLE)
    own = package_of(path, tree.paths)
    return next((p for p in tests if alike(path, p) and package_of(p, tree.paths) == own), "")


def new_test_of(path: str, tree: Tree) -> str:
    """The test file that a source without tests gets: as its neighbours have theirs, else by its language."""
    by_language = "" if is_aside(path) else new_test(path, tree.paths)
    return by_language and (new_test_like(path, tree, by_language) or by_language)


def _titled(path: str, title: str, paths: tuple[str, ...]) -> str:
    """The one test that is called like a dotted name of the title: `res.redirect.js`."""
    asked = {found.lower() for found in _DOTTED.findall(title)}
    if not asked:
        return ""
    found = [p for p in paths if subject(p) in asked and is_test(p) and alike(path, p)]
    return found[0] if len(found) == 1 else ""


def speaking(path: str, title: str, tree: Tree) -> str:
    """The existing test that speaks most of the work on a source; empty where none clearly does.

    Counted are the functions to begin at that it names, words of the title in its own name (all of
    them, two, or a long one that few tests and the source have), and its rank by the words of the request.
    """
    said = set(stems(title))
    best, most = "", 0.0
    tests = [
        t
        for t in tree.paths
        if is_test(t) and alike(path, t) and can_see(t, path) and not is_helper(t, tree.paths)
    ]
    known = {t: {stem(w) for w in words(bare(t)) if len(w) >= _LONG} for t in tests}
    often = Counter(word for own in known.values() for word in own)
    read = tree.texts.get(path, "")
    about = said & set(stems(f"{path} {read}")) if read else said
    rare = {word for word in about if 0 < often[word] <= _FEW}
    for test in tests:
        score = speaks_of(test, path, tree.begin, tree.exercised) + _named(test, said)
        score += _ENOUGH if rare & known[test] else 0.0
        if score and test in tree.ranked[:_AS_READ]:
            score += 0.5
        if score > most:
            best, most = test, score
    return best if most >= _ENOUGH else ""


def _named(test: str, said: set[str]) -> float:
    """What the words of the title in a test's own name count."""
    own = {stem(w) for w in words(subject(test)) if w not in _GENERAL and len(w) >= _SHORTEST}
    shared = own & said
    whole = bool(own) and shared == own
    return _OF_WORD * len(shared) + 0.3 * whole if whole or len(shared) > 1 else 0.0
