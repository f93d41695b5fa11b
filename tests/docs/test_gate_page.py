"""docs/gate.md says what the gate says, for every reason it knows."""

from __future__ import annotations

import re

import pytest

from bot.domain.verdict import RowCode, RowState
from tests.docs import gate, generate, tables

PAGE = generate.GATE.read_text(encoding="utf-8")


def test_the_page_is_fresh() -> None:
    """Each table is drawn from the code, and each drawn table stands in it once."""
    drawn = re.findall(r"<!-- generated: (\w+) -->", PAGE)

    assert tables.page(PAGE, gate.TABLES) == PAGE, "docs/gate.md is stale: run `make docs`"
    assert sorted(gate.TABLES) == sorted(drawn)


@pytest.mark.parametrize(("code", "state"), gate.closing(), ids=lambda part: part.value)
def test_every_reason_has_a_remedy_and_a_line(code: RowCode, state: RowState) -> None:
    """Whatever closes the gate says who can mend it and how, in the check and on the page."""
    # B1, S2.10
    said = gate.words(code, state)

    assert all(said.values()), said
    assert len(said["mend"]) > 25 and ":" in said["mend"]
    assert any(f"`{code.value}`" in line and said["mend"] in line for line in PAGE.splitlines())


def test_every_requirement_is_on_the_page() -> None:
    """No code is left out."""
    listed = set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE))

    assert {code.value for code in RowCode} == listed
