"""The port `Model` by a script: replies that a test can foresee, and the turns that asked for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.errors import ModelError
from bot.ports.model import Progress, Reply, ToolCall, Turn, Usage

Scripted = Reply | ModelError | Callable[[Turn], Reply]
"""What a script holds: a reply, an error to raise, or a function of the turn."""


def said(text: str, *, sent: int = 100, received: int = 10) -> Reply:
    """A reply of text alone."""
    return Reply(text, usage=Usage(sent, 0, received))


def answered(data: Mapping[str, Any]) -> Reply:
    """A reply whose text is this data as JSON, as a schema asks for."""
    return said(json.dumps(data))


def called(*calls: tuple[str, Mapping[str, Any]]) -> Reply:
    """A reply that calls these tools: their names and arguments."""
    made = tuple(ToolCall(f"call-{n}", name, told) for n, (name, told) in enumerate(calls, 1))
    return Reply(calls=made, usage=Usage(100, 0, 10))


@dataclass
class FakeModel:
    """Answers each turn with the next entry of its script; `turns` holds what it was asked.

    It keeps the port's rules: tools and a schema together are refused, progress is told.
    """

    script: list[Scripted] = field(default_factory=list)
    name: str = "fake-model"
    turns: list[Turn] = field(default_factory=list)

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        if turn.tools and turn.schema:
            raise ValueError("a turn holds tools or a schema, never both")
        self.turns.append(turn)
        assert self.script, f"turn {len(self.turns)} is not in the script"
        step = self.script.pop(0)
        if isinstance(step, ModelError):
            raise step
        made = step if isinstance(step, Reply) else step(turn)
        if made.text or made.calls:
            progress(len(made.text) + sum(len(json.dumps(dict(c.arguments))) for c in made.calls))
        return made
