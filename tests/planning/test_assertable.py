"""Which sentences can be criteria, and their plain form; which tell how things are today."""

from __future__ import annotations

import pytest

from bot.planning.assertable import assertable, opens_badly, plainly
from bot.planning.reading import read
from bot.planning.sections import Part, part_of
from bot.planning.todays import fault_now, fitting, lack_now


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I would expect `rg x` to find the line", "`rg x` should find the line"),
        ("I expect `--fix` not to change what it does", "`--fix` should not change what it does"),
        ("Then, the list is sorted", "The list is sorted"),
        ("Whereas, I think the file should be empty", "The file should be empty"),
        ("Images to be downloaded into `images/`", "Images should be downloaded into `images/`"),
        ("The list is sorted", "The list is sorted"),
        ("I expect no change to the original file.", "There is no change to the original file."),
    ],
)
def test_what_announces_a_statement_is_left_out(text, plain):
    """A criterion says what must be, not who thinks so."""  # FR-029
    assert plainly(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "`has_formatter` is `false` because",
        "mainly that it works now",
        "during exporting",
        "A warning is shown (or also in others",
        "My use case is a crawler",
        "It would be great to have this",
    ],
)
def test_fragments_and_opinions_are_no_criteria(text):
    """Nobody can write an assertion for them."""  # FR-029
    assert not assertable(text)


def test_a_rule_can_be_asserted():
    """A sentence with a subject and an outcome can."""  # FR-029
    assert assertable("`list` prints 3 lines")
    assert opens_badly("Instead the handler is not called") and not opens_badly("It is called")


def test_today_is_the_sentence_that_says_it_best():
    """Whole sentences, without talk about oneself and links."""  # FR-031
    body = (
        "I'm new here and cannot say much. `join` loses the first order. "
        "See https://example.org which is broken."
    )
    told = read("join loses orders", body).passages

    assert fault_now(told, "join loses orders") == "`join` loses the first order."


def test_today_of_a_wish_is_what_cannot_be_done():
    """What is wished for is not today."""  # FR-031
    told = read("Sort", "There is no way to sort the list. It should not be slow.").passages

    assert lack_now(told, "Sort the list") == "There is no way to sort the list."
    assert lack_now((), "Sort") == ""


def test_sentences_are_never_cut():
    """As many as fit, the first in any case."""  # FR-031
    assert fitting(["a" * 10, "b" * 10], 15) == "a" * 10
    assert fitting(["One.", "Two."], 100) == "One. Two."


def test_what_stands_under_comments_is_conversation():
    """Until a heading of the same level ends it; headings inside of comments do not."""  # B12
    body = (
        "It fails.\n\n## Comments\n\nann · 2020\n\n### Expected\n\nIt works.\n\n## Notes\n\nMore.\n"
    )
    parts = [p.part for p in read("x", body).passages]

    assert parts == [Part.DESCRIPTION, Part.TALK, Part.TALK, Part.NOTES]


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("Put a dash where the sum is", True),
        ("The hint stays what it is", True),
        ("The reason is", False),
        ("“I'm in” can be pressed once", True),
        ("Same here with 17", False),
        ("We made the key short last week", False),
        ("We keep the old rows", True),
        ("They drifted apart over time", False),
        ("Groups exist already (`:cook`)", False),
        ("A coupon that is already used is refused", True),
        ("That is another story", False),
        ("Maps are another matter, the default is another topic", False),
        ("12-14) and `a.py` (b", False),
        ("ci.yml: red since noon, then", False),
        ("The second one should read", False),
        ("After the last line any key yields", False),
        ("The second line should read `x`", True),
    ],
)
def test_remarks_history_and_halves_are_no_criteria(text, yes):
    """What agrees, tells what somebody did or what there is already, or lost an end, is none."""  # FR-029
    assert assertable(text) is yes


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("What would be right", Part.EXPECTED),
        ("What should have come out?", Part.EXPECTED),
        ("Was wir erwarten", Part.EXPECTED),
        ("What came out?", Part.ACTUAL),
        ("Step by step", Part.REPRODUCE),
        ("What should we build next", Part.DESCRIPTION),
    ],
)
def test_headings_ask_for_what_is_right_in_many_words(heading, part):
    """The whole heading decides, so that a longer one is a description."""  # FR-029
    assert part_of(heading) is part
