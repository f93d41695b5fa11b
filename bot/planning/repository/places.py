"""Places: what a path is by its name alone, and which tests belong to a source."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import takewhile

from bot.planning.words import word_table

_WORDS = word_table("repository/places.txt")
_DECISIONS = re.compile(r"(?:^|/)(?:adr|adrs|decisions)/[^/]+\.(?:md|rst|adoc)$", re.I)


class Place(StrEnum):
    """What a file is for."""

    SOURCE = "source"
    INTERFACE = "interface"
    TEST = "test"
    SETUP = "setup"
    DOC = "doc"
    SKIP = "skip"


TEST_ENDINGS = _WORDS["test endings"]
CODE = _WORDS["code"] | TEST_ENDINGS
DOCS = _WORDS["documents"]
SETUPS = _WORDS["settings"]
_TEST_DIRS = _WORDS["test folders"]
_SKIP_ENDS = (".min.js", ".min.css", ".map", ".lock", ".snap", "_pb2.py", ".pb.go", ".g.dart")
_FACES = _WORDS["faces"]
_BETWEEN = _WORDS["between"]
_MUTE = _FACES | {"setup"}
"""Names that pair no test with a source."""
# What a role of Ansible does stands in YAML.
_ROLE = re.compile(r"(?:^|/)roles/[^/]+/(?:tasks|handlers|defaults|vars)/[^/]+\.ya?ml$")
_MARKS = "|".join(
    re.escape(mark) + ("" if "." in mark else r"\.[^.]*") for mark in sorted(_WORDS["test marks"])
)
_TEST_NAME = re.compile(rf"(?:test[_-].+\.[^.]*|.+[._](?:{_MARKS}))\Z")
_TEST_END = re.compile(rf"(?:[._](?:{_MARKS})|(?:tests?|spec)\.[^.]*)\Z")
_TEST_ENDS = ("Test", "Tests", "IT", "Spec")
_TONGUE = re.compile(r"(?:^|[_-])[a-z]{2}(?:[_-][a-z]{2})?$")
_TONGUES = re.compile(r"[a-z]{2}(?:[_-][a-z]{2})?")
# `src/main/kotlin`: the build says what is a test, and `ConnectionSpec.kt` there is none.
_SOURCE_SET = re.compile(
    r"(?:^|/)src/(?!\w*(?:[tT]est|[sS]pec|IT\b|it\b))\w+/(?:java|kotlin|scala|groovy)/"
)


def name(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


def folder(path: str) -> str:
    """A path without its last part; empty at the top."""
    return path.rpartition("/")[0]


def suffix(path: str) -> str:
    """The ending of a file name without its dot, in lower case; empty where there is none."""
    return name(path).rpartition(".")[2].lower() if "." in name(path).lstrip(".") else ""


def bare(path: str) -> str:
    """A file's name without its last ending."""
    own = name(path)
    return own.rpartition(".")[0] or own


def telling_name(path: str) -> str:
    """The bare name; of `orders/__init__.py` and `orders/src/index.ts`, what they are the face of."""
    own, above = bare(path), folder(path).split("/")
    if own not in _FACES or not above[0]:
        return own
    return next((part for part in reversed(above) if part not in _BETWEEN), above[0])


# A plan asks this of every path a dozen times.
@lru_cache(maxsize=20_000)
def is_test(path: str) -> bool:
    """Say whether a path names a test, by the habits of the usual languages."""
    own, ending = bare(path), suffix(path)
    if ending not in CODE or own == "__init__" or _SOURCE_SET.search(path):
        return False
    marked = _TEST_NAME.match(name(path).lower())
    if ending in TEST_ENDINGS or marked or (own.endswith(_TEST_ENDS) and own not in _TEST_ENDS):
        return True
    below = any(part.lower() in _TEST_DIRS for part in folder(path).split("/"))
    return below and own.lower() not in {"conftest", "setup", "helpers", "fixtures"}


@lru_cache(maxsize=20_000)
def place(path: str) -> Place:
    """Say what a file is for."""
    *above, own = parts = path.lower().split("/")
    inside = not _WORDS["skipped folders"].isdisjoint(above)
    if inside or not own or own in _WORDS["skipped names"] or own.endswith(_SKIP_ENDS):
        return Place.SKIP
    if is_test(path):
        return Place.TEST
    ending = suffix(path)
    if own in _WORDS["setting names"] or _is_translation(parts):
        return Place.SETUP
    if ending in CODE or _ROLE.search(path):
        return _kind_of_code(parts, bare(path).lower(), ending)
    if ending in DOCS or name(path).isupper():
        return Place.DOC
    return Place.SETUP if ending in SETUPS else Place.SKIP


def _is_translation(parts: list[str]) -> bool:
    """`i18n/app_fr.ts` and `lang/en/messages.php` hold words, not code; `i18n/index.ts` is code."""
    *above, own = parts
    named = _TONGUE.search(own.partition(".")[0]) or any(map(_TONGUES.fullmatch, above[-1:]))
    return not _WORDS["translation folders"].isdisjoint(above) and bool(named)


