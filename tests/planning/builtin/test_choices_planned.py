"""What six kinds of requests show in a plan: where a trace ends, what must stay, and what was decided."""

from __future__ import annotations

import pytest

from bot.planning.proposal import Declined, ProposedPlan
from bot.planning.repository.mentions import Names, frames
from bot.planning.words import capital
from tests.planning.requests import answered, brief, plan_of, propose, questions_of

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
    """What was chosen stands in a criterion with a test of its own, and in the step that does the work."""
    request = brief()
    rest = "A" * (len(questions_of(request).questions) - 1)
    plans = {pick: plan_of(answered(request, pick + rest)) for pick in "AB"}
    (one, step), (other, last) = map(said, plans.values())

    asked = "“The file could be CSV or XLSX.”"
    assert f"As decided: {asked} → CSV" in one
    assert f"As decided: {asked} → XLSX" in other
    assert [s for s in step if "Decided: “CSV”" in s] == [
        next(s for s in step if s.startswith("Change"))
    ]
    assert any(s.startswith("Change") and "Decided: “XLSX”" in s for s in last)
    assert not any(s.startswith("Decided") for s in (*step, *last))
    assert plans["B"].plan.title == "Export orders as a file" and "XLSX" in plans["B"].plan.goal
    assert any(
        test.startswith("`tests/") and ": As decided: “" in test and "→ XLSX" in test
        for test in plans["B"].tests.unit_test_intent
    )


WISH = "It would be great if it were nicer to look at, faster, and more flexible."
VAGUE = f"The listing of a big folder looks old and takes ages. {WISH} Other servers do this much better."


def vague(picks, body=VAGUE):
    """What is planned of a vague wish, with these answers."""
    return propose(answered(brief("Directory listings should be nicer", body), picks))


def test_a_vague_wish_is_proposed_before_it_is_made():
    """One question quotes both sentences, one step proposes one change and waits; no test shows the title."""
    # issue 21
    [asked] = questions_of(brief("Directory listings should be nicer", VAGUE)).questions
    found = vague("A")
    [criterion], steps = said(found)
    both = f"“{WISH}” … “Other servers do this much better.”"

    assert asked.question.startswith(both) and f"“{asked.why}”" == both
    assert criterion.startswith("One small change") and "agreed to there" in criterion
    assert steps[0].startswith("One small change, proposed in a comment first: say what")
    assert sum("One small change" in step for step in steps) == 1
    assert "agrees" in found.plan.tasks[0].steps[0].verification
    assert not any(one in text for text in found.background for one in (WISH, "Other servers"))
    assert not any(c.test for c in found.plan.tasks[0].acceptance_criteria)
    assert not any("The issue has no acceptance criteria" in text for text in found.assumptions)
    assert bool(found.tests)


def test_answers_to_a_vague_wish_make_different_plans():
    """A proposal of one change, or, where all is left out, no plan."""
    # issue 21
    assert isinstance(vague("A"), ProposedPlan) and isinstance(vague("B"), Declined)


@pytest.mark.parametrize("more", ["\n\n- Names in columns", " See `shop/orders.py`."])
def test_a_wish_that_says_more_is_planned_without_what_is_left_out(more):
    """A list or a name in code says what to do: then leaving the rest out declines nothing."""
    # issue 21
    body = f"{VAGUE}{more}"
    count = len(questions_of(brief("Directory listings should be nicer", body)).questions)

    assert isinstance(vague("B" * count, body), ProposedPlan)


@pytest.mark.parametrize(("title", "test"), [("Add an export", False), ("Export crashes", True)])
def test_a_title_alone_is_read_and_a_fault_is_tested(title, test):
    """Without criteria the title is no proof by test, but for a fault; one test is planned all the same."""
    # issue 21
    labels = frozenset({"bug"} if test else {"feature"})
    found = plan_of(brief(title, "In `shop/orders.py`.", labels=labels))
    [criterion] = found.plan.tasks[0].acceptance_criteria
    [planned] = found.tests.unit_test_intent

    assert criterion.test is test and (title in planned) is test
    assert (
        any("The issue has no acceptance criteria" in text for text in found.assumptions)
        is not test
    )


