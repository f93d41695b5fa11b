"""Wishes without a measure that come from something seen."""

from __future__ import annotations

import pytest

from tests.planning.test_examples import answer

ASKED = "Where does it show today"


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (
            "Smarter suggestions",
            "The suggestions should be smarter. It offers me the wrong dishes.",
        ),
        ("Nicer waiting room screen", "It should be nicer. Patients complain about it every day."),
        ("Make the map better", "The map should be better, on the tram it is too slow for us."),
        (
            "More intuitive booking",
            "It should be more intuitive. Guests say they give up, we hear.",
        ),
    ],
)
def test_what_was_seen_is_asked_for(title, body):
    """Whoever tells that something is bad today has seen an example, and is asked for it."""  # S1.3
    given = answer({"title": title, "body": body, "labels": []})

    assert any(q["question"].startswith(ASKED) for q in given["questions"])
    assert {"AC_AMBIGUOUS", "MISSING_INPUT"} <= set(given["reasonCodes"])


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Nicer buttons", "The buttons should be nicer and more modern."),
        (
            "Smarter suggestions",
            "It offers me the wrong dishes:\n\n- soup in July\n- should be smarter about pork",
        ),
        ("Faster search", "Searching `rye` takes 4 s, too slow. It must take less than 300 ms."),
    ],
)
def test_nothing_seen_or_all_told(title, body):
    """A mere taste has no example; one that is told is not asked for."""  # S1.3
    given = answer({"title": title, "body": body, "labels": []})

    assert not any(q["question"].startswith(ASKED) for q in given["questions"])
