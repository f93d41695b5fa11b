"""Compiled patterns kept between runs, as Python keeps compiled modules.

Compiling the planner's regular expressions takes a good part of a small plan's time. What Python's
engine makes of a pattern is a list of numbers; it is kept in the folder of the indexes and trusted as
little as any file there: only a folder and file that are ours alone are read, a damaged or foreign one
is not, and the engine checks every list before it takes it (`_validate` in CPython's `Modules/_sre/sre.c`).
See docs/adr/0015-compiled-patterns-are-kept.md.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import re
import sys
import tempfile
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.adapters import index_file
from bot.adapters.index import ready

MOST = 4_000
_DIGEST = 64
_NO_CODE = (AttributeError, TypeError, ValueError, LookupError, RuntimeError, OverflowError)


class KeptPatterns:
    """Compiles patterns; what an earlier run of the same Python compiled is taken from there."""

    def __init__(self, folder: Path | None) -> None:
        """`folder` is where they are kept; without one, or one that is not ours alone, nothing is."""
        self.compiled = 0
        self._engine = _Engine.of_this_python()
        folder = ready(folder) if self._engine else None
        self._path = folder / f"patterns-{self._engine.name}" if folder and self._engine else None
        self._codes: dict[str, list[Any]] = {}
        self._known = self._read() if self._path else {}

    def compile(self, source: str) -> re.Pattern[str]:
        """The pattern of a source. Raises `re.PatternError` (`re.error`) where the source is none."""
        if self._engine is None or self._path is None:
            return re.compile(source)
        found = self._codes.get(source) or self._known.get(source)
        if found is None:
            self.compiled += 1
            found = self._engine.code_of(source)
        self._codes[source] = found
        try:
            return self._engine.pattern_of(source, found)
        except _NO_CODE:
            self._codes[source] = self._engine.code_of(source)
            self.compiled += 1
            return re.compile(source)

    def keep(self) -> None:
        """Write what was compiled, for the next run; nothing where nothing was. Never raises OSError."""
        if self._path is None or not self.compiled:
            return
        kept = {**self._known, **self._codes}
        with contextlib.suppress(OSError):  # the next run compiles them again
            _replace(self._path, _packed(kept if len(kept) <= MOST else self._codes))

    def _read(self) -> dict[str, list[Any]]:
        assert self._path is not None  # noqa: S101 - the caller looked
        if not (index_file.is_own(self._path) and self._path.is_file()):
            return {}
        try:
            return _unpacked(self._path.read_bytes())
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return {}


class _Engine:
    """The parts of Python's `re` that make a pattern and its list of numbers; they are its own affair."""

    def __init__(self, parser: Any, compiler: Any, core: Any) -> None:
        self._parse, self._code, self._core = parser.parse, compiler._code, core
        word = f"{sys.version} {core.MAGIC} {core.CODESIZE} {sys.byteorder} {array('I').itemsize}"
        self.name = hashlib.sha256(word.encode()).hexdigest()[:16]

    @classmethod
    def of_this_python(cls) -> _Engine | None:
        """The engine; None where this Python has another one, which then compiles as usual."""
        try:
            parser, compiler = (
                importlib.import_module(f"re.{n}") for n in ("_parser", "_compiler")
            )
            found = cls(parser, compiler, importlib.import_module("_sre"))
            probe = "(?P<a>b)|c"
            same = found.pattern_of(probe, found.code_of(probe)) == re.compile(probe)
        except (ImportError, AttributeError, TypeError, ValueError, RuntimeError):
            return None
        return found if same else None

    def code_of(self, source: str) -> list[Any]:
        """Flags, numbers, how many groups, and the groups' names."""
        parsed = self._parse(source, 0)
        return [
            parsed.state.flags,
            self._code(parsed, 0),
            parsed.state.groups - 1,
            dict(parsed.state.groupdict),
        ]

    def pattern_of(self, source: str, code: list[Any]) -> re.Pattern[str]:
        """The pattern. Raises one of _NO_CODE for a code that is none of this engine's."""
        flags, numbers, groups, names = code
        order: list[str | None] = [None] * (groups + 1)
        for name, number in names.items():
            order[number] = name
        made: re.Pattern[str] = self._core.compile(
            source, flags, list(numbers), groups, names, tuple(order)
        )
        return made


def _packed(codes: Mapping[str, list[Any]]) -> bytes:
    """A digest, a line of JSON with everything but the numbers, then all numbers."""
    numbers, rows = array("I"), {}
    for source, (flags, code, groups, names) in codes.items():
        rows[source] = [flags, len(numbers), len(code), groups, names]
        numbers.extend(code)
    body = json.dumps(rows).encode() + b"\n" + numbers.tobytes()
    return hashlib.sha256(body).hexdigest().encode() + body


def _unpacked(data: bytes) -> dict[str, list[Any]]:
    """Raises ValueError, KeyError or TypeError for anything else."""
    digest, body = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise ValueError("damaged")
    head, _, tail = body.partition(b"\n")
    rows = json.loads(head)
    if not isinstance(rows, dict):
        raise TypeError("no patterns")
    numbers = array("I")
    numbers.frombytes(tail)
    return {
        source: [flags, numbers[at : at + size], groups, names]
        for source, (flags, at, size, groups, names) in rows.items()
    }


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")  # the index drops old ones
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