def test_criteria_for_each_way_do_not_say_which_was_chosen():
    """An issue that lists what speaks for each way says neither; the name of a file does not either."""
    # issue 21
    body = (
        "In `shop/memory/redis.py`.\n\n- Memory is simple, but lost\n- Redis is shared by all\n\n"
    )
    question = "We do not know whether it is memory or Redis."
    asked = brief("Limit sign-ups", body + question, paths=("shop/memory/redis.py", "shop/a.py"))

    for pick, way in (("A", "memory"), ("B", "Redis")):
        criteria, steps = said(plan_of(answered(asked, pick)))
        assert criteria[-1] == f"As decided: “{question}” → {way}"
        assert any(step.lower().endswith(f"decided: “{way.lower()}”") for step in steps)


DELETION = (
    "Delete the customers of 2019",
    "It could run at every start or only with the option `--purge`.",
)


def test_a_choice_beside_a_risk_is_asked_too():
    """Where an order to destroy data is asked about, so is how; neither is taken because time ran out."""
    # issue 21
    asked = questions_of(brief(*DELETION)).questions

    assert [q.needs_write for q in asked] == [True, True]
    assert [o.plain_label for o in asked[1].options] == [
        "Run at every start",
        "Only with the option `--purge`",
    ]
    assert [q.needs_write for q in questions_of(brief()).questions] == [False, False]


def test_a_confirmed_risk_is_a_risk_and_no_work():
    """Whoever confirms what is dangerous finds it among the risks, not as a criterion or a step."""
    # issue 21
    asked = brief(*DELETION, labels=frozenset({"feature"}))
    found = plan_of(answered(asked, "BA"))

    told = [found.plan.goal, *(text for texts in said(found) for text in texts)]
    assert not any("Yes, plan it" in text for text in told)
    [planned] = found.tests.unit_test_intent  # that of the choice; none for the title beside it
    assert "→ run at every start" in planned
    [risk] = found.risks
    assert risk.endswith("bea decided it (answer 1B): “Delete the customers of 2019”")


@pytest.mark.parametrize(
    ("path", "made"),
    [("shop/rows.py", True), ("shop/orders.py", False), ("other/rows.py", False)],
)
def test_a_file_that_the_issue_names_and_that_is_not_there_is_made(path, made):
    """In a folder that is there the plan makes it, with the words that name it; elsewhere it does not."""
    # issue 21
    wanted = f"Please move the rows of `shop/orders.py` into `{path}`."
    found = plan_of(brief("Split the orders", wanted)).plan.tasks[0]

    assert (path in found.resources.create) is made
    assert any(s.description == f"Create `{path}`: “{wanted}”" for s in found.steps) is made


def test_one_step_adds_the_tests_and_its_check_holds_for_all_of_them():
    """Tests of what is new fail first, tests of what stays do not; each named file holds one of them."""
    # issue 21
    told = "The module is too long. Move the totals of `shop/orders.py` into `shop/admin.py`."
    body = f"{told}\n\n## Acceptance criteria\n- Keep `tests/test_orders.py`"
    alone = (
        plan_of(brief("Move the totals out of the orders", body)).plan.tasks[0].steps[0].description
    )
    body += "\n- The admin page shows the totals"
    found = plan_of(brief("Move the totals out of the orders", body)).plan.tasks[0]
    [step] = [s for s in found.steps if s.target.startswith("tests/")]

    assert step.description == (
        "Add the planned tests to `tests/test_orders.py` and `tests/test_admin.py`, each to the file that is "
        "named with it. If the issue wants `tests/test_orders.py` unchanged, add them to a new one"
    )
    assert alone.startswith("Add the planned test to `tests/test_orders.py`. If")
    assert step.verification == "Tests of new behaviour fail without the change"
    assert {"tests/test_orders.py", "tests/test_admin.py"} <= {*found.resources.write}


