"""What a model server lists: the names of its models, and how long their context is, where it says so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx

from bot.adapters.model_wire import start_of

_LENGTHS = (
    "loaded_context_length",  # LM Studio
    "max_model_len",  # vLLM
    "context_length",  # OpenRouter
    "max_context_length",
    "max_input_tokens",  # Anthropic
    "n_ctx",  # llama.cpp, under `meta`
)
_LONGEST = 4_000_000


def listed(address: str, headers: Mapping[str, str]) -> Mapping[str, int | None] | None:
    """Each model with its context; None where the server lists nothing. Never raises: many do not."""
    try:
        with (
            httpx.Client(timeout=10, trust_env=False, follow_redirects=False) as client,
            client.stream("GET", f"{address}/models", headers=dict(headers)) as answer,
        ):
            found = answer.status_code == httpx.codes.OK
            raw = start_of(answer.iter_bytes(), _LONGEST) if found else b""
        rows = json.loads(raw)["data"]
        return {str(row["id"]): _length(row) for row in rows}
    except (httpx.HTTPError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _length(row: Mapping[str, Any]) -> int | None:
    found = {**(row.get("meta") or {}), **row}
    told = (found.get(name) for name in _LENGTHS)
    return next((n for n in told if isinstance(n, int) and n > 0), None)
