"""Open choices, taken apart into ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.planning.choices import choice_in

TELLING = [
    "should",
    "could",
    "be",
    "the",
    "file",
    "or",
    "either",
    ",",
    "?",
    "in",
    "a",
    "we",
    "CSV",
    "add",
    "vs",
    "between",
    "and",
]
FOUND = [
    ("The file could be CSV or XLSX.", ("CSV", "XLSX"), "The file should be CSV"),
    ("Should the button be red or blue?", ("Red", "Blue"), "The button should be red"),
    (
        "Should we store sessions in Redis or in Postgres?",
        ("In Redis", "In Postgres"),
        "We should store sessions in Redis",
    ),
    (
        "It's unclear if the API should return 404 or an empty list.",
        ("404", "An empty list"),
        "The API should return 404",
    ),
    (
        "Either add a flag or change the default.",
        ("Add a flag", "Change the default"),
        "add a flag",
    ),
    ("Which currency should we use, EUR or USD?", ("EUR", "USD"), "EUR"),
    ("We haven't decided between Stripe and Adyen.", ("Stripe", "Adyen"), "Stripe"),
    (
        "The token could be kept in a cookie, in local storage or in memory.",
        ("In a cookie", "In local storage", "In memory"),
        "The token should be kept in a cookie",
    ),
    (
        "We need to decide whether old links keep working or redirect to the new page.",
        ("Keep working", "Redirect to the new page"),
        "Old links should keep working",
    ),
    ("I'm not sure whether to retry or to fail fast.", ("Retry", "Fail fast"), "retry"),
]


@pytest.mark.parametrize(("sentence", "ways", "stated"), FOUND, ids=[f[0][:30] for f in FOUND])
def test_ways_are_cut_to_what_makes_them_different(sentence, ways, stated):
    """Labels are short and parallel; the first way can be stated as a requirement."""  # FR-067
    choice = choice_in(sentence)

    assert choice is not None
    assert choice.ways == ways
    assert choice.stated[0] == stated
    assert choice.question.endswith("?")


@given(st.text(max_size=700))
def test_any_sentence_is_read_without_fault(text):
    """No sentence breaks the reading; ways are never empty and never one."""  # FR-068
    choice = choice_in(text, text)

    assert choice is None or (2 <= len(choice.ways) <= 5 and all(w.strip() for w in choice.ways))


@given(st.lists(st.sampled_from(TELLING), max_size=25).map(" ".join))
def test_word_salad_is_read_without_fault(text):
    """Even odd orders of the telling words give sound choices or none."""  # FR-068
    choice = choice_in(text)

    assert choice is None or (2 <= len(choice.ways) <= 5 and len(choice.stated) == len(choice.ways))
