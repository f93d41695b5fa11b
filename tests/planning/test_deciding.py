"""Where the choice between several places begins, and how it is checked."""

from __future__ import annotations

import pytest

from bot.planning.analysis import analyse
from bot.planning.behaviour import behaviour
from bot.planning.deciding import checked, elsewhere, start
from bot.planning.grounds import Grounds
from bot.planning.reading import read
from bot.planning.shown import shown
from bot.planning.work import Work
from tests.planning.test_pointed import looked


def work(title: str, body: str) -> Work:
    """Work on an issue whose places are not told."""
    asked, reading = looked(title, body), read(title, body)
    return Work(
        analyse(asked.request, reading, asked.tree.paths),
        (),
        (),
        (),
        Grounds((), tested=(("src/mail.py", "tests/test_mail.py"),)),
        asked.tree,
        behaviour=behaviour(reading),
        example=shown(reading),
        reading=reading,
    )


@pytest.mark.parametrize(
    ("title", "body", "begins"),
    [
        ("Mail is lost", "```python\n# send it\nadmin.mail(1)\n```\n", "`admin.mail(1)`, the call"),
        ("Mail is lost", "```\n$ shop mail\n```\n", "`shop mail`"),
        ("Provide a way to sort", "As `join_orders()` does.", "`join_orders()`, which is of"),
        ("Allow the mail to set 'future'", "Admins want it.", "the code that reads `future`"),
        ("Mail is lost", "Hi, it is lost today.", "“Mail is lost”"),
    ],
)
def test_the_choice_begins_at_something_to_run_or_to_find(title, body, begins):
    """A call, a command, its like or a setting; no comment and no greeting."""  # FR-019
    assert start(work(title, body)).startswith(begins)


def test_the_check_fits_the_kind_of_work():
    """Of a fault every part of the example counts, of a wish its like or every criterion."""  # FR-019
    assert "Every part" in checked(work("Mail is lost", "It crashes."))
    assert "its like" in checked(work("Provide a way to sort", "As `join_orders()` does."))
    assert "Every criterion" in checked(work("Support two mails", "Both should work."))


def test_several_places_may_change():
    """What was found beside the first place is changed as well, with its tests."""  # FR-019
    told = elsewhere(work("Mail is lost", "It crashes."))

    assert "too, or instead" in told
    assert "its own tests" in told
