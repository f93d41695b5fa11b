"""One small call: which options a reply in somebody's own words picks. Numbers and letters, no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field, ValidationError

from bot.domain.questionnaire import Question
from bot.domain.value import Value
from bot.planning.model.answers import unusable
from bot.planning.model.conversation import Conversation
from bot.planning.model.opening import piece
from bot.planning.model.setup import Meter, Setup
from bot.ports.model import Tool

_SECONDS, _RECEIVED, _LONGEST = 60.0, 4_000, 2_000


class Choice(Value):
    """One question, and the option that the reply picks of it."""

    question: int = Field(description="the question's number")
    option: Literal["A", "B", "C", "D", "E"] = Field(description="the option's letter")


class Choices(Value):
    """What a reply picks; nothing for every question that it does not settle."""

    picks: tuple[Choice, ...] = Field(description="at most one a question")


def choices(setup: Setup, questions: Sequence[Question], reply: str) -> tuple[tuple[int, str], ...]:
    """The number and the letter of each option that a reply picks; none where it settles nothing.

    What picks an option that there is not, or two of one question, settles nothing of it. Raises
    ModelError where the model is unusable, or answers something else.
    """
    told = setup.limits
    limits = replace(
        told,
        calls=1,
        seconds=min(told.seconds, _SECONDS),
        received=min(told.received, _RECEIVED),
    )
    form = Tool("read", "Say what the reply picks.", Choices.model_json_schema(by_alias=True))
    meter = Meter(limits, setup.clock, setup.prices)
    talk = Conversation(setup.model, setup.way, meter, form, setup.prompts.text)
    talk.say(setup.prompts.text("reading", way=setup.way.value), "system")
    asked = [piece("question", _told(q), number=q.id[1:]) for q in questions]
    words = piece("reply", reply, most=_LONGEST)
    talk.say(setup.prompts.text("read", questions=asked, reply=words))
    turned = talk.turn(final=True)
    if not isinstance(turned, Mapping):
        raise unusable("it picks no options, and does not say so")
    try:
        found = Choices.model_validate(dict(turned)).picks
    except (ValidationError, RecursionError) as problem:
        raise unusable("what it picks does not fit its schema") from problem
    return _valid(found, {int(q.id[1:]): q for q in questions})


def _valid(found: Sequence[Choice], asked: dict[int, Question]) -> tuple[tuple[int, str], ...]:
    said = dict.fromkeys((c.question, c.option) for c in found)
    times = [number for number, _ in said]
    return tuple(
        (number, letter)
        for number, letter in sorted(said)
        if times.count(number) == 1 and number in asked and asked[number].option(letter)
    )


def _told(question: Question) -> str:
    options = (
        f"{letter}. {option.plain_label} - {option.description}"
        for letter, option in zip(question.letters, question.options, strict=True)
    )
    return "\n".join((f"{question.id[1:]}. {question.question}", *options))
