"""What a report tells of today, and what must hold once it is mended."""

from __future__ import annotations

import pytest

from bot.planning.analysis import analyse
from bot.planning.behaviour import behaviour
from bot.planning.criteria import needs
from bot.planning.derived import regained
from bot.planning.reading import read
from tests.planning.requests import brief

CODE = (
    "`Pager.open()` gets a `TextIO` with a real `.buffer`, and `Pager.write()` takes a plain file. "
    "The pages come out empty."
)


def told(title: str, body: str) -> list[str]:
    reading = read(title, body)
    analysis = analyse(brief(title, body, labels=frozenset({"bug"})).request, reading, ())
    return [n.text for n in needs(reading, analysis, ())]


@pytest.mark.parametrize(
    "today",
    [
        "This will correctly escape the path.",
        "This was introduced in version 2.1.",
        ".SH NAME \\fBln\\fR",
        "But.",
    ],
)
def test_what_is_right_or_history_is_no_symptom(today):
    """A working case, history, a dump and half a sentence do not tell what is observed."""  # FR-029
    assert behaviour(read("Escaped twice", f"### Actual\n\n{today}")).today == ""


def test_headings_filled_in_the_wrong_way_round_are_exchanged():
    """What should be stands under what happens, and the other way round."""  # FR-029
    body = "### Actual\n\nIt should show as required.\n\n### Expected\n\nIt shows as optional.\n"

    assert told("The option is not shown as required", body) == ["It should show as required"]
    assert behaviour(read("x", body)).today == "It shows as optional."


@pytest.mark.parametrize(
    "sentence",
    [
        "Pager has no opinion on whether a line should or should not stand there.",
        "The last line raises: the type must be string.",
        "In fact, the pages may not appear on the screen.",
        "Neither half can be parsed after that.",
        "On the other hand `dump()` works fine.",
    ],
)
def test_a_report_demands_only_what_must_be(sentence):
    """Without `should` or its like a sentence of a report is no criterion."""  # FR-029
    texts = told("Pages are lost", f"The pages are lost.\n\n{sentence}\n")

    assert texts == [regained("Pages are lost")]


def test_words_proposed_for_a_message_are_a_criterion():
    """Somebody who writes down what it should say has said it."""  # FR-029
    body = 'The message should say "the input is empty, check the file" instead of "bad".'

    assert any("the input is empty, check the file" in t for t in told("Bad wording", body))


def test_what_an_error_says_is_no_wish_of_its_title():
    """`type must be string` is the fault."""  # FR-029
    title = "Error when writing: type must be string"

    assert regained(title) == f"“{title}” no longer happens"


def test_an_order_in_a_title_is_done_and_no_fault():
    """`Improve the wording` wants it improved: nothing stops to happen."""  # FR-029
    assert (
        regained("Improve the wording of the message") == "The wording of the message is improved"
    )


def test_how_code_is_today_is_no_criterion_of_its_repair():
    """Who explains a fault by the code tells how it is."""  # FR-029
    reading = read("Pages are empty", CODE)
    analysis = analyse(brief(reading.title, CODE, labels=frozenset({"bug"})).request, reading, ())

    assert not any("real" in n.text or "plain file" in n.text for n in needs(reading, analysis, ()))


def test_an_order_is_not_said_to_be_gone():
    """`Detect when x does not do y` is wanted, though it speaks of a fault."""  # FR-029
    assert "is settled" in regained("Detect when the system does not support it")
    assert regained("Retry logs an error").endswith("no longer happens")
