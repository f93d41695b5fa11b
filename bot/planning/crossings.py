"""Crossings: the one file that every change of a kind passes through.

A page or an endpoint is entered among the routes, a column in the schema, a variable of the environment
is read where settings are read at start, a dependency stands in the lock file.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.planning.companions import MANIFESTS
from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.places import folder, is_test, name
from bot.planning.proposal import Intent
from bot.planning.words import words

_ENTERED = Lazy(
    r"(?i)\b(?:(?:sub)?pages?|endpoints?|routes?|screens?|menu|downloads?|urls?)\b"
    r"|\b(?:link|button) (?:to|or)\b|(?-i:\b(?:GET|POST|PUT|PATCH|DELETE) /)|`/[a-z]"
)
_ROUTES = Lazy(
    r"(?i)(?:^|/)(?:router\.(?:exs?|ts|js|go|dart|py|php)|routes\.(?:rb|php|ts|js|py|go|scala|rs|kt)"
    r"|routes/web\.php|router/index\.[tj]s|app_router\.dart)$|(?:^|/)conf/routes$"
)
_STORED = Lazy(
    r"(?i)\b(?:columns?|tables?|migrations?|schema|entit(?:y|ies)|roles?|rows|accounts?)\b"
    r"|\bdelet(?:e|es|ed|ing|ion)\b|\berase[ds]?\b|\bpurged?\b|\bfor good\b"
)
_SCHEMA = Lazy(
    r"(?i)(?:^|/)(?:db/(?:schema\.(?:rb|sql|ts)|structure\.sql)|schema\.prisma"
    r"|[\w-]*DbContext\.cs)$"
)
_READ_AT_START = Lazy(
    r"(?:^|/)config/runtime\.exs$|(?:^|/)(?:env|environment)\.(?:ts|js|mjs|py|go|rs)$"
)
_VARIABLE = Lazy(
    r"`[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?:=[^`\n]{0,40})?`|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+="
)
_LOCKS = {
    "package.json": ("package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lockb", "bun.lock"),
    "pyproject.toml": ("uv.lock", "poetry.lock", "pdm.lock"),
    "cargo.toml": ("cargo.lock",),
    "composer.json": ("composer.lock",),
    "gemfile": ("gemfile.lock",),
    "mix.exs": ("mix.lock",),
    "pubspec.yaml": ("pubspec.lock",),
    "go.mod": ("go.sum",),
    "package.swift": ("package.resolved",),
}
_DEPENDS = Lazy(
    r"(?i)\b[0-9]+(?:\.[0-9x]+){0,3} ?(?:->|→|to) ?v?[0-9]|\b(?:dependenc(?:y|ies)|lock ?file|bump(?:ed|s)?"
    r"|npm install|cargo add|mix deps|discontinued|drop-in)\b"
)
LOCKED = "The package manager writes it anew when the manifest changes: never by hand."


def crossings(text: str, intent: Intent, changed: Sequence[str], free: Sequence[str]) -> list[str]:
    """Files to look at beside a change, at most one of a kind, the nearest to what is changed.

    Takes the text, its title in the first line, the kind of work, what is changed, and the paths that
    may be added.
    """
    plain = gloss(text[:20_000])
    listed = [p for p in free if not is_test(p)]
    wish = intent is Intent.FEATURE
    found = []
    if wish and _ENTERED.search(plain):
        found += _nearest([p for p in listed if _ROUTES.search(p)], changed)
    if _STORED.search(plain) and intent is not Intent.BUG:
        found += _nearest([p for p in listed if _SCHEMA.search(p)], changed)
    if _VARIABLE.search(text):
        found += _nearest([p for p in listed if _READ_AT_START.search(p)], changed)
    return found


def locked(text: str, changed: Sequence[str], free: Sequence[str]) -> list[str]:
    """The lock file beside each manifest that is changed, where a dependency changes."""
    if not _DEPENDS.search(text):
        return []
    found = []
    for path in changed:
        own = _LOCKS.get(name(path).lower(), ()) if name(path).lower() in MANIFESTS else ()
        fits = [p for p in free if name(p).lower() in own]
        found += [p for p in fits if folder(p) == folder(path)] or [p for p in fits if "/" not in p]
    return list(dict.fromkeys(found))[:2]


def _nearest(found: Sequence[str], changed: Sequence[str]) -> list[str]:
    """The one that shares most of its folders with what is changed."""
    told = {w for p in changed for w in words(folder(p))}
    return sorted(found, key=lambda p: (-len(told & set(words(folder(p)))), p.count("/"), p))[:1]
