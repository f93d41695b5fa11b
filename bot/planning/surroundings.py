"""Surroundings: files that a change takes along though no task is about them alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.planning.companions import (
    MANIFESTS,
    called,
    command_line,
    documents_named,
    is_old_migration,
)
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.mentions import mentioned, stated
from bot.planning.namesakes import DOORS, product_names
from bot.planning.places import (
    Place,
    bare,
    folder,
    is_test,
    name,
    place,
    suffix,
)
from bot.planning.ranking import scored
from bot.planning.words import STOP, stem, stems, word_set, words

_MOST_NAMED = 8
_MOST_READ = 3
# What every project has: without a folder it is the reporter's own.
_OF_ANYBODY = (
    MANIFESTS
    | {f"{n}.{e}" for n in DOORS for e in ("py", "js", "ts", "rs", "go", "java", "c", "cpp")}
    | word_set("readme readme.md license changelog.md setup.py conftest.py makefile dockerfile")
)
_FIXTURE = Lazy(
    r"(?i)(?:^|/)(?:\w*fixtures?\w*|test_?data|\w*cases|samples?|examples?|node_modules"
    r"|[\w-]*snapshots?[\w-]*)/"
)
_MOST_NEAR = 6
_MORE = Lazy(
    r"(?i)\b(?:another|additional|second|third|fourth|fifth|sixth|[2-9](?:nd|rd|th)"
    r"|new|add(?:s|ed|ing)?|support(?:s|ed)? for|like the (?:others?|existing))\b|^[a-z]{3,20}: [A-Z]"
)
# Where the members of a folder are told of each other.
_LISTS = Lazy(
    r"(?i)^(?:registry|registration|factory|base|__init__|index|mod|init|common|types?|interface"
    r"|all|plugins?|[\w-]+\.module)$"
)
_CODE = (Place.SCHEMA, Place.SOURCE, Place.INTERFACE)
_CLASS = Lazy(r"\b(?:[A-Z][a-z0-9]+){2,6}\b|\b[a-z]+(?:_[a-z0-9]+)+\b")
_WORKFLOW = Lazy(r"(?i)\b(?:the|our|a|one) (?:ci )?(?:workflow|ci job|ci matrix)\b")
_FLAG = Lazy(r"(?<![\w-])--[a-z][a-z-]+\b")
_COMMANDS = word_set("cli commands usage options flags")
_CHECKS = word_set("test tests ci checks check build")
_PLAIN_NAMES = word_set("main index mod init default defaults variables vars values config")
_SETTINGS = word_set(
    """config configs settings configuration conf options preferences validation defaults values
    variables env kconfig"""
)
_SETTING = Lazy(
    r"(?i)\b(?:configurable|(?:new |a |in the )(?:settings?|config(?:uration)?)\b"
    r"|env(?:ironment)? var(?:iable)?s?|config(?:uration)? (?:file|key|option|value)"
    r"|like the other settings|can be (?:set|switched|configured)|hard[- ]?coded|adjustable"
    r"|(?:from|in|via|through) (?:the )?(?:config(?:uration)?|settings|preferences)"
    r"|(?:on|off) by default|default(?:s to)? (?:on|off|n|y|true|false|none))\b"
    r"|(?-i:\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b)"
)
_NO_NAME = word_set("src lib app main java kotlin org com tests test core internal pkg cmd docs")


def named_by(
    text: str, paths: Sequence[str], taken: Iterable[str], read: bool = False
) -> tuple[str, ...]:
    """Files that a request names and that no step is about yet, in the order of the text, at most 8.

    Takes the text without what was decided against, the repository's paths, what the plan touches, and
    whether the files were read: then only a class in the text names a file of its name, neither
    the product's own name nor a plain word does, nor a name that every project has or that stands in
    test data, unless its whole path is written; and there are at most 3.
    """
    held = set(taken)
    found = (
        *mentioned(text, paths),
        *called(text, paths),
        *documents_named(text, paths, sole=read),
        *_by_bare_name(text, paths, read),
        *_in_folders(text, paths),
    )
    fit = tuple(p for p in dict.fromkeys(found) if p not in held and not _is_fixed(p))
    if not read:
        return fit[:_MOST_NAMED]
    written = stated(text, paths)
    own = (p for p in fit if p in written or not _is_of_anybody(p))
    return tuple(own)[:_MOST_READ]


def _is_of_anybody(path: str) -> bool:
    return name(path).lower() in _OF_ANYBODY or bool(_FIXTURE.search(path))


def near_by(
    text: str,
    paths: Sequence[str],
    taken: Iterable[str],
    changed: Sequence[str],
    read: bool = False,
) -> tuple[str, ...]:
    """Files to look at beside a change, at most 6: what lists its kind, settings, tests, documents.

    Takes the text, the repository's paths, what the plan touches and what of that it changes,
    and whether the files were read: then all but the lists of a kind are known by what files hold.
    """
    touched, held = set(taken), tuple(dict.fromkeys(changed))
    plain = gloss(text[:20_000])
    free = [p for p in paths if p not in touched and not _is_fixed(p)]
    found = [*_listing(plain, held, free)]
    if not read:
        found += [
            *_kin(plain, held, free),
            *command_line(text, free),
            *_settings(plain, held, free),
            *_of_part(plain, free),
            *_tests(text, held, free),
            *_documents(plain, held, free),
        ]
    return tuple(dict.fromkeys(found))[:_MOST_NEAR]


def _is_fixed(path: str) -> bool:
    """Locked, generated and done migrations are not edited by hand."""
    lasting = name(path).lower().endswith((".lock", "-lock.json", "-lock.yaml", "go.sum"))
    return lasting or is_old_migration(path)


def _by_bare_name(text: str, paths: Sequence[str], read: bool) -> list[str]:
    """`DiffServiceTest` and `tox` name the one file that is called so."""
    told = {*_CLASS.findall(text[:20_000])}
    plain = set() if read else set(words(text[:20_000]))
    if read:
        own_name = product_names(paths)
        told = {t for t in told if "_" not in t and t.lower() not in own_name}
    fits: dict[str, list[str]] = {}
    for path in paths:
        own = bare(path)
        top = "/" not in path and place(path) is Place.SETUP and own.lower() not in _PLAIN_NAMES
        if own in told or (top and own.isalpha() and own in plain):
            fits.setdefault(own, []).append(path)
    flows = [p for p in paths if p.startswith(".github/workflows/")]
    if len(flows) == 1 or _WORKFLOW.search(text):
        checks = [p for p in flows if _CHECKS & set(words(bare(p)))] or flows
        fits["workflow"] = checks[:1] if _WORKFLOW.search(text) else []
    return [p for found in fits.values() if len(found) == 1 for p in found]


def _in_folders(text: str, paths: Sequence[str]) -> list[str]:
    """`versions.tf in cluster and staging` names the files of that name in those folders."""
    tokens = {t.lower() for t in re.findall(r"\b[\w-]+\.[a-z]{1,6}\b", text[:20_000])}
    told = set(words(text[:20_000]))
    alike: dict[str, list[str]] = {}
    for path in paths:
        if name(path).lower() in tokens:
            alike.setdefault(name(path).lower(), []).append(path)
    several = [p for found in alike.values() if len(found) > 1 for p in found]
    return [
        p for p in several if set(words(name(folder(p)))) and set(words(name(folder(p)))) <= told
    ]


def _kin(text: str, held: Sequence[str], free: Sequence[str]) -> list[str]:
    """`PermitController` beside `PermitService`: what is named alike in the same folder."""
    asked = set(stems(text))
    families = {(folder(p), _first(p)) for p in held if place(p) in _CODE and not is_test(p)}
    families |= {(f, stem(name(f))) for f, _ in families if f}
    near = [
        p
        for p in free
        if place(p) in _CODE and not is_test(p) and (folder(p), _first(p)) in families
    ]
    near.sort(key=lambda p: (not asked & {stem(w) for w in list(words(bare(p)))[1:]}, p))
    return near[:1]


def _first(path: str) -> str:
    return next((stem(w) for w in words(bare(path))), "")


def _listing(text: str, held: Sequence[str], free: Sequence[str]) -> list[str]:
    """Where one more of a kind is made known: the registry beside its like, the settings of the kind."""
    if not _MORE.search(text.split("\n", 1)[0]):
        return []
    title = set(stems(text.split("\n", 1)[0]))
    kinds = {folder(p) for p in held if not is_test(p) and "/" in p and place(p) is not Place.DOC}
    kinds |= {folder(p) for p in free if {stem(w) for w in words(name(folder(p)))} & title}
    kinds = {k for k in kinds if name(k).lower() not in _NO_NAME}
    beside = [p for p in free if folder(p) in kinds and _LISTS.match(bare(p)) and not is_test(p)]
    own = {stem(w) for k in kinds for w in words(name(k))}
    told = [
        p
        for p in free
        if place(p) is Place.SETUP
        and name(folder(p)).lower() in {"config", "conf", "settings"}
        and {stem(w) for w in words(bare(p))} & own
    ]
    return [*beside[:2], *told[:1]]


def _of_part(text: str, free: Sequence[str]) -> list[str]:
    """`roles/proxy/tasks/main.yml` is about the proxy: a file of a plain name is its folder's."""
    asked = set(stems(text))
    title = set(stems(text.split("\n", 1)[0]))
    found = []
    for path in free:
        if bare(path).lower() not in _PLAIN_NAMES or is_test(path):
            continue
        above = [p for p in folder(path).split("/") if p.lower() not in {*_NO_NAME, "tasks"}]
        own = {stem(w) for w in words(above[-1])} if above else set()
        if own and own <= asked and place(path) is not Place.SKIP:
            found.append((not own <= title, bare(path) != "main", path))
    return [p for *_, p in sorted(found)][:3]


