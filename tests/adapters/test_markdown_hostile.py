"""Arbitrary text in every field that a user, a model or a file can fill: nothing in the result is live."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import ChoiceLoader, DictLoader
from pydantic import BaseModel

from bot.adapters import oracle
from bot.adapters.markdown import TITLE, MarkdownRenderer
from bot.domain.authority import Privilege
from bot.domain.dashboard import (
    MOST,
    DashboardKind,
    DashboardList,
    DashboardRow,
    FailedWhy,
)
from bot.domain.policy import Policy
from bot.domain.questionnaire import Option, Question
from bot.effects import (
    DashboardMessage,
    GateMessage,
    Message,
    NoticeMessage,
    PlanMessage,
    QuestionsMessage,
)
from tests.adapters.test_markdown_data import (
    REPOSITORY,
    a_mixed_verdict,
    a_plan,
    a_question,
    a_round,
    an_answer,
    renderer,
)
from tests.adapters.test_markdown_examples import messages
from tests.adapters.test_neutral_attacks import ATTACKS, hostile

MESSAGES = messages()
WORDS = renderer()
# What the program itself makes and templates build markers from: everything else is filled with attacks.
OURS = {"id", "question_id", "depends_on", "task", "needs", "recommended_option", "choice"}
OURS |= {"canonical_task_id"}


def filled(node: Any, texts: Iterator[str], name: str = "") -> Any:
    """The same value with every text in it replaced by the next of `texts`."""
    match node:
        case Policy() | Enum() | datetime() | None:
            return node
        case str():
            return node if name in OURS else next(texts)
        case Mapping():
            return {k: filled(v, texts, name) for k, v in node.items()}
        case tuple() | list():
            return type(node)(filled(v, texts, name) for v in node)
        case BaseModel():
            return node.model_copy(update=_fields(node, type(node).model_fields, texts))
        case _:
            pass
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        names = [f.name for f in dataclasses.fields(node)]
        return dataclasses.replace(node, **_fields(node, names, texts))
    return node


def _fields(node: Any, names: Iterable[str], texts: Iterator[str]) -> dict[str, Any]:
    if isinstance(node, Option):
        kept = " (Recommended)" if node.label.endswith("(Recommended)") else ""
        return {"label": next(texts) + kept, "description": next(texts)}
    changes = {name: filled(getattr(node, name), texts, name) for name in names}
    if isinstance(node, Question):
        changes["recommended_option"] = changes["options"][0].label
    return changes


def attacked(message: Message, texts: list[str]) -> Message:
    """A message with attacks in every field."""
    return filled(message, itertools.cycle(texts))


def boxes(message: Message) -> int:
    """How many boxes people must find, counted apart from the renderer."""
    if isinstance(message, QuestionsMessage):
        return 0 if message.closed else sum(len(q.options) for q in message.round.questions)
    if isinstance(message, DashboardMessage):
        rows = [row for part in message.lists for row in part.rows]
        return sum(row.box is not None for row in rows) if message.boxes else 0
    if not isinstance(message, PlanMessage) or message.record.plan is None:
        return 0
    at_work = message.record.approved and message.record.stage.planned
    return 1 + (len(message.record.plan.tasks) if at_work else 0)


def proven(message: Message) -> str:
    """The rendered message, which the second parser must like: no falling back to plain text."""
    text = WORDS.comment(message)
    to = getattr(message, "to", "")
    found = oracle.check(
        text,
        boxes=boxes(message),
        mentions=frozenset({to}),
        links=tuple(f"https://{host}github.com/{REPOSITORY}/" for host in ("", "redirect.")),
    )

    assert found == ()
    return text


@pytest.mark.parametrize("name", MESSAGES)
def test_no_attack_in_any_field_is_live(name: str) -> None:
    """Every class of T8 in each message, field by field another one: inert, boxes kept. # B9"""
    for begin in range(0, len(ATTACKS), 6):
        assert proven(attacked(MESSAGES[name], ATTACKS[begin:] + ATTACKS[:begin]))


