"""The same replies in each dialect, as its provider sends them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from bot.adapters.model_anthropic import MESSAGES
from bot.adapters.model_chat import CHAT_COMPLETIONS
from bot.adapters.model_client import Dialect
from bot.adapters.model_responses import RESPONSES
from tests.adapters.model_server import Answer, as_json, streamed

Called = tuple[str, Mapping[str, Any]]
SENT, CACHED, RECEIVED = 120, 100, 7


class Voice(Protocol):
    """How a provider of one dialect answers; `truncated` and `filtered` are its reasons for that."""

    @property
    def dialect(self) -> Dialect: ...

    truncated: str
    filtered: str

    def says(self, text: str, *calls: Called, reason: str = "") -> Answer:
        """A streamed reply of text and calls; `reason` is why it ended, where not by itself."""

    def whole(self, text: str) -> Answer:
        """The same at once, from a server that does not stream."""

    def declines(self) -> Answer:
        """A refusal of the model."""

    def half(self, text: str) -> Answer:
        """A stream that ends, as if it were complete, before the model has finished."""

    def breaks_off(self, arguments: str) -> Answer:
        """A call of `read` whose arguments are just these characters."""


class Chat:
    """Chat completions."""

    dialect = CHAT_COMPLETIONS
    truncated, filtered = "length", "content_filter"

    def says(self, text: str, *calls: Called, reason: str = "") -> Answer:
        half = len(text) // 2
        made = [
            _chat_call(n, f"id-{n}", name, json.dumps(told)) for n, (name, told) in enumerate(calls)
        ]
        finish = reason or ("tool_calls" if calls else "stop")
        return streamed(
            _chat({"role": "assistant", "content": text[:half]}),
            _chat({"content": text[half:]}),
            *(_chat({"tool_calls": [part]}) for part in made),
            _chat({}, finish),
            {"choices": [], "usage": self.usage()},
            "[DONE]",
        )

    def usage(self) -> dict[str, Any]:
        details = {"cached_tokens": CACHED}
        return {
            "prompt_tokens": SENT,
            "completion_tokens": RECEIVED,
            "prompt_tokens_details": details,
        }

    def whole(self, text: str) -> Answer:
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return as_json({"object": "chat.completion", "choices": [choice], "usage": self.usage()})

    def declines(self) -> Answer:
        return streamed(_chat({"refusal": "I cannot"}), _chat({}, "stop"), "[DONE]")

    def half(self, text: str) -> Answer:
        return streamed(_chat({"content": text}))

    def breaks_off(self, arguments: str) -> Answer:
        part = _chat_call(0, "id-0", "read", arguments)
        return streamed(_chat({"tool_calls": [part]}), _chat({}, "tool_calls"), "[DONE]")


def _chat(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"object": "chat.completion.chunk", "choices": [choice]}


def _chat_call(index: int, id_: str, name: str, arguments: str) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"index": index, "id": id_, "type": "function", "function": function}


class OpenAI:
    """Responses."""

    dialect = RESPONSES
    truncated, filtered = "max_output_tokens", "content_filter"

    def says(self, text: str, *calls: Called, reason: str = "") -> Answer:
        pieces = [{"type": "response.output_text.delta", "delta": text}] if text else []
        made = [
            _function_call(f"id-{n}", name, json.dumps(told))
            for n, (name, told) in enumerate(calls)
        ]
        thought = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x=="}
        spoken = [_spoken({"type": "output_text", "text": text})] if text else []
        output = [thought, *spoken, *made]
        return streamed(
            {"type": "response.created", "response": {"status": "in_progress"}},
            *pieces,
            *(
                {"type": "response.function_call_arguments.delta", "delta": i["arguments"]}
                for i in made
            ),
            self.last(output, reason),
        )

    def last(self, output: list[dict[str, Any]], reason: str = "") -> dict[str, Any]:
        status = "incomplete" if reason else "completed"
        response = {
            "status": status,
            "output": output,
            "incomplete_details": {"reason": reason} if reason else None,
            "usage": {
                "input_tokens": SENT,
                "output_tokens": RECEIVED,
                "input_tokens_details": {"cached_tokens": CACHED},
            },
        }
        return {"type": f"response.{status}", "response": response}

    def whole(self, text: str) -> Answer:
        output = [_spoken({"type": "output_text", "text": text})]
        return as_json({"object": "response", **self.last(output)["response"]})

    def declines(self) -> Answer:
        return streamed(self.last([_spoken({"type": "refusal", "refusal": "I cannot"})]))

    def half(self, text: str) -> Answer:
        return streamed({"type": "response.output_text.delta", "delta": text})

    def breaks_off(self, arguments: str) -> Answer:
        return streamed(self.last([_function_call("id-0", "read", arguments)]))


def _spoken(part: dict[str, Any]) -> dict[str, Any]:
    return {"type": "message", "id": "msg_1", "role": "assistant", "content": [part]}


def _function_call(id_: str, name: str, arguments: str) -> dict[str, Any]:
    told = {"call_id": id_, "name": name, "arguments": arguments}
    return {"type": "function_call", "id": f"fc_{id_}", "status": "completed", **told}


class Anthropic:
    """Messages."""

    dialect = MESSAGES
    truncated, filtered = "max_tokens", "refusal"

    def says(self, text: str, *calls: Called, reason: str = "") -> Answer:
        events = [*self._text(0, text)] if text else []
        for n, (name, told) in enumerate(calls):
            events += self._call(n + 1, f"id-{n}", name, json.dumps(told))
        return self._streamed(events, reason or ("tool_use" if calls else "end_turn"))

    def _streamed(self, events: list[dict[str, Any]], reason: str) -> Answer:
        fresh = SENT - CACHED
        usage = {"input_tokens": fresh, "cache_read_input_tokens": CACHED, "output_tokens": 1}
        last = {"stop_reason": reason, "stop_sequence": None}
        return streamed(
            {"type": "message_start", "message": {"content": [], "usage": usage}},
            {"type": "ping"},
            *events,
            {"type": "message_delta", "delta": last, "usage": {"output_tokens": RECEIVED}},
            {"type": "message_stop"},
        )

    def _text(self, index: int, text: str) -> list[dict[str, Any]]:
        half = len(text) // 2
        pieces = [
            {
                "type": "content_block_delta",
                "index": index,
                "delta": {"type": "text_delta", "text": t},
            }
            for t in (text[:half], text[half:])
        ]
        start = {"type": "content_block_start", "index": index}
        return [{**start, "content_block": {"type": "text", "text": ""}}, *pieces]

    def _call(self, index: int, id_: str, name: str, arguments: str) -> list[dict[str, Any]]:
        block = {"type": "tool_use", "id": id_, "name": name, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": arguments}
        return [
            {"type": "content_block_start", "index": index, "content_block": block},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]

    def whole(self, text: str) -> Answer:
        usage = {"input_tokens": SENT - CACHED, "cache_read_input_tokens": CACHED}
        content = [{"type": "text", "text": text}]
        return as_json(
            {
                "type": "message",
                "content": content,
                "stop_reason": "end_turn",
                "usage": {**usage, "output_tokens": RECEIVED},
            }
        )

    def declines(self) -> Answer:
        return self._streamed(self._text(0, "I"), "refusal")

    def half(self, text: str) -> Answer:
        return streamed({"type": "message_start", "message": {"content": []}}, *self._text(0, text))

    def breaks_off(self, arguments: str) -> Answer:
        return self._streamed(self._call(0, "id-0", "read", arguments), "tool_use")


VOICES: dict[str, Voice] = {v.dialect.name: v for v in (Chat(), OpenAI(), Anthropic())}
