"""A criterion as the statement of what holds."""

from __future__ import annotations

import pytest

from bot.planning.assertions import asserted, participle
from bot.planning.derived import _done
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Split carts.ts by kind", "carts.ts is split by kind"),
        ("Clean up carts.ts", "carts.ts is cleaned up"),
        ("Take the tax rules out of the basket", "The tax rules are taken out of the basket"),
        ("Show how old a row is", "It is shown how old a row is"),
        ("Tell people why a row is late", "People are told why a row is late"),
        ("Delete drafts automatically", "Drafts are deleted automatically"),
        ("Stop using globals for money", "Globals are no longer used for money"),
        ("Let editors mute a thread", "Editors can mute a thread"),
        ("Show the words per minute of a talk", "The words per minute of a talk are shown"),
        ("Remove /v2/rows/:id/raw", "/v2/rows/:id/raw is removed"),
        ("Silence level per room", "Silence level per room"),
        ("Resume of broken copies", "Resume of broken copies"),
        ("Filter step takes the host down", "Filter step takes the host down"),
        ("Pin the jobs, drop the token", "Pin the jobs, drop the token"),
    ],
)
def test_an_order_keeps_its_edges(text: str, told: str):
    """Where its object ends; a noun at the head, or two orders in one, are not turned."""  # FR-070
    assert asserted(text) == told


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Get net calls out of the views", "“Get net calls out of the views” is done"),
        ("mail job waits for ever, host is gone", "mail job no longer waits for ever"),
        (
            "Sums live in four places of the shop",
            "“Sums live in four places of the shop” is settled as the issue asks",
        ),
        ("One clock instead of two", "There is one clock instead of two"),
        ("Clock should use ticks", "Clock should use ticks"),
    ],
)
def test_work_without_an_order_is_not_said_to_be_done(title: str, told: str):
    """Of a chore or a refactoring whose title complains or names what there will be."""  # FR-052
    assert _done(title) == told