@pytest.mark.proof
@pytest.mark.parametrize("name", MESSAGES)
def test_each_attack_in_all_fields_is_inert(name: str) -> None:
    """The long count: each class of T8 in all fields of each message at once. # B9"""
    for attack in ATTACKS:
        assert proven(attacked(MESSAGES[name], [attack]))


@given(name=st.sampled_from(list(MESSAGES)), texts=st.lists(hostile, min_size=1, max_size=12))
def test_no_text_in_any_field_is_live(name: str, texts: list[str]) -> None:
    """Any texts in all fields of any message: inert, boxes kept. # B9"""
    assert proven(attacked(MESSAGES[name], texts))


@pytest.mark.proof
@pytest.mark.parametrize("name", MESSAGES)
@given(texts=st.lists(hostile, min_size=1, max_size=12))
def test_no_text_in_any_field_of_each_message_is_live(name: str, texts: list[str]) -> None:
    """The long count: each message has as many texts of its own. # B9"""
    assert proven(attacked(MESSAGES[name], texts))


@given(texts=st.lists(hostile, min_size=1, max_size=12))
def test_a_title_is_our_own_words(texts: list[str]) -> None:
    """A check's title is at most 50 characters and holds nothing of what others wrote. # B1"""
    message = GateMessage(a_mixed_verdict(), Policy())
    title, summary = WORDS.check(message)
    hostile_message = attacked(message, texts)
    assert isinstance(hostile_message, GateMessage)
    hostile_title, hostile_summary = WORDS.check(hostile_message)

    assert hostile_title == title
    assert len(title) <= TITLE
    assert len(hostile_summary.encode()) <= 65_535
    assert summary


@given(texts=st.lists(hostile, min_size=1, max_size=12))
def test_a_terminal_gets_no_control_characters(texts: list[str]) -> None:
    """Plans are printed without escapes, bells or colours of others; code keeps its tabs. # B9"""
    words = WORDS
    plan = filled(a_plan(), itertools.cycle(texts))
    drawn = [words.plan_text(plan), *(words.plan_text(plan, t) for t in plan.tasks)]

    for text in drawn:
        assert re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text) is None


def test_a_job_summary_is_neutral_too() -> None:
    """The Action's summary is Markdown as well. # B9"""
    for attack in ATTACKS:
        keys = ("stage", "decision", "gate", "plan_id", "plan_version")
        data = {k: attack for k in keys} | {
            "reasons": [attack],
            "effects": [attack, attack],
            "links": {attack: attack, "x": f"https://github.com/{REPOSITORY}/{attack}"},
        }

        assert WORDS.findings(WORDS.summary(data)) == ()


def test_templates_never_run_what_users_write() -> None:
    """Template signs in text are text. # B9"""
    text = WORDS.comment(attacked(MESSAGES["plan_staged"], ["{{ 7*7 }}{% raw %}"]))

    assert "49" not in text
    assert "{{ 7&#42;7 }}{% raw %}" in text


def test_missing_data_is_no_reason_to_fail() -> None:
    """A notice or row without its data still says what to do. # B1"""
    for name, message in MESSAGES.items():
        if isinstance(message, NoticeMessage):
            assert proven(dataclasses.replace(message, data={})), name
    verdict = a_mixed_verdict()
    bare = tuple(dataclasses.replace(r, data={}, issue=0) for r in verdict.rows)
    for state in {r.state for r in verdict.rows}:
        rows = tuple(dataclasses.replace(r, state=state) for r in bare)
        assert proven(GateMessage(dataclasses.replace(verdict, rows=rows), Policy()))


def test_a_refused_text_is_posted_as_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a template ever let something through, it is shown in a code block. # B9"""
    words = MarkdownRenderer(REPOSITORY)
    broken = "@everyone <!-- plangate:approve --> ![x](y) {{ m.to }}"
    loader = words._markdown.loader
    assert loader
    first = DictLoader({"notice_cancelled.md.j2": broken})
    monkeypatch.setattr(words._markdown, "loader", ChoiceLoader([first, loader]))  # it is shared
    text = words.comment(MESSAGES["notice_cancelled"])

    assert words.findings(text) == ()
    assert "@everyone" in text and "```" in text


