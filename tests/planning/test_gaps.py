"""Values that are not there."""

from __future__ import annotations

import pytest

from bot.planning.gaps import gap_in
from bot.planning.openings import promised


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("Retention period: TBD", "What is the retention period?"),
        ("The maximum size is still to be determined.", "What is the maximum size?"),
        ("Rate limit: ???", "What is the rate limit?"),
        ("Limit: TBD per minute.", "What is the limit?"),
        ("We don't have the API key yet.", "How should the work go on without the API key?"),
        ("Pay through a payment gateway.", "Which payment gateway should be used?"),
    ],
)
def test_absent(sentence, question):
    """The question names what is absent."""  # S1.3
    gap = gap_in(sentence)

    assert gap is not None
    assert gap.question.lower() == question.lower()


@pytest.mark.parametrize(
    "sentence",
    [
        "Retention period: 30 days",
        "The API key is missing from the header.",
        "Pay through a payment gateway such as Stripe.",
        "The board shows taken by X since noon.",
        "A switch that ends the tour after N stops.",
        "It runs after 5 days.",
        "Why does it fail??",
        "Use the provider pattern.",
        "TODO comments are shown in the list.",
    ],
)
def test_present(sentence):
    """Values, faults that speak of missing things, and named providers are no gaps."""  # S1.3
    assert gap_in(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "open_"),
    [
        ("The colour of the tram is not yet known.", True),
        ("The colour of the tram is not yet known, so leave it out here.", False),
        ("A rule for groups is still pending; please leave those aside.", False),
    ],
)
def test_what_is_put_aside_is_not_waited_for(sentence, open_):
    """An unknown that the author leaves out of the work is none."""  # S1.3
    assert bool(promised(sentence)) is open_
