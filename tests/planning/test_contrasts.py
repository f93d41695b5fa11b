"""Ways that a text sets side by side, wishes without a thing, and blanks: what is asked and what is not."""

from __future__ import annotations

import pytest

from bot.planning.analysis import analyse
from bot.planning.clarify import clarify
from bot.planning.contrasts import sided
from bot.planning.proposal import Intent
from bot.planning.reading import read
from bot.planning.rivals import unchosen
from bot.planning.woolly import woolly
from tests.planning.requests import brief


def ways(body: str, title: str = "Something") -> tuple[str, ...]:
    return sided(body, read(title, body))


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            "**A. per address** - easy, proxies suffer\n**B. per account** - fair, guests need a rule",
            ("per address", "per account"),
        ),
        (
            "a) hide the goods b) grey them out c) a waiting list. Any of these is about a day. Thoughts?",
            ("hide the goods", "grey them out", "a waiting list"),
        ),
        (
            "Options on the table: locking for a quarter of an hour; a merge view. It must work on tablets.",
            ("locking for a quarter of an hour", "a merge view"),
        ),
        (
            "What becomes of the bookings?\n\nCancel and refund / move to another boat / leave them.",
            ("Cancel and refund", "move to another boat", "leave them"),
        ),
        (
            "Round each line or only the total. The difference is up to 4 cents.",
            ("Round each line", "the total"),
        ),
        (
            "TOML:\n```toml\na = 1\n```\nJSON:\n```json\n{}\n```\nTOML has remarks, JSON is there already.",
            ("TOML", "JSON"),
        ),
    ],
)
def test_ways_side_by_side_are_the_options(body, found):
    """Letters, strokes, blocks and halves of a sentence become the ways of one question."""  # S1.2
    assert ways(body) == found


@pytest.mark.parametrize(
    "body",
    [
        "Either the name or the number must be given, otherwise 400.",
        "`--sep` takes `;` or `,`, anything else is an error.",
        "Plan A: 3 projects. Plan B: 30 projects.",
        "**a** - next picture\n**b** - previous picture",
        "~~a) a list that grows, cheap~~\nb) pages, more work",
        "Newest or oldest first, it does not matter, pick one.",
        "a) hide it, easy\nb) grey it out, chosen on Tuesday",
    ],
)
def test_conditions_names_and_what_was_taken_are_no_ways(body):
    """What holds together, is a key, was struck out or is left to the builder is no choice."""  # S1.2
    assert not ways(body)


FORM = "### Proposed solution\n\nA stack of 20 steps.\n\n### Alternatives considered\n\n"


def test_an_alternative_that_something_speaks_for_is_open():
    """Where a form tells only good of the alternative, the question names both by their words."""  # S1.2
    body = FORM + "A button that saves at the end. The server stays as it is."
    [doubt] = unchosen(brief("Undo", body).request, read("Undo", body))

    assert [w.label for w in doubt.ways] == [
        "A stack of 20 steps",
        "A button that saves at the end",
    ]


@pytest.mark.parametrize(
    "told",
    [
        "A save button, simpler, but overkill for us.",
        "None that I know of.",
        "I use a script right now, which needs no update.",
        "A save button.",
    ],
)
def test_an_alternative_that_was_put_aside_is_none(told):
    """What is held against it, or nothing for it, leaves the solution as it is."""  # S1.2
    body = FORM + told
    assert not list(unchosen(brief("Undo", body).request, read("Undo", body)))


@pytest.mark.parametrize(
    ("title", "body"),
    [
        (
            "Onboarding overwhelms helpers",
            "Half of them stop early. It ought to be lighter and warmer.",
        ),
        ("The form is too long", "People come in person after all. It should be friendlier."),
        (
            "The API needs love",
            "It grew for years and it shows. Let's bring it to today's standards.",
        ),
        ("Checkout feels untrustworthy", "It should look serious and give people confidence."),
    ],
)
def test_a_complaint_and_qualities_alone_are_asked_about(title, body):
    """Nobody can build `warmer`: what should change is asked."""  # S1.2
    assert list(woolly(read(title, body), Intent.FEATURE))


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("The form is too long", "It should be shorter: drop the field fax."),
        ("Settings are confusing", "They should be clearer: group them under four headings."),
        ("Nicer tables", "- [ ] numbers on the right"),
        ("The list is too slow", "It should open within 2 s."),
    ],
)
def test_an_act_or_a_number_is_a_beginning(title, body):
    """What can be done or held against a number is planned."""  # S1.2
    assert not list(woolly(read(title, body), Intent.FEATURE))


def asked(body: str, title: str = "Add the relay") -> str:
    source, reading = brief(title, body), read(title, body)
    intent = analyse(source.request, reading, ()).intent
    return " ".join(q.question for q in clarify(source, reading, intent).questions)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (
            'Settings:\n\n```\nHOST = "???"   # Ann has it\nUSER = "x1"\nDIR = "/in/..."\n```',
            "HOST, DIR",
        ),
        ("Free plans may upload __ MB, teams 2 GB.", "MB"),
        ("Wait X seconds, then mark it as stuck.", "seconds"),
        ("The list of article groups is with our accountant.", "article groups"),
        ("I don't know yet where it can run and who pays.", "where it can run"),
    ],
)
def test_blanks_are_asked_for_by_name(body, named):
    """A placeholder, a letter, or who holds the thing: the question names what is missing."""  # S1.2
    assert named in asked(body)


@pytest.mark.parametrize(
    "body",
    [
        'Add `config.example.toml`:\n\n```toml\nhost = "<your host>"\n```\n',
        '| plan | requests |\n|---|---|\n| free | 30 |\n| firm | - |\n\n"-" means no limit.',
    ],
)
def test_examples_and_marks_with_a_meaning_are_no_blanks(body):
    """A template is made of placeholders, and a dash can be a value."""  # S1.2
    assert not asked(body, "Add the file")
