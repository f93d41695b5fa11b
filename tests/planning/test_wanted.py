"""The outcome of a repair: from the title, from the text, from the example, or to be chosen."""

from __future__ import annotations

import pytest

from bot.planning.behaviour import NOTHING
from bot.planning.reading import read
from bot.planning.undone import undone
from bot.planning.wanted import outcomes, stated, to_choose


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("pages: SYNOPSIS shows hidden `arg`", "pages: SYNOPSIS no longer shows hidden `arg`"),
        (
            "req.fresh returns false for QUERY, so 304 Not Modified is never sent",
            "req.fresh no longer returns false for QUERY, so 304 Not Modified is sent",
        ),
        ("`a` is erroneously converting x to y", "`a` is no longer converting x to y"),
        ("Loops in files not detected", "Loops in files are detected"),
        ("The menu", ""),
        ("The list that shows nothing", ""),
    ],
)
def test_a_fault_is_taken_back(title, told):
    """A title that tells what goes wrong says what must hold."""  # FR-029
    assert undone(title) == told


def test_what_is_wanted_is_found_wherever_it_stands():
    """Behind `so`, in a comment of the code, and in checks that fail today."""  # FR-029
    body = (
        "As far as I can tell, QUERY is safe, so it should behave like `GET` here.\n\n"
        "```\nadd(1, 2) # should be 3\n"
        "CHECK(add(2, 2) == 4);\n```\n\nThese checks fail.\n"
    )

    assert stated(read("add is wrong", body)) == (
        "QUERY is safe, so it should behave like `GET` here",
        "`add(1, 2)` should be 3",
        "The checks of the issue's example hold: `CHECK(add(2, 2) == 4);`",
    )
    assert stated(read("add is wrong", "```\nassert add(1, 2) == 4\n```\n")) == ()


def test_an_outcome_nobody_names_is_to_be_chosen():
    """A crash that is gone leaves open what comes instead."""  # FR-029
    gone = ["The case of the issue no longer ends in `select: Oops`"]

    assert "decide that first" in to_choose(gone, "")
    assert to_choose(gone, "The direct route is taken") == ""
    assert to_choose([*gone, "The direct route should be taken"], "") == ""
    assert to_choose(["The list is no longer empty"], "") == ""


def test_a_value_that_would_be_right_stands_against_the_one_of_the_steps():
    """A bare value under what is right answers the last step that shows another."""  # FR-029
    body = "## Steps to reproduce\n\n1. buy two mugs\n2. the sum says 7.10\n\n## Expected\n\n{}\n"
    told = "With the steps of the issue, the sum says 6.80, not 7.10"

    assert outcomes(read("Sum is off", body.format("6.80. Mugs are cheaper.")), NOTHING, False) == [
        told
    ]
    assert outcomes(read("Sum is off", body.format("Mugs are cheaper.")), NOTHING, False) == []


def test_a_column_by_the_book_holds_what_is_right():
    """Beside the case and what comes out, without a head of its own for today."""  # FR-029
    table = (
        "| word | found | by the book |\n|---|---|---|\n| `cup` | 3 | **2** |\n| `pot` | 1 | 1 |\n"
    )

    assert stated(read("Words are counted twice", table)) == ("With word cup it gives 2, not 3",)
