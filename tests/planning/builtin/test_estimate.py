"""Estimates follow from files and criteria, by the scale of Fibonacci."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan import FIBONACCI
from bot.planning.builtin.tasks import estimate

PATHS = st.lists(
    st.from_regex(r"[a-c]{1,2}/[a-z]{1,6}\.py", fullmatch=True), max_size=30, unique=True
)


@given(paths=PATHS, criteria=st.integers(0, 80))
@pytest.mark.shows("FR-072")
def test_more_files_or_criteria_never_make_it_smaller(paths, criteria):
    """The estimate is a Fibonacci number that grows with the files and with the criteria."""
    found = estimate(paths, criteria)

    assert found in FIBONACCI
    assert estimate(paths, criteria + 10) >= found
    assert estimate([*paths, *(f"z/{n}.py" for n in range(30))], criteria) >= found


@pytest.mark.shows("FR-074")
def test_a_document_is_smaller_than_code():
    """Words and settings count less than code."""
    assert estimate(["docs/a.md"], 1) < estimate(["shop/a.py"], 1)


@pytest.mark.shows("FR-073")
def test_many_files_are_larger_than_one():
    """The number of files counts."""
    many = [f"shop/orders_{n}.py" for n in range(13)]

    assert estimate(many[:1], 1) < estimate(many[:4], 1) < estimate(many, 1)


@pytest.mark.shows("FR-074")
def test_many_criteria_and_distant_files_are_larger():
    """How much has to hold, and how far apart the files lie, counts."""
    near, far = ["shop/a.py", "shop/b.py", "shop/c.py"], ["shop/a.py", "page/b.py", "mail/c.py"]

    assert estimate(near, 1) < estimate(near, 6) < estimate(near, 26)
    assert estimate(near, 1) < estimate(far, 1)
