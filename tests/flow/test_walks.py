"""How many files of the program one has to read to follow one event; `make house` prints them."""

from __future__ import annotations

import pytest

from bot.planning.builtin.engine import BuiltinEngine
from tests import walks

ENGINE = BuiltinEngine()
MOST = {"label → questions": 59, "reply → plan": 70}
"""No more than 70 were wanted for both; neither may meet any more than this."""


@pytest.fixture(scope="module", name="met")
def _met() -> dict[str, frozenset[str]]:
    return walks.walks(ENGINE)


@pytest.mark.parametrize("walk", MOST)
def test_a_walk_meets_no_more_files(walk, met):
    """Label → questions and reply → plan, with the built-in engine and fakes for the world outside."""
    found = sorted(met[walk])
    assert len(found) <= MOST[walk], f"{walk}: {len(found)}: {' '.join(found)}"


def test_a_walk_counts_what_runs(met):
    """A file counts when code in it runs, and not before."""
    assert walks.files(lambda: None) == frozenset()
    assert "planning/assembly.py" in met["reply → plan"] - met["label → questions"]
