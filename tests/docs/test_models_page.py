"""docs/models.md says what the program says about models."""

from __future__ import annotations

import re

import pytest

from bot.ports.model_faults import ModelFault
from tests.docs import generate, model, tables

PAGE = generate.MODELS.read_text(encoding="utf-8")


def test_the_page_is_fresh():
    """Each table is drawn from the code, and each drawn table stands in it once."""
    drawn = re.findall(r"<!-- generated: (\w+) -->", PAGE)

    assert tables.page(PAGE, model.TABLES) == PAGE, "docs/models.md is stale: run `make docs`"
    assert sorted(model.TABLES) == sorted(drawn)


def test_codes_are_numbered_in_order():
    """Each fault has a code of its own, and no number is left out."""
    assert [f.code for f in ModelFault] == [
        f"PLANGATE-MODEL-{n:03}" for n in range(1, len(ModelFault) + 1)
    ]


@pytest.mark.parametrize("fault", ModelFault, ids=lambda f: f.name)
def test_every_fault_says_what_to_do(fault):
    """Each has a remedy, and fills in nothing that the page has no example of."""
    assert len(fault.value[2]) > 20
    assert model.words(fault) <= set(model.SHOWN)
