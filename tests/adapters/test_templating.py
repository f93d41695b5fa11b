"""The template engine: compiled once a process, and never from a template that has changed since."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from jinja2 import Environment

from bot.adapters import templating


@pytest.fixture
def word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of templates with one in it."""
    monkeypatch.setattr(templating, "templates", lambda: tmp_path)
    path = tmp_path / "word.j2"
    path.write_text("{{ 'a' | code }}")
    return path


def test_a_template_is_compiled_once_a_process(word: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run finds the templates compiled that an earlier one has used."""
    templating.markdown().get_template(word.name)
    monkeypatch.delattr(Environment, "compile")

    assert templating.markdown().get_template(word.name).render() == "`a`"


def test_a_changed_template_is_compiled_anew(word: Path) -> None:
    """What was compiled counts for the very text it was made from."""
    templating.markdown().get_template(word.name)
    word.write_text("{{ 'b' | code }}")

    assert templating.markdown().get_template(word.name).render() == "`b`"


def test_markdown_and_terminal_are_compiled_apart(word: Path) -> None:
    """A constant goes through the filters of its own environment."""
    assert templating.markdown().get_template(word.name).render() == "`a`"
    assert templating.terminal().get_template(word.name).render() == "a"


@pytest.mark.parametrize("path", sorted(templating.templates().glob("*.j2")), ids=lambda p: p.name)
def test_a_list_item_a_row_or_a_heading_begins_its_own_line(path: Path) -> None:
    """A tag at the end of a line takes its line break, so a blank line must follow before these."""
    lines = path.read_text().splitlines()
    joined = [
        f"{number}: {after}"
        for number, (line, after) in enumerate(pairwise(lines), 2)
        if line.endswith("%}")
        and re.sub(r"\{%.*?%\}", "", line).strip()
        and after.startswith(("- ", "#", "| ", "> ", "1. "))
    ]
    assert joined == []
