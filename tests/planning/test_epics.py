"""Epics: what counts as several stories, and what only looks so."""

from __future__ import annotations

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
