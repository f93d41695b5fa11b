"""docs/record.schema.json and docs/record.md say what the code says."""

from __future__ import annotations

import re

import pytest
from pydantic.alias_generators import to_camel

from bot.domain.contracts import MAY_WRITE, Role
from bot.domain.record import Record
from tests.docs import generate, tables, telemetry

STALE = "is stale: run `make docs` (.venv/bin/python -m tests.docs.generate)"
PAGE = generate.PAGE.read_text(encoding="utf-8")


def test_the_schema_is_fresh():
    """The published schema is the one of the models."""
    # S2.7
    assert generate.schema() == generate.SCHEMA.read_text(encoding="utf-8"), (
        f"docs/record.schema.json {STALE}"
    )


def test_the_schema_of_drafts_is_fresh():
    """The published schema of what an engine may answer is the one of the code."""
    assert generate.draft_schema() == generate.DRAFT.read_text(encoding="utf-8"), (
        f"docs/draft.schema.json {STALE}"
    )


def test_the_page_is_fresh():
    """Each table of the page is drawn from the code, and each drawn table stands in it once."""
    # S2.1, S2.8, S2.11
    drawn = re.findall(r"<!-- generated: (\w+) -->", PAGE)

    assert generate.page(PAGE) == PAGE, f"docs/record.md {STALE}"
    assert sorted(generate.TABLES) == sorted(drawn)


def test_the_page_of_telemetry_is_fresh():
    """Each canonical field with its other names and its place, and each rule of merging, from the code."""
    # S4.1, S4.3
    page = telemetry.PAGE.read_text(encoding="utf-8")

    assert tables.page(page, telemetry.TABLES) == page, f"docs/telemetry.md {STALE}"
    assert re.findall(r"generated: (\w+) -->", page) == list(telemetry.TABLES)


def test_drawing_again_changes_nothing():
    """Generated parts are found again, also empty ones side by side."""
    empty = re.sub(r"(generated: \w+ -->\n).*?(<!-- /generated)", r"\1\2", PAGE, flags=re.DOTALL)

    once = generate.page(empty)

    assert once != empty
    assert once == generate.page(once) == PAGE


@pytest.mark.parametrize("name", [n for n in Record.model_fields if n not in generate._PLAIN])
def test_the_page_tells_who_may_write_a_field(name):
    """The table has a tick for each role that may write a field, and for no other."""
    # S2.1, S2.2, S2.3, S2.4, S2.5, S2.6
    lines = [line.split("|") for line in generate.who().splitlines() if line.startswith("|")]
    roles = [cell.strip() for cell in lines[0][2:-1]]
    cells = next((line for line in lines if f"`{to_camel(name)}`" in line[1]), ["", "", ""])

    ticked = {role for role, cell in zip(roles, cells[2:-1], strict=False) if "✓" in cell}

    assert {role.value for role in Role if name in MAY_WRITE[role]} == ticked


@pytest.mark.parametrize("file", [generate.SCHEMA, generate.PAGE], ids=lambda path: path.name)
def test_no_host_is_named(file):
    """The schema's name is a urn: it promises no page that does not exist."""
    named = re.findall(r"https?://([^/\"]+)", file.read_text(encoding="utf-8"))

    assert {"json-schema.org"} >= set(named)
