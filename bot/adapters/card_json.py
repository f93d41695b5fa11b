"""The record as the card shows it: JSON that people may read and edit, and nothing breaks out of."""

from __future__ import annotations

import json
import re
from typing import Any

from bot.adapters import neutral
from bot.adapters.neutral import Trusted
from bot.domain.record import Record

# `<` and `>` so that no text in it looks like a comment or one of our markers; what nobody can see is
# written out, so that every value stays exactly the same.
_ESCAPED = re.compile(f"[<>]|{neutral.INVISIBLE.pattern}")
_ROOM = 14_000
_KEPT = ("canonicalTaskId", "stage", "revision")
# What goes first when there is no room. A section is shown whole or not at all: a person who edits the
# JSON must never seem to have deleted what was not there.
_FIRST_TO_GO = ("workflowRuntime", "planner", "claims", "retrospectives", "awaitingHumanArtifact")


def visible(record: Record, room: int = _ROOM) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The record as the card shows it, and the names of the sections that were left out.

    The plan's body is always left out of `planner.plan`: it has a comment of its own.
    """
    shown = record.model_dump(mode="json", by_alias=True, exclude_none=True)
    plan = shown["planner"].get("plan")
    if plan:
        plan.pop("body", None)
    by_size = sorted(shown, key=lambda name: -len(_json(shown[name])))
    order = [n for n in (*_FIRST_TO_GO, *by_size) if n in shown and n not in _KEPT]
    gone: list[str] = []
    for name in dict.fromkeys(order):
        if len(_json(shown)) <= room:
            break
        del shown[name]
        gone.append(name)
    return shown, tuple(gone)


def block(shown: dict[str, Any]) -> Trusted:
    """The JSON in a code block."""
    return neutral.fence(_json(shown), "json")


def _json(value: Any) -> str:
    return _ESCAPED.sub(_unicode, json.dumps(value, indent=2, ensure_ascii=False))


def _unicode(character: re.Match[str]) -> str:
    if character[0] > "\x7f":
        return json.dumps(character[0])[1:-1]
    return f"\\u{ord(character[0]):04x}"
