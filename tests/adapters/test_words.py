"""Rules of the words that people read: each offered reply works, each name is told, each state is true."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.domain import stages
from bot.domain.contracts import Role
from bot.domain.history import Action
from bot.domain.policy import Policy
from bot.domain.questionnaire import QuestionContext, ReasonCode
from bot.effects import CardMessage, Effect, NoticeKind, NoticeMessage, QuestionsMessage
from bot.intents import replies
from tests.adapters.test_markdown_data import NOON, a_record, a_round, an_answer, renderer

NEEDS = [
    need for need in vars(stages).values() if isinstance(need, stages.Requirement)
]  # fmt: skip


def told(kind: NoticeKind, **data: object) -> str:
    """A notice to Ann."""
    return renderer().comment(NoticeMessage(kind, "ann", data))


def asked(*answers, **more) -> str:
    """The comment of a round of questions."""
    return renderer().comment(QuestionsMessage(a_round(*answers), Policy(), "rita", **more))


@pytest.mark.parametrize(("was", "reply"), [("A", "2A"), ("Keep a year", "2: Keep a year")])
def test_the_reply_that_takes_an_answer_back_is_an_answer(was: str, reply: str) -> None:
    """Whoever disagrees types what the notice says; an answer in own words needs its colon."""
    text = told(NoticeKind.ANSWER_CHANGED, by="bob", number="2", was=was, now="B")

    assert f"reply `{reply}`." in text
    assert len(replies.picks(reply)) == 1


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.code)
def test_a_step_that_stopped_is_told_without_names_of_fields(need: stages.Requirement) -> None:
    """The card says what is missing in words, for each requirement of a stage."""
    why = stages.WorkflowBlockingReason(code=need.code, requirement=need.what, remedy=need.remedy)
    stopped = Action(
        key="k", at=NOON, actor="ann", role=Role.PLANNER, action="move", outcome="blocked",
        blocking=(why,),
    )  # fmt: skip
    text = renderer().comment(CardMessage(a_record().logged(stopped), Policy(), 12))

    assert "\n- Missing: " in text
    assert need.what not in text.partition("Record (JSON)")[0]


@pytest.mark.parametrize("effect", get_args(Effect), ids=lambda effect: effect.__name__)
def test_the_summary_names_no_class_of_the_program(effect: type) -> None:
    """What was written is told in words; a dry run wrote nothing."""
    text = renderer().summary({"effects": [effect.__name__]})

    assert "**Written**" in text
    assert effect.__name__ not in text
    assert "**Written**" not in renderer().summary({"effects": ["x"], "dry_run": True})


def test_answered_questions_are_closed_once_no_answer_changes_anything() -> None:
    """While a reply still changes an answer they are called answered."""
    every = [an_answer(f"q{n}") for n in (1, 2, 3)]

    assert "### 💬 3 questions, answered\n" in asked(*every, closed=True, changeable=True)
    assert "### 💬 3 questions, closed\n" in asked(*every, closed=True)
    assert "### 💬 3 questions\n" in asked(closed=True, changeable=True)


def test_a_question_about_protected_files_says_who_may_allow_them() -> None:
    """A writer's "Allow it" does not count, so the question does not offer it to writers."""
    about = QuestionContext(
        reason_codes=(ReasonCode.POLICY_RISK,), affected_sections=("reviewArtifact.planReview",)
    )
    [question, *_] = a_round().questions
    risk = question.having(id="q4", context=about)
    round_ = type(a_round()).asking((risk,), NOON, 1, None)
    text = renderer().comment(QuestionsMessage(round_, Policy(), "rita"))

    assert (
        "People with write permission can choose **4A**; only people with the role Maintain" in text
    )


@pytest.mark.parametrize(("code", "edited"), [("PLANGATE-RECORD-009", False), ("X", True)])
def test_a_deleted_comment_has_no_earlier_edit_to_put_back(code: str, edited: bool) -> None:
    """Then only the command brings the record back."""
    for stale in (0, 4):
        text = told(NoticeKind.RECORD_DAMAGED, code=code, why="gone", stale=stale)

        assert ("the text of an earlier edit" in text) is edited
        assert "`/plan restore`" in text
