"""The built-in planner as a whole."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.domain.plan import ActionType
from bot.domain.questionnaire import ReasonCode
from bot.planning import checks
from bot.planning.builtin import propose
from bot.planning.proposal import Intent, OpenIssue, ProposedPlan
from tests.planning.requests import (
    EXPORT,
    SHOP,
    answered,
    brief,
    comment,
    declined,
    plan_of,
    questions_of,
    the_plan,
    with_,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5000)
MARKDOWN = st.lists(
    st.sampled_from(
        [
            "# ",
            "## Acceptance criteria\n",
            "- [ ] ",
            "- [x] ",
            "> ",
            "```\n",
            "Given ",
            "when ",
            "then ",
            "either ",
            "or ",
            "should ",
            "?",
            "TBD",
            ": ",
            "\n",
            "\n\n",
            "shop/orders.py ",
            "`",
            "**",
            "<!-- ",
            " -->",
            "| a |",
            "drop ",
            "the table ",
            "We could ",
            "Alternatively, ",
            "not sure whether ",
            "#12 ",
            "depends on ",
            "a ",
            'File "x.py" ',
        ]
    ),
    max_size=80,
).map("".join)


def test_the_export_story_asks_exactly_two_questions():
    """The two open choices of the story become two questions with real labels."""  # S1.3
    asked = questions_of(brief())

    assert [q.question for q in asked.questions] == [
        "Which file format should be used: CSV or XLSX?",
        "Should the export run at once or be sent by e-mail when it is ready?",
    ]
    assert [[o.plain_label for o in q.options] for q in asked.questions] == [
        ["CSV", "XLSX"],
        ["Run at once", "Send by e-mail when ready"],
    ]
    assert {q.context.reason_codes for q in asked.questions} == {(ReasonCode.AC_AMBIGUOUS,)}


def test_the_export_story_is_planned_after_its_answers():
    """Source before interface before documents, tests beside, every criterion placed once."""  # FR-019
    plan = the_plan()

    assert [t.title for t in plan.tasks] == [
        "Implement “Export orders as a file” in `shop/orders.py`",
        "Offer “Export orders as a file” through `shop/admin.py`",
        "Describe “Export orders as a file” in `docs/admin.md`",
    ]
    assert [t.resources.run for t in plan.tasks] == [
        ("pytest tests/test_orders.py",),
        ("pytest tests/test_admin.py",),
        (),
    ]
    texts = [c.text for t in plan.tasks for c in t.acceptance_criteria]
    assert "The file should be CSV" in texts
    assert len(texts) == len(set(texts)) == 7


def test_a_dropped_way_is_not_planned():
    """What an answer decided against is neither read nor written nor tested."""  # FR-070
    tasks = the_plan().tasks
    said = str([(t.title, t.description, t.steps, t.resources) for t in tasks])

    assert "XLSX" not in said
    assert "mail" not in said


def test_a_chosen_way_is_planned_with_who_chose_it():
    """The plan says because of whom a way was taken, and reads what that way needs."""  # S1.6
    plan = the_plan("BB")

    assert "because @bea chose “XLSX”" in plan.tasks[0].description
    assert "shop/mail.py" in plan.tasks[0].resources.read


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_same_brief_gives_the_same_bytes_in_another_process(seed):
    """No order of a set or clock shows in a plan."""  # S1.2
    code = "from tests.planning.requests import the_plan; print(the_plan().model_dump_json())"
    env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": ".", "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, check=True, timeout=120
    )

    assert run.stdout.decode().strip() == the_plan().model_dump_json()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(title=TEXTS, body=st.one_of(TEXTS, MARKDOWN))
def test_any_text_gets_an_answer_and_the_same_one_twice(title, body):
    """The planner is total and deterministic, and no plan of its own fails its checks."""  # NFR-007
    asked = brief(title, body)
    first = propose(asked)

    assert propose(asked) == first
    if isinstance(first, ProposedPlan):
        assert checks.judge(first.plan, first.tests, SHOP) == ()
        assert type(first.plan).model_validate_json(first.plan.model_dump_json()) == first.plan


@pytest.mark.parametrize(
    "text",
    [
        "[" * 65_000,
        "> " * 32_000,
        "- " * 32_000,
        "`a" * 32_000,
        "either a or b " * 4_600,
        "or " * 21_000,
        "given when then " * 4_000,
        "The file could be CSV or XLSX. " * 2_000,
        "drop the " * 7_000,
        "a/" * 32_000,
        " " * 65_000,
        "we do not have the " * 3_000,
        "## Tasks\n" + "- [ ] Add a thing\n" * 3_500,
        "a: ?? " * 9_000,
    ],
    ids=[
        "brackets",
        "quotes",
        "lists",
        "ticks",
        "either",
        "or",
        "given",
        "choices",
        "drop",
        "slashes",
        "spaces",
        "lacks",
        "boxes",
        "colons",
    ],
)
@pytest.mark.timeout(20)
def test_hostile_text_takes_bounded_time(text):
    """65,000 characters of anything are answered within seconds."""  # NFR-002
    assert propose(brief("Add a thing", text)) is not None


def test_every_criterion_cites_where_it_comes_from():
    """A criterion's source is a sentence of the issue, or the answer with its giver."""  # B12
    for task in the_plan().tasks:
        for criterion in task.acceptance_criteria:
            plain = criterion.source.removesuffix(".")
            assert (
                plain in EXPORT or plain == "Export orders as a file" or plain.startswith("@bea: ")
            )


