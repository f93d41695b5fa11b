"""What six kinds of requests show in a plan: where a trace ends, what must stay, and what was decided."""

from __future__ import annotations

import pytest

from bot.planning.repository.mentions import Names, frames
from bot.planning.words import capital
from tests.planning.requests import answered, brief, plan_of, questions_of

TRACE = """\
Traceback (most recent call last):
  File "shop/orders.py", line 3, in export
    rows(month)
  File "shop/orders.py", line 9, in rows
    raise ValueError
ValueError
"""


def said(found):
    """The criteria and the steps of a plan, in words."""
    tasks = found.plan.tasks
    return (
        [c.text for t in tasks for c in t.acceptance_criteria],
        [s.description for t in tasks for s in t.steps],
    )


def test_the_place_of_a_fault_is_where_its_trace_ends():
    """Of two frames in one file the innermost is named: in Python the last one, elsewhere the first."""
    names = Names(("shop/orders.py", "shop/orders.js"))
    script = "Error: no\n    at rows (shop/orders.js:9:3)\n    at export (shop/orders.js:3:1)\n"

    assert frames(TRACE, names) == {"shop/orders.py": 9}
    assert frames(script, names) == {"shop/orders.js": 9}


def test_each_answer_leads_to_criteria_and_steps_of_its_own():
    """What was chosen stands beside what was not, in a criterion with a test of its own, and in a step."""
    request = brief()
    rest = "A" * (len(questions_of(request).questions) - 1)
    plans = {pick: plan_of(answered(request, pick + rest)) for pick in "AB"}
    (one, step), (other, last) = map(said, plans.values())

    assert "CSV, not XLSX" in one and "XLSX, not CSV" in other
    assert any("(CSV" in told for told in step) and any("(XLSX" in told for told in last)
    assert any("XLSX, not CSV" in test for test in plans["B"].tests.unit_test_intent)


@pytest.mark.parametrize(
    "told", ["Expected: The page opens for everybody", "**Expected:** The page opens for everybody"]
)
def test_what_is_expected_in_one_line_is_a_criterion(told):
    """A label that opens a paragraph, bold or not, says what the paragraph is."""
    criteria, _ = said(plan_of(brief("Page crashes in `shop/orders.py`", f"It fails.\n\n{told}")))

    assert criteria == ["The page opens for everybody"]


def test_what_must_not_change_is_a_criterion():
    """Limits that stand in prose are kept as those in a list are, beside what is wanted."""
    body = "Move the rows out of `shop/orders.py`.\n\n## Constraints\n\nThe address stays the same."
    criteria, _ = said(plan_of(brief("Split the orders", body)))

    assert criteria == ["Split the orders", "The address stays the same"]


def test_a_test_in_another_language_has_all_its_words():
    """Letters that Python's tests seldom use lose their marks; no word is left out."""
    found = plan_of(
        brief(
            "Aufräumen",
            "In `shop/orders.py`.\n\n## Akzeptanzkriterien\n- Die Nachricht wird gelöscht\n",
        )
    )

    assert any("die_nachricht_wird_geloscht" in text for text in found.tests.unit_test_intent)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("make it so", "Make it so"), ("don't stop", "Don't stop"), ("read_file fails", None),
     ("shop/orders.py is slow", None), ("parseSize fails", None), ("i18n is missing", None)],
)  # fmt: skip
def test_names_from_code_keep_their_first_letter(text, shown):
    """A sentence begins with a capital; a name that code spells otherwise stays as it is."""
    assert capital(text) == (shown or text)
