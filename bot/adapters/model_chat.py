"""The dialect `openai`: chat completions, as most servers and gateways speak them.

https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.adapters.model_assembly import Assembly, TokenCount
from bot.adapters.model_client import Dialect, bearer
from bot.adapters.model_refusals import ErrorOrigin, met_in_stream
from bot.adapters.model_schema import described, portable
from bot.ports.model import ChatMessage, Reply, ToolCall, Turn
from bot.ports.model_faults import ModelFault

TEMPERATURE = 0.2
"""Small models wander off with more; a server that refuses them does not get them again."""
ECHOED_IN_CALLS = ("extra_content", "thought_signature")
"""Gemini's signature. Only Gemini sends it, and it refuses the next turn without it."""
ECHOED_IN_MESSAGES = {
    "openrouter.ai": ("reasoning_details",),
    "api.deepseek.com": ("reasoning_content",),
    "api.moonshot.ai": ("reasoning_content",),
}
"""What these hosts want back with a message that called tools; others refuse the same field."""


class _Wire(BaseModel):
    model_config = ConfigDict(extra="allow")


class _Function(_Wire):
    name: str | None = None
    arguments: str | dict[str, Any] | None = None


class _Call(_Wire):
    index: int | None = None
    id: str | None = None
    function: _Function = _Function()


class _Message(_Wire):
    content: str | list[dict[str, Any]] | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(_Wire):
    delta: _Message | None = None
    message: _Message | None = None
    finish_reason: str | None = None


class _Chunk(_Wire):
    choices: list[_Choice] | None = None
    usage: TokenCount | None = None
    error: Any = None


def _body(model: str, turn: Turn) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(m) for m in turn.messages],
        "max_tokens": turn.tokens,
        "temperature": TEMPERATURE,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if turn.tools:
        body["tools"] = [{"type": "function", "function": described(t)} for t in turn.tools]
    if turn.must_call:
        body["tool_choice"] = {"type": "function", "function": {"name": turn.must_call}}
    if turn.schema:
        schema = portable(turn.schema.schema)
        wanted = {"name": turn.schema.name, "strict": True, "schema": schema}
        body["response_format"] = {"type": "json_schema", "json_schema": wanted}
    return body


def _message(message: ChatMessage) -> dict[str, Any]:
    made: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.answers:
        made["tool_call_id"] = message.answers
    if message.calls:
        made["content"] = message.text or None
        made["tool_calls"] = [
            {
                "id": c.id,
                "type": "function",
                "function": {"name": c.name, "arguments": json.dumps(dict(c.arguments))},
                **c.echo,
            }
            for c in message.calls
        ]
    return {**made, **message.echo}


class _Assembly(Assembly):
    """One answer: the pieces of its message put together."""

    def __init__(self, asked: ErrorOrigin, turn: Turn) -> None:
        super().__init__(asked, turn)
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._calls: list[_Call] = []
        self._echo: dict[str, Any] = {}
        self._finish = ""

    def add(self, data: Mapping[str, Any], streamed: bool) -> None:
        chunk = _Chunk.model_validate(data)
        if chunk.error:
            raise met_in_stream(self.asked, {"error": chunk.error})
        if chunk.choices is None and chunk.usage is None:
            raise ValueError("neither choices nor usage")
        if chunk.usage:
            self.usage = chunk.usage.usage
        for choice in (chunk.choices or [])[:1]:
            self._finish = choice.finish_reason or self._finish
            message = choice.delta or choice.message
            if message:
                self._take(message)

    def _take(self, message: _Message) -> None:
        text = _text(message.content)
        self._text.append(text)
        self._refusal.append(message.refusal or "")
        self.received += len(text)
        for part in message.tool_calls or ():
            self._take_call(part)
        host = self.asked.host.partition(":")[0]
        for name in ECHOED_IN_MESSAGES.get(host, ()):
            self._keep(name, (message.model_extra or {}).get(name))

    def _keep(self, name: str, value: Any) -> None:
        """Fields that are echoed come in pieces, too: text and lists are joined."""
        before = self._echo.get(name)
        if isinstance(before, str) and isinstance(value, str):
            self._echo[name] = f"{before}{value}"
        elif isinstance(before, list) and isinstance(value, list):
            self._echo[name] = [*before, *value]
        elif value is not None:
            self._echo[name] = value

    def _take_call(self, part: _Call) -> None:
        told = part.function.arguments or ""
        written = told if isinstance(told, str) else json.dumps(told)
        self.received += len(written)
        open_ = self._open(part)
        if open_ is None:
            part.function.arguments = written
            self._calls.append(part)
            return
        before = open_.function.arguments or ""
        open_.function.arguments = f"{before}{written}"
        open_.function.name = open_.function.name or part.function.name
        for name, value in (part.model_extra or {}).items():
            setattr(open_, name, value)

    def _open(self, part: _Call) -> _Call | None:
        """The call that this piece goes on with. Some servers number every call 0, others none."""
        last = self._calls[-1] if self._calls else None
        if last is None or (part.id and last.id and part.id != last.id):
            return None
        if part.index is not None and last.index is not None:
            return next((c for c in self._calls if c.index == part.index), None)
        return None if part.function.name else last

    def reply(self) -> Reply:
        """The finished reply."""
        if self._finish == "length":
            raise self.failed(ModelFault.TRUNCATED)
        if self._finish == "content_filter":
            raise self.failed(ModelFault.FILTERED)
        if any(self._refusal):
            raise self.failed(ModelFault.DECLINED)
        if not self._finish:
            raise self.failed(ModelFault.BROKEN_OFF)
        return self.replied("".join(self._text), self._finished(), self._echo)

    def _finished(self) -> Iterator[ToolCall]:
        for call in self._calls:
            extra, name = call.model_extra or {}, call.function.name or ""
            told = self.arguments(name, str(call.function.arguments or ""))
            echo = {n: extra[n] for n in ECHOED_IN_CALLS if extra.get(n) is not None}
            yield ToolCall(call.id or "", name, told, echo)


def _text(content: str | list[dict[str, Any]] | None) -> str:
    """What is text of it: some models answer in parts, of which others are thoughts."""
    if isinstance(content, list):
        return "".join(str(p.get("text", "")) for p in content if p.get("type") == "text")
    return content or ""


_OPTIONAL = dict.fromkeys(("temperature", "stream_options", "tool_choice"), "")
_OPTIONAL["max_tokens"] = "max_completion_tokens"
CHAT_COMPLETIONS = Dialect("openai", "/chat/completions", _OPTIONAL, bearer, _body, _Assembly)
