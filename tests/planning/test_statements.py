"""Statements are told from background, and taken apart where each part can be checked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.planning.besides import left_alone
from bot.planning.statements import labelled, parts, requires, rules, states, without_lead


@pytest.mark.parametrize(
    "sentence",
    [
        "The list should show the newest first.",
        "Could we get one line per boat?",
        "Keep the old names.",
        "If the disk is full: stop and log a warning.",
        "The manual says empty lines are allowed.",
        "Der Zähler soll am Montag zurückgesetzt werden und die Liste auch.",
    ],
)
def test_what_must_be(sentence):
    """Modal verbs, wishes, instructions, conditions and promises of documents require something."""  # S1.3
    assert requires(sentence)


@pytest.mark.parametrize(
    ("sentence", "is_rule"),
    [
        ("0 = never prune.", True),
        ("Guests not limited to one list.", True),
        ("Default stays 400.", True),
        ("Since Monday I see 3 rows.", False),
        ("We run two hosts.", False),
        ("Thanks a lot for this tool!", False),
    ],
)
def test_rules_without_should(sentence, is_rule):
    """A number or what stays lays down a rule; what was seen or done is background."""  # S1.3
    assert rules(sentence) is is_rule


def test_clauses_stand_alone():
    """A wish loses its lead, and its clauses become statements of their own."""  # S1.3
    text = "Could we get `--format tsv` too, one boat per line, flushed as it goes so that memory stays flat?"

    assert parts(text) == (
        "`--format tsv` too, one boat per line",
        "flushed as it goes so that memory stays flat",
    )


def test_a_listing_is_one_statement():
    """Names with commas between them are not taken apart."""  # S1.3
    text = "The file must have name, phone, title, due date, fee, colour and the last visit of each member."

    assert len(parts(text)) == 1


@given(st.text(max_size=800))
def test_any_text_is_taken(text):
    """No text breaks it, and a part is never empty."""  # NFR-002
    assert all(parts(text))
    assert requires(text) in {True, False}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("PNG export at a chosen resolution.", True),
        ("A counter above the table: 12 of 80.", True),
        ("I like the table as it is.", False),
        ("The table was slow yesterday.", False),
        ("Which table?", False),
    ],
)
def test_a_statement_tells_of_no_person_and_no_past(text, holds):
    """Behind a wish, what says how things are to be counts; a story does not."""  # FR-010
    assert states(text) is holds


def test_labels_and_announcements_are_taken_off():
    """`Expected: x` is x, and so is `Decided with the board: x`."""  # FR-010
    assert labelled("Expected: the list is empty") == "the list is empty"
    assert labelled("期待する動作：同じページから続く") == "同じページから続く"
    assert labelled("The list is expected to be empty") == ""
    assert without_lead("Decided with the board: two columns") == "two columns"
    assert without_lead("Two columns: name and town") == "Two columns: name and town"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Finished when `make sure` comes through.", "`make sure` comes through."),
        ("It's done as soon as no row is lost.", "no row is lost."),
        ("Needed: `--quiet`", "`--quiet`"),
        ("Done when I am back", ""),
        ("The finished list is sorted.", ""),
    ],
)
def test_an_end_that_is_told_is_a_criterion(text, told):
    """`Finished when` needs no colon; when somebody is back is no end."""  # FR-029
    assert labelled(text) == told


def test_a_reason_behind_a_rule_is_left_out():
    """`Their machine is booked` says why; a clause that demands stays."""  # FR-029
    assert parts("The nightly hours must not move, their machine is booked") == (
        "The nightly hours must not move",
    )
    assert parts("The nightly hours must not move, their list should stay short") == (
        "The nightly hours must not move",
        "their list should stay short",
    )


def test_what_is_left_alone_stays_as_it_is():
    """`…, don't touch them` keeps what the sentence speaks of; a pronoun names nothing."""  # FR-029
    assert (
        left_alone("The old rows (1998) are wrong, don't touch them.")
        == "The old rows stay as they are"
    )
    assert (
        left_alone("The till has its own rule, please leave it alone") == "The till stays as it is"
    )
    assert left_alone("It is wrong, don't touch it") == ""
    assert left_alone("The old rows are wrong") == ""
