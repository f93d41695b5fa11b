"""The default branch's policy is the floor: another branch's may only add to it.

`raised` makes one policy of both. Every field of `Policy` stands in `WAYS`; a new one must be put there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from bot.domain.policy import Policy


class MergeRule(StrEnum):
    """How two values of a field become one that is laxer than neither."""

    ALONE = "the default branch's"
    HIGHER = "the higher number"
    EARLIER = "the earlier day, and none before any"
    STRICTER = "the stricter word"
    EITHER = "what either asks"
    BOTH = "what both allow"


ORDERS: Mapping[str, tuple[str, ...]] = {
    "gate.require": ("planned", "all"),
    "gate.claims": ("contradicted", "unproven"),
    "gate.scope": ("list", "block"),
    "gate.overlap": ("list", "block"),
    "gate.test_evidence": ("changed", "planned"),
}
"""The words of a field from lax to strict."""

WAYS: Mapping[str, MergeRule] = {
    **dict.fromkeys(("automation", "labels", "answers", "planner", "store"), MergeRule.ALONE),
    **dict.fromkeys(("tasks", "dashboard", "constraints", "former_authors"), MergeRule.ALONE),
    **dict.fromkeys(ORDERS, MergeRule.STRICTER),
    "gate.since": MergeRule.EARLIER,
    "gate.approvals": MergeRule.HIGHER,
    **dict.fromkeys(("gate.checks", "gate.protected"), MergeRule.EITHER),
    **dict.fromkeys(("gate.tests", "gate.ignore_checks", "gate.repositories"), MergeRule.BOTH),
    **dict.fromkeys((f"gate.exempt.{of}" for of in ("authors", "labels", "paths")), MergeRule.BOTH),
}
"""What becomes of each field. A section that stands here whole concerns issues, plans and words, which
are no branch's matter."""


def raised(floor: Policy, other: Policy) -> Policy | str:
    """The floor with what `other` adds to it; where nothing can meet both, the name of the field."""
    both: Policy = _both(floor, other, "")
    return both if both.gate.tests else "gate.tests"  # else no file would ever count as a test


def _both(one: Any, other: Any, path: str) -> Any:
    """A field, or a section with what becomes of each of its fields."""
    if path in WAYS:
        return _met(path, one, other)
    above = f"{path}." if path else ""
    names = type(one).model_fields
    return one.having(**{n: _both(getattr(one, n), getattr(other, n), above + n) for n in names})


def _met(path: str, one: Any, other: Any) -> Any:
    match WAYS[path]:
        case MergeRule.HIGHER:
            return max(one, other)
        case MergeRule.EARLIER:
            return None if None in (one, other) else min(one, other)
        case MergeRule.STRICTER:
            return max(one, other, key=ORDERS[path].index)
        case MergeRule.EITHER:
            return (*one, *(entry for entry in dict.fromkeys(other) if entry not in one))
        case MergeRule.BOTH:
            return tuple(entry for entry in one if entry in other)
        case MergeRule.ALONE:
            return one
