"""`plangate demo`: where its story is found (`make release-check` plays it from the wheel)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.entrypoints.demo import _stage
from bot.errors import UsageError


def a_package(folder: Path) -> Path:
    """An installed package that carries a demo."""
    (folder / "bot" / "_demo" / "tests").mkdir(parents=True)
    (folder / "bot" / "_demo" / "tests" / "new.py").write_text("new")
    return folder / "bot"


def test_the_wheels_demo_is_copied_to_the_users_cache(tmp_path, monkeypatch):
    """What an older version left there is replaced, and what was fetched stays."""
    # issue 24
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    tests = tmp_path / "cache" / "plangate" / "demo" / "tests"
    (tests / "node_modules").mkdir(parents=True)
    (tests / "new.py").write_text("old")

    stage = _stage(a_package(tmp_path))

    assert (stage / "tests" / "new.py").read_text() == "new"
    assert (stage / "tests" / "node_modules").exists()


def test_what_keeps_the_demo_from_starting_has_its_code(tmp_path, monkeypatch):
    """A cache that cannot be written."""
    # CONTRACT: errors
    (tmp_path / "cache").write_text("a file")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    with pytest.raises(UsageError, match="PLANGATE-DEMO-002"):
        _stage(a_package(tmp_path))
