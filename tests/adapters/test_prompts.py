"""Prompts for coding agents: whole, with room for the plan beside them, and words of others stay data."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan import Criterion, TaskPlan, WorkStatus
from bot.domain.policy import Policy
from bot.domain.questionnaire import Answer
from bot.effects import GateMessage, PlanMessage
from bot.roles.planner import decisions
from tests import factories
from tests.adapters.test_markdown_data import (
    NOON,
    a_handover,
    a_mixed_verdict,
    a_plan,
    a_question,
    a_record,
    renderer,
)
from tests.adapters.test_markdown_hostile import attacked, filled
from tests.adapters.test_neutral_attacks import hostile

WORDS = renderer()
FOLD = " in full, as "


def many(count: int) -> TaskPlan:
    """A plan of so many tasks."""
    first = a_plan().tasks[1]
    tasks = tuple(
        first.model_copy(
            update={"id": f"t{n}", "number": n, "depends_on": (), "title": f"Part {n} of the work"}
        )
        for n in range(1, count + 1)
    )
    return a_plan().model_copy(update={"tasks": tasks, "dependencies": ()})


def unquoted(prompt: str) -> list[str]:
    """The lines of a prompt that speak for themselves."""
    return [line for line in prompt.splitlines() if not line.startswith("> ")]


@pytest.mark.parametrize(("tasks", "folded"), [(1, False), (2, True), (13, False)])
def test_a_long_plan_folds_its_steps_and_cuts_none_of_them(tasks: int, folded: bool) -> None:
    """Then each task is one line with its files, and a fold holds every step in full."""
    # issue 21
    long = "Write the repository class. " + "It keeps every cart. " * 20
    plan = many(tasks)
    steps = tuple(s.model_copy(update={"description": long}) for s in plan.tasks[0].steps)
    plan = plan.model_copy(
        update={"tasks": tuple(t.model_copy(update={"steps": steps}) for t in plan.tasks)}
    )
    text = WORDS.comment(PlanMessage(a_record(plan=plan), Policy(), 12)).partition(FOLD)[0]

    assert ("<summary>2 steps</summary>" in text) is folded
    assert (long.strip() in text) is folded
    assert (" · changes `src/cart/repository.py`" in text) is folded


@given(text=hostile, texts=st.lists(hostile, min_size=1, max_size=6))
def test_words_of_others_never_leave_their_lines(text: str, texts: list[str]) -> None:
    """Whatever stands in a task, the lines of a prompt that are not quoted are our own words. # B9 B14"""
    plain = a_handover()
    task = filled(plain.task, itertools.cycle([text, *texts]))
    numbered = task.model_copy(update={"number": plain.task.number})
    attack = replace(plain, task=numbered, goal=text, others=(text,), background=(text,))
    harmless = replace(plain, others=("a",), background=("a",))

    assert unquoted(WORDS.prompt(attack)) == unquoted(WORDS.prompt(harmless))


def test_a_prompt_says_all_that_an_agent_needs() -> None:
    """Goal, criteria, places, tests, limits, what not to touch, and how the evidence is judged. # B14"""
    said = WORDS.prompt(a_handover())

    for part in (
        "Goal of the whole plan:", "> change src/cart/repository.py", "Done when:", "Planned tests:",
        "task/t-00012-keep-carts, made from main", "> migrations/**", '"Part of #12, task 2"',
        "Task 1 must be done first", "judges evidence: tests",
    ):  # fmt: skip
        assert part in said


def test_code_to_paste_keeps_its_lines() -> None:
    """Each line of a step's code stands on a quoted line of its own, with its indentation."""
    plain = a_handover()
    first, *rest = plain.task.steps
    pasted = first.model_copy(update={"code": "def total():\n    return 3"})
    task = plain.task.model_copy(update={"steps": (pasted, *rest)})

    said = WORDS.prompt(replace(plain, task=task, today="It adds up twice."))

    assert ">        def total():\n>            return 3\n" in said
    assert "How the code does it today:\n> It adds up twice." in said


