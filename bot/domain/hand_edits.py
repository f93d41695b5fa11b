"""The visible JSON of a card, edited by hand -> which fields shall change, or what is wrong with it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from pydantic.alias_generators import to_snake

from bot.domain import codec
from bot.domain.contracts import BY_HAND
from bot.domain.record import Record
from bot.domain.secrets import cleaned
from bot.errors import RecordError

_FENCE = re.compile(r"^(`{3,})json\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class HandEdit:
    """`fields` are (name, new value) pairs that fit the record; `reason` the new transition note."""

    fields: tuple[tuple[str, object], ...] = ()
    reason: str = ""
    problem: str = ""


def read(record: Record, card: str) -> HandEdit:
    """Compare a card's JSON with the record. A key that is missing was not shown, never deleted."""
    text = _json_of(card.replace("\r\n", "\n"))
    if text is None:
        return HandEdit(problem="the JSON is gone")
    try:
        return _compared(record, cleaned(codec.strict_json(text)))
    except RecordError as problem:
        return HandEdit(problem=problem.what)


def _compared(record: Record, wanted: Any) -> HandEdit:
    if not isinstance(wanted, dict):
        return HandEdit(problem="the JSON is not an object")
    shown = record.model_dump(mode="json", by_alias=True, exclude_none=True)
    changed = {k: v for k, v in wanted.items() if as_shown(k, shown.get(k)) != v}
    reason = changed.pop("transitionNote", "")
    names = [to_snake(name) for name in changed]
    for name, written in zip(names, changed, strict=True):
        if name not in BY_HAND:
            return HandEdit(problem=f"{written} cannot be changed by hand")
    whole = codec.from_json(json.dumps({**shown, **changed}))  # as it will be read again
    fields = [(n, getattr(whole, n)) for n in names if getattr(whole, n) != getattr(record, n)]
    return HandEdit(tuple(fields), reason if isinstance(reason, str) else "")


def _json_of(card: str) -> str | None:
    found = next(reversed(list(_FENCE.finditer(card))), None)
    if found is None:
        return None
    end = card.find(f"\n{found[1]}", found.end())
    return card[found.end() : end] if end >= 0 else None


def as_shown(name: str, value: Any) -> Any:
    """A section as the card shows it: no secrets, nor what stands elsewhere: plan's body, request's text."""
    value = cleaned(value)
    if name not in {"planner", "approval"} or not isinstance(value, dict):
        return value
    shown = {k: v for k, v in value.items() if k != "request"}
    if isinstance(shown.get("plan"), dict):
        shown["plan"] = {k: v for k, v in shown["plan"].items() if k != "body"}
    return shown
