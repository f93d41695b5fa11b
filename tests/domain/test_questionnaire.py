"""The questionnaire v1: its shape, its recommended option, and how answers are merged."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from bot.domain.questionnaire import Answer, AnswerSource, AwaitingHuman, Question
from tests.factories import NOW, a_question

SHAPE: dict[str, Any] = {
    "question": "What should happen with a negative count?",
    "options": [
        {"label": "Refuse with ValueError (Recommended)", "description": "strict"},
        {"label": "Clamp to zero", "description": "lenient"},
    ],
    "recommendedOption": "Refuse with ValueError (Recommended)",
    "requestedAt": "2026-11-20T12:00:00Z",
    "context": {
        "reasonCodes": ["AC_AMBIGUOUS", "MISSING_INPUT"],
        "affectedSections": ["planningArtifact.steps", "testingArtifacts.planned"],
    },
}
QUESTION = {"id": "q1", **SHAPE}
BATCH = {**SHAPE, "questions": [QUESTION]}
ROUND = AwaitingHuman.asking(
    (a_question("q1"), a_question("q2")), NOW, 1, NOW + timedelta(hours=72)
)


def an_answer(question: str = "q1", choice: str = "A", **more: Any) -> Answer:
    """An answer to a question."""
    said: dict[str, Any] = {"by": "carol", "how": AnswerSource.REPLY, "at": NOW}
    return Answer(question_id=question, choice=choice, **(said | more))


def test_the_artifact_has_the_shape_of_seed_1():
    """The artifact stores question, options, recommendedOption, requestedAt and context by name."""
    # S1.4
    question = Question.model_validate(QUESTION)
    asked = AwaitingHuman.asking((question,), NOW, 1, None)

    stored = json.loads(asked.model_dump_json(by_alias=True))

    assert {name: stored[name] for name in SHAPE} == SHAPE


MALFORMED = {
    "one option": {"options": SHAPE["options"][:1]},
    "no options": {"options": []},
    "six options": {"options": [{"label": f"o{n}"} for n in range(6)]},
    "nothing recommended": {"recommendedOption": ""},
    "another option recommended": {"recommendedOption": "Choice C (Recommended)"},
    "recommended without its suffix": {"recommendedOption": "Refuse with ValueError"},
    "an empty question": {"question": ""},
    "an option without a label": {"options": [{"label": ""}, {"label": "b"}]},
    "two options of one name": {"options": [SHAPE["options"][0], SHAPE["options"][0]]},
    "no reason": {"context": {"reasonCodes": [], "affectedSections": ["x"]}},
    "another reason": {"context": {"reasonCodes": ["CURIOUS"], "affectedSections": ["x"]}},
    "no section": {"context": {"reasonCodes": ["AC_AMBIGUOUS"], "affectedSections": []}},
    "no context": {"context": None},
    "another id": {"id": "Q1"},
    "id zero": {"id": "q0"},
}


@pytest.mark.parametrize("change", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_question_is_refused(change):
    """A question without options, a recommended one, a reason and a section cannot be made."""
    # S1.4, S1.7, S1.3
    with pytest.raises(ValidationError):
        Question.model_validate(QUESTION | change)


ROUNDS = {
    "no question": {"questions": []},
    "nine questions": {"questions": [{**QUESTION, "id": f"q{n}"} for n in range(1, 10)]},
    "one id twice": {"questions": [QUESTION, QUESTION]},
    "a recommended option that is none": {"recommendedOption": "Choice C"},
    "no options": {"options": []},
}


@pytest.mark.parametrize("change", ROUNDS.values(), ids=ROUNDS)
def test_a_malformed_round_is_refused(change):
    """A round holds one to eight questions of different names, and a recommended option of its own."""
    # S1.4, S3.2
    with pytest.raises(ValidationError):
        AwaitingHuman.model_validate(BATCH | change)


def test_a_well_formed_round_is_read():
    """The shape of seed 1 with its batch is accepted."""
    # S1.4
    assert AwaitingHuman.model_validate(BATCH).questions[0].id == "q1"


def test_options_have_letters():
    """Options are lettered in order, and found by letter in either case."""
    question: Any = a_question("q1", "Refuse", "Clamp", "Ignore", recommended_option="Clamp")

    assert (question.letters, question.recommended_letter) == ("ABC", "B")
    assert [question.option(x).label for x in "AbC"] == ["Refuse", "Clamp", "Ignore"]
    assert [question.option(x) for x in ("D", "", "AB", "1", "\u00e4")] == [None] * 5


def test_views_show_the_label_without_its_suffix():
    """The suffix ` (Recommended)` is stored, and taken off where people read."""
    # S1.4
    assert a_question().options[0].plain_label == "Refuse with ValueError"


def test_only_policy_questions_need_write():
    """A question with the code POLICY_RISK is for people with write permission."""
    # S1.3
    risky = a_question(context={"reasonCodes": ["POLICY_RISK"], "affectedSections": ["x"]})

    assert (risky.needs_write, a_question().needs_write) == (True, False)


def test_the_artifact_shows_its_first_open_question():
    """The top of the artifact is the first question nobody has answered."""
    # S1.4
    second = a_question("q2", "One (Recommended)", "Two", question="How many?")
    asked = AwaitingHuman.asking((a_question("q1"), second), NOW, 1, None)

    answered = asked.with_answers((an_answer("q1"),))

    assert asked.question == "What should happen with a negative count?"
    assert (answered.question, answered.recommended_option) == ("How many?", "One (Recommended)")


def test_answers_are_added_not_overwritten():
    """An answer to one question leaves the answers to the others."""
    # S1.6
    merged = ROUND.with_answers((an_answer("q1"),)).with_answers((an_answer("q2", "B"),))

    assert [(a.question_id, a.choice) for a in merged.answers] == [("q1", "A"), ("q2", "B")]
    assert merged.open_questions == ()


def test_a_newer_answer_replaces_the_one_it_names():
    """Who answers a question again by name replaces its answer; there is one answer a question."""
    # S1.6
    merged = ROUND.with_answers((an_answer("q1"),)).with_answers((an_answer("q1", "B"),))

    assert [(a.question_id, a.choice) for a in merged.answers] == [("q1", "B")]


def test_two_answers_at_once_are_one():
    """Of two answers to one question in one breath the first counts."""
    # S1.6, T9
    merged = ROUND.with_answers((an_answer("q1", "A"), an_answer("q1", "B")))

    assert [(a.question_id, a.choice) for a in merged.answers] == [("q1", "A")]


def test_questions_carry_the_time_they_were_asked():
    """Every question of a round is dated, as seed 1 has it."""
    # S1.4
    assert {NOW} == {q.requested_at for q in ROUND.questions}
