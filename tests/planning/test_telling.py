"""Sentences of prose that say what must be, and those that only read so."""

from __future__ import annotations

import pytest

from bot.planning.decisions import Decision
from bot.planning.punctuation import goes_on_behind
from bot.planning.statements import asks, instructs, parts, requires
from tests.planning.requests import brief, comment, plan_of

PANIC = "`shop open a.txt` ends in `panic: index out of bounds` since 1.2. "


def criteria(title: str, body: str, **more):
    plan = plan_of(brief(title, body, **more)).plan
    return [c.text for t in plan.tasks for c in t.acceptance_criteria]


@pytest.mark.parametrize(
    ("title", "body", "text"),
    [
        (
            "Crash on open",
            PANIC + "On BSD: skip the call and do not fail.",
            "On BSD: skip the call",
        ),
        (
            "Crash on open",
            PANIC + "Could it just print what it has?",
            "print what it has",
        ),
        (
            "The list is slow",
            "4 s today.\n\n- leave the photo out of the query\n- DiffUtil in the adapter",
            "DiffUtil in",
        ),
        ("Wrong season", "Erwartet: ab dem 31.10. gilt der Winterpreis.", "ab dem 31.10. gilt"),
        ("Reader 1.70 -> 1.75", "", "Reader is 1.75, no longer 1.70"),
        (
            'Typo in the text of W014: "teh" -> "the" (shop/orders.py)',
            "",
            "Text of W014 says “the”, not “teh”",
        ),
        ("A parser able to read illegal files", "", "and a test shows it"),
        (
            "Filter by voice",
            "### The solution I would like\n\nA drop-down above the list with all voices.",
            "A drop-down above the list with all voices",
        ),
    ],
)
def test_what_becomes_a_criterion(title, body, text):
    """Instructions behind a case, wishes as questions, lists in reports, titles with an arrow."""  # FR-052
    assert any(text in c for c in criteria(title, body))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("The export should have a date. Signed off by Marieke in May.", "Signed off"),
        ("The export should have a date. Pixel 6, Android 14, App 2.11", "Pixel"),
        ("The export should have a date. XLSX could be had too, but not now.", "XLSX"),
    ],
)
def test_what_lays_nothing_down(body, text):
    """Consent, machines, questions and what is left for later are no criteria."""  # FR-052
    found = criteria("Export with a date", body)

    assert any("should have a date" in c for c in found)
    assert not any(text in c for c in found)


def test_an_answer_is_a_statement():
    """The answer stands in a sentence, not behind its question."""  # FR-052
    one = Decision("Which file format should be used: CSV or XLSX?", "CSV", "CSV", by="bob")
    other = Decision("Should it be a or b?", "a", "Should lines without a head be a paragraph")

    assert one.sentence == "The file format is CSV"
    assert other.sentence == "Lines without a head should be a paragraph"


def test_planned_tests_are_sentences_once_each():
    """No question with its answer, no sentence twice."""  # FR-070
    body = "Export the list. Which file format should be used: CSV or XLSX? CSV it is.\n\nIt must be sorted."
    tests = plan_of(brief("Export the list", body)).tests
    told = [*tests.unit_test_intent, *tests.integration_test_intent]

    assert told
    assert not any("?" in t for t in told)
    assert len(told) == len({t.lower().rstrip(".") for t in told})


def test_a_requirement_in_a_comment_says_whose_it_is():
    """What an owner adds is a criterion traced to the owner's words."""  # FR-052
    told = comment("The file name must hold the date.", "ada", "OWNER")
    plan = plan_of(brief("Export the list", "As CSV, please.", comments=(told,))).plan
    found = [c for t in plan.tasks for c in t.acceptance_criteria if "file name" in c.text]

    assert found
    assert found[0].source.startswith("@ada: ")


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("Should it be a or b?", True),
        ("Either print it or write it.", True),
        ("Could you add a flag?", False),
        ("Add a flag.", False),
    ],
)
def test_questions_that_want_an_answer(text, yes):
    assert asks(text) is yes


def test_an_instruction_behind_a_case():
    assert instructs("Otherwise treat it as boiling.")
    assert requires("With `--strict` print 2.")
    assert not instructs("On Monday it broke.")


def test_two_instructions_are_two_statements():
    text = (
        "Put the two lines into the section about building and mention the version that is needed"
    )

    assert parts(text) == (
        "Put the two lines into the section about building",
        "mention the version that is needed",
    )


def test_what_one_expects_something_to_do_it_should():
    assert parts("I'd expect it to go to the maximum") == ("it should go to the maximum",)


@pytest.mark.parametrize(
    ("before", "after", "yes"),
    [
        ("ab dem 31.10.", "gilt es", True),
        ("am 8.", "Mai", True),
        ("It is 8.", "Then", False),
        ("Done.", "Then", False),
    ],
)
def test_a_date_ends_no_sentence(before, after, yes):
    assert goes_on_behind(before, after) is yes
