"""The tables of docs/telemetry.md, drawn from the code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pydantic.alias_generators import to_camel

from bot.domain.plan import MERGES, Merge, Task, TaskPlan
from bot.graph.planner_output import ALIASES, PLAN_ALIASES
from bot.planning.draft import Draft, DraftTask
from tests.docs import tables, traceability

PAGE = Path(__file__).resolve().parents[2] / "docs" / "telemetry.md"
DRAFTED = {"question": "question", "dependencies": "depends_on"}
PLANNED = {"dependencies": "depends_on", "criteria": "acceptance_criteria"}
"""Canonical field -> our own name of it, where they differ."""


def fields() -> str:
    """Each canonical field: its other names, and where the draft and the plan hold it."""
    rows = [_row(name, ALIASES, DraftTask, Task) for name in ALIASES]
    rows += [_row(name, PLAN_ALIASES, Draft, TaskPlan) for name in PLAN_ALIASES]
    return tables.table(["Field", "Other names that are read", "In a draft", "In a plan"], rows)


def merges() -> str:
    """Each rule with the fields that it holds for."""
    says = {
        Merge.KEEP: "what is there stays",
        Merge.ADD: "numbers add up; of maps, each key's",
        Merge.REPLACE: "the newest run's counts",
        Merge.APPEND: "joined, the last 20 stay",
    }
    named = {how: [f"`{f}`" for f, rule in MERGES.items() if rule is how] for how in Merge}
    named[Merge.KEEP] = ["`confidence`", "routes", "every field that is not named here"]
    rows = [[how.value, says[how], ", ".join(named[how])] for how in Merge]
    return tables.table(["Rule", "What it does", "Fields"], rows)


def _row(name: str, names: object, drafted: type, planned: type) -> list[str]:
    aliases = dict(names)[name]  # type: ignore[call-overload]
    cells = [_held(name, DRAFTED, drafted), _held(name, PLANNED, planned)]
    return [f"`{to_camel(name)}`", ", ".join(f"`{a}`" for a in aliases if a != name), *cells]


def _held(name: str, own: dict[str, str], model: type) -> str:
    field = name if name in model.model_fields else own.get(name, name)  # type: ignore[attr-defined]
    if field not in model.model_fields:  # type: ignore[attr-defined]
        raise KeyError(f"{model.__name__} has no {field}")
    return f"`{to_camel(field)}`"


TABLES: dict[str, Callable[[], str]] = {
    "fields": fields,
    "merges": merges,
    "sentences": traceability.sentences,
}
