"""Meanings: what a text speaks of, whatever its words and its language, found through a general thesaurus."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from bot.planning.gloss import marks_of, tongue_of
from bot.planning.thesaurus.acts import ACTS
from bot.planning.thesaurus.everyday import AROUND, DONE, SEEN
from bot.planning.thesaurus.faults import FAULTS
from bot.planning.thesaurus.kin import KIN
from bot.planning.thesaurus.matters import MATTERS
from bot.planning.thesaurus.signs import SIGNS
from bot.planning.thesaurus.things import THINGS
from bot.planning.thesaurus.trades import TRADES
from bot.planning.thesaurus.world import WORLD
from bot.planning.words import STOP, stem, word_set, words

_TONGUES = ("en", "de", "es", "fr", "ja")
_TABLES = (
    ("acts", ACTS),
    ("faults", FAULTS),
    ("things", THINGS),
    ("world", WORLD),
    ("faults", SIGNS),
    ("world", TRADES),
    ("world", MATTERS),
    ("faults", SEEN),
    ("acts", DONE),
    ("world", AROUND),
)
_KANA = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_VERSION = re.compile(r"(?<![\w.])v?([0-9]+\.[0-9]+(?:\.[0-9]+)*)(?![\w])")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9]*(?:(?:(?<=[a-z0-9])(?=[A-Z])|_|::|\.)[A-Za-z0-9]+)+")
_SHORT, _TAIL = 4, 4
# What people and programs do, and nobody wants.
_MISHAPS = word_set("lose overlap crop reject overwrite silent")
# What everybody writes around the matter.
_FILLERS = word_set(
    """happen happens happened look looks looking seem seems lot thing think thought know say says said
    tell told thank thanks hello hi dear kind regards ok okay good great fine nice cool love perfect
    really currently moment today yesterday ago already often mostly usually quite rather almost
    however maybe perhaps actually basically simply though anyway come comes came goes went put take
    takes took help helps people somebody someone anybody anyone else nobody everything anything
    something kind bit little big small better best worse same different possible
    problem issue bug feature request report reporter case cases example please would useful handy
    least most first second third one two three four five six seven eight nine ten left right inside
    outside around across against toward along since during while whenever wherever whole entire
    every daily own old new long short high low early soon ever never always again back away over
    under here there where regular normal usual able unable true false yes no open result
    isn aren wasn weren doesn don didn hasn haven hadn couldn wouldn shouldn won ve re ll
    become becomes became give gave pass exact exactly another idea enough other
    purpose otherwise instance decide decided expect expected acceptance criteria fix fixed matter
    reason assume suppose supposed feel although whatever whoever besides beside far got afterwards
    until seen saw taken mean means fine hard complain complains everywhere alone nicer rough main
    py md ts js rs kt cpp txt toml yml yaml src lib mod sh jl zig http https io"""
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing a text speaks of; `common` where many issues do.

    `exact` is what stands there letter by letter: a name of the code, a version. `field` is where the
    thesaurus has it: `acts`, `faults`, `things`, `world`.
    """

    name: str
    field: str = ""
    common: bool = False
    exact: bool = False

    @property
    def bad(self) -> bool:
        """Say whether it tells that something goes wrong."""
        return self.field == "faults" or self.name in _MISHAPS


@lru_cache(maxsize=2048)
def meanings(text: str, among: str = "") -> tuple[Meaning, ...]:
    """What a text speaks of, in order, repeated as in the text.

    Takes any text, and the language of the text `among` which it stands: a title is often too short
    to tell. Words the thesaurus lacks stand for themselves.
    """
    tongue = tongue_of(text) or among
    found = [Meaning(f"v{n}", exact=True) for n in _VERSION.findall(text)]
    plain = _VERSION.sub(" ", text)
    found += [Meaning(f"name {n.lower()}", exact=True) for n in _NAME.findall(plain)]
    if _KANA.search(plain):
        pattern, table = _characters()
        found += [table[m[0]] for m in pattern.finditer(plain)]
        plain = re.sub(r"[^\x00-\x7f]+", " ", plain)
    return (*found, *_read(tuple(words(plain.replace("+", " plus "))), tongue))


def _read(said: tuple[str, ...], tongue: str) -> Iterator[Meaning]:
    """Longest expression first, then single words; at each place the language itself before English."""
    tables = [_table(t) for t in (tongue, "en") if t in _TONGUES]
    stemmed = tuple(map(stem, said))
    skipped = STOP | (marks_of(tongue) if tongue else frozenset())
    at = 0
    while at < len(said):
        length, hits = _longest(tables, said, stemmed, at, skipped)
        yield from hits
        word = said[at]
        if not hits and word not in skipped and word not in _FILLERS and _tells(word):
            yield Meaning(stemmed[at])
        at += length


