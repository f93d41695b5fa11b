"""Grounds: where in the repository a request belongs: files to change, their tests, documents, commands."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

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
from bot.planning.mentions import innermost, mentioned
from bot.planning.places import Place, bare, folder, name, paired_tests, place, suffix
from bot.planning.proposal import Intent, Tree
from bot.planning.ranking import Ranked, scored
from bot.planning.words import stem, stems, words

CHANGEABLE = (Place.SCHEMA, Place.SOURCE, Place.INTERFACE)
_MOST = 5
_MOST_BROKEN = 3
_TOLD = re.compile(
    r"(?i)\b(?:options?|flags?|settings?|commands?|endpoints?|api|config\w*|install\w*|cli"
    r"|environment variables?|readme|docs|document\w*)\b"
)
_REQUIREMENTS = re.compile(r"^(?:[a-z_-]+/){0,3}requirements[a-z_.-]*\.(?:txt|in)$")


@dataclass(frozen=True, slots=True)
class Ground:
    """One file to change: its kind, its tests (which may have to be made), the command that runs them."""

    path: str
    place: Place
    tests: tuple[str, ...] = ()
    new_test: str = ""
    command: str = ""

    @property
    def proof(self) -> str:
        """The test file in which the work on this file shows."""
        return self.tests[0] if self.tests else self.new_test


@dataclass(frozen=True, slots=True)
class Grounds:
    """Where work happens: files to change, and what goes with them.

    `beside` are files a trace or a decision names, `read` others that rank near.
    """

    change: tuple[Ground, ...] = ()
    beside: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    changelog: str = ""
    command: str = ""


def grounds(
    text: str, trace: str, analysis: Analysis, tree: Tree, decided: Iterable[str] = ()
) -> Grounds:
    """Find where a request belongs.

    Takes its text without what was decided against, its stack traces, the analysis, the tree, and
    what was chosen.
    Files the request names come first; a fault's trace says where it is; else the best ranked files
    that stand clearly above the others.
    """
    ranking = scored(text, tree.paths, tree.texts)
    wanted = _wanted(analysis.intent)
    named = [p for p in mentioned(text, tree.paths) if _may_change(p, wanted, analysis.intent)]
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
        changelog=next(
            (
                p
                for p in tree.paths
                if name(p).lower() in {"changelog.md", "changes.md", "changelog.rst"}
                and "/" not in p
            ),
            "",
        ),
        command=command_for(chosen[0] if chosen else "", tree.paths, tree.texts),
    )


def ground(path: str, tree: Tree) -> Ground:
    """Describe one file to change."""
    tests = paired_tests(path, tree.paths) if place(path) in CHANGEABLE else ()
    tests = tests or (tests_beside(path, tree.paths) if place(path) in CHANGEABLE else ())
    made = "" if tests or place(path) not in CHANGEABLE else new_test(path, tree.paths)
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
    if not fit or fit[0].score < 1.5:
        return []
    near = [r.path for r in fit if r.score >= 0.6 * fit[0].score]
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


def new_test(path: str, paths: Iterable[str]) -> str:
    """Name the test file a source without tests should get, in the manner of its language and tree."""
    ending, own, above = suffix(path), bare(path), folder(path)
    listed = tuple(paths)
    beside = f"{above}/" if above else ""
    if ending == "py":
        root = next(
            (d for d in ("tests", "test") if any(p.startswith(f"{d}/") for p in listed)), "tests"
        )
        return f"{root}/test_{own}.py"
    if ending == "go":
        return f"{beside}{own}_test.go"
    if ending in {"ts", "tsx", "js", "jsx", "mjs", "vue", "svelte"}:
        return _node_test(beside, own, ending, listed)
    if ending in {"java", "kt", "scala"} and "/main/" in path:
        return f"{above.replace('/main/', '/test/', 1)}/{own}Test.{ending}"
    if ending == "rb":
        return f"spec/{own}_spec.rb"
    return ""


def _node_test(beside: str, own: str, ending: str, paths: tuple[str, ...]) -> str:
    typed = any(p.endswith((".spec.ts", ".test.ts")) for p in paths)
    kind = ending if ending in {"ts", "tsx", "js", "jsx"} else "ts" if typed else "js"
    mark = "spec" if any(".spec." in p for p in paths) else "test"
    if any("/__tests__/" in f"/{p}" for p in paths):
        return f"{beside}__tests__/{own}.{mark}.{kind}"
    top = next(
        (
            d
            for d in ("tests", "test")
            if any(p.startswith(f"{d}/") and f".{mark}." in p for p in paths)
        ),
        "",
    )
    return f"{top}/{own}.{mark}.{kind}" if top else f"{beside}{own}.{mark}.{kind}"
