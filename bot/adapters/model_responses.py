"""The dialect `openai-responses`: OpenAI's newer interface, the only one where newer models take tools.

https://platform.openai.com/docs/api-reference/responses
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from bot.adapters.model_assembly import Assembly, TokenCount
from bot.adapters.model_client import Dialect, bearer
from bot.adapters.model_refusals import ErrorOrigin, met_in_stream
from bot.adapters.model_schema import described, portable
from bot.ports.model import ChatMessage, Reply, ToolCall, Turn
from bot.ports.model_faults import ModelFault

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


class _Incomplete(BaseModel):
    reason: str = ""


class _Response(BaseModel):
    status: str
    output: list[dict[str, Any]] = []
    usage: TokenCount | None = None
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


class _Assembly(Assembly):
    """One answer: the last event holds all of it; the items before it stand in where it is empty."""

    def __init__(self, asked: ErrorOrigin, turn: Turn) -> None:
        super().__init__(asked, turn)
        self._done: list[dict[str, Any]] = []
        self._response: _Response | None = None

    def add(self, data: Mapping[str, Any], streamed: bool) -> None:
        if not streamed:
            self._response = _Response.model_validate(data)
            self.received = len(str(self._response.output))
            return
        kind = data["type"] if isinstance(data.get("type"), str) else ""
        if kind in _ENDS:
            self._response = _Response.model_validate(data.get("response"))
        elif kind == "error" or "error" in data:
            raise met_in_stream(self.asked, data)
        elif kind == "response.output_item.done" and isinstance(data.get("item"), dict):
            self._done.append(data["item"])
        elif kind in _PIECES:
            self.received += len(str(data.get("delta", "")))
        elif not kind.startswith("response."):
            raise ValueError("no event of this dialect")

    def reply(self) -> Reply:
        """The finished reply."""
        response = self._response
        if response is None:
            raise self.failed(ModelFault.BROKEN_OFF)
        if response.usage:
            self.usage = response.usage.usage
        self._refuse(response)
        raw = response.output or self._done
        items = [_Item.model_validate(item) for item in raw]
        parts = [p for i in items if i.type == "message" for p in i.content or ()]
        if any(p.type == "refusal" for p in parts):
            raise self.failed(ModelFault.DECLINED)
        text = "".join(p.text for p in parts if p.type == "output_text")
        echo = [{n: i[n] for n in ECHOED[i["type"]] if n in i} for i in raw if _wanted(i)]
        return self.replied(text, self._calls(items), {"output": echo})

    def _refuse(self, response: _Response) -> None:
        if response.status == "completed":
            return
        reason = response.incomplete_details.reason if response.incomplete_details else ""
        if reason == "max_output_tokens":
            raise self.failed(ModelFault.TRUNCATED)
        if reason == "content_filter":
            raise self.failed(ModelFault.FILTERED)
        said = response.error or {"message": reason or response.status}
        raise met_in_stream(self.asked, {"error": said})

    def _calls(self, items: list[_Item]) -> Iterator[ToolCall]:
        for item in items:
            if item.type == "function_call":
                name = item.name or ""
                yield ToolCall(item.call_id or "", name, self.arguments(name, item.arguments or ""))


def _wanted(item: Mapping[str, Any]) -> bool:
    """Say whether an item goes back: thoughts only where they can be read again."""
    kind = item.get("type")
    return kind in ECHOED and (kind != "reasoning" or bool(item.get("encrypted_content")))


_OPTIONAL = {"include": "", "tool_choice": "", "store": ""}
RESPONSES = Dialect("openai-responses", "/responses", _OPTIONAL, bearer, _body, _Assembly)
