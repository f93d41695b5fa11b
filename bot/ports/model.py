"""The language model as the program sees it: one turn in, one reply out, whatever the provider's dialect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Literal, Protocol

Progress = Callable[[int], None]
"""Called while a reply arrives, with the characters received so far; what it raises ends the call."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model wants to be run. `arguments` is what it sent, parsed but not checked.

    `echo` are fields that the provider wants back unchanged (a signature); nobody else reads them.
    """

    id: str
    name: str
    arguments: Mapping[str, Any]
    echo: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a conversation.

    `calls` belong to the assistant; `answers` is the id of the call that a tool's message answers;
    `echo` is what the provider wants back with an assistant's message.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""
    echo: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool the model may call; `parameters` is a JSON Schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """The JSON Schema that a reply's text must follow. Never sent together with tools."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """One request: the whole conversation, and either tools or a schema.

    `must_call` makes the provider force a call of that tool, where it can. `tokens` bounds the reply,
    `seconds` the whole call with its retries.
    """

    messages: tuple[ChatMessage, ...]
    tools: tuple[Tool, ...] = ()
    must_call: str = ""
    schema: AnswerSchema | None = None
    tokens: int = 8_000
    seconds: float = 90.0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call: `sent` in all, of which `cached` were not read again, and `received`.

    `written` are those of `sent` that the provider put into its cache, where it bills them apart.
    """

    sent: int = 0
    cached: int = 0
    received: int = 0
    written: int = 0

    @property
    def fresh(self) -> int:
        """Tokens the provider had to read."""
        return max(0, self.sent - self.cached)

    def plus(self, other: Usage) -> Usage:
        """Both calls together."""
        return Usage(
            self.sent + other.sent,
            self.cached + other.cached,
            self.received + other.received,
            self.written + other.written,
        )


NOTHING_USED = Usage()


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model answered: text, calls, or both, in the order of the conversation."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = NOTHING_USED
    echo: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> ChatMessage:
        """The reply as the next message of the conversation."""
        return ChatMessage("assistant", self.text, self.calls, echo=self.echo)


class Model(Protocol):
    """A language model behind an address. Raises ModelError for whatever keeps it from answering."""

    @property
    def name(self) -> str:
        """The model's name, as the record and the card show it."""

    def reply(self, turn: Turn, progress: Progress = ...) -> Reply:
        """Ask for the next message.

        Raises ModelError (a code `PLANGATE-MODEL-0nn` and a remedy) when the endpoint is unreachable,
        refuses, answers in another dialect, is cut off at its limit, or takes longer than `seconds`.
        A request whose outcome is unknown is never sent again.
        """


class Prompts(Protocol):
    """The words that a model is given: templates of `templates/model/`, filled in with marked data."""

    def text(self, name: str, **data: object) -> str:
        """The template `name` with its data; the same data give the same text, byte for byte."""


class SpendingLedger(Protocol):
    """What models cost, shared by all that spends: the money of each day (UTC).

    Raises ModelError where it cannot be read or written.
    """

    @property
    def lasts(self) -> bool:
        """Say whether it outlives this process; else a day's budget is that of one run."""

    def spent(self, day: date) -> Decimal:
        """The money of a day so far, at least to the billionth."""

    def add(self, day: date, money: Decimal) -> None:
        """Book money; what others book at the same time is kept, too."""
