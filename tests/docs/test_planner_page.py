"""The pages that say what to change where name places that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/planner.md").read_text("utf-8")
FIRST = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Good first changes")[2]
TOLD = (PAGE.split("\n## ")[0], PAGE.split("\n## ")[2], FIRST.split("\n## ")[0])
RULES = (ROOT / "Makefile").read_text("utf-8")
_PATH = re.compile(r"[\w./-]+/[\w./-]*|[\w-]+\.(?:py|txt|md|yml)(?:\.j2)?")
_NAME = re.compile(r"(?!plan |plangate |grep )[A-Za-z_][\w. ]*")


def rows(text: str) -> list[str]:
    """Each row of a table, and each paragraph beside them."""
    parts = text.split("\n\n")
    return [row for part in parts for row in (part.split("\n") if part[:1] == "|" else [part])]


def files(path: str) -> list[Path]:
    """What a path names; one that is told by its end alone is looked for in the program."""
    if (ROOT / path).exists():
        return [ROOT / path]
    return [p for top in ("bot", "templates") for p in (ROOT / top).rglob(path)]


def holds(file: Path, name: str) -> bool:
    """Whether a file defines a name, as Python does; elsewhere, whether it says it."""
    own = re.escape(name)
    defined = rf"(?m)^\s*(?:def|class) {own}\b|^\s*(?:self\.)?{own}\s*[:=]|[\"']{own}[\"']"
    said = rf"(?<!\w){own}(?!\w)"
    return bool(re.search(defined if file.suffix == ".py" else said, file.read_text("utf-8")))


def missing(row: str) -> list[str]:
    """What a row names in code and is not there: a path, or a name that no file beside it has."""
    spans = re.findall(r"`([^`]+)`", row)
    paths = [s for s in spans if _PATH.fullmatch(s)]
    beside = [f for p in paths for f in files(p) if f.is_file()]
    names = [s for s in spans if s not in paths and _NAME.fullmatch(s)] if paths else []
    made = {s for s in names if s.startswith("make ") and f"\n{s[5:]}:" in RULES}
    gone = [n for n in names if n not in made and not any(holds(f, n) for f in beside)]
    return [p for p in paths if not files(p)] + gone


@pytest.mark.parametrize("row", [row for text in TOLD for row in rows(text)])
def test_what_to_change_where_is_there(row):
    """Each path exists, and each name in code is defined in a file that is named beside it."""
    assert missing(row) == []


def test_a_name_that_is_gone_is_found():
    """A function that moved, a file that is gone and a rule of the Makefile that never was."""
    told = "`ENGINES` and `engine` in `bot/wiring/engines.py`, `gone.txt`, `make it`, `make docs`"

    assert missing(told) == ["gone.txt", "engine", "make it"]
