"""Grounds: where in the repository a request belongs: files to change, their tests, documents, commands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.planning.analysis import Analysis
from bot.planning.commands import command_for
from bot.planning.companions import (
    MANIFESTS,
    called,
    command_line,
    companions,
    documents_named,
    is_old_migration,
    settings_document,
)
from bot.planning.companions import (
    beside as tests_beside,
)
from bot.planning.contenders import candidates, chosen, disputed, meant, ordered, twins
from bot.planning.guides import changelog, documents_of
from bot.planning.mentions import innermost, mentioned, traced
from bot.planning.namesakes import alike, is_aside
from bot.planning.places import Place, bare, folder, name, paired_tests, place
from bot.planning.proposal import Intent, Tree
from bot.planning.ranking import Ranked, scored
from bot.planning.sites import Site, Sites, sites
from bot.planning.testhabits import tests_of
from bot.planning.testless import new_test_of, proof_for
from bot.planning.verbs import is_imperative
from bot.planning.words import stem, stems, words

CHANGEABLE = (Place.SCHEMA, Place.SOURCE, Place.INTERFACE)
_OF_CODE = frozenset((Intent.BUG, Intent.FEATURE, Intent.REFACTOR, Intent.TEST))
_OF_DOCUMENTS = 0.8  # documents share words much more easily than code
_MOST = 5
_MOST_BROKEN = 3
_TOLD = re.compile(
    r"(?i)\b(?:options?|flags?|settings?|commands?|endpoints?|api|config\w*|install\w*|cli"
    r"|environment variables?|readme|docs|document\w*)\b"
)
_TOO_WIDE = frozenset(stem(w) for w in ("src", "lib", "app", "core", "docs", "main", "internal"))
_OF_FORMS = re.compile(r"(?i)\btemplates?\b|\bforms?\b")
_FORM = re.compile(r"(?i)(?:^|/)\.git(?:hub|lab|ea)/.*template")
_REQUIREMENTS = re.compile(r"^(?:[a-z_-]+/){0,3}requirements[a-z_.-]*\.(?:txt|in)$")


@dataclass(frozen=True, slots=True)
class Ground:
    """One file to change: its kind, its tests (which may have to be made), the command that runs them.

    `where` says where to begin in it, `like` is a test whose form a new one takes.
    """

    path: str
    place: Place
    tests: tuple[str, ...] = ()
    new_test: str = ""
    command: str = ""
    where: str = ""
    like: str = ""

    @property
    def proof(self) -> str:
        """The test file in which the work on this file shows."""
        return self.tests[0] if self.tests else self.new_test


@dataclass(frozen=True, slots=True)
class Grounds:
    """Where work happens: files to change, and what goes with them.

    `beside` are files a trace or a decision names, `read` others that rank near. `likely` holds the
    places to look at where the text does not say which it is; it is empty where the place is sure;
    `tested` names a test for each but the first. Of `twins`, each file is changed and tested alike.
    """

    change: tuple[Ground, ...] = ()
    beside: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    changelog: str = ""
    command: str = ""
    likely: tuple[Site, ...] = ()
    tested: tuple[tuple[str, str], ...] = ()
    read_through: bool = False
    twins: bool = False


def grounds(
    text: str,
    trace: str,
    analysis: Analysis,
    tree: Tree,
    decided: Iterable[str] = (),
) -> Grounds:
    """Find where a request belongs.

    Takes its text without what was decided against, its stack traces, the analysis, the tree, and
    what was chosen.
    Files the request names come first; a fault's trace says where it is; else the best ranked files
    that stand clearly above the others. Where the files themselves were read, what they define and
    hold of the analysis' names decides: `sites`.
    """
    ranking = scored(text, tree.paths, tree.texts)
    wanted = _wanted(analysis.intent)
    named = [p for p in mentioned(text, tree.paths) if _may_change(p, wanted, analysis.intent)]
    if tree.ranked and analysis.intent in _OF_CODE:
        return _read_through(text, trace, (analysis, named), tree)
    deepest = innermost(trace, tree.paths) if analysis.intent is Intent.BUG else ""
    if deepest and place(deepest) in wanted and not named:
        named = [deepest]
    chosen = named[:_MOST] or _clear(ranking, wanted, text)
    reads_options = command_line(text.split("\n", 1)[0], tree.paths)
    if analysis.intent is Intent.BUG and not named and reads_options:
        chosen = list(dict.fromkeys((*reads_options, *chosen)))[:2]
    if analysis.intent is Intent.CHORE and not named:
        chosen = _manifests(text, tree) or chosen
    if analysis.intent in {Intent.FEATURE, Intent.CHORE}:
        chosen = [*chosen, *companions(text, chosen, tree.paths)][: _MOST + 2]
    elif analysis.intent is not Intent.DOCS:
        more = [p for p in called(text, tree.paths) if p not in chosen]
        most = _MOST_BROKEN if analysis.intent is Intent.BUG else _MOST
        chosen = [*chosen[: max(most - len(more), 1)], *more]
    change = sorted((ground(p, tree) for p in chosen), key=lambda g: _step(g.place))
    others = [
        r.path
        for r in ranking
        if r.path not in chosen and place(r.path) in CHANGEABLE and bare(r.path) != "__init__"
    ]
    words_chosen = {s for text in decided for s in stems(text)}
    beside = [p for p in mentioned(trace, tree.paths) if p not in chosen]
    beside += [p for p in others if words_chosen & {stem(w) for w in words(bare(p))}]
    return Grounds(
        change=tuple(change),
        beside=tuple(dict.fromkeys(beside))[:2],
        read=tuple(others[:3]),
        documents=_documents(ranking, text, (chosen, tree.paths), analysis.intent),
        changelog=changelog(tree.paths),
        command=command_for(chosen[0] if chosen else "", tree.paths, tree.texts),
    )


def _read_through(
    text: str,
    trace: str,
    known: tuple[Analysis, list[str]],
    tree: Tree,
) -> Grounds:
    """Where a request belongs in a tree whose files were read: one place, or the few it may be."""
    analysis, named = known
    wanted = analysis.names
    found = sites(wanted, tree, traced(trace, tree.paths), analysis.linked, analysis.package)
    stated = [p for p in analysis.stated if place(p) in CHANGEABLE and not is_aside(p)]
    other = [p for p in named if place(p) in CHANGEABLE and not is_aside(p)]
    code = meant(tuple(dict.fromkeys((*stated, *other))), analysis, tree.spots)
    picked = code[:_MOST] or chosen(found)[: 1 if analysis.intent is Intent.BUG else _MOST]
    tested = [p for p in named if place(p) is Place.TEST] if analysis.intent is Intent.TEST else []
    likely = () if tested else disputed(found, code) if code else candidates(found, tree.spoken)
    if not (code or tested):
        likely = ordered(likely, found, analysis, tree.spots, mentioned(text, tree.paths))
    both = twins(likely, wanted, tree.spots) if analysis.intent is Intent.BUG else ()
    likely = () if both else likely
    picked = tested or list(both) or [s.path for s in likely[:1]] or picked
    change = [_read_ground(p, tree, found, analysis, text) for p in picked]
    if len(code) > 1:
        change.sort(key=lambda g: _step(g.place))
    first = picked[0] if picked else ""
    near = [s.path for s in found.found if s.path not in picked and s.told][:1]
    return Grounds(
        change=tuple(change),
        beside=tuple(p for p in near if not likely and alike(first, p)),
        documents=documents_of(text, tree, wanted) if _is_wish(analysis) else (),
        changelog=tree.log,
        command=command_for(first, tree.paths, tree.texts),
        likely=likely,
        tested=tuple((s.path, next(iter(tests_of(s.path, tree, wanted)), "")) for s in likely[1:]),
        read_through=True,
        twins=bool(both),
    )


def _is_wish(analysis: Analysis) -> bool:
    """Something new that users are told of: `Add x`, `area: add x`."""
    goal = analysis.goal.partition(": ")[2] or analysis.goal
    told = is_imperative(goal) or is_imperative(analysis.goal)
    return analysis.intent is Intent.FEATURE and told


def _read_ground(path: str, tree: Tree, found: Sites, analysis: Analysis, text: str) -> Ground:
    """One file to change, with its tests by the tree's own habit and the lines where the names stand."""
    if place(path) is Place.TEST:
        return replace(ground(path, tree), where=found.of(path).where())
    tests, case, made = proof_for(path, analysis, tree, text)
    shown = tests or ((made,) if made and not case else ())
    own = shown or (path,)
    command = tree.habits.narrowed(command_for(path, tree.paths, tree.texts, shown), own)
    command = command or tree.habits.tests
    begin = ", ".join(map(str, tree.begin.get(path, ()))) or found.of(path).place()
    return Ground(path, place(path), tests, made, command, begin, case.like if case else "")