def test_files_that_are_a_guess_are_called_so_once():
    """Where the issue names no file, one step names those that may be meant."""
    # issue 21
    found = plan_of(brief("Send the orders by mail", "Every month.", forced=True)).plan.tasks[0]
    [step] = [s for s in found.steps if s.description.endswith("` (a guess)")]

    assert not step.target and step.description.count("`shop/") == len(
        [p for p in found.resources.write if p.startswith("shop/")]
    )


def test_ways_begin_with_the_same_word():
    """Where the second way begins with a word of the first, the first begins there."""
    # issue 21
    [asked] = questions_of(
        brief(body="Whether a missing key counts as an error or as size 0?")
    ).questions

    assert [o.plain_label for o in asked.options] == ["As an error", "As size 0"]


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

    assert criteria == [
        "Done as the issue describes it: “Split the orders”",
        "The address stays the same",
    ]


@pytest.mark.parametrize(
    ("item", "test"),
    [
        ("README.md shows it", False),
        ("`render` turns README.md into HTML", True),
        ("`shop/orders.py` keeps its address", True),
    ],
)
def test_what_is_asked_of_documents_alone_is_shown_by_reading(item, test):
    """No test is planned for a sentence in the README."""
    # issue 21
    told = "The list in `shop/orders.py` should show the total."
    body = f"{told}\n\n## Acceptance criteria\n\n- The list shows the total\n- {item}\n"
    [task] = plan_of(brief("Show the total in the list of orders", body)).plan.tasks

    assert [c.test for c in task.acceptance_criteria] == [True, test]


@pytest.mark.parametrize(
    ("body", "criterion"),
    [
        ("Behaviour must not change: the names. It stays.", "Behaviour must not change: the names"),
        ("The file holds:\n- order number\n- date of it", "The file holds: order number"),
        ("To do:\n- Write the number of the order", "Write the number of the order"),
        ("Constraints: The same names stay. No new file.", "The same names stay"),
        (f"{'so much ' * 30}:\n- the number of each order", "Split the orders: the number of each order"),
        ("Like this:\n\n## Acceptance criteria\n\n- Only its number", "Only its number"),
        ("It loses:\n- `orders.total()`\n- the date of each", "It loses: `orders.total()`"),
    ],
)  # fmt: skip
def test_a_criterion_keeps_the_words_it_cannot_stand_without(body, criterion):
    """A label of several words, the line before a short item, or the title; no line before a heading."""
    # issue 21
    criteria, _ = said(plan_of(brief("Split the orders", f"In `shop/orders.py`.\n\n{body}")))

    assert criterion in criteria


def test_a_test_in_another_language_has_all_its_words():
    """Letters that Python's tests seldom use lose their marks; no word is left out."""
    found = plan_of(
        brief(
            "Aufräumen",
            "In `shop/orders.py`.\n\n## Akzeptanzkriterien\n- Die Nachricht wird gelöscht\n",
        )
    )

    assert any("die_nachricht_wird_geloscht" in text for text in found.tests.unit_test_intent)


def test_the_name_of_a_test_keeps_acronyms_together():
    """`URLs` is one word, in the plural too."""
    # issue 21
    body = "In `shop/orders.py`.\n\n## Acceptance criteria\n- Same URLs and JSON for HTTPServers\n"
    [test] = plan_of(brief("Keep", body)).tests.unit_test_intent

    assert "::test_same_urls_and_json_for_http_servers`" in test


@pytest.mark.parametrize(
    ("text", "shown"),
    [("make it so", "Make it so"), ("don't stop", "Don't stop"), ("read_file fails", None),
     ("shop/orders.py is slow", None), ("parseSize fails", None), ("i18n is missing", None)],
)  # fmt: skip
def test_names_from_code_keep_their_first_letter(text, shown):
    """A sentence begins with a capital; a name that code spells otherwise stays as it is."""
    assert capital(text) == (shown or text)