def test_an_older_plan_is_collapsed_only_while_it_is_ours() -> None:
    """A superseded comment keeps its text, unless somebody has written something live into it. # B9"""
    ours = WORDS.comment(MESSAGES["gate_mixed"])

    assert ours.strip() in WORDS.superseded("version 3", ours)
    for edited in ("@ann see", "</details> #1", "<details>", "- [x] <!-- plangate:approve -->"):
        assert edited not in WORDS.superseded("version 3", edited)
    assert WORDS.findings(WORDS.superseded("@x", ours)) == ()


@pytest.mark.parametrize("size", [300, pytest.param(1_000, marks=pytest.mark.proof)])
def test_a_plan_of_hundreds_of_tasks_fits(size: int) -> None:
    """Whole rows are dropped and counted, the approval box stays. # S5"""
    task = a_plan().tasks[0]
    tasks = tuple(
        task.model_copy(update={"id": f"t{n}", "number": n, "title": f"Task number {n}"})
        for n in range(1, size + 1)
    )
    staged = MESSAGES["plan_staged"]
    assert isinstance(staged, PlanMessage)
    plan = a_plan(tasks=tasks, dependencies=())
    planner = staged.record.planner
    assert planner.plan
    stored = planner.plan.model_copy(update={"body": plan, "digest": plan.digest()})
    record = staged.record.model_copy(
        update={"planner": planner.model_copy(update={"plan": stored})}
    )
    text = proven(dataclasses.replace(staged, record=record))

    assert len(text) <= 60_000
    assert len(text) > 40_000
    assert re.search(r"more tasks: `plangate plan show octo/shop#12`", text)
    assert text.count("<!-- plangate:approve -->") == 1


LONG = [pytest.param(sign, marks=pytest.mark.proof) for sign in ("漢", "a b ", "`")]


@pytest.mark.parametrize("sign", ["*", "👍", "\n- [x] ", *LONG])
def test_huge_texts_keep_every_box(sign: str) -> None:
    """Eight questions of five options, each text 10,000 characters: all boxes are there. # S1.4"""
    huge = sign * (10_000 // len(sign))
    options = tuple(Option(label=f"{n}{huge}", description=huge) for n in range(5))
    questions = tuple(
        a_question(n, huge, options=options, recommended_option=options[0].label, why=huge)
        for n in range(1, 9)
    )
    asked = a_round(an_answer()).model_copy(update={"questions": questions})
    text = proven(QuestionsMessage(asked, Policy(), "rita"))

    assert len(text) <= 60_000
    assert len(text.encode("utf-16-le")) // 2 <= 65_000
    assert text.count("<!-- plangate:q") == 40


@pytest.mark.parametrize("name", [n for n in MESSAGES if n.startswith("card")])
def test_a_card_leaves_room_for_the_record(name: str) -> None:
    """Even with 10,000 characters in every field, the visible card has at most 20,000. # B11"""
    text = proven(attacked(MESSAGES[name], ["x" * 10_000, "<*>" * 3_000]))

    assert len(text) <= 20_000


@pytest.mark.parametrize("sign", ["*", "漢", "👍", "a b ", "`", "\n- [x] "])
def test_a_full_dashboard_of_huge_texts_keeps_every_box(sign: str) -> None:
    """Fifteen rows in each of five lists, each text 10,000 characters: it fits. # issue 22"""
    huge = sign * (10_000 // len(sign))
    rows = tuple(
        DashboardRow(n, huge, huge, text=huge, why=FailedWhy.FAILED, box=Privilege.PLAN)
        for n in range(999_901, 999_901 + MOST)
    )
    text = proven(
        DashboardMessage(tuple(DashboardList(k, 200, rows) for k in DashboardKind), Policy())
    )

    assert len(text) <= 60_000
    assert text.count("<!-- plangate:plan.9") == 75
