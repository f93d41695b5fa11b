"""Condensing: the best files whole, others as outlines or one line, and never more than the budget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.planning.repository.context import CHARACTERS_PER_TOKEN, Detail, condensed, summary

LONG = "".join(f"def step_{n}(order):\n    return order.total * {n}\n\n\n" for n in range(60))


def test_what_fits_stays_whole():
    """A budget that holds everything changes nothing."""
    files = [("a.py", "def a(): ...\n"), ("b.py", "B = 1\n")]
    found = condensed(files, 500)

    assert found.texts == dict(files)
    assert set(found.forms.values()) == {Detail.WHOLE}


@pytest.mark.shows("FR-011", "FR-078", "AC-011")
def test_too_large_is_outlined_by_what_it_defines():
    """A file that does not fit is shown by its definitions with their line numbers, not cut blindly."""
    found = condensed([("steps.py", LONG)], len(LONG) // CHARACTERS_PER_TOKEN - 1)

    assert found.forms == {"steps.py": Detail.OUTLINE}
    assert "1: def step_0(order):" in found.texts["steps.py"]
    assert "def step_59(order):" in found.texts["steps.py"]
    assert "return" not in found.texts["steps.py"]


@pytest.mark.shows("FR-011", "FR-077", "FR-078", "AC-011", "AC-049")
def test_rank_decides_who_is_read_in_full():
    """Of equal files the first is whole, later ones are outlined, then one line each, then left out.

    The last that is in may take what the others left.
    """
    files = [(f"steps_{n}.py", LONG) for n in range(40)]
    found = condensed(files, 4_000)
    order = [found.forms[path] for path, _ in files]
    order.pop(order.index(Detail.LEFT_OUT) - 1)

    assert order == sorted(order, key=list(Detail).index)
    assert set(order) == set(Detail)
    assert files[-1][0] not in found.texts


@pytest.mark.shows("FR-078")
def test_one_huge_file_leaves_room_for_the_others():
    """The first takes at most half: a small file behind it is still whole."""
    found = condensed([("huge.py", LONG * 50), ("small.py", LONG[:1_500])], 1_000)

    assert found.forms == {"huge.py": Detail.OUTLINE, "small.py": Detail.WHOLE}


@pytest.mark.shows("FR-011")
def test_what_defines_nothing_is_outlined_by_its_beginning():
    """Settings and data keep whole lines from the top."""
    settings = "".join(f"key_{n}: {n}\n" for n in range(500))
    found = condensed([("app.yml", settings)], 200)

    assert found.forms == {"app.yml": Detail.OUTLINE}
    assert found.texts["app.yml"].startswith("key_0: 0\nkey_1: 1\n")
    assert settings.startswith(found.texts["app.yml"] + "\n")


@pytest.mark.shows("FR-011", "AC-011")
def test_a_summary_is_one_short_line():
    """It names the file, its length and what it defines."""
    assert (
        summary("a.py", "class Cart:\n    def total(self): ...\n")
        == "a.py: 2 lines, defines Cart, total"
    )
    assert summary("empty.py", "") == "empty.py: 0 lines"
    long = summary("x" * 300, LONG)
    assert len(long) < 200 and "\n" not in long


@given(
    st.lists(
        st.tuples(st.text(max_size=30), st.text(max_size=2_000)),
        max_size=20,
        unique_by=lambda f: f[0],
    ),
    st.integers(-5, 2_000),
)
@pytest.mark.shows("FR-010", "AC-010")
def test_the_budget_is_never_exceeded(files: list[tuple[str, str]], tokens: int):
    """Whatever the files are: total, within the budget, each with a form, whole ones unchanged."""
    found = condensed(files, tokens)

    assert sum(map(len, found.texts.values())) <= max(tokens, 0) * CHARACTERS_PER_TOKEN
    assert list(found.forms) == [path for path, _ in files]
    assert all(found.texts[p] == t for p, t in files if found.forms[p] is Detail.WHOLE)
    assert {
        p for p, f in found.forms.items() if f is Detail.LEFT_OUT
    } == found.forms.keys() - found.texts
