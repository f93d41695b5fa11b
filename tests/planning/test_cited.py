"""Rules that an issue quotes from a document, and scenarios and headings in the forms people write."""

from __future__ import annotations

import pytest

from bot.planning.cited import rule, rules_cited
from bot.planning.reading import read
from bot.planning.reckoned import reckoned
from bot.planning.scenarios import shouted
from bot.planning.sections import Part, part_of
from tests.planning.requests import brief, plan_of


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'docs/loans.md: "a copy that is on hold cannot be renewed".',
            "A copy that is on hold cannot be renewed",
        ),
        (
            'README, "Fines": "no fine is taken for the first three days".',
            "No fine is taken for the first three days",
        ),
        (
            'The manual says "a lost card is blocked at once", that is what I want.',
            "A lost card is blocked at once",
        ),
        (
            "docs/shelves.md has it: without a shelf mark the copy goes to the counter.",
            "Without a shelf mark the copy goes to the counter",
        ),
    ],
)
def test_a_rule_quoted_from_a_document_is_told_without_its_place(text, said):
    """What must hold is the rule, not that a page says it."""  # FR-029
    assert rule(text) == said


@pytest.mark.parametrize(
    "text",
    [
        'Does docs/loans.md say "a copy that is on hold cannot be renewed"?',
        'docs/loans.md says "a copy that is on hold can be renewed", which is wrong.',
        'The log says "a copy that is on hold cannot be renewed".',
        'docs/loans.md calls it "on hold".',
        "docs/loans.md is open in my editor",
    ],
)
def test_a_question_a_mistake_or_a_name_is_no_rule(text):
    """Only what a document lays down, and nobody doubts, is a rule."""  # FR-029
    assert not rule(text)


def test_rules_come_from_the_text_and_from_who_may_decide():
    """A quotation of somebody else is left out."""  # FR-029
    told = read(
        "x", 'docs/a.md: "a hold ends after ten days".\n\n> docs/b.md: "a hold never ever ends".'
    )
    said = ['docs/c.md: "a hold is free of charge".']
    assert [t for t, _ in rules_cited(told, said)] == [
        "A hold ends after ten days",
        "A hold is free of charge",
    ]


def test_a_report_that_quotes_a_rule_has_it_as_a_criterion():
    """The rule stands in the plan once, with the sentence as its source."""  # FR-029
    body = (
        "Renewing a copy on hold ends in an error page.\n\n"
        'docs/loans.md: "a copy that is on hold cannot be renewed". The counter does it already.'
    )
    plan = plan_of(brief("Renewal of a copy on hold shows an error page", body)).plan
    texts = [c.text for t in plan.tasks for c in t.acceptance_criteria]
    assert texts.count("A copy that is on hold cannot be renewed") == 1


def test_a_scenario_in_capitals_behind_its_name_is_read():
    """`No hold GIVEN … WHEN … THEN …` in one paragraph is a scenario."""  # S1.1
    text = (
        "No hold GIVEN a copy AND a card WHEN it is lent THEN the date is shown AND a slip printed"
    )
    assert shouted(text) == (
        "Given a copy and a card, when it is lent, then the date is shown and a slip printed"
    )
    assert not shouted("What is given when a copy is lent, and then shown")


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Wanted", Part.EXPECTED),
        ("What it should be", Part.EXPECTED),
        ("Should be", Part.EXPECTED),
        ("What should be there?", Part.EXPECTED),
        ("Soll-Zustand", Part.EXPECTED),
        ("Seen", Part.ACTUAL),
        ("What you saw", Part.ACTUAL),
        ("Was ist passiert?", Part.ACTUAL),
        ("What did you do?", Part.REPRODUCE),
        ("Wanted features of next year", Part.DESCRIPTION),
        ("Where it was seen last", Part.DESCRIPTION),
    ],
)
def test_headings_that_tell_only_when_they_stand_alone(heading, part):
    """A short heading tells what is below it; the same words within a longer one do not."""  # FR-029
    assert part_of(heading) is part


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "## Steps\n1. lend a copy on 3 May\n2. renew it\n## Expected\nTwo weeks more. So 31 May.",
            ["lend a copy on 3 May: 31 May"],
        ),
        (
            "## What happens\nFine of 12 days. The page shows 1.20.\n## Expected\nThat would be 0.90.",
            ["Fine of 12 days: 0.90"],
        ),
        ("## What happens\nIt shows 1.20.\n## Expected\nSo 0.90.", []),
        ("## Steps\n1. lend a copy on 3 May\n## Expected\nSo rule 3 of docs/fines.md.", []),
    ],
)
def test_an_expected_value_is_told_with_the_case_of_the_report(body, told):
    """A bare value says nothing without what was done; what only comes out today is no case."""  # FR-029
    assert [t for t, _ in reckoned(read("x", body))] == told


def test_a_document_that_has_a_rule_quotes_it():
    """`Has a line for it, “…”` and `has had it since May (“…”)`, behind a section's name too."""  # FR-029
    assert rule(
        'docs/rows.md has a line for this case, "an empty row takes the sum of the day"'
    ) == ("An empty row takes the sum of the day")
    assert rule(
        'docs/rows.md, "Sums", has had it since May ("a sum counts as one row of the day")'
    ) == ("A sum counts as one row of the day")
