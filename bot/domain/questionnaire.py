"""Questions for people: options, one recommended, answers with who, when and how."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from pydantic import Field, model_validator

from bot.domain.artifacts import Artifact, ArtifactStatus
from bot.domain.value import Moment, Stored

RECOMMENDED = " (Recommended)"


class ReasonCode(StrEnum):
    """The only three conditions under which the planner asks (seed 1)."""

    AC_AMBIGUOUS = "AC_AMBIGUOUS"
    MISSING_INPUT = "MISSING_INPUT"
    POLICY_RISK = "POLICY_RISK"


class Group(StrEnum):
    """What a question is about; questions of a group stand together."""

    SCOPE = "scope"
    APPROACH = "approach"
    SCHEMA = "schema"
    UX = "ux"


class Option(Stored):
    """One choice; the recommended one carries the suffix ` (Recommended)` in its label (seed 1)."""

    label: str = Field(min_length=1)
    description: str = ""

    @property
    def plain_label(self) -> str:
        """The label without the suffix, as views show it."""
        return self.label.removesuffix(RECOMMENDED)


class QuestionContext(Stored):
    """Why a question is asked and which sections of the record its answer changes."""

    reason_codes: tuple[ReasonCode, ...] = Field(min_length=1)
    affected_sections: tuple[str, ...] = Field(min_length=1)


class Question(Stored):
    """A question in the questionnaire shape v1, with an id (`q1`) and what views need.

    `why` cites the sentence that leaves the choice open; `free_text` allows an answer in own words.
    """

    id: str = Field(pattern=r"^q[1-9][0-9]?$")
    question: str = Field(min_length=1)
    options: tuple[Option, ...] = Field(min_length=2, max_length=5)
    recommended_option: str
    requested_at: Moment | None = None
    context: QuestionContext
    group: Group = Group.SCOPE
    why: str = ""
    recommended_because: str = ""
    free_text: bool = False

    @model_validator(mode="after")
    def _recommended_is_an_option(self) -> Self:
        labels = [o.label for o in self.options]
        if labels.count(self.recommended_option) != 1 or len(set(labels)) < len(labels):
            raise ValueError("recommendedOption must be the label of one option")
        return self

    @property
    def letters(self) -> str:
        """The option letters in order, such as `ABC`."""
        return "ABCDE"[: len(self.options)]

    @property
    def recommended_letter(self) -> str:
        """The letter of the recommended option."""
        return self.letters[[o.label for o in self.options].index(self.recommended_option)]

    def option(self, letter: str) -> Option | None:
        """Find an option by its letter, in either case."""
        at = self.letters.find(letter.upper())
        return self.options[at] if len(letter) == 1 and at >= 0 else None

    @property
    def needs_write(self) -> bool:
        """Policy questions are answered by people with write permission only, and never time out."""
        return ReasonCode.POLICY_RISK in self.context.reason_codes


class AnswerSource(StrEnum):
    """By which road an answer came."""

    TICK = "tick"
    REPLY = "reply"
    COMMAND = "command"
    TIMEOUT = "timeout"
    CLI = "cli"


class Answer(Stored):
    """What was chosen, and the provenance: who, when, how, with which permission, in which comment.

    `choice` is an option's letter, or empty when `text` holds an answer in own words;
    `planner_decision` marks "you decide".
    """

    question_id: str
    choice: str = ""
    text: str = ""
    planner_decision: bool = False
    by: str
    how: AnswerSource
    at: Moment
    permission: str = ""
    comment_id: int = 0
    body_digest: str = ""


class AwaitingHuman(Artifact):
    """The questionnaire artifact: v1 of its first open question, plus the whole batch and its answers.

    It is complete as soon as it is asked: whether it is answered, its answers say.
    """

    status: ArtifactStatus = ArtifactStatus.COMPLETE
    question: str
    options: tuple[Option, ...] = Field(min_length=2, max_length=5)
    recommended_option: str
    requested_at: Moment
    context: QuestionContext
    round: int = 1
    questions: tuple[Question, ...] = Field(min_length=1, max_length=8)
    answers: tuple[Answer, ...] = ()
    deadline: Moment | None = None

    @model_validator(mode="after")
    def _well_formed(self) -> Self:
        if self.recommended_option not in [o.label for o in self.options]:
            raise ValueError("recommendedOption must be the label of one option")
        if len({q.id for q in self.questions}) < len(self.questions):
            raise ValueError("the questions of a round have different ids")
        return self

    @classmethod
    def asking(
        cls, questions: tuple[Question, ...], at: datetime, round_: int, deadline: datetime | None
    ) -> AwaitingHuman:
        """Ask these questions at `at`; their time-out, if any, is `deadline`."""
        dated = tuple(q.having(requested_at=at) for q in questions)
        v1 = _as_v1(dated[0])
        return cls(**v1, requested_at=at, round=round_, questions=dated, deadline=deadline)

    def answer_to(self, question_id: str) -> Answer | None:
        """The answer a question has, if any."""
        return next((a for a in self.answers if a.question_id == question_id), None)

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The questions nobody has answered yet."""
        return tuple(q for q in self.questions if self.answer_to(q.id) is None)

    def with_answers(self, new: tuple[Answer, ...]) -> AwaitingHuman:
        """Merge answers: a question keeps its first answer unless the new one replaces it by name.

        Of several new answers to one question the first counts.
        """
        first_of = {a.question_id: a for a in reversed(new)}
        given = tuple(a for a in new if first_of[a.question_id] is a)
        kept = tuple(a for a in self.answers if a.question_id not in first_of)
        merged = self.having(answers=kept + given)
        return merged.having(**_as_v1((merged.open_questions or merged.questions)[0]))


def _as_v1(question: Question) -> dict[str, Any]:
    """What the questionnaire v1 says of the one question that it is about."""
    names = ("question", "options", "recommended_option", "context")
    return {name: getattr(question, name) for name in names}
