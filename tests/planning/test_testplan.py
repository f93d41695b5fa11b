"""At least one intended test for every criterion."""

from __future__ import annotations

from bot.domain.artifacts import PlannedTests
from bot.planning.testplan import plan_tests, uncovered
from tests.planning.requests import brief, plan_of, the_plan


def test_kinds_of_tests():
    """Given/When/Then becomes Gherkin, an interface integration, the rest unit, documents a note."""  # S1.2
    tests = plan_tests(the_plan())

    assert tests.gherkin_scenarios == (
        "Scenario: The file contains only the header\n"
        "  Given no orders in the chosen month\n"
        "  When the export runs\n"
        "  Then the file contains only the header",
    )
    assert tests.integration_test_intent == (
        "`tests/test_admin.py`: Export orders as a file: Only administrators can export",
        "`tests/test_admin.py`: Export orders as a file: They should be able to export them from the "
        "admin page",
    )
    assert len(tests.unit_test_intent) == 4
    assert "docs/admin.md" in (tests.notes or "")


def test_every_criterion_is_covered_and_a_gap_is_seen():
    """Taking one test away shows which criterion lacks it."""  # S1.7
    plan = the_plan()
    tests = plan_tests(plan)
    fewer = tests.model_copy(update={"integration_test_intent": ()})

    assert uncovered(plan, tests) == ()
    assert [c.text for c in uncovered(plan, fewer)] == [
        "Only administrators can export",
        "They should be able to export them from the admin page",
    ]
    assert len(uncovered(plan, PlannedTests())) == 6


def test_a_plan_of_documents_still_intends_something():
    """No plan goes without any intended test."""  # S1.7
    assert plan_of(brief("Docs: explain the export", "")).tests


def test_each_outcome_of_a_scenario_is_checked():
    """What a scenario ends in is intended one by one, where it is more than one thing."""  # S1.2
    body = (
        "Given a closed month\nWhen a clerk books into it\n"
        "Then the booking is refused\nAnd nothing is stored at all"
    )

    told = plan_of(brief("Closed months stay closed", body)).tests.unit_test_intent

    assert {"The booking is refused", "Nothing is stored at all"} <= set(told)
