"""What a test of a repair shows beside the criteria."""

from __future__ import annotations

import pytest

from bot.planning.analysis import analyse
from bot.planning.behaviour import behaviour
from bot.planning.criteria import needs
from bot.planning.derived import gone, regained
from bot.planning.reading import read
from tests.planning.requests import brief

CODE = (
    "`Pager.open()` gets a `TextIO` with a real `.buffer`, and `Pager.write()` takes a plain file. "
    "The pages come out empty."
)


def shown(title: str, body: str) -> tuple[str, ...]:
    reading = read(title, body)
    analysis = analyse(brief(title, body, labels=frozenset({"bug"})).request, reading, ())
    return gone(analysis, behaviour(reading), reading)


@pytest.mark.parametrize(
    "today",
    ["This will correctly escape the path.", "It should show as required.", "Even now it works."],
)
def test_what_is_right_today_is_no_symptom(today):
    """What a report calls right, or wants, is not said to be gone."""  # FR-029
    assert not any(
        text.startswith("No longer") for text in shown("Escaped twice", f"### Actual\n\n{today}")
    )


def test_a_symptom_is_gone():
    """What comes out today is shown to come out no more."""  # FR-029
    told = shown("Wrong sum", "### Actual\n\nThe list shows the sum of last month.")

    assert "No longer: the list shows the sum of last month" in told


def test_an_order_in_a_title_is_done_and_no_fault():
    """`Improve the wording` wants it improved: nothing stops to happen."""  # FR-029
    assert (
        regained("Improve the wording of the message") == "The wording of the message is improved"
    )


def test_how_code_is_today_is_no_criterion_of_its_repair():
    """Who explains a fault by the code tells how it is."""  # FR-029
    reading = read("Pages are empty", CODE)
    analysis = analyse(brief(reading.title, CODE, labels=frozenset({"bug"})).request, reading, ())

    assert not any("real" in n.text or "plain file" in n.text for n in needs(reading, analysis, ()))
