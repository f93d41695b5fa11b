"""The outcome of a repair: from the title, from the text, from the example, or to be chosen."""

from __future__ import annotations

import pytest

from bot.planning.behaviour import NOTHING
from bot.planning.reading import read
from bot.planning.undone import undone
from bot.planning.wanted import outcomes, proposed, stated, to_choose


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


@pytest.mark.parametrize(
    ("step", "expected", "told"),
    [
        ("the label says “two mug”", "“two mugs”", "the label says “two mugs”, not “two mug”"),
        ("then the total becomes 7.10", "6.80", "the total becomes 6.80, not 7.10"),
        ("the label is red", "6.80", ""),
        ("the sum says 7.10", "a sum of 6.80", ""),
    ],
)
def test_only_a_bare_value_answers_a_step_that_shows_one(step, expected, told):
    """Numbers and quoted words are values; a sentence that is expected stays a sentence."""  # FR-029
    body = f"## Steps to reproduce\n\n1. buy two mugs\n2. {step}\n3. pay\n\n## Expected\n\n{expected}\n"
    found = outcomes(read("Sum is off", body), NOTHING, False)

    assert found == ([f"With the steps of the issue, {told}"] if told else [])


@pytest.mark.parametrize("how", ["right", "correct", "best", "fine", "enough"])
def test_what_would_be_right_is_wanted(how):
    """`So the lower price would be right` wants the lower price, unless told in passing."""  # FR-029
    told = f"It rounds up, so the lower price would be {how}."

    assert stated(read("Sum is off", told)) == ("the lower price is right",)
    assert stated(read("Sum is off", told.replace(how, "cheaper"))) == ()
    for aside in (f"## Alternatives\n\n{told}", f"> {told}", f"- [x] {told}"):
        assert stated(read("Sum is off", aside)) == ()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("f(2) // expected: 3", "`f(2)` should give 3"),
        ("f(2) -- must be 3", "`f(2)` must be 3"),
        ("// this should fail\nf(2)", "`f(2)` should fail"),
        ("// should fail\n// should pass\nf(2)", "`f(2)` should pass"),
        ("f(2)\n// should fail", ""),
        ("# should fail\n\nf(2)", ""),
        ("}; // should be 3", ""),
    ],
)
def test_a_remark_in_code_speaks_of_its_line_or_of_the_next(code, told):
    """Beside code it is of that code, alone of the line below; of nothing else."""  # FR-029
    assert stated(read("f is wrong", f"```\n{code}\n```")) == ((told,) if told else ())


@pytest.mark.parametrize(
    ("head", "row", "told"),
    [
        ("word | it is | should", "cup | 3 | 2", "With word cup it gives 2, not 3"),
        ("word | size | got | want", "cup | | 3 | 2", "With word cup it gives 2, not 3"),
        ("today | expected", "3 | 2", ""),
        ("word | got | want", "cup | 3 |", ""),
        ("word | got | want", "| 3 | 2", ""),
        ("word | b | c | want", "cup | 1 | 3 | 2", ""),
        ("word | size | got", "cup | 1 | 3", ""),
    ],
)
def test_a_row_tells_case_and_both_values_or_nothing(head, row, told):
    """A row without its case or one of the values, or with a column too many, wants nothing."""  # FR-029
    rule = "|".join("---" for _ in head.split("|"))
    table = f"| {head} |\n|{rule}|\n| {row} |\n"

    assert stated(read("Words are counted twice", table)) == ((told,) if told else ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A hint such as “type quit to leave”.", "such as “type quit to leave”"),
        ("This error would be clearer as “there is no input”.", "“there is no input”"),
        ("It must read `there is no input`.", "“there is no input”"),
        ("```\nThe text should say “there is no input”\n```", "“there is no input”"),
        ("```python\n# it should say “there is no input”\n```", ""),
        ("- [x] The message should say “there is no input”.", ""),
    ],
)
def test_words_that_somebody_proposes_for_a_message(text, told):
    """Words in prose or a plain block are proposed; those in code or already ticked are not."""  # FR-029
    found = proposed(read("Empty input", text))

    assert found == ((f"The text reads as proposed: {told}",) if told else ())


@pytest.mark.parametrize("so", [", so", ", thus", ". Therefore,", ", hence"])
def test_behind_so_the_clause_is_wanted_alone(so):
    """`…, so the cache should keep it` wants what stands behind; the reason before it is none."""  # FR-029
    told = f"The new verb is safe{so} the cache should keep it."
    assert stated(read("Nothing is cached", told)) == ("the cache should keep it",)
