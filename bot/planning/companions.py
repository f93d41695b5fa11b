"""Companions: files that a kind of change takes along: options, settings and their documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.planning.gloss import gloss
from bot.planning.lazy import Lazy
from bot.planning.mentions import mentioned
from bot.planning.places import CODE, Place, bare, folder, is_test, name, place, suffix
from bot.planning.reading import sentences
from bot.planning.words import word_set, words

_FLAG = Lazy(
    r"(?<![\w-])--[a-z][a-z-]+\b|\b(?:command[- ]line )?(?:flags?|options?) (?:to|for|that"
    r"|of the command)\b"
)
_SETTING = Lazy(
    r"(?i)\b(?:configurable|(?:new |a |in the )(?:setting|config(?:uration)?)(?: file)?"
    r"|env(?:ironment)? var(?:iable)?s?|config(?:uration)? (?:file|key|option|value)"
    r"|like the other settings|can be (?:set|switched|configured)|hard[- ]?coded)\b"
)
_FLAGS = word_set("flags cli args options arguments commandline parser argparse")
_SETTINGS = word_set("config settings configuration conf options")
_EXAMPLE = Lazy(r"(?i)(?:^|[./_-])(?:example|sample|default|template|dist)s?(?:[./_-]|$)")
_OLD_MIGRATION = Lazy(
    r"(?i)(?:^|/)(?:migrations?|migrate|versions)/(?:.*/)?(?:v?[0-9]{3,}|v[0-9]+__"
    r"|version[0-9]{6,}|[0-9a-f]{8,}_)"
)
_UPDATED = Lazy(
    r"(?i)\b(?:updat\w+|document\w*|describ\w+|docs?|mention\w*|explain\w*|example"
    r"|add(?:ed)?)\b"
)
# Something is to be written there, whatever else the sentence says.
_TO_WRITE = Lazy(
    r"(?i)\b(?:updat(?:e|ed)|documented?|describe|mention|explain(?:ed)?|add(?:ed)?|an? note"
    r"|paragraph|chapter|entry|goes? in(?:to)?|put (?:it|this|that)|lists? the)\b(?!/)"
)
_KIND_OF_FILE = Lazy(r"(?i)\b([a-z][a-z0-9]{1,14}) (?:file|template)\b")
_MANIFEST = Lazy(r"(?i)\b(?:in|to|into|from) the manifest\b")
# A script of its own or a package to use goes into the list of both.
_SCRIPT = Lazy(
    r"`?\b(?:npm run|yarn|pnpm) (?!(?:test|build|lint|dev|start|ci|install|add|check|format)\b)[a-z][\w:-]+`?"
    r"|(?i:\b(?:use|add|with|through|install))\b `?@[a-z][\w-]*/[a-z][\w-]+"
)
_TONGUES = {
    "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it", "dutch": "nl",
    "japanese": "ja", "portuguese": "pt", "polish": "pl", "swedish": "sv", "danish": "da", "finnish": "fi",
    "norwegian": "nb", "czech": "cs", "turkish": "tr", "russian": "ru", "ukrainian": "uk", "chinese": "zh",
    "korean": "ko", "hungarian": "hu", "greek": "el", "romanian": "ro", "catalan": "ca",
}  # fmt: skip
# A language bears a capital; `Polish labels` at the head of a line may be an order.
_TONGUE = rf"(?:(?<!^)(?-i:Polish)|{'|'.join(t for t in _TONGUES if t != 'polish')})"
_SPOKEN = Lazy(rf"(?im)\b{_TONGUE}\b")
_TRANSLATED = Lazy(
    r"(?im)\btranslat(?:ed?|ions?|able)\b|\blocali[sz](?:ed?|ation)\b|\bi18n\b"
    rf"|\b{_TONGUE}(?:,? (?:and|or|&|\+) {_TONGUE})? (?:texts?|labels?|wordings?|strings?|versions?)\b"
    rf"|\b(?:texts?|wording|strings?|labels?|messages?|copy) in {_TONGUE}\b"
    rf"|\b{_TONGUE}(?:, {_TONGUE}){{0,4}},? (?:and|&|\+) {_TONGUE}\b"
    r"|\b(?:texts?|wording|strings?|labels?|messages?|copy) in [a-z]{2}\b"
    r"|\b(?:in )?(?:en|de|fr|es|pt|it|nl) (?:\+|and|/|&) (?:en|de|fr|es|ja|pt|it|nl)\b"
)
_TRANSLATIONS = Lazy(
    r"(?i)(?:^|/)(?:values[a-z-]*/strings\.xml|(?:i18n|lang|locales?|languages|translations"
    r"|gettext|l10n)/.+|[^/]*\.xcstrings|[\w-]+\.lproj/[^/]+\.strings"
    r"|[^/]*\.resx|messages[^/]*\.(?:properties|ya?ml|json))$"
)
# Documents that people call by their kind instead of their name.
_CALLED: tuple[tuple[Lazy, Lazy], ...] = (
    (Lazy(r"(?i)\bopen ?api\b|\bswagger\b"), Lazy(r"(?i)(?:openapi|swagger)[^/]*$")),
    (Lazy(r"(?i)\bman ?pages?\b"), Lazy(r"(?i)(?:^|/)man/|\.[1-8](?:\.md|\.adoc)?$")),
    (
        Lazy(
            r"(?i)\b(?:fish|bash|zsh|shell|tab)(?:,? (?:and |or )?(?:fish|bash|zsh))* completions?\b"
        ),
        Lazy(r"(?i)(?:^|/)completions?/|completion[^/]*\.(?:[bz]|fi)?sh$"),
    ),
    (
        Lazy(r"(?i)\bchange ?log\b|\brelease notes\b"),
        Lazy(r"(?i)^(?:changelog|changes|history|news|release_notes)(?:\.[a-z]+)?$"),
    ),
    (
        Lazy(r"(?i)\bmigrat(?:ion|ing) (?:guide|notes?|docs?)\b|\bupgrade guide\b"),
        Lazy(r"(?i)(?:migrating|migration|upgrad(?:e|ing))[^/]*\.(?:md|rst|adoc)$"),
    ),
)
_WHOLE = word_set("integration integration_test roundtrip round_trip cli e2e smoke tests main")
_CHECKS = word_set("test tests ci checks check build")
MANIFESTS = word_set(
    """pyproject.toml setup.py setup.cfg package.json go.mod cargo.toml pom.xml build.gradle
    build.gradle.kts gemfile composer.json mix.exs packages.yml package.swift vcpkg.json west.yml
    libs.versions.toml chart.yaml pubspec.yaml build.sbt"""
)
_HABITS: tuple[tuple[Lazy, frozenset[str]], ...] = (
    (
        Lazy(r"(?i)\b(?:data ?models?|database|tables?|columns?|schema|entit(?:y|ies))\b"),
        word_set("models model schema entities entity tables"),
    ),
    (
        Lazy(
            r"(?i)\b(?:nightly|digests?|reminders?|background|scheduled|cron|jobs?|queue"
            r"|every (?:night|day|hour))\b"
        ),
        word_set("tasks task jobs job worker workers scheduler cron queue"),
    ),
    (
        Lazy(r"(?i)\b(?:api|endpoints?|rest|graphql)\b"),
        word_set("api serializers routes router endpoints resolvers controllers handlers"),
    ),
    (
        Lazy(r"(?i)\b(?:command[- ]?line|cli|flags?|sub-?commands?)\b"),
        word_set("cli main commands flags args"),
    ),
)
_OWN_TESTS = 2


def companions(text: str, chosen: Sequence[str], paths: Iterable[str]) -> list[str]:
    """Name the files that go with those chosen: at most one for options, and the settings with their example.

    Takes the text of the request, the files chosen so far, and the repository's paths.
    """
    listed = [p for p in paths if not is_test(p)]
    found: list[str] = []
    found += called(text, listed)
    if _FLAG.search(text):
        found += _named(listed, _FLAGS, chosen)[:1]
    if _SETTING.search(text):
        found += [p for p in _named(listed, _SETTINGS, chosen) if suffix(p) in CODE][:1]
        found += [p for p in listed if place(p) is Place.SETUP and _is_example(p)][:1]
    return [p for p in dict.fromkeys(found) if p not in chosen]


def called(text: str, paths: Iterable[str]) -> list[str]:
    """Files that a text calls by their kind: `the cabal file`, `in the manifest`, `German text`.

    Only a name that fits a single file names it; of translations all are named, at most three.
    """
    listed = list(paths)
    found: list[str] = []
    for kind in dict.fromkeys(m[1].lower() for m in _KIND_OF_FILE.finditer(text)):
        ending = [p for p in listed if kind == suffix(p)]
        fits = ending or [p for p in listed if kind in {bare(p).lower(), name(p).lower()}]
        found += fits if len(fits) == 1 else []
    if _MANIFEST.search(text):
        fits = [p for p in listed if bare(p).lower().endswith("manifest")]
        found += fits if len(fits) == 1 else []
    if _SCRIPT.search(text):
        found += [p for p in listed if p == "package.json"]
    if _TRANSLATED.search(text):
        found += _translations(text, [p for p in listed if _TRANSLATIONS.search(p)])
    return [p for p in dict.fromkeys(found) if place(p) is not Place.SKIP or suffix(p) == "csv"]


def _translations(text: str, listed: Sequence[str]) -> list[str]:
    """The files of the languages that a text names, where it names any; at most three."""
    codes = {_TONGUES[found.lower()] for found in _SPOKEN.findall(text)}
    own = [p for p in listed if codes & set(re.split(r"[^a-z]+", p.lower()))]
    return (own or [*listed])[:3]


def _named(paths: Sequence[str], wanted: frozenset[str], chosen: Sequence[str]) -> list[str]:
    """Files named so, the nearest to the chosen ones first."""
    tops = {folder(p).split("/")[0] for p in chosen}
    fit = [p for p in paths if bare(p).lower() in wanted and suffix(p) in CODE]
    return sorted(fit, key=lambda p: (folder(p).split("/")[0] not in tops, p.count("/"), p))


def _is_example(path: str) -> bool:
    own = name(path).lower()
    return bool(_EXAMPLE.search(own)) and not path.startswith(".github/")


def command_line(title: str, paths: Sequence[str]) -> list[str]:
    """The file that reads the options, where a title is about one: `--version says 0.0.0`."""
    return (
        _named([p for p in paths if not is_test(p)], _FLAGS, ())[:1] if _FLAG.search(title) else []
    )


def upkeep(item: str, paths: Iterable[str]) -> list[str]:
    """Files that an item of upkeep goes into: the workflow of the tests, the list of dependencies."""
    listed = list(paths)
    if re.search(r"(?i)\b(?:ci|workflows?|pipeline|matrix)\b", item):
        flows = [p for p in listed if p.startswith(".github/workflows/")]
        return sorted(flows, key=lambda p: (not _CHECKS & set(words(bare(p))), p))[:1]
    if re.search(r"(?i)\b(?:pin(?:ned|s)?|unpin|dependenc(?:y|ies)|version bound)\b", item):
        return [p for p in listed if name(p).lower() in MANIFESTS and "/" not in p][:1]
    return []


def by_habit(text: str, paths: Iterable[str]) -> list[str]:
    """Files that such work goes into by habit: tables into `models`, nightly work into `tasks`.

    Takes one piece of work in words, and the repository's paths.
    """
    plain = gloss(text)
    named = next((names for asked, names in _HABITS if asked.search(plain)), frozenset())
    return [p for p in paths if not is_test(p) and bare(p).lower() in named and suffix(p) in CODE]


def is_old_migration(path: str) -> bool:
    """Say whether a path is a migration that has run already: a new one is written, the old one stays."""
    return bool(_OLD_MIGRATION.search(path))


def documents_named(
    text: str, paths: Sequence[str], strict: bool = False, sole: bool = False
) -> list[str]:
    """Documents that a sentence names as something to bring up to date; `strict` wants a verb for it.

    Of those that people call by their kind (`fish completion`), `sole` takes one that has no like.
    """
    asked_for = _TO_WRITE if strict else _UPDATED
    lines = [s for line in text.split("\n") for s in sentences(line) if asked_for.search(s)]
    named = [p for p in mentioned("\n".join(lines), paths) if place(p) is Place.DOC]
    kinds = [[p for p in paths if kind.search(p)] for asked, kind in _CALLED if asked.search(text)]
    called = [p for fits in kinds if len(fits) == 1 or not sole for p in fits]
    return list(dict.fromkeys((*named, *called)))[:3]


def settings_document(text: str, paths: Sequence[str]) -> list[str]:
    """The document about settings, where a setting is asked for."""
    if not _SETTING.search(text):
        return []
    return [p for p in paths if place(p) is Place.DOC and set(words(bare(p))) & _SETTINGS][:1]


def beside(path: str, paths: Iterable[str]) -> tuple[str, ...]:
    """Tests that no name pairs with a source, but its folder does, as `export/export_test.go`.

    In Rust a test of the whole crate lies in `tests/` and is named after what it does.
    """
    if suffix(path) == "rs":
        whole = [p for p in paths if p.startswith("tests/") and bare(p) in _WHOLE]
        inside = bare(path) not in {"cli", "main"}
        return tuple(sorted(whole, key=lambda p: ((bare(p) == "cli") is inside, p)))[:1]
    here = folder(path)
    near = [
        p for p in paths if is_test(p) and folder(p) == here and suffix(p)[:2] == suffix(path)[:2]
    ]
    own = [p for p in near if name(here).lower() in set(words(bare(p)))]
    return tuple(own[:_OWN_TESTS])
