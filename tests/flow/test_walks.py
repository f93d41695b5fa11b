"""How many files of the program one has to read to follow one event; `make house` prints them."""

from __future__ import annotations

import pytest

from tests import walks
from tests.fakes.engine import FakeEngine

MOST = 70


@pytest.mark.parametrize(("walk", "met"), walks.walks(FakeEngine()).items())
def test_a_walk_meets_few_files(walk, met):
    """From label to questions and from reply to plan no more than seventy files take part."""
    assert len(met) <= MOST, f"{walk}: {len(met)}: {' '.join(sorted(met))}"


def test_a_walk_counts_what_runs():
    """A file counts when code in it runs, and not before."""
    assert walks.files(lambda: None) == frozenset()
    assert "flow/handle.py" in walks.walks(FakeEngine())["reply → plan"]
