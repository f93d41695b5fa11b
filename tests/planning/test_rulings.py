"""Sentences that take one way, leave it to what is there, or weigh two ways against each other."""

from __future__ import annotations

import pytest

from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.rulings import compares, does, leaves_to_repository, rules, takes_one
from bot.planning.softness import soft
from bot.planning.undecided import undecided


@pytest.mark.parametrize(
    "sentence",
    [
        "Take that.",
        "A dot, an arrow or a word; take what is easiest to draw.",
        "There is a page on it, so follow it.",
        "Could be a file or a table - do as the importer does.",
        "Use whatever we have already.",
        "Just stick to that.",
        "Make it a sibling of the other switch.",
    ],
)
def test_takes_one(sentence):
    """A sentence that tells to take a way, or to do as something does, ends the choice."""  # S1.3
    assert takes_one(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Should we follow it?",
        "It takes the first row.",
        "We can take it from the table.",
        "Nobody knows what the importer does.",
    ],
)
def test_takes_none(sentence):
    """What a program takes, and a question, ends no choice."""  # S1.3
    assert not takes_one(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Each in its own file, like `export` does it.",
        "Whatever the printer has for labels.",
        "It does, same rule as in the calendar.",
        "Rule 12 of the handbook is still valid.",
    ],
)
def test_as_already(sentence):
    """What is done already somewhere settles how it is done here."""  # S1.3
    assert leaves_to_repository(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "With the first the hall pays twice, with the second some guests wait.",
        "With tags a page has many places; with folders it has one.",
        "The first is quick, but the second one survives a power cut.",
        "With mail nobody sees it in time, but with a call somebody is woken up.",
    ],
)
def test_compares(sentence):
    """A sentence that gives each way its price takes none, and shows that one is to be chosen."""  # S1.3
    assert compares(sentence)
    body = f"We talked about the two of them.\n\n{sentence}"
    assert list(undecided(read("Waiting list of the sauna", body), Intent.FEATURE))


@pytest.mark.parametrize(
    "sentence",
    [
        "With this switch the page opens, with all its pictures.",
        "The first line is the header, the second the data.",
        "The first request gets 200 and the second request gets 304.",
        "Works with Postgres and with SQLite.",
    ],
)
def test_compares_nothing(sentence):
    """Lines, requests and what works together are no ways to choose from."""  # S1.3
    assert not compares(sentence)


@pytest.mark.parametrize(
    "body",
    [
        "Two routes: a mail to everybody, or a note on the door.",
        "Three candidates: wood, steel, or stone.",
        "Possible: a badge, a sound, or a coloured line.",
        "Either the gate stays shut, or the guard opens it by hand.",
    ],
)
def test_ways_told(body):
    """Ways that are counted, listed as possible or set against each other are open."""  # S1.3
    assert list(undecided(read("Visitors after eight", body), Intent.FEATURE))


def test_letter():
    """A comment that begins with the letter of a way takes it."""  # S1.3
    assert rules("(a).", "(a).")
    assert rules("B, please.", "B, please.")
    assert not rules("A good question to start with.", "A good question to start with.")


def test_told_as_a_fact():
    """A maintainer who tells what we do, in the words of the choice, has decided it."""  # S1.3
    about = "Either we refuse long names, or we shorten them."

    assert does("We shorten: first 40 characters.", about)
    assert not does("We could shorten them.", about)
    assert not does("We talked about long names.", about)


def test_soft_criteria():
    """Boxes that only name a quality or a small amount can be checked by nobody."""  # S1.3
    boxes = ("few steps per visit", "signs are readable in the rain", "nobody gets lost")
    body = "\n".join(f"- [ ] {b}" for b in boxes)

    assert list(soft(read("Guide through the museum", body)))
    measured = body.replace("few steps", "3 steps").replace("in the rain", "from 4 m")
    assert not list(soft(read("Guide through the museum", measured)))