def test_steps_are_atomic_and_complete():
    """A step has one action on one target, an expected output and a verification."""  # FR-033
    for task in the_plan().tasks:
        for step in task.steps:
            assert step.target and step.expected_output and step.verification
            assert step.action in ActionType


def test_a_duplicate_is_declined_until_forced():
    """Another open issue that asks for the same stops planning; `/plan force` does not."""  # S3.11
    twin = OpenIssue(3, "Export the orders as a file", EXPORT)
    asked = brief(open_issues=(twin,))
    refused = declined(asked)

    assert (refused.outcome, refused.duplicate_of) == ("DUPLICATE", 3)
    assert "/plan force" in refused.would_change
    assert questions_of(with_(asked, forced=True)).questions


def test_feedback_becomes_a_task_and_kept_work_stays():
    """A rejection that misses something adds a task; the version goes up and says why."""  # FR-064
    first = answered(brief(), "AA")
    plan = plan_of(first).plan
    second = plan_of(with_(first, earlier=plan, feedback=("Missing a filter by customer",))).plan

    assert second.version == 2
    assert [t.title for t in second.tasks][-1] == "Add a filter by customer"
    assert second.tasks[:2] == plan.tasks[:2]
    assert {c.kind for c in second.changes} == {"kept", "changed", "added"}
    assert all(c.reason for c in second.changes)


def test_an_unchanged_plan_is_the_plan_itself():
    """Planning again without news makes no new version."""  # B11
    first = answered(brief(), "AA")
    plan = plan_of(first).plan

    assert plan_of(with_(first, earlier=plan)).plan is plan


def test_a_trace_tells_where_the_fault_is():
    """The innermost frame is changed, the others are read, the reproduction is a scenario."""  # FR-008
    body = """\
### Steps to reproduce
1. Create an order without a customer
2. Open the order list

### Expected
The order is shown with an empty customer.

```
Traceback (most recent call last):
  File "/srv/app/shop/admin.py", line 40, in list_orders
  File "/srv/app/shop/orders.py", line 12, in rows
AttributeError: 'NoneType' object has no attribute 'name'
```
"""
    proposal = plan_of(brief("Crash when an order has no customer", body))
    task = proposal.plan.tasks[0]

    assert proposal.intent is Intent.BUG
    assert task.resources.write == ("tests/test_orders.py", "shop/orders.py")
    assert task.resources.read == ("shop/orders.py", "shop/admin.py")
    assert "Given create an order without a customer" in proposal.tests.gherkin_scenarios[0]


def test_text_in_another_language_is_planned_by_its_structure():
    """Boxes, headings and paths tell enough where the words are not English."""  # FR-013
    body = "## Akzeptanzkriterien\n- [ ] Es gibt ein Feld „von“\n\nSiehe `shop/orders.py`."
    plan = plan_of(brief("Bestellungen nach Datum filtern", body)).plan

    assert plan.tasks[0].resources.write == ("tests/test_orders.py", "shop/orders.py")
    assert plan.tasks[0].acceptance_criteria[0].text == "Es gibt ein Feld „von“"


def test_without_any_file_the_first_step_finds_the_place():
    """An empty repository still gets a plan, and the plan says what it does not know."""  # FR-082
    proposal = plan_of(brief("Add email validation", "It should refuse addresses.", paths=()))

    assert proposal.plan.tasks[0].steps[0].action is ActionType.ANALYZE_CODE
    assert "No file of the repository" in proposal.assumptions[0]


def test_secrets_never_reach_a_plan():
    """What looks like a token in the issue is nowhere in the plan."""  # NFR-011
    token = "ghp_" + "a" * 36
    body = f"## Acceptance criteria\n- The client sends {token} as header in `shop/mail.py`"

    assert token not in str(propose(brief("Send the token", body)))


def test_a_strangers_comment_decides_nothing():
    """Only the author and people of the repository end a doubt."""  # B4
    by_stranger = brief(comments=(comment("CSV please, at once", "eve"),))
    by_owner = brief(comments=(comment("CSV please. Let it run at once.", "bob", "OWNER"),))

    assert len(questions_of(by_stranger).questions) == 2
    assert "because @bob chose “CSV”" in plan_of(by_owner).plan.tasks[0].description
