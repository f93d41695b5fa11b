"""Guides: the documents that tell users of a change, and the list of changes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.planning.lazy import Lazy
from bot.planning.names import Name, Weight
from bot.planning.places import Place, bare, folder, name, place, suffix
from bot.planning.proposal import Tree
from bot.planning.slug import slug
from bot.planning.words import stem, stems, words

_NO_GUIDE = Lazy(
    r"(?i)(?:^|/)(?:tests?|testing|testdata|test_?data|testscripts|fixtures?|examples?|templates?"
    r"|skeletons?|\.\w+|node_modules|benches|benchmarks|scripts|internals?|dev|development)/"
    r"|(?:^|/)(?:changelog|changes|history|news|releas\w*|whatsnew|license|licence|copying|notice"
    r"|contribut\w*|code_of_conduct|security|authors|credits|maintainers|governance|agents|claude"
    r"|pull_request\w*|issue\w*|requirements\w*|cmakelists|faq|todo|upgrad\w*|migrat\w*)[^/]*$"
)
_LOGS = (
    "changelog.md",
    "changelog.rst",
    "changes.md",
    "changes.rst",
    "changes",
    "changelog",
    "history.md",
    "history.rst",
    "news.md",
)
_ENOUGH = 2.0
_A_LIKE = 1.0
_COMPOUND = Lazy(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]")
_NEXT = Lazy(
    r"(?im)^(?:#{1,4} |\[)?.{0,30}\b(?:unreleased|tbd|to be released|next release|in development"
    r"|not (?:yet )?released|head|master \(unreleased\)|main \(unreleased\)|upcoming)\b.{0,40}$"
)
_FRAGMENTS = Lazy(r"(?i)^(?:changelog|changelog\.d|changes|news|newsfragments|changelogs)/[^/]+$")


_FRAGMENT = Lazy(
    r"(?i)^(?P<folder>(?:[\w.-]+/)?(?:changelog(?:\.d)?|changes|news|newsfragments|changelogs?/unreleased))"
    r"/[+\w-]+\.(?P<kind>[a-z]+)\.(?P<ending>md|rst|txt)$"
)


_KIND_FIRST = Lazy(
    r"(?i)^(?P<folder>changelog|changes|changelog\.d)/(?P<kind>fix|new|change)_\w+\.(?P<ending>md|rst)$"
)
_SEVERAL = 3


def documents_of(text: str, tree: Tree, wanted: Sequence[Name]) -> tuple[str, ...]:
    """The one document that tells users about what a request is about; none where no text of one fits.

    A document counts that holds names of the request; one whose own name is about its subject comes first.
    One that lists a thing of the program that the request names, such as `NoArgs`, lists its likes, too.
    """
    title = text.split("\n", 1)[0]
    asked = set(stems(title))
    telling = {n.text: n.weight for n in wanted if n.weight >= Weight.PROSE and not n.is_word}
    likes = {n for n in telling if _COMPOUND.search(n)}
    best: tuple[bool, float] = (False, 0.0)
    found = ""
    for path in sorted(tree.spots):
        if place(path) is not Place.DOC or _NO_GUIDE.search(path):
            continue
        if suffix(path) == "txt" and not path.startswith("doc"):
            continue
        held = [s for s in tree.spots[path] if s.name in telling]
        about = asked & {stem(w) for w in (*words(bare(path)), *words(folder(path)))}
        score = sum(1.0 + 0.5 * (telling[s.name] is Weight.TITLE) for s in held) + 1.5 * len(about)
        score += _A_LIKE if {s.name for s in held} & likes else 0
        if held and score >= _ENOUGH and (bool(about), score) > best:
            best, found = (bool(about), score), path
    return (found,) if found else ()


def listed_at(path: str, tree: Tree) -> str:
    """Where a document lists a thing of the program that the request names: the new one goes beside it."""
    told = next((s for s in tree.spots.get(path, ()) if _COMPOUND.search(s.name)), None)
    return f"It lists `{told.name}` (line {told.line}): what is new goes beside it." if told else ""


def titled(title: str, paths: Sequence[str]) -> tuple[str, ...]:
    """Documents whose own names share words with a title, those with more of them first."""
    asked = set(stems(title))
    found = []
    for path in paths:
        if place(path) is Place.DOC and not _NO_GUIDE.search(path):
            shared = len(asked & {stem(w) for w in words(bare(path))})
            if shared:
                found.append((-shared, path))
    return tuple(path for _, path in sorted(found))


def changelog(paths: Sequence[str], package: str = "") -> str:
    """The list of changes of a package or at the top; none where each change brings a file of its own."""
    if any(_FRAGMENTS.match(p) for p in paths):
        return ""
    own = {name(p).lower(): p for p in paths if package and folder(p) == package}
    tops = {name(p).lower(): p for p in paths if "/" not in p}
    return next((held[log] for held in (own, tops) for log in _LOGS if log in held), "")


def fragment(goal: str, fault: bool, paths: Sequence[str]) -> str:
    """The file of its own that a change brings for the list of changes; empty where that is not the habit.

    Takes the goal, whether a fault is mended, and the repository's paths. Its kind and ending are those
    of the fragments that are there; where none is, nobody knows them.
    """
    if any(p.startswith(".changeset/") for p in paths):
        return f".changeset/{slug(goal)}.md"
    found = [m for p in paths if (m := _FRAGMENT.match(p))]
    kinds = {m["kind"].lower() for m in found}
    wanted = (
        ("fix", "bugfix", "fixed", "bug") if fault else ("feature", "feat", "added", "enhancement")
    )
    kind = next((k for k in wanted if k in kinds), "")
    if not kind:
        return _by_default(goal, fault, found) or _prefixed(goal, fault, paths)
    like = next(m for m in found if m["kind"].lower() == kind)
    return f"{like['folder']}/+{slug(goal)}.{like['kind']}.{like['ending']}"


def _by_default(goal: str, fault: bool, found: Sequence[re.Match[str]]) -> str:
    """Fragments named by number and kind are those of towncrier, whose kinds are known."""
    numbered = [m for m in found if re.search(r"/[0-9]+\.[a-z]+\.", m[0])]
    if len(numbered) < _SEVERAL:
        return ""
    kind = "bugfix" if fault else "feature"
    return f"{numbered[0]['folder']}/+{slug(goal)}.{kind}.{numbered[0]['ending']}"


def _prefixed(goal: str, fault: bool, paths: Sequence[str]) -> str:
    """`changelog/fix_a_thing.md`, where a fragment's name begins with its kind."""
    found = [m for p in paths if (m := _KIND_FIRST.match(p))]
    if not found:
        return ""
    kind = "fix" if fault else "new"
    return f"{found[0]['folder']}/{kind}_{slug(goal).replace('-', '_')}.{found[0]['ending']}"


def is_kept(log: str) -> bool:
    """Say whether every change adds its line to a list of changes: it has a place for the next release.

    Where the list is written at release time only, nobody wants a line before.
    """
    return bool(_NEXT.search(log[:3_000]))