@pytest.mark.parametrize(
    ("answer", "who"),
    [
        ({}, "`ann`, answer 1B"),
        ({"planner_decision": True}, "left to me by `ann`, answer 1B"),
        ({"how": "timeout"}, "nobody answered in time, answer 1B"),
        ({"choice": "", "text": "On paper"}, "`ann`"),
    ],
)
def test_a_decision_is_one_line(answer: dict[str, Any], who: str) -> None:
    """What was asked about, what was chosen, by whom, and by which answer."""
    # issue 21
    question = a_question(why="Carts are kept somewhere.")
    given_ = Answer.model_validate(
        {"question_id": "q1", "choice": "B", "by": "ann", "how": "reply", "at": NOON} | answer
    )
    record = a_record()
    planner = record.planner.having(questions=(question,), answers=(given_,))
    held = record.having(
        planner=planner.having(decisions=decisions(record.having(planner=planner)))
    )
    text = WORDS.comment(PlanMessage(held, Policy(), 12))

    chosen = answer.get("text") or question.options[1].label
    assert f"**Decided**\n\n- {question.question} → **{chosen}** ({who})\n" in text


def test_assumptions_stand_above_the_box_and_a_fold_holds_the_rest_alone() -> None:
    """Five risks and eight assumptions are shown at once; what is shown in full is not said again."""
    # issue 21
    known = a_record().planning_artifact
    assert known
    risks = tuple(f"Risk number {n}." for n in range(1, 6))
    told = known.having(risks=risks, assumptions=("Short.", "Long. " * 150, *"ABCDEF", "Later."))
    text = WORDS.comment(PlanMessage(a_record(planning_artifact=told), Policy(), 12))
    shown, _, folded = text.partition(
        "<summary>1 more assumption, and 1 that is shortened above</summary>"
    )

    assert all(f"- ⚠️ {risk}" in shown for risk in risks)
    assert "**By approving you also accept**\n\n- 💭 Short." in shown
    assert "- 💭 Later." in folded and "Short." not in folded and "Risk number" not in folded


def test_what_nobody_decided_stands_apart_from_what_an_approval_accepts() -> None:
    """A model says "Open:" of what it could not find out: that is no assumption."""
    # issue 21
    known = a_record().planning_artifact
    assert known
    told = known.having(assumptions=("Open: Which years?", "Amounts are in cents."))
    text = WORDS.comment(PlanMessage(a_record(planning_artifact=told), Policy(), 12))
    asked, _, accepted = text.partition("**By approving you also accept**")

    assert "**Still open**" in asked and "- ❔ Which years?\n" in asked
    assert "- 💭 Amounts are in cents." in accepted and "Open:" not in text


def test_what_else_the_issue_says_stands_in_the_plan_and_in_each_prompt() -> None:
    """Its own sentences, quoted below the title; an ellipsis says that there are more."""
    # issue 21
    known = a_record()
    told = ("The old folder is `carts/`.", "rows(\n  1)\n", "…")
    assert known.planning_artifact
    record = known.having(planning_artifact=known.planning_artifact.having(background=told))
    text = WORDS.comment(PlanMessage(record, Policy(), 12))

    plan, _, prompts = text.partition(FOLD)
    assert (
        "check it in review\n\n> The old folder is `carts/`.\n\n"
        "```\nrows(\n  1)\n```\n\n… and more" in plan
    )
    assert (
        prompts.count(
            "What else the issue says:\n> The old folder is `carts/`.\n> rows(\n>   1)\n> …\n"
        )
        == 2
    )


