"""Estimates follow from files and criteria, by the scale of Fibonacci."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan import FIBONACCI
from bot.planning.builtin.estimate import estimate

PATHS = st.lists(
    st.from_regex(r"[a-c]{1,2}/[a-z]{1,6}\.py", fullmatch=True), max_size=30, unique=True
)


@given(paths=PATHS, criteria=st.integers(0, 80))
def test_more_files_or_criteria_never_make_it_smaller(paths, criteria):
    """The estimate is a Fibonacci number that grows with the files and with the criteria."""
    # FR-072, FR-073, FR-074
    found = estimate(paths, criteria)

    assert found in FIBONACCI
    assert estimate(paths, criteria + 10) >= found
    assert estimate([*paths, *(f"z/{n}.py" for n in range(30))], criteria) >= found


def test_a_document_is_smaller_than_code():
    """Words and settings count less than code."""
    # FR-074
    assert estimate(["docs/a.md"], 1) < estimate(["shop/a.py"], 1)