def _settings(text: str, held: Sequence[str], free: Sequence[str]) -> list[str]:
    """What reads, checks and shows the settings, where one is asked for."""
    if not _SETTING.search(text):
        return []
    found = [
        p
        for p in free
        if (set(words(bare(p))) & _SETTINGS or name(p).lower().startswith(".env."))
        and place(p) in {Place.SOURCE, Place.INTERFACE, Place.SETUP, Place.DOC}
        and not is_test(p)
    ]
    tops = {folder(p) for p in held}
    found.sort(key=lambda p: (place(p) is Place.DOC, folder(p) not in tops, p.count("/"), p))
    return found[:3]


def _tests(text: str, held: Sequence[str], free: Sequence[str]) -> list[str]:
    """The test that speaks of the request most, where it nearly is about it."""
    asked = {s for s in stems(gloss(text[:300].split("\n", 1)[0])) if s not in STOP}
    asked |= {stem(w) for p in held if not is_test(p) for w in _about(p)}
    if _FLAG.search(text.split("\n", 1)[0]):
        asked |= {stem(w) for w in _COMMANDS}
    near = [p for p in free if (is_test(p) or _is_case(p)) and {stem(w) for w in _about(p)} & asked]
    ranked = scored(text, near)
    return [r.path for r in ranked[:1]] or near[:1]


def _is_case(path: str) -> bool:
    """A test that is no code: `test/typing/exhaustive.t`."""
    return suffix(path) == "t" and path.startswith(("test/", "tests/", "t/"))


def _about(path: str) -> list[str]:
    """The words a path is about: its own name, and the folder it lies in."""
    parts = [*words(bare(path)), *words(name(folder(path)))]
    return [w for w in parts if w not in _NO_NAME and w not in _PLAIN_NAMES and len(w) > 2]


def _documents(text: str, held: Sequence[str], free: Sequence[str]) -> list[str]:
    """The guide about what is changed, by its name."""
    title = set(stems(text.split("\n", 1)[0]))
    title |= {stem(w) for w in _COMMANDS} if _FLAG.search(text) else set()
    asked = title | {stem(w) for p in held if place(p) is not Place.DOC for w in _about(p)}
    near = [
        p
        for p in free
        if place(p) is Place.DOC
        and "/" in p
        and {stem(w) for w in words(bare(p)) if len(w) > 2} & asked
    ]
    return [r.path for r in scored(text, near)[:1]] or near[:1]
