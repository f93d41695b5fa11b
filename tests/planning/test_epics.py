"""Epics: what counts as several stories, and what only looks so."""

from __future__ import annotations

import pytest

from bot.planning.epics import stories
from bot.planning.reading import read
from tests.planning.requests import brief

LETTERS = "A. in the browser\nB. in a table of its own\nC. in the session\nD. as unpublished posts"


def told(title, body):
    return stories(brief(title, body).request, read(title, body))


def test_lettered_parts_are_stories_one_each():
    """Each letter opens a story that ends with its line."""  # S1.3
    assert told("Drafts, second round", f"The plan:\n\n{LETTERS}\n\nA before all.") == (
        "in the browser",
        "in a table of its own",
        "in the session",
        "as unpublished posts",
    )


def test_lettered_options_are_no_stories():
    """Letters before alternatives ask for a choice."""  # S1.3
    assert told("Where to store drafts", f"Options:\n\n{LETTERS}") == ()


PARTS = (
    "A choir gets a page of its own with a code to join. Singers see the rehearsals of their choir and "
    "nothing else. The conductor can hand out scores, which disappear after the concert. A mail goes out "
    "on the day before. Guests read the programme without an account."
)


@pytest.mark.parametrize(
    "said",
    [
        "I would like it broken down into pieces one can review.",
        "This is too much for one ticket, cut it up as you like.",
        "Please split all of this into slices.",
        "I don't expect one person to do it all.",
        "Das ist zu viel für ein Ticket.",
        "C'est plus qu'un ticket.",
        "Es demasiado para una sola tarea.",
    ],
)
def test_who_wants_it_cut_up_calls_it_an_epic(said):
    """In whatever words somebody says that it is too much for one, its sentences are the stories."""  # S1.3
    assert len(told("Choirs", f"{said}\n\n{PARTS}")) >= 4
    assert told("Choirs", PARTS) == ()


def test_where_to_start_is_no_first_part():
    """`Start with …` at the end tells the order, and what stands before it are the parts."""  # S1.3
    body = f"It is far too big for one go.\n\n{PARTS}\n\nStart with the page, the rest hangs on it."

    assert len(told("Choirs", body)) >= 4


def test_the_label_tracking_alone_is_no_epic():
    """A label that also names the following of people needs more pieces than three items."""  # S1.3
    body = "- column with the last visit\n- export of visits\n- on for all lists"

    assert stories(brief("Visits", body, labels=("tracking",)).request, read("Visits", body)) == ()


def test_a_big_thing_is_no_big_task():
    """`The big one` names a thing; only `a big one` says that the task is big."""  # S1.3
    assert told("Crash on ward 5", f"It is the gateway of ward 5, the big one.\n\n{PARTS}") == ()
