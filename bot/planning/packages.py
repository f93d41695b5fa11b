"""Packages: folders of a tree that are built, tested and released by themselves; which one a title names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.planning.lazy import Lazy
from bot.planning.namesakes import is_aside, joined, product_names
from bot.planning.places import CODE, folder, name, suffix

_MANIFESTS = frozenset(
    (
        "cargo.toml",
        "package.json",
        "go.mod",
        "pyproject.toml",
        "setup.py",
        "pom.xml",
        "build.gradle",
        "build.gradle.kts",
        "composer.json",
        "mix.exs",
        "pubspec.yaml",
    )
)
_PREFIX = Lazy(
    r"^\s*(?:\[(?P<boxed>[\w@./-]{2,60})\]|[a-z]{2,12}\((?P<scope>[\w@./-]{2,60})\)!?: "
    r"|`?(?P<plain>[\w@./-]{2,60})`?: )"
)
_COMPOUND = Lazy(r"(?<![\w/.-])[a-z0-9]{2,30}(?:[_-][a-z0-9]{1,30}){1,3}(?![\w/.-])")

_TELLING = 6  # letters that a shortened name has at least


def packages(paths: Sequence[str]) -> frozenset[str]:
    """The folders below the top that have a manifest of their own; none of those beside the work."""
    held = {
        folder(p)
        for p in paths
        if "/" in p and (name(p).lower() in _MANIFESTS or suffix(p) == "gemspec")
    }
    return frozenset(h for h in held if not is_aside(f"{h}/x"))


def package_of(path: str, paths: Sequence[str]) -> str:
    """The innermost package that a file lies in; empty for the whole repository."""
    return innermost(path, packages(paths))


def innermost(path: str, known: Iterable[str]) -> str:
    """Of these packages the innermost that a file lies in; empty for none."""
    return max((p for p in known if path.startswith(f"{p}/")), key=len, default="")


def titled_package(title: str, paths: Sequence[str]) -> str:
    """The package that a title begins with (`engine: …`, `[engine] …`) or names as one word of several parts.

    People shorten such a word (`kit_man` for `kit_manual`) and leave the product out of a prefix (`man: …`).
    A prefix may also be a folder with code (`net/http: …`). Where two fit, or none, the answer is empty;
    the product's own name stands for the whole.
    """
    known, own = packages(paths), product_names(paths)
    found = _PREFIX.match(title)
    prefix = (found["boxed"] or found["scope"] or found["plain"]).strip("/") if found else ""
    told = [t for t in (prefix, *_COMPOUND.findall(title)) if joined(t) and joined(t) not in own]
    called = ([p for p in known if _called(p, t)] for t in told)
    begun = ([p for p in known if joined(name(p)).startswith(joined(t))] for t in told if _long(t))
    ended = [p for p in known if re.split(r"[-_]", name(p))[1:] == [prefix]]
    for fit in (*called, *begun, ended):
        if len(fit) == 1:
            return fit[0]
    return _folder(prefix, paths) if "/" in prefix else ""


def _long(told: str) -> bool:
    return bool(_COMPOUND.fullmatch(told)) and len(joined(told)) >= _TELLING


def _called(package: str, told: str) -> bool:
    own = told.rpartition("/")[2]
    return joined(name(package)) == joined(own) and (
        "/" not in told.lstrip("@") or package.endswith(told) or told.startswith("@")
    )


def _folder(told: str, paths: Sequence[str]) -> str:
    fit = {
        folder(p)
        for p in paths
        if suffix(p) in CODE and f"/{folder(p)}".endswith(f"/{told}") and not is_aside(p)
    }
    return fit.pop() if len(fit) == 1 else ""