@pytest.mark.parametrize(
    ("criterion", "source", "whole"),
    [
        ("Done as the issue describes it: “Export orders”", "export orders", True),
        ("Solved: “Export orders”", "[Bug]: Export orders", True),
        ("Export orders as CSV", "Export orders as CSV", False),
    ],
)
def test_a_plan_of_its_title_alone_says_that_the_whole_text_is_asked_for(
    criterion: str, source: str, whole: bool
) -> None:
    """One marked criterion is no title, whatever it begins with."""
    # issue 21
    asked = Criterion(id="c", text=criterion, source=source)
    plan = factories.a_plan(factories.a_task(acceptance_criteria=(asked,)), goal="Export orders")
    known = a_record(plan=plan)
    assert known.planning_artifact
    record = known.having(planning_artifact=known.planning_artifact.having(background=("So.",)))
    text = WORDS.comment(PlanMessage(record, Policy(), 12))

    assert ("**What the issue says** · not broken down" in text) is whole
    assert ("**Also in the issue**" in text) is not whole


@pytest.mark.parametrize("tasks", [3, 40, 200])
def test_a_plan_is_whole_and_says_which_prompts_it_has_no_room_for(tasks: int) -> None:
    """The first open tasks have their prompts beside the whole plan, and the rest is counted. # B14"""
    plan = many(tasks)
    done = plan.tasks[0].model_copy(update={"status": WorkStatus.DONE})
    plan = plan.model_copy(update={"tasks": (done, *plan.tasks[1:])})
    text = WORDS.comment(PlanMessage(a_record(plan=plan), Policy(), 12))
    shown = text.count("How your work is judged:")

    which = "Every open task" if tasks == 3 else f"{shown} of {tasks - 1} tasks"
    folded = f"<b>{which}{FOLD}prompt" in text.replace("as a prompt", "as prompt")
    assert folded is (shown > 0)
    assert text.count("\n- **") >= min(tasks, 80), "tasks are missing"
    assert f"Do task 1 of {tasks} " not in text
    assert (shown == tasks - 1, shown > 0) == (tasks == 3, tasks < 200)
    told = f"{tasks - 1 - shown} more prompts" if shown else "The prompts"
    said = (
        f"{told} for a coding agent do not fit here. To get one, comment `/plan hand task {tasks}`"
    )
    assert (said in text) is (tasks > 3)


def test_stories_have_no_prompts() -> None:
    """A story of an epic is planned on its own before anybody works on it."""
    record = a_record()
    epic = record.model_copy(update={"planner": record.planner.model_copy(update={"epic": True})})

    assert FOLD not in WORDS.comment(PlanMessage(epic, Policy(), 12))


@given(texts=st.lists(hostile, min_size=1, max_size=6))
def test_what_is_missing_is_a_prompt(texts: list[str]) -> None:
    """Each thing that a pull request lacks is in the prompt; words of others stay on quoted lines. # B9"""
    message = GateMessage(a_mixed_verdict(), Policy())
    said = WORDS.gate_prompt(message)

    assert said.count("> found: ") == len(message.verdict.causes) > 1
    attack = attacked(message, texts)
    assert isinstance(attack, GateMessage)
    assert len(unquoted(WORDS.gate_prompt(attack))) == len(unquoted(said))


def test_criteria_in_a_row_with_the_same_beginning_stand_under_it() -> None:
    """So does a list under the line that led to it; a criterion alone keeps its beginning."""
    # issue 21: "Should not change:" stood before each of six criteria
    plan = many(1)
    told = ("Must not: change A", "Must not: change B", "Other: C", "D", "E")
    sources = ("", "", "", "Who loses what:", "Who loses what:")
    both = zip(told, sources, strict=True)
    criteria = tuple(Criterion(id=t, text=t, source=source) for t, source in both)
    [task] = plan.tasks
    plan = plan.model_copy(
        update={"tasks": (task.model_copy(update={"acceptance_criteria": criteria}),)}
    )
    text = WORDS.comment(PlanMessage(a_record(plan=plan), Policy(), 12))
    lines = [line for line in text.splitlines() if line.strip()]
    at = lines.index("- Must not:")

    assert [line.replace("🧪 ", "").replace("👀 ", "") for line in lines[at : at + 7]] == [
        "- Must not:", "  - change A", "  - change B", "- Other: C", "- Who loses what:", "  - D", "  - E",
    ]  # fmt: skip
