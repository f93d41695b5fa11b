"""Testless: where the test goes of a source that has none by name: in what speaks of it, or a new file."""

from __future__ import annotations

from bot.planning.analysis import Analysis
from bot.planning.cases import Case
from bot.planning.exercised import speaks_of
from bot.planning.namesakes import alike
from bot.planning.packages import package_of
from bot.planning.places import is_test, subject
from bot.planning.proposal import Tree
from bot.planning.testhabits import is_helper, proof_of
from bot.planning.testhabits import new_test as new_test_like
from bot.planning.testnames import new_test
from bot.planning.words import stem, stems, word_set, words

_GENERAL = word_set(
    """test tests unit integration functional e2e main index core common general misc base basic
    format check checks compile build cli api regression regressions issue issues bug bugs feature
    features error errors function functions method methods class classes file files type types"""
)
_ENOUGH = 1.0
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
    tests, case = proof_of(path, analysis.goal, tree, analysis.names, text)
    if tests or case:
        return tests, case, case.path if case else ""
    made = new_test_like(path, tree, new_test(path, tree.paths))
    told = "" if made else speaking(path, analysis.goal, tree)
    return ((told,) if told else ()), None, made


def speaking(path: str, title: str, tree: Tree) -> str:
    """The existing test that speaks most of the work on a source; empty where none clearly does.

    Counted are the functions to begin at that it names, words of the title in its own name (all of
    them, or two), and its rank by the words of the request.
    """
    said = set(stems(title))
    best, most = "", 0.0
    for test in tree.paths:
        if not is_test(test) or not alike(path, test) or is_helper(test, tree.paths):
            continue
        score = speaks_of(test, path, tree.begin, tree.exercised) + _named(test, said)
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
