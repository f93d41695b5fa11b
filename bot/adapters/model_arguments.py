"""Arguments of a tool call: the text a model wrote -> an object, or an error that names the tool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.ports.model import Turn, Usage
from bot.ports.model_faults import ModelFault, failure


def arguments(name: str, text: str, usage: Usage) -> Mapping[str, Any]:
    """The object in `text`; nothing at all is an empty one. Raises ModelFailure for anything else."""
    try:
        data = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as problem:
        raise failure(ModelFault.BAD_ARGUMENTS, usage, name=_shown(name)) from problem
    if not isinstance(data, dict):
        raise failure(ModelFault.BAD_ARGUMENTS, usage, name=_shown(name))
    return data


def earlier_calls(turn: Turn) -> int:
    """How many calls a conversation already holds: what numbers the ids of those that have none."""
    return sum(len(m.calls) for m in turn.messages)


def _shown(name: str) -> str:
    return "".join(c for c in name if c.isalnum() or c in "_-.")[:40] or "a tool without a name"
