"""What only surrounds a wish: greetings, motives, history, other products, and ways not taken."""

from __future__ import annotations

from typing import Any

import pytest

from bot.flow.files import printed
from bot.planning.assertable import plainly
from bot.planning.background import is_background, other_ways
from bot.planning.builtin import propose
from bot.planning.reading import read
from bot.planning.sections import Part
from tests.planning.requests import SHOP, brief


@pytest.mark.parametrize(
    "text",
    [
        "Hi, my program takes at most three names",
        "I see there is a `NoNames` check already",
        "We use this in Acme's billing in a number of places",
        "Before we were using another tool, which allows to do this out of the box",
        "to sort the picture's name in our log-pipeline",
        "this is most visible with large numbers",
        "This type can be signed or unsigned",
        "In some cases the parser accidentally inserts `--` into the arguments",
        "The list is wrongly sorted by name",
        "After a minute we set `shown = false` and go to the page again",
        "First I open the report",
    ],
)
def test_what_surrounds_a_wish_is_no_criterion(text):
    """Greetings, motives, history and other products want nothing of this project."""  # FR-029
    assert is_background(text)


@pytest.mark.parametrize(
    "text",
    [
        "The type can be signed",
        "Users can export our catalogue",
        "The parser allows this",
        "The parser no longer accidentally inserts a dash",
        "A wrongly typed name should be refused",
        "When I open the report, then the total is shown",
    ],
)
def test_what_is_wanted_stays(text):
    """A statement about the project may be a criterion."""  # FR-029
    assert not is_background(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I want to block users from it", "Block users from it"),
        ("can we add a new check of the list", "Add a new check of the list"),
        ("users were able to sort the list", "users can sort the list"),
        ("I guess the change is small by adding the id to it", "Add the id to it"),
    ],
)
def test_a_wish_in_other_words(text, plain):
    """What is asked for is said as an instruction or as what is possible."""  # FR-029
    assert plainly(text) == plain


def test_of_two_ways_the_first_is_taken():
    """What the author offers beside it is an assumption and no second condition."""  # FR-029
    body = (
        "- Ideally, `cart.old` should be deprecated. But we could also continue using `cart.old`.\n"
    )
    proposal: Any = propose(brief("Configure the cart for each shop", body, SHOP))
    found = printed(proposal)
    texts = [c["text"] for t in found["plan"]["tasks"] for c in t["acceptanceCriteria"]]

    assert any("deprecated" in t for t in texts)
    assert not any("continue" in t for t in texts)
    assert other_ways(read("", body).passages) == ("But we could also continue using `cart.old`.",)
    assert any("continue" in a for a in proposal.assumptions)


def test_a_list_of_what_else_is_possible_is_no_list_of_wishes():
    """The ways that the author did not propose are no criteria."""  # FR-029
    body = "### Solution\n\nRead `b`.\n\n### Alternative Solutions\n\nWhat else is possible:\n- keep `a`\n"
    found = [p.part for p in read("Show b", body).passages if "keep" in p.text]

    assert found == [Part.ALTERNATIVES]
