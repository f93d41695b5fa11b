"""The record as the card shows it: JSON that people may read and edit, and nothing breaks out of."""

from __future__ import annotations

import json
import re
from typing import Any

from bot.adapters import neutral
from bot.adapters.budget import FEW
from bot.adapters.neutral import Trusted
from bot.domain import hand_edits
from bot.domain.plan import Task
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.graph.schedule import schedule_next

# `<` and `>` so that no text in it looks like a comment or one of our markers; what nobody can see
# is written out, so that every value stays exactly the same.
_ESCAPED = re.compile(f"[<>]|{neutral.INVISIBLE.pattern}")
_ROOM = 14_000
_KEPT = ("canonicalTaskId", "stage", "revision")


def visible(record: Record, room: int = _ROOM) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The record as the card shows it, and the names of the sections that were left out.

    What looks like a secret is taken out, and what stands elsewhere is left out: see `hand_edits`.
    """
    whole = record.model_dump(mode="json", by_alias=True, exclude_none=True)
    shown = {name: hand_edits.as_shown(name, value) for name, value in whole.items()}
    gone = _too_much({name: len(_json({name: value})) for name, value in shown.items()}, room)
    return {n: v for n, v in shown.items() if n not in gone}, gone


def words(record: Record, rows: int) -> dict[str, Any]:
    """What the card's template shows of the record; where few rows have room, hardly anything."""
    shown, left_out = visible(record, 0) if rows < FEW else visible(record)
    return {"record_json": block(shown), "left_out": left_out, "next_task": _next_task(record)}


def _next_task(record: Record) -> Task | None:
    """The task that comes next while people work on a plan; an epic's stories have plans of their own."""
    plan = record.plan if record.stage is Stage.IMPLEMENTING and not record.planner.epic else None
    first = schedule_next(plan) if plan else None
    return first.task if first else None


def _too_much(sizes: dict[str, int], room: int) -> tuple[str, ...]:
    """The sections to leave out, largest first.

    A section is shown whole or not at all: a person who edits the JSON must never seem to have
    deleted what was not there.
    """
    total = sum(sizes.values())
    gone = []
    for name in sorted(sizes, key=lambda name: -sizes[name]):
        if total > room and name not in _KEPT:
            gone.append(name)
            total -= sizes[name]
    return tuple(gone)


def block(shown: dict[str, Any]) -> Trusted:
    """The JSON in a code block."""
    return neutral.fence(_json(shown), "json")


def _json(value: Any) -> str:
    return _ESCAPED.sub(_unicode, json.dumps(value, indent=2, ensure_ascii=False))


def _unicode(character: re.Match[str]) -> str:
    sign = character[0]
    return json.dumps(sign)[1:-1] if sign > "\x7f" else f"\\u{ord(sign):04x}"
