"""The dialect `anthropic`: the Messages API, whose schemas and caching its compatible layer lacks.

https://platform.claude.com/docs/en/api/messages
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from pydantic import BaseModel

from bot.adapters.model_assembly import Assembly
from bot.adapters.model_client import Dialect
from bot.adapters.model_refusals import ErrorOrigin, met_in_stream
from bot.adapters.model_schema import NOT_ANTHROPIC, described, portable
from bot.ports.model import ChatMessage, Reply, ToolCall, Turn, Usage
from bot.ports.model_faults import ModelFault

VERSION = "2023-06-01"
ECHOED = {
    "text": ("type", "text"),
    "tool_use": ("type", "id", "name", "input"),
    "thinking": ("type", "thinking", "signature"),
    "redacted_thinking": ("type", "data"),
}
"""The blocks of an answer that go back with the next turn, and what of them."""
_CACHED = {"cache_control": {"type": "ephemeral"}}
_LIMITS = {
    "max_tokens": ModelFault.TRUNCATED,
    "refusal": ModelFault.DECLINED,
    "model_context_window_exceeded": ModelFault.CONTEXT,
}
_ENDS = frozenset(("end_turn", "tool_use", "stop_sequence"))


class _Usage(BaseModel):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None


class _Block(BaseModel):
    type: str
    text: str = ""
    thinking: str = ""
    signature: str = ""
    data: str = ""
    id: str = ""
    name: str = ""
    input: Any = None


class _Message(BaseModel):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Usage = _Usage()


class _Delta(BaseModel):
    type: str = ""
    text: str = ""
    partial_json: str = ""
    thinking: str = ""
    signature: str = ""
    stop_reason: str | None = None


class _Event(BaseModel):
    type: str
    index: int = 0
    message: _Message | None = None
    content_block: _Block | None = None
    delta: _Delta = _Delta()
    usage: _Usage | None = None


def _headers(key: str) -> dict[str, str]:
    """The key's own header, and the version that we speak."""
    return {"anthropic-version": VERSION} | ({"x-api-key": key} if key else {})


def _body(model: str, turn: Turn) -> dict[str, Any]:
    """The request of a turn; the conversation so far is marked for the cache."""
    system = [{"type": "text", "text": m.text} for m in turn.messages if m.role == "system"]
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": turn.tokens,
        "messages": _messages(turn),
        "stream": True,
    }
    if system:
        body["system"] = _cached(system)
    if turn.tools:
        body["tools"] = [described(t, "input_schema") for t in turn.tools]
    if turn.must_call:
        body["tool_choice"] = {"type": "tool", "name": turn.must_call}
    if turn.schema:
        schema = portable(turn.schema.schema, NOT_ANTHROPIC)
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    return body


def _cached(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All blocks, the last of them marked: what stands up to there is kept for the next turn."""
    return [*blocks[:-1], {**blocks[-1], **_CACHED}]


def _messages(turn: Turn) -> list[dict[str, Any]]:
    """The conversation in turns: results of tools are words of the user, neighbours are one message."""
    said = [m for m in turn.messages if m.role != "system"]
    made: list[dict[str, Any]] = []
    for mine, group in groupby(said, key=lambda m: m.role == "assistant"):
        blocks = [block for m in group for block in _blocks(m)]
        made.append({"role": "assistant" if mine else "user", "content": blocks})
    if made and made[-1]["content"]:
        made[-1]["content"] = _cached(made[-1]["content"])
    return made


def _blocks(message: ChatMessage) -> Iterator[dict[str, Any]]:
    if message.answers:
        result = {"tool_use_id": message.answers, "content": message.text}
        yield {"type": "tool_result", **result}
        return
    if "content" in message.echo:
        yield from message.echo["content"]
        return
    if message.text:
        yield {"type": "text", "text": message.text}
    for call in message.calls:
        yield {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)}


class _Assembly(Assembly):
    """One answer: blocks as they are opened and filled."""

    def __init__(self, asked: ErrorOrigin, turn: Turn) -> None:
        super().__init__(asked, turn)
        self._blocks: dict[int, _Block] = {}
        self._written: dict[int, list[str]] = {}
        self._stop = ""

    def add(self, data: Mapping[str, Any], streamed: bool) -> None:
        if data.get("type") == "error" or "error" in data:
            raise met_in_stream(self.asked, data)
        if not streamed:
            message = _Message.model_validate(data)
            self._blocks = dict(enumerate(message.content))
            self.usage = _used(message.usage, self.usage)
            self._stop = message.stop_reason or ""
            self.received = len(str(self._blocks))
            return
        event = _Event.model_validate(data)
        if event.message:
            self.usage = _used(event.message.usage, self.usage)
        if event.content_block:
            self._blocks[event.index] = event.content_block
        if event.type == "content_block_delta":
            self._fill(event)
        if event.type == "message_delta":
            self._stop = event.delta.stop_reason or self._stop
            self.usage = _used(event.usage or _Usage(), self.usage)

    def _fill(self, event: _Event) -> None:
        block, delta = self._blocks.get(event.index), event.delta
        if block is None:
            raise ValueError("a piece of a block that was never opened")
        self.received += len(delta.text) + len(delta.partial_json)
        if delta.type == "input_json_delta":
            self._written.setdefault(event.index, []).append(delta.partial_json)
        block.text += delta.text
        block.thinking += delta.thinking
        block.signature += delta.signature

    def reply(self) -> Reply:
        """The finished reply."""
        if self._stop in _LIMITS:
            raise self.failed(_LIMITS[self._stop])
        if self._stop not in _ENDS:
            raise self.failed(ModelFault.BROKEN_OFF)
        for index, parts in self._written.items():
            block = self._blocks[index]
            block.input = self.arguments(block.name, "".join(parts))
        blocks = [b for _, b in sorted(self._blocks.items()) if b.type in ECHOED]
        text = "".join(b.text for b in blocks if b.type == "text")
        used = [b for b in blocks if b.type == "tool_use"]
        reply = self.replied(text, map(self._call, used), {})
        for block, call in zip(used, reply.calls, strict=True):
            block.id, block.input = call.id, call.arguments
        sent_back = [b for b in blocks if b.type != "text" or b.text]  # an empty text is refused
        echo = [{name: getattr(b, name) for name in ECHOED[b.type]} for b in sent_back]
        return replace(reply, echo={"content": echo})

    def _call(self, block: _Block) -> ToolCall:
        told = block.input or {}
        if not isinstance(told, Mapping):
            told = self.arguments(block.name, json.dumps(told))
        return ToolCall(block.id, block.name, told)


def _used(told: _Usage, before: Usage) -> Usage:
    """What is known by now: the first event tells what was read, the last one what was written.

    `input_tokens` leaves out what the cache held or took; all three together were sent.
    """
    sent, cached, written = before.sent, before.cached, before.written
    if told.input_tokens is not None:
        cached, written = told.cache_read_input_tokens or 0, told.cache_creation_input_tokens or 0
        sent = told.input_tokens + cached + written
    return Usage(sent, cached, told.output_tokens or before.received, written)


MESSAGES = Dialect("anthropic", "/messages", {"tool_choice": ""}, _headers, _body, _Assembly)