def ground(path: str, tree: Tree) -> Ground:
    """Describe one file to change."""
    tests = paired_tests(path, tree.paths) if place(path) in CHANGEABLE else ()
    tests = tests or (tests_beside(path, tree.paths) if place(path) in CHANGEABLE else ())
    made = "" if tests or place(path) not in CHANGEABLE else new_test_of(path, tree)
    shown = tests[:2] or ((made,) if made else ())
    own = (path,) if place(path) is Place.TEST else shown
    command = command_for(path, tree.paths, tree.texts, own)
    return Ground(path, place(path), tests[:2], made, command)


def _may_change(path: str, wanted: tuple[Place, ...], intent: Intent) -> bool:
    """Chores and tests change whatever they name; other work what is of its own kind."""
    if intent in {Intent.CHORE, Intent.TEST} and not path.endswith((".lock", "-lock.json")):
        return True
    return place(path) in wanted


def _wanted(intent: Intent) -> tuple[Place, ...]:
    if intent is Intent.DOCS:
        return (Place.DOC,)
    if intent is Intent.TEST:
        return (Place.TEST, *CHANGEABLE)
    if intent is Intent.CHORE:
        return (Place.SETUP, *CHANGEABLE)
    return CHANGEABLE


def _step(kind: Place) -> int:
    return list(Place).index(kind)


