"""A criterion as the statement of what holds."""

from __future__ import annotations

import pytest

from bot.planning.assertions import asserted, participle
from tests.planning.requests import brief, plan_of


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("skip a file that can't be read", "A file that can't be read is skipped"),
        ("Log a warning with its name", "A warning is logged with its name"),
        ("make mails go through `common/dates`", "Mails go through `common/dates`"),
        ("On touch screens show the last cell", "On touch screens, the last cell is shown"),
        ("Please leave the old option alone", "The old option is left alone"),
        ("never delete the newest dump", "The newest dump is never deleted"),
        ("don't ask the service for anything", "The service is not asked for anything"),
        ("Let me set the port of the page", "The port of the page can be set"),
        ("Get rid of the wrapper", "The wrapper is removed"),
        ("Add a flag for quiet runs", "There is a flag for quiet runs"),
        ("Unknown ids: keep them", "Unknown ids are kept"),
        ("make sure that nothing is lost", "Nothing is lost"),
        ("Excused ones count neither way (3 of 4 -> 1.0)", "Excused ones count neither way"),
        ("Prefix scan", "Prefix scan"),
        ("The list is sorted by date", "The list is sorted by date"),
        ("moveTo keeps the angle", "moveTo keeps the angle"),
    ],
)
def test_an_order_is_told_as_what_is_so_afterwards(text: str, told: str):
    """Orders become passive, brackets and reasons go; what is a statement already stays."""  # FR-070
    assert asserted(text) == told


@pytest.mark.parametrize(
    ("verb", "done"),
    [("skip", "skipped"), ("write", "written"), ("store", "stored"), ("retry", "retried"),
     ("show", "shown"), ("export", "exported"), ("permit", "permitted")],
)  # fmt: skip
def test_participles(verb: str, done: str):
    """Regular and irregular verbs."""  # FR-070
    assert participle(verb) == done


def test_planned_tests_are_named_by_their_criteria():
    """A test is called what its criterion says; one file of tests is not repeated."""  # FR-070
    body = "Broken rows stop the import.\n\n## Acceptance criteria\n- skip rows that have no id (see log)\n"
    tests = plan_of(brief("Import goes on behind broken rows", body)).tests

    told = (*tests.unit_test_intent, *tests.integration_test_intent)
    assert any(t.endswith("skip rows that have no id (see log)") for t in told)
