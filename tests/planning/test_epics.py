"""Epics: what counts as several stories, and what only looks so."""

from __future__ import annotations

import pytest

from bot.planning.epics import stories
from bot.planning.reading import read
from tests.planning.requests import brief, comment

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
        "Each of these is a release of its own.",
        "Every part is two months of work for Ida, so not all in one branch.",
        "None of this fits in one go.",
        "This is more than one piece of work.",
        "It needs a couple of larger pieces.",
        "We would roll it out piece by piece.",
        "Each part ships on its own.",
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


@pytest.mark.parametrize(
    "said",
    [
        "Singers want to hand in more than one score at a time.",
        "The bug is in three releases since.",
        "Each line is sent on its own.",
        "Every mail is a reminder of its own kind.",
    ],
)
def test_a_number_of_things_is_no_number_of_plans(said):
    """`More than one`, `three releases`, `each` count what the program handles, not the work."""  # S1.3
    assert told("Choirs", f"{said}\n\n{PARTS}") == ()


def test_who_decides_may_call_it_an_epic():
    """An owner who wants it cut up makes it one; a stranger does not."""  # S1.3
    word = "Yes. Please cut it into pieces that we can ship one by one."
    heard = [
        stories(
            brief("Choirs", PARTS, comments=(comment(word, "cy", role),)).request,
            read("Choirs", PARTS),
        )
        for role in ("OWNER", "NONE")
    ]

    assert len(heard[0]) >= 4
    assert heard[1] == ()


def test_a_label_about_size_is_a_word_like_others():
    """`big` needs four pieces, as a sentence does."""  # S1.3
    assert len(stories(brief("Choirs", PARTS, labels=("big",)).request, read("Choirs", PARTS))) >= 4
    short = "- a page\n- a code\n- a mail"
    assert stories(brief("Choirs", short, labels=("big",)).request, read("Choirs", short)) == ()
