"""The dialect `openai-responses`: OpenAI's newer interface, the only one where newer models take tools.

https://platform.openai.com/docs/api-reference/responses
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from bot.adapters.model_arguments import arguments, earlier_calls
from bot.adapters.model_client import Dialect, bearer
from bot.adapters.model_refusals import ErrorOrigin, met_in_stream
from bot.adapters.model_schema import described, portable
from bot.ports.model import NOTHING_USED, ChatMessage, Reply, ToolCall, Turn, Usage
from bot.ports.model_faults import ModelFault, failure

ECHOED = {
    "reasoning": ("type", "id", "summary", "encrypted_content"),
    "function_call": ("type", "call_id", "name", "arguments"),
    "message": ("type", "role", "content"),
}
"""The items of an answer that go back with the next turn, and what of them."""
_ENDS = frozenset(("response.completed", "response.incomplete", "response.failed"))
_PIECES = frozenset(("response.output_text.delta", "response.function_call_arguments.delta"))


class _Part(BaseModel):
    type: str = ""
    text: str = ""
    refusal: str = ""


class _Item(BaseModel):
    type: str
    call_id: str | None = None
    name: str | None = None
    arguments: str | None = None
    content: list[_Part] | None = None


class _Details(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    input_tokens: int = 0
    output_tokens: int = 0
    input_tokens_details: _Details | None = None


class _Incomplete(BaseModel):
    reason: str = ""


class _Response(BaseModel):
    status: str
    output: list[dict[str, Any]] = []
    usage: _Usage | None = None
    incomplete_details: _Incomplete | None = None
    error: dict[str, Any] | None = None


def _body(model: str, turn: Turn) -> dict[str, Any]:
    """The request of a turn; nothing is stored at the provider."""
    body: dict[str, Any] = {
        "model": model,
        "input": [item for m in turn.messages for item in _items(m)],
        "max_output_tokens": turn.tokens,
        "stream": True,
        "store": False,
        "include": ["reasoning.encrypted_content"],
    }
    if turn.tools:
        kind = {"type": "function", "strict": False}
        body["tools"] = [kind | described(t) for t in turn.tools]
    if turn.must_call:
        body["tool_choice"] = {"type": "function", "name": turn.must_call}
    if turn.schema:
        schema = portable(turn.schema.schema)
        named = {"type": "json_schema", "name": turn.schema.name, "strict": True}
        body["text"] = {"format": {**named, "schema": schema}}
    return body


def _items(message: ChatMessage) -> Iterator[dict[str, Any]]:
    if message.answers:
        answered = {"call_id": message.answers, "output": message.text}
        yield {"type": "function_call_output", **answered}
        return
    if "output" in message.echo:
        yield from message.echo["output"]
        return
    if message.text:
        yield {"role": message.role, "content": message.text}
    for call in message.calls:
        told = json.dumps(dict(call.arguments))
        yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": told}


class _Assembly:
    """One answer: the last event holds all of it; the items before it stand in where it is empty."""

    def __init__(self, asked: ErrorOrigin, turn: Turn) -> None:
        self._asked = asked
        self._turn = turn
        self._done: list[dict[str, Any]] = []
        self._response: _Response | None = None
        self._received = 0

    def add(self, data: Mapping[str, Any], streamed: bool) -> int:
        if not streamed:
            self._response = _Response.model_validate(data)
            return len(str(self._response.output))
        kind = data["type"] if isinstance(data.get("type"), str) else ""
        if kind in _ENDS:
            self._response = _Response.model_validate(data.get("response"))
        elif kind == "error" or "error" in data:
            raise met_in_stream(self._asked, data)
        elif kind == "response.output_item.done" and isinstance(data.get("item"), dict):
            self._done.append(data["item"])
        elif kind in _PIECES:
            self._received += len(str(data.get("delta", "")))
        elif not kind.startswith("response."):
            raise ValueError("no event of this dialect")
        return self._received

    def reply(self) -> Reply:
        """The finished reply."""
        response = self._response
        if response is None:
            raise failure(ModelFault.BROKEN_OFF, host=self._asked.host)
        usage = _used(response.usage) if response.usage else NOTHING_USED
        self._refuse(response, usage)
        raw = response.output or self._done
        items = [_Item.model_validate(item) for item in raw]
        parts = [p for i in items if i.type == "message" for p in i.content or ()]
        if any(p.type == "refusal" for p in parts):
            raise failure(ModelFault.DECLINED, usage)
        text = "".join(p.text for p in parts if p.type == "output_text")
        calls = tuple(self._calls(items, usage))
        if not text.strip() and not calls:
            raise failure(ModelFault.EMPTY, usage)
        echo = [{n: i[n] for n in ECHOED[i["type"]] if n in i} for i in raw if _wanted(i)]
        return Reply(text, calls, usage, {"output": echo})

    def _refuse(self, response: _Response, usage: Usage) -> None:
        if response.status == "completed":
            return
        reason = response.incomplete_details.reason if response.incomplete_details else ""
        if reason == "max_output_tokens":
            raise failure(ModelFault.TRUNCATED, usage, tokens=self._turn.tokens)
        if reason == "content_filter":
            raise failure(ModelFault.FILTERED, usage)
        said = response.error or {"message": reason or response.status}
        raise met_in_stream(self._asked, {"error": said})

    def _calls(self, items: list[_Item], usage: Usage) -> Iterator[ToolCall]:
        made = [i for i in items if i.type == "function_call"]
        for number, item in enumerate(made, earlier_calls(self._turn) + 1):
            name = item.name or ""
            told = arguments(name, item.arguments or "", usage)
            yield ToolCall(item.call_id or f"call_{number}", name, told)


def _wanted(item: Mapping[str, Any]) -> bool:
    """Say whether an item goes back: thoughts only where they can be read again."""
    kind = item.get("type")
    return kind in ECHOED and (kind != "reasoning" or bool(item.get("encrypted_content")))


def _used(usage: _Usage) -> Usage:
    details = usage.input_tokens_details
    return Usage(
        usage.input_tokens, (details.cached_tokens if details else 0) or 0, usage.output_tokens
    )


_OPTIONAL = {"include": "", "tool_choice": "", "store": ""}
RESPONSES = Dialect("openai-responses", "/responses", _OPTIONAL, bearer, _body, _Assembly)
