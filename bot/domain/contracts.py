"""Who may write which field of a record, and how a field may change (seed 2). Enforced by `Record.write`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from pydantic.alias_generators import to_camel

from bot.domain.value import Stored
from bot.errors import ContractError


class Role(StrEnum):
    """Those who act on a record."""

    ORCHESTRATOR = "orchestrator"
    PLANNER = "planner"
    ARCHITECT = "architect"
    DEVELOPER = "developer"
    REVIEWER = "reviewer"
    TESTER = "tester"
    RETROSPECTIVE = "retrospective"
    GATEKEEPER = "gatekeeper"
    HUMAN = "human"


MAY_WRITE: Mapping[Role, frozenset[str]] = {
    Role.ORCHESTRATOR: frozenset({"orchestrator", "awaiting_human_artifact", "planner"}),
    Role.PLANNER: frozenset(
        {"planning_artifact", "testing_artifacts", "awaiting_human_artifact", "planner", "workflow"}
    ),
    Role.ARCHITECT: frozenset({"review_artifact", "awaiting_human_artifact"}),
    Role.DEVELOPER: frozenset({"testing_artifacts", "workflow"}),
    Role.REVIEWER: frozenset({"review_artifact"}),
    Role.TESTER: frozenset({"verification_artifact", "testing_artifacts", "claims"}),
    Role.RETROSPECTIVE: frozenset({"done_artifact", "retrospectives"}),
    Role.GATEKEEPER: frozenset(),
    Role.HUMAN: frozenset(
        {"awaiting_human_artifact", "approval", "waivers", "planner"}
        | {"planning_artifact", "testing_artifacts", "workflow", "retrospectives"}
    ),
}

BY_HAND = ("planning_artifact", "testing_artifacts", "workflow", "retrospectives")
"""Sections that people may change by editing the card's JSON; the others have commands or evidence."""

IMMUTABLE = ("planning_artifact.created_at", "workflow.branch_name", "workflow.base_branch")
APPEND_ONLY = (
    "review_artifact.change_summary",
    "verification_artifact.notes",
    "testing_artifacts.implemented.commands_run",
)
WITH_REASON = (
    "planning_artifact.goals",
    "planning_artifact.steps",
    "planning_artifact.risks",
    "testing_artifacts.planned",
)
PARTS = {
    (Role.DEVELOPER, "testing_artifacts"): "testing_artifacts.planned",
    (Role.TESTER, "testing_artifacts"): "testing_artifacts.planned",
    (Role.PLANNER, "testing_artifacts"): "testing_artifacts.implemented",
    (Role.HUMAN, "testing_artifacts"): "testing_artifacts.implemented",
    (Role.HUMAN, "workflow"): "workflow.pull_requests",
    (Role.ARCHITECT, "review_artifact"): "review_artifact.decision",
    (Role.REVIEWER, "review_artifact"): "review_artifact.plan_review",
}


def check(role: Role, record: object, changes: Mapping[str, Any], reason: str) -> None:
    """Raise ContractError unless `role` may make these changes of top-level fields."""
    for name, new in changes.items():
        if name not in MAY_WRITE[role]:
            rule = f"is not a field of the role {role.value}"
            raise _refusal(name, rule, "Let its own role write it")
        foreign = PARTS.get((role, name))
        if foreign and _moved(record, changes, foreign):
            raise _refusal(foreign, "belongs to another role", "Do not change this part")
        _check_rules(record, name, {name: new}, reason)


def _check_rules(record: object, name: str, change: Mapping[str, Any], reason: str) -> None:
    for path in _under(name, IMMUTABLE):
        old = _at(record, path, {})
        if old and _at(record, path, change) != old:
            raise _refusal(path, "is immutable after creation", "Keep the first value")
    for path in _under(name, APPEND_ONLY):
        old, new = _at(record, path, {}) or (), _at(record, path, change) or ()
        if tuple(new[: len(old)]) != tuple(old):
            raise _refusal(path, "is append-only", "Add lines at its end")
    for path in _under(name, WITH_REASON):
        if reason or _said(_at(record, path, {})) is None:
            continue
        if _moved(record, change, path):
            remedy = "Say why it changes (in the card: with a new text in `transitionNote`)"
            raise _refusal(path, "changes only with a reason", remedy)


def _under(name: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(p for p in paths if p.split(".")[0] == name)


def _moved(record: object, changes: Mapping[str, Any], path: str) -> bool:
    """Say whether a part says something else; nothing and an empty one are the same."""
    return bool(_said(_at(record, path, changes)) != _said(_at(record, path, {})))


def _said(value: Any) -> Any:
    """A value, or nothing for one that holds nothing but defaults."""
    if isinstance(value, Stored):
        return value if value.model_dump(exclude_defaults=True) else None
    return None if value in ("", ()) else value


def _at(record: object, path: str, changes: Mapping[str, Any]) -> Any:
    first, *rest = path.split(".")
    node = changes[first] if first in changes else getattr(record, first)
    for name in rest:
        node = getattr(node, name, None)
    return node


def _refusal(field: str, rule: str, remedy: str) -> ContractError:
    shown = ".".join(to_camel(part) for part in field.split("."))
    return ContractError("PLANGATE-RECORD-010", f"{shown} {rule}", remedy)
