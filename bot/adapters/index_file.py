"""One index on disk: an SQLite file that is written once and then only read.

It is trusted as little as any file: what is damaged, foreign or of another version is not read, and
nothing in it can run. Rows hold plain numbers.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable
from importlib import resources
from pathlib import Path
from zlib import crc32

from bot.planning.repository.evidence import PLACES, Bags, Evidence, Touch

_KINDS = crc32(resources.files("bot.planning").joinpath("repository/places.txt").read_bytes())
FORMAT = f"plangate index 5 {_KINDS} {sys.byteorder} {array('I').itemsize}"
"""An index is read only where the program that wrote it told places apart by the same words."""
_SCHEMA = (
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
    "CREATE TABLE terms (term TEXT, part INT, value BLOB, PRIMARY KEY (term, part)) WITHOUT ROWID",
    "CREATE TABLE said (term TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
)
_PART = 1_000_000
_FIELDS = 4
_MOST_COUNTED = 255
_MOST_HITS = 200_000


class Damaged(Exception):
    """The file is no index of ours, or not whole."""


class IndexWriter:
    """Collects the terms of files and writes them in parts, so that memory stays bounded."""

    def __init__(self, path: Path) -> None:
        """`path` must not exist yet."""
        self._base = sqlite3.connect(path, isolation_level=None)
        for setting in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
            self._base.execute(f"PRAGMA {setting}")
        self._base.execute("BEGIN")
        for table in _SCHEMA:
            self._base.execute(table)
        self._held = _lists()
        self._waiting = self._part = self._files = 0
        self._lengths = tuple(array("I") for _ in range(_FIELDS))
        self._kinds = bytearray()

    def add(self, kind: int, bags: Bags) -> None:
        """Add the next file."""
        held, number = self._held, self._files << 10
        for field, bag in enumerate(bags):
            self._lengths[field].append(sum(bag.values()))
            at = number | field << 8
            if max(bag.values(), default=0) > _MOST_COUNTED:
                bag = {term: min(count, _MOST_COUNTED) for term, count in bag.items()}
            for term, count in bag.items():
                held[term].append(at | count)
            self._waiting += len(bag)
        self._kinds.append(kind)
        self._files += 1
        if self._waiting > _PART:
            self._write_part()

    def close(
        self, paths: Iterable[str], touches: Iterable[Touch], said: dict[str, list[int]]
    ) -> None:
        """Write what is left, and the history."""
        self._write_part()
        facts = {
            "format": FORMAT.encode(),
            "paths": json.dumps(list(paths)).encode(),
            "kinds": bytes(self._kinds),
            "touches": json.dumps([(t.age, t.spread, t.size, t.files) for t in touches]).encode(),
        } | {f"lengths{n}": numbers.tobytes() for n, numbers in enumerate(self._lengths)}
        self._base.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
        rows = ((term, array("I", numbers).tobytes()) for term, numbers in sorted(said.items()))
        self._base.executemany("INSERT INTO said VALUES (?, ?)", rows)
        self._base.execute("COMMIT")
        self._base.close()

    def _write_part(self) -> None:
        rows = ((t, self._part, held.tobytes()) for t, held in sorted(self._held.items()))
        self._base.executemany("INSERT INTO terms VALUES (?, ?, ?)", rows)
        self._held = _lists()
        self._waiting = 0
        self._part += 1


def _lists() -> defaultdict[str, array[int]]:
    return defaultdict(lambda: array("I"))


def read(path: Path, terms: Collection[str]) -> Evidence:
    """What an index knows of these terms. Raises Damaged."""
    try:
        base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    except (sqlite3.Error, OSError, ValueError) as problem:
        raise Damaged from problem
    try:
        return _read(base, sorted(set(terms)))
    except (sqlite3.Error, ValueError, TypeError, KeyError, IndexError, OverflowError) as problem:
        raise Damaged from problem
    finally:
        base.close()


def _read(base: sqlite3.Connection, terms: list[str]) -> Evidence:
    base.execute("PRAGMA trusted_schema=OFF")
    if {row[0] for row in base.execute("SELECT sql FROM sqlite_master")} - {None} != set(_SCHEMA):
        raise Damaged
    facts = dict(base.execute("SELECT name, value FROM facts"))
    if facts["format"] != FORMAT.encode():
        raise Damaged
    paths = json.loads(facts["paths"])
    lengths = [_numbers(facts[f"lengths{n}"]) for n in range(_FIELDS)]
    kinds = facts["kinds"]
    touches = [Touch(a, int(n), int(s), tuple(f)) for a, n, s, f in json.loads(facts["touches"])]
    files = len(paths)
    whole = all(isinstance(p, str) for p in paths) and max(kinds, default=0) < len(PLACES)
    same = all(len(row) == files for row in (kinds, *lengths))
    if not (whole and same and all(0 <= f < files for t in touches for f in t.files)):
        raise Damaged
    hits = _hits(base, terms, files)
    said = {}
    for term in terms:
        for (value,) in base.execute("SELECT value FROM said WHERE term = ?", (term,)):
            said[term] = _numbers(value)
            if max(said[term], default=0) >= max(len(touches), 1):
                raise Damaged
    return Evidence(paths, kinds, lengths, hits, touches, said)


def _hits(
    base: sqlite3.Connection, terms: list[str], files: int
) -> list[dict[str, dict[int, int]]]:
    """Where the terms stand, rare ones first; in a huge tree what stands everywhere tells nothing."""
    hits: list[dict[str, dict[int, int]]] = [{} for _ in range(_FIELDS)]
    held = {term: _held(base, term) for term in terms}
    left = _MOST_HITS
    for term in sorted(held, key=lambda t: (len(held[t]), t)):
        left -= len(held[term])
        if left < 0 and any(hits):
            break
        if max(held[term], default=-1) >> 10 >= files:
            raise Damaged
        found: tuple[dict[int, int], ...] = ({}, {}, {}, {})
        for number in held[term]:
            found[number >> 8 & 3][number >> 10] = number & _MOST_COUNTED
        for field, holders in enumerate(found):
            if holders:
                hits[field][term] = holders
    return hits


def _held(base: sqlite3.Connection, term: str) -> array[int]:
    values = base.execute("SELECT value FROM terms WHERE term = ? ORDER BY part", (term,))
    return _numbers(b"".join(value for (value,) in values))


def _numbers(value: bytes) -> array[int]:
    numbers = array("I")
    numbers.frombytes(value)
    return numbers


def is_own(path: Path) -> bool:
    """Say whether a file or folder is ours alone: no link, our owner, nobody else may write."""
    try:
        status = path.lstat()
    except OSError:
        return False
    mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return mine and not path.is_symlink() and not status.st_mode & 0o022
