"""Packages: folders of a tree that are built, tested and released by themselves; which one a title names."""

from __future__ import annotations

from collections.abc import Sequence

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
_PREFIX = Lazy(r"^\s*(?:\[(?P<boxed>[\w@./-]{2,60})\]|`?(?P<plain>[\w@./-]{2,60})`?: )")
_COMPOUND = Lazy(r"(?<![\w/.-])[a-z0-9]{2,30}(?:[_-][a-z0-9]{1,30}){1,3}(?![\w/.-])")


def packages(paths: Sequence[str]) -> frozenset[str]:
    """The folders below the top that have a manifest of their own; none of those beside the work."""
    held = {folder(p) for p in paths if "/" in p and name(p).lower() in _MANIFESTS}
    return frozenset(h for h in held if not is_aside(f"{h}/x"))


def package_of(path: str, paths: Sequence[str]) -> str:
    """The innermost package that a file lies in; empty for the whole repository."""
    inside = [p for p in packages(paths) if path.startswith(f"{p}/")]
    return max(inside, key=len, default="")


def titled_package(title: str, paths: Sequence[str]) -> str:
    """The package that a title begins with (`engine: …`, `[engine] …`) or names as one word of several parts.

    A prefix may also be a folder with code (`net/http: …`). Where two fit, or none, the answer is empty;
    the product's own name stands for the whole.
    """
    known = packages(paths)
    found = _PREFIX.match(title)
    prefix = (found["boxed"] or found["plain"]).strip("/") if found else ""
    for told in (prefix, *_COMPOUND.findall(title)):
        if joined(told) and joined(told) not in product_names(paths):
            fit = [p for p in known if _called(p, told)]
            if len(fit) == 1:
                return fit[0]
    return _folder(prefix, paths) if "/" in prefix else ""


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