def _kind_of_code(parts: list[str], own: str, ending: str) -> Place:
    named = set(re.split(r"[^a-z]+", own)) | {p for p in parts[:-1] if p not in {"app", "web"}}
    shown = ending in _WORDS["looks"] or own.endswith(("controller", "view", "page", "handler"))
    return Place.INTERFACE if shown or named & _WORDS["interface words"] else Place.SOURCE


def subject(path: str) -> str:
    """What a file is about, for pairing: `test_orders.py` and `Orders.spec.ts` are about `orders`.

    A `main` below `tests/` is about the folder it lies in, and `class-orders.php` about `orders`.
    """
    own = bare(path).lower()
    if own == "main" and is_test(path):
        inner = [p for p in folder(path).lower().split("/") if p not in {*_TEST_DIRS, "src"}]
        own = inner[-1] if inner else own
    own = own.removeprefix("class-") if suffix(path) == "php" else own
    end = _TEST_END.search(f"{own}.{suffix(path)}", 1)
    if end:
        return own[: end.start()].rstrip("_.-")
    return own.removeprefix("test_").removeprefix("test-")


def alike(one: str, other: str) -> bool:
    """Say whether two endings are of languages that test each other."""
    return one[:2] == other[:2] or {one, other} <= {"tsx", "jsx", "ts", "js", "vue", "svelte"}


def is_safe(path: str) -> bool:
    """Say whether a path stays inside the repository and out of what is not ours to plan with."""
    if not path or path.startswith(("/", "~")) or "\\" in path or ":" in path:
        return False
    if any(ord(c) < 32 or ord(c) == 127 for c in path):
        return False
    parts = path.rstrip("/").split("/")
    return not any(p in {"", ".", ".."} or p.lower() == ".git" for p in parts)


def is_manifest(path: str) -> bool:
    """Say whether a file declares a package and what it needs."""
    return name(path).lower() in _WORDS["manifests"]


def is_rule(path: str) -> bool:
    """Say whether a file asks something of everybody who works on the repository."""
    return name(path).lower() in _WORDS["rules"] and path.count("/") <= 1


def is_decision(path: str) -> bool:
    """Say whether a file holds a decision on the architecture."""
    return _DECISIONS.search(path) is not None


class RepositoryTests:
    """The tests of a repository, learnt from its paths: which belong to a source, where a new one goes."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths` are all files of the repository."""
        self._paths, self._tests = paths, [path for path in paths if is_test(path)]
        self._by_subject = defaultdict[str, list[str]](list)
        for path in self._tests:
            self._by_subject[subject(path)].append(path)
        self._habit = cache(self._learnt)

    def of(self, path: str) -> tuple[str, ...]:
        """The existing tests of a source, by name and folder, nearest first."""
        if is_test(path):
            return (path,)
        about, parent = subject(path), name(folder(path)).lower()
        named = self._by_subject.get(about, ())
        same = [p for p in named if alike(suffix(p), suffix(path))]
        same = same or [p for p in named if suffix(p) in TEST_ENDINGS]
        near = [p for p in same if parent and parent in folder(p).lower().split("/")]
        if about in _MUTE:  # the folder alone tells
            beside = [p for p in same if folder(p) == folder(path)]
            return tuple(beside or (() if parent in _BETWEEN else near))
        return tuple(near or same)

    def new(self, path: str) -> str:
        """Where a new test of a source goes: named and placed like those of its language that are there.

        Empty where nothing tells.
        """
        ending, own = suffix(path), folder(path)
        if ending in {"java", "kt"} and "/main/" in path:
            return f"{own.replace('/main/', '/test/')}/{bare(path)}Test.{ending}"
        called, homes, beside = self._habit(ending)
        if not homes:
            ruled = {"go": f"{own}/{bare(path)}_test.go", "py": f"tests/test_{bare(path)}.py"}
            return ruled.get(ending, "").lstrip("/")
        home = own if beside else max(homes, key=lambda h: (_shared(h, own), homes[h], h))
        return f"{home}/{called.replace('*', bare(path))}.{ending}".lstrip("/")

    def _learnt(self, ending: str) -> tuple[str, Counter[str], bool]:
        """How most tests of a language are named, their folders, and whether they lie beside their source."""
        tests = [p for p in self._tests if suffix(p) == ending]
        own = {p for p in self._paths if suffix(p) == ending and not is_test(p)}
        sources = {(folder(p), subject(p)) for p in own}
        beside = sum((folder(p), subject(p)) in sources for p in tests)
        named = Counter(map(_pattern, tests)).most_common(1)
        called = named[0][0] if named else ""
        return called, Counter(map(folder, tests)), 2 * beside > len(tests)


def _pattern(test: str) -> str:
    """`test_*`, `*.spec`, `*Test`: a test's name with a star for what it is about."""
    return re.sub(re.escape(subject(test)), "*", bare(test), count=1, flags=re.IGNORECASE)


def _shared(one: str, other: str) -> int:
    """How many folders two paths have in common, from the top and from the end."""
    a, b = one.split("/"), other.split("/")
    pairs = zip(a, b, strict=False), zip(reversed(a), reversed(b), strict=False)
    return sum(len(list(takewhile(lambda both: both[0] == both[1], p))) for p in pairs)
