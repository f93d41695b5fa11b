"""What must hold in the end."""

from __future__ import annotations

import pytest

from tests.planning.requests import brief, plan_of


def criteria(title: str, body: str):
    return [c for t in plan_of(brief(title, body)).plan.tasks for c in t.acceptance_criteria]


@pytest.mark.parametrize(
    ("title", "body", "text"),
    [
        (
            "Sort orders",
            "## Acceptance criteria\n* Newest first\n\nSome prose that must not count.",
            "Newest first",
        ),
        ("Sort orders", "## Requirements\nNewest come first.", "Newest come first"),
        ("Sort orders", "- [ ] newest first", "newest first"),
        (
            "Sort orders",
            "The list must show the newest first.",
            "The list must show the newest first",
        ),
        ("Orders are unsorted", "### Expected behavior\nNewest first.", "Newest first"),
        (
            "Sort orders",
            "When the list opens, then the newest is first.",
            "When the list opens, then the newest is first",
        ),
        ("Sort orders", "", "“Sort orders” works"),
        ("Fix the order list", "", "The order list is fixed"),
    ],
)
def test_where_criteria_come_from(title, body, text):
    """Explicit ones, else what must be, else what follows from the kind of work."""  # FR-052
    assert criteria(title, body)[0].text == text


def test_what_only_a_reader_can_judge_is_not_flagged_for_a_test():
    """Criteria about documents carry no test flag."""  # FR-055
    found = criteria("Sort orders", "## Acceptance criteria\n- Newest first\n- The README says so")

    assert [(c.text, c.test) for c in found][:2] == [
        ("Newest first", True),
        ("The README says so", False),
    ]


def test_the_same_criterion_counts_once():
    """Repeated criteria are one."""  # FR-053
    found = criteria("Sort orders", "## Acceptance criteria\n- Newest first\n- newest FIRST.\n")

    assert [c.text for c in found if "ewest" in c.text] == ["Newest first"]
