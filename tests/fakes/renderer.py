"""The port `Renderer` in memory: enough text to see what changed, and the boxes people tick."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields

from pydantic import BaseModel

from bot.domain.plan import TaskPlan
from bot.effects import (
    GateMessage,
    Message,
    NoticeKind,
    NoticeMessage,
    PlanMessage,
    QuestionsMessage,
)
from bot.ports.github import Button, LineNote


class FakeRenderer:
    """Names the message, and sums up all it holds, so that another message gives another text."""

    def comment(self, message: Message) -> str:
        digest = hashlib.sha256(_shown(message).encode()).hexdigest()[:12]
        return "\n".join([f"{type(message).__name__} {digest}", *_boxes(message)])

    def superseded(self, by: str, text: str) -> str:
        return f"**Superseded** by {by}\n\n{text}"

    def check(self, message: Message) -> tuple[str, str]:
        assert isinstance(message, GateMessage)
        rows = (f"{row.code} {row.state} #{row.issue}" for row in message.verdict.rows)
        return self.title(message), "\n".join(rows)

    def title(self, message: GateMessage) -> str:
        return message.verdict.conclusion.value

    def line_notes(self, message: GateMessage) -> tuple[LineNote, ...]:
        return ()

    def buttons(self) -> tuple[Button, ...]:
        return (Button("Look again", "Judge again", "look"),)

    def details(self, plan: TaskPlan) -> str:
        return f"plan {plan.version}"


def _shown(message: Message) -> str:
    """All that a message holds, as JSON: equal values print alike, whatever made them.

    A plan's comment does not change with the record's history.
    """
    if isinstance(message, PlanMessage):
        held = (message.tests, message.record.planner.plan, message.record.approval)
        return " ".join(map(_printed, held))
    return " ".join(_printed(getattr(message, field.name)) for field in fields(message))


def _printed(value: object) -> str:
    return value.model_dump_json() if isinstance(value, BaseModel) else repr(value)


def _boxes(message: Message) -> Iterator[str]:
    if isinstance(message, QuestionsMessage) and not message.closed:
        for question in message.round.questions:
            for letter, option in zip(question.letters, question.options, strict=True):
                yield f"- [ ] <!-- plangate:{question.id}.{letter.lower()} --> {option.label}"
    if isinstance(message, PlanMessage):
        yield "- [ ] <!-- plangate:approve -->"
    if isinstance(message, NoticeMessage) and message.kind is NoticeKind.PLAN_OFFERED:
        yield "- [ ] <!-- plangate:plan -->"
