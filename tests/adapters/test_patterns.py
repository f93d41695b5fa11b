"""Compiled patterns kept between runs: the same patterns, and no harm from whatever lies in the folder."""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import re
from pathlib import Path

import pytest

from bot import planning
from bot.adapters.patterns import KeptPatterns, _packed, _unpacked
from bot.planning.lazy import Lazy

SOURCES = (
    r"(?i)\b(?P<act>delete|drop) (?P<what>\w+)",
    r"^\s*$",
    r"(?<!not )done\b",
    r"[^\W_]+[äöü]?",
)
ERROR = re.error


def kept(folder: Path) -> Path:
    """The one file of patterns."""
    [path] = folder.glob("patterns-*")
    return path


def first_run(folder: Path) -> None:
    """Compile and keep some patterns."""
    patterns = KeptPatterns(folder)
    for source in SOURCES:
        patterns.compile(source)
    patterns.keep()


def again(folder: Path) -> int:
    """How many patterns another run has to compile; each must be the one that Python makes."""
    patterns = KeptPatterns(folder)
    for source in SOURCES:
        assert patterns.compile(source) == re.compile(source)
        assert patterns.compile(source).groupindex == re.compile(source).groupindex
    patterns.keep()
    return patterns.compiled


def test_a_second_run_compiles_nothing(tmp_path: Path) -> None:
    """What one run compiled, the next one takes; only ours may read it."""  # NFR-002
    first_run(tmp_path / "cache")

    assert again(tmp_path / "cache") == 0
    assert kept(tmp_path / "cache").stat().st_mode & 0o077 == 0


def test_every_pattern_of_the_planner_comes_back_as_it_is(tmp_path: Path) -> None:
    """All of the planner's patterns are the same after they were kept."""
    modules = [
        importlib.import_module(f"bot.planning.{m.name}")
        for m in pkgutil.iter_modules(planning.__path__)
    ]
    found = (v for module in modules for v in vars(module).values())
    sources = {v.source for v in found if isinstance(v, Lazy)}
    writer = KeptPatterns(tmp_path / "cache")
    for source in sources:
        writer.compile(source)
    writer.keep()
    reader = KeptPatterns(tmp_path / "cache")

    assert len(sources) > 300
    assert [s for s in sources if reader.compile(s) != re.compile(s)] == []
    assert reader.compiled == 0


def test_new_patterns_are_added(tmp_path: Path) -> None:
    """A run that needs one more keeps it beside the others."""
    first_run(tmp_path / "cache")
    more = KeptPatterns(tmp_path / "cache")
    more.compile("one more")
    more.keep()

    assert again(tmp_path / "cache") == 0
    assert "one more" in _unpacked(kept(tmp_path / "cache").read_bytes())


def forged(body: bytes) -> bytes:
    """A file with the right digest."""
    return hashlib.sha256(body).hexdigest().encode() + body


def _packed_raw(rows: dict[str, list[object]]) -> bytes:
    """A file with the right digest, these rows and one number."""
    return forged(json.dumps(rows).encode() + b"\n\x01\x00\x00\x00")


DAMAGE = {
    "empty": lambda data: b"",
    "cut off": lambda data: data[:-40],
    "a bit turned": lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
    "something else": lambda data: b"<html></html>" * 99,
    "a list": lambda data: forged(b"[1, 2]\n"),
    "no numbers": lambda data: forged(json.dumps({SOURCES[0]: [0, 0, 9, 0, {}]}).encode() + b"\n"),
    "half a number": lambda data: forged(b"{}\nabc"),
    "numbers of nothing": lambda data: _packed(
        {s: [32, [4_000_000_000, 7, 7], 1, {"x": 1}] for s in SOURCES}
    ),
    "names in a list": lambda data: _packed_raw({s: [32, 0, 1, 0, ["x"]] for s in SOURCES}),
    "deep": lambda data: forged(b"[" * 200_000 + b"\n"),
    "a group that is not there": lambda data: _packed({s: [32, [1], 0, {"x": 7}] for s in SOURCES}),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_costs_time_only(tmp_path: Path, damage) -> None:
    """Whatever lies there: the right patterns, and a good file for the next run."""  # T20
    first_run(tmp_path / "cache")
    path = kept(tmp_path / "cache")
    path.write_bytes(damage(path.read_bytes()))

    assert again(tmp_path / "cache") == len(SOURCES)
    assert again(tmp_path / "cache") == 0


def test_what_others_may_write_is_not_read(tmp_path: Path) -> None:
    """A file or folder that others may write to, or a link, could hold patterns that see no risk."""  # T20
    first_run(tmp_path / "cache")
    path = kept(tmp_path / "cache")
    path.chmod(0o666)
    assert again(tmp_path / "cache") == len(SOURCES)

    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert again(tmp_path / "cache") == len(SOURCES)

    (tmp_path / "cache").chmod(0o777)
    assert again(tmp_path / "cache") == 0  # nothing is counted where nothing is kept
    assert KeptPatterns(tmp_path / "cache").compile("a+") == re.compile("a+")


def test_without_a_folder_nothing_is_kept(tmp_path: Path) -> None:
    """No folder, or one that cannot be made: patterns as ever, and no error at the end."""
    (tmp_path / "file").write_text("no folder")
    for folder in (None, tmp_path / "file" / "cache"):
        assert again(folder) == 0  # type: ignore[arg-type]


def test_a_full_disk_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file cannot be written, the run ends well and leaves nothing half-written."""
    patterns = KeptPatterns(tmp_path / "cache")
    patterns.compile("a+")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    patterns.keep()

    assert list((tmp_path / "cache").iterdir()) == []


def test_a_source_that_is_none_is_refused(tmp_path: Path) -> None:
    """The same error as without keeping."""
    with pytest.raises(ERROR):
        KeptPatterns(tmp_path / "cache").compile("(")
