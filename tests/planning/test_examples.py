"""Whole issues of many kinds, each with the decision a careful engineer would take."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.flow.files import printed
from bot.planning.builtin import propose
from bot.planning.proposal import OpenIssue
from tests.planning.requests import SHOP, brief, comment

FOLDER = Path(__file__).with_name("examples")
_WANT = re.compile(r"(?P<decision>[a-z]+)(?: \[(?P<codes>[A-Z_, ]+)\])?(?: (?P<twin>[0-9]+))?")


def examples() -> list[Any]:
    found = []
    for file in sorted(FOLDER.glob("*.yml")):
        rows = yaml.safe_load(file.read_text(encoding="utf-8"))
        found += [pytest.param(r, id=f"{file.stem}-{n}") for n, r in enumerate(rows, 1)]
    return found


def answer(row: dict[str, Any]) -> dict[str, Any]:
    said = tuple(
        comment(text, author=f"person{n}", association=who)
        for n, (who, text) in enumerate(row.get("comments", []))
    )
    proposal = propose(
        brief(
            row["title"],
            row["body"],
            SHOP,
            labels=frozenset(row.get("labels", [])),
            comments=said,
            open_issues=tuple(OpenIssue(*one) for one in row.get("issues", [])),
        )
    )
    return printed(proposal)


@pytest.mark.parametrize("row", examples())
def test_example(row):
    """Ask, plan, decline or split; ask for the reason that holds, and read the intent."""  # S1.3 FR-017
    wanted = _WANT.fullmatch(row["want"])
    assert wanted
    codes = set((wanted["codes"] or "").split(", ")) - {""}

    given = answer(row)

    assert given["decision"] == wanted["decision"], given["questions"] or given["error"]
    assert codes <= set(given["reasonCodes"])
    assert given["duplicateOf"] == (int(wanted["twin"]) if wanted["twin"] else None)
    assert given["intent"] == row.get("intent", given["intent"])