def _clear(ranking: Iterable[Ranked], wanted: tuple[Place, ...], text: str) -> list[str]:
    """The best files, as long as each stands near the first; one that shares a single weak word does not."""
    asked = set(stems(text))
    fit = [r for r in ranking if place(r.path) in wanted and bare(r.path) != "__init__"]
    fit = [r for r in fit if not is_old_migration(r.path)]
    fit = [r for r in fit if _OF_FORMS.search(text) or not _FORM.search(r.path)]
    if not fit or fit[0].score < 1.5:
        return []
    share = _OF_DOCUMENTS if wanted == (Place.DOC,) else 0.6
    near = [r.path for r in fit if r.score >= share * fit[0].score]
    return [p for p in near[:3] if asked & {stem(w) for w in words(p)} or p == fit[0].path]


def _manifests(text: str, tree: Tree) -> list[str]:
    """The lists of dependencies that name what the title names, or all at the top for a version."""
    listed = [p for p in tree.paths if name(p).lower() in MANIFESTS or _REQUIREMENTS.match(p)]
    asked = set(stems(text.split("\n", 1)[0]))
    naming = [p for p in listed if asked & set(stems(tree.texts.get(p, "")))]
    versioned = re.search(r"(?i)\bdependenc|[0-9]+\.[0-9]", text.split("\n", 1)[0])
    return (naming or ([p for p in listed if "/" not in p] if versioned else []))[:3]


def _documents(
    ranking: Iterable[Ranked],
    text: str,
    files: tuple[list[str], tuple[str, ...]],
    intent: Intent,
) -> tuple[str, ...]:
    """Documents that people name; for what is new also those that speak of it, else the README."""
    chosen, paths = files
    told = [
        p
        for p in (
            *documents_named(text, paths, strict=intent is not Intent.FEATURE),
            *settings_document(text, paths),
        )
        if p not in chosen
    ]
    if told or intent is not Intent.FEATURE:
        return tuple(told[:3])
    about = set(stems(text.split("\n", 1)[0])) | {stem(w) for p in chosen for w in words(bare(p))}
    about |= {stem(w) for p in chosen for w in words(name(folder(p)))} - _TOO_WIDE
    documents = [r.path for r in ranking if place(r.path) is Place.DOC and _is_guide(r.path)]
    near = [p for p in documents if about & {stem(w) for w in words(bare(p))}]
    asked = _TOLD.search(text)
    return tuple(near[:1] or [p for p in paths if asked and p.lower().startswith("readme")][:1])


def _is_guide(path: str) -> bool:
    own = name(path).lower()
    known = (
        "changelog",
        "changes",
        "license",
        "code_of_conduct",
        "security",
        "contributing",
        "authors",
        "pull_request",
        "requirements",
    )
    return not own.startswith((*known, ".")) and not path.startswith(".github/")
