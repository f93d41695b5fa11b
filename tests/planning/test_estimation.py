"""Fibonacci numbers from files and scope."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan import FIBONACCI
from bot.planning.estimation import estimate, total


def test_more_files_more_points():
    """The number of files moves the estimate."""  # FR-073
    points = [estimate([f"a/{i}.py" for i in range(n)], 1, "x").points for n in (1, 2, 4, 6, 9, 20)]

    assert points == sorted(points)
    assert points[0] == 1 < points[-1]


def test_scope_counts():
    """Spread, hard subjects, many criteria and uncertainty raise it, a small edit lowers it."""  # FR-074
    plain = estimate(["a/x.py", "a/y.py"], 1, "sort").points

    assert estimate(["a/x.py", "b/y.py", "c/z.py"], 1, "sort").points > plain
    assert estimate(["a/x.py", "a/y.py"], 1, "a security migration").points > plain
    assert estimate(["a/x.py", "a/y.py"], 9, "sort").points > plain
    assert estimate([], 1, "sort", uncertain=True).points > plain
    assert estimate(["a/x.py", "a/y.py"], 1, "fix a typo").points < plain


def test_an_estimate_has_its_reasons():
    """Every number can be explained."""  # FR-075
    assert estimate(["a/x.py"], 1, "a migration").reasons == ("1 file to change", "a hard subject")


@given(st.lists(st.sampled_from(FIBONACCI), max_size=12))
def test_the_total_is_the_smallest_fibonacci_number_that_holds_the_sum(points):
    """Always on the scale, never below the sum unless it is beyond 34."""  # FR-072
    found = total(points)

    assert found in FIBONACCI
    assert found >= min(sum(points), 34)
    assert all(f < sum(points) for f in FIBONACCI if f < found)
