"""What is no task at all, and what kind of work a task is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.flow.files import printed
from bot.planning.builtin import propose
from bot.planning.epics import stories
from bot.planning.reading import read
from tests.planning.requests import SHOP, brief

HERE = Path(__file__).parent


def rows(name: str) -> list[Any]:
    found = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    return [pytest.param(r, id=f"{n}-{r['title'][:40]}") for n, r in enumerate(found, 1)]


def answered(row: dict[str, Any]) -> dict[str, Any]:
    labels = frozenset(row.get("labels", ()))
    return printed(propose(brief(row["title"], row["body"], SHOP, labels=labels)))


@pytest.mark.parametrize("row", rows("refusals.yml"))
def test_what_is_no_task(row):
    """Empty forms, slips of the keyboard and hostile text are declined; wishes never."""  # S1.3 FR-017
    declined = answered(row)["decision"] == "reject"

    assert declined == (row["want"] == "reject")


@pytest.mark.parametrize("row", rows("deliveries.yml"))
def test_what_comes_in_deliveries(row):
    """Parts that come in deliveries or over a season are stories; steps of one thing are none."""  # S1.3
    asked = brief(row["title"], row["body"]).request

    assert bool(stories(asked, read(row["title"], row["body"]))) == row["stories"]


@pytest.mark.parametrize("row", rows("intents.yml"))
def test_the_kind_of_work(row):
    """Prefix, labels, title and text say what kind of work it is."""  # S1.3
    assert answered(row)["intent"] == row["want"]