def _longest(
    tables: list[_Table],
    said: tuple[str, ...],
    stemmed: tuple[str, ...],
    at: int,
    skipped: frozenset[str],
) -> tuple[int, tuple[Meaning, ...]]:
    """The longest expression that begins at a word: how many words it has, and what it means."""
    forms = [(t, stemmed if t.english else said) for t in tables]
    most = max((t.lengths.get(form[at], 1) for t, form in forms), default=1)
    for length in range(most, 0, -1):
        for table, form in forms:
            plain = length == 1 and table.english and said[at] in skipped
            part = form[at : at + length]
            hits = () if plain else table.look(part, said[at : at + length])
            if hits:
                return length, hits
    return 1, ()


def _tells(word: str) -> bool:
    return len(word) > 1 and not (word.isdigit() and len(word) < _SHORT)


@dataclass(frozen=True, slots=True)
class _Table:
    """The expressions of one language: by their words (in English: stems), and by how one word begins.

    `lengths` says of how many words the longest expression is that begins with a word.
    """

    whole: dict[tuple[str, ...], Meaning]
    said: dict[tuple[str, ...], Meaning]
    begins: dict[str, Meaning]
    lengths: dict[str, int]
    english: bool

    def look(self, part: tuple[str, ...], said: tuple[str, ...]) -> tuple[Meaning, ...]:
        """The meanings of an expression; of one long word perhaps two: `Rechnungsseite`.

        Takes it in its stems (English only) and as it was `said`, which goes first: `shipping` is no `ship`.
        """
        hit = self.said.get(said) or self.whole.get(part)
        if hit:
            return (hit,)
        if len(part) > 1 or self.english:
            return ()
        word = part[0]
        for end in range(len(word), 1, -1):
            if word[:end] in self.begins:
                return (self.begins[word[:end]], *self._tail(word[end:]))
        return ()

    def _tail(self, rest: str) -> tuple[Meaning, ...]:
        for at in range(len(rest) - _TAIL + 1):
            tail = rest[at:]
            if (tail,) in self.whole:
                return (self.whole[tail,],)
            if tail in self.begins:
                return (self.begins[tail],)
        return ()


@cache
def kin() -> dict[str, frozenset[str]]:
    """The names of the meanings that may tell of the same matter as another one."""
    found: dict[str, set[str]] = {}
    for line in KIN.strip().splitlines():
        for name in line.split():
            found.setdefault(name, set()).update(n for n in line.split() if n != name)
    return {name: frozenset(others) for name, others in found.items()}


def _lines() -> Iterator[tuple[Meaning, list[str]]]:
    """Each line of the tables with what it means; of lines with the same head the first says where."""
    known: dict[str, Meaning] = {}
    for field, table in _TABLES:
        for line in table.strip().splitlines():
            forms = [f.strip() for f in line.split("/")]
            head = forms[0].lstrip("~").split()[0]
            meaning = Meaning(head, field, common=line.startswith("~"))
            yield known.setdefault(head, meaning), forms


@cache
def _table(tongue: str) -> _Table:
    number = _TONGUES.index(tongue)
    whole: dict[tuple[str, ...], Meaning] = {}
    said: dict[tuple[str, ...], Meaning] = {}
    begins: dict[str, Meaning] = {}
    for meaning, fields in _lines():
        forms = fields[number].lstrip("~").split() if number < len(fields) else []
        for form in forms:
            if form.endswith("*"):
                begins.setdefault(form[:-1].replace("_", " "), meaning)
                continue
            parts = tuple(words(form.replace("_", " ").replace("+", " plus ")))
            key = tuple(stem(w) for w in parts) if tongue == "en" else parts
            whole.setdefault(key, meaning)
            said.setdefault(parts, meaning)
    lengths: dict[str, int] = {}
    for key in whole:
        lengths[key[0]] = max(len(key), lengths.get(key[0], 1))
    return _Table(whole, said, begins, lengths, tongue == "en")


@cache
def _characters() -> tuple[re.Pattern[str], dict[str, Meaning]]:
    """Japanese has no spaces: what of the table stands there, the longest first."""
    table: dict[str, Meaning] = {}
    for meaning, fields in _lines():
        for form in fields[4].split() if len(fields) > 4 else []:
            table.setdefault(form, meaning)
    longest = "|".join(re.escape(f) for f in sorted(table, key=len, reverse=True))
    return re.compile(longest), table
