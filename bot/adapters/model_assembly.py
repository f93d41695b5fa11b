"""An answer of a model, put together piece by piece: what is the same in each dialect."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import AliasChoices, BaseModel, Field

from bot.adapters.model_refusals import ErrorOrigin
from bot.ports.model import NOTHING_USED, Reply, ToolCall, Turn, Usage
from bot.ports.model_faults import ModelFailure, ModelFault, failure


class Assembly(ABC):
    """One answer to a turn, of which `received` characters are there."""

    def __init__(self, asked: ErrorOrigin, turn: Turn) -> None:
        """Nothing is there yet; `asked` is whom an error names."""
        self.asked, self.turn = asked, turn
        self.usage = NOTHING_USED
        self.received = 0

    @abstractmethod
    def add(self, data: Mapping[str, Any], streamed: bool) -> None:
        """Take in one piece.

        Raises ModelFailure or Refusal for an error within the stream, ValueError for what the dialect
        does not know.
        """

    @abstractmethod
    def reply(self) -> Reply:
        """The finished reply. Raises ModelFailure where it is none, ValueError as `add` does."""

    def failed(self, fault: ModelFault) -> ModelFailure:
        """The error of a call that was counted all the same."""
        return failure(fault, self.usage, host=self.asked.host, tokens=self.turn.tokens)

    def replied(self, text: str, calls: Iterable[ToolCall], echo: Mapping[str, Any]) -> Reply:
        """The reply; a call without an id gets one that no earlier call has. Raises ModelFailure if empty."""
        before = sum(len(m.calls) for m in self.turn.messages)
        made = tuple(replace(c, id=c.id or f"call_{n}") for n, c in enumerate(calls, before + 1))
        if not text.strip() and not made:
            raise self.failed(ModelFault.EMPTY)
        return Reply(text, made, self.usage, echo)

    def arguments(self, name: str, text: str) -> Mapping[str, Any]:
        """The object in `text`; nothing at all is an empty one. Raises ModelFailure for anything else."""
        shown = "".join(c for c in name if c.isalnum() or c in "_-.")[:40]
        bad = failure(ModelFault.BAD_ARGUMENTS, self.usage, name=shown or "a tool without a name")
        try:
            data = json.loads(text) if text.strip() else {}
        except (ValueError, RecursionError) as problem:
            raise bad from problem
        if not isinstance(data, dict):
            raise bad
        return data


class _Details(BaseModel):
    cached_tokens: int | None = None


class TokenCount(BaseModel):
    """The tokens of a call as OpenAI's two dialects tell them."""

    sent: int | None = Field(None, validation_alias=AliasChoices("prompt_tokens", "input_tokens"))
    received: int | None = Field(
        None, validation_alias=AliasChoices("completion_tokens", "output_tokens")
    )
    details: _Details | None = Field(
        None, validation_alias=AliasChoices("prompt_tokens_details", "input_tokens_details")
    )

    @property
    def usage(self) -> Usage:
        """What is not told counts as nothing."""
        cached = self.details.cached_tokens if self.details else 0
        return Usage(self.sent or 0, cached or 0, self.received or 0)
