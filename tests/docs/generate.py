"""What is generated into docs/: the JSON Schemas of record and draft, tables of four pages, traceability.md.

`make docs` (`.venv/bin/python -m tests.docs.generate`) writes it anew; test_generated.py notices when
somebody forgot.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from pydantic.json_schema import GenerateJsonSchema

from bot.domain.contracts import (
    APPEND_ONLY,
    BY_HAND,
    IMMUTABLE,
    MAY_WRITE,
    PARTS,
    WITH_REASON,
    Role,
)
from bot.domain.record import SCHEMA_VERSION, Record
from bot.domain.stages import TRANSITIONS, Requirement, Stage
from bot.planning import draft
from tests.docs import configuration, gate, model, tables, telemetry, traceability

DOCS = Path(__file__).resolve().parents[2] / "docs"
SCHEMA, PAGE = DOCS / "record.schema.json", DOCS / "record.md"
GATE = DOCS / "gate.md"
DRAFT = DOCS / "draft.schema.json"
MODELS = DOCS / "models.md"
CONFIGURATION = DOCS / "configuration.md"


class _Untitled(GenerateJsonSchema):
    """A field's name is title enough."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema() -> str:
    """docs/record.schema.json."""
    made = Record.model_json_schema(by_alias=True, schema_generator=_Untitled)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:plangate:record:{SCHEMA_VERSION}",
    }
    return json.dumps(head | made, indent=2, ensure_ascii=False) + "\n"


def draft_schema() -> str:
    """docs/draft.schema.json: what an engine may answer."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:plangate:draft",
    }
    return json.dumps(head | draft.schema(), indent=2, ensure_ascii=False) + "\n"


def page(text: str) -> str:
    """docs/record.md with its tables drawn from the code."""
    return tables.page(text, TABLES)


def fields() -> str:
    """Each top-level field: what it is, and what it holds."""
    rows = []
    for name, field in Record.model_fields.items():
        kind = _model_in(field.annotation)
        says = (kind.__doc__ or "").split("\n")[0].rstrip(".") if kind else _PLAIN[name]
        held = ", ".join(f"`{to_camel(n)}`" for n in kind.model_fields) if kind else ""
        rows.append([f"`{to_camel(name)}`", says, held])
    return tables.table(["Field", "What it is", "What it holds"], rows)


def who() -> str:
    """Role x field: who may write what."""
    roles = [role for role in Role if MAY_WRITE[role]]
    names = [n for n in Record.model_fields if any(n in MAY_WRITE[role] for role in roles)]
    rows = [[f"`{to_camel(n)}`", *(_may(role, n) for role in roles)] for n in names]
    rest = [f"`{to_camel(n)}`" for n in Record.model_fields if n not in names]
    none = [role.value for role in Role if not MAY_WRITE[role]]
    return (
        f"{tables.table(['Field', *(role.value for role in roles)], rows)}\n\n"
        f"No role writes {_listed(rest)}: these change with a transition, a reason or a save. "
        f"The {_listed(none)} writes nothing at all.\n\n"
        f"By editing the card's JSON, people change {_listed([f'`{to_camel(n)}`' for n in BY_HAND])} "
        "only: the rest has commands, or comes from evidence."
    )


def rules() -> str:
    """How fields may change."""
    kinds = {
        "immutable after creation": IMMUTABLE,
        "append-only": APPEND_ONLY,
        "changes only with a reason": WITH_REASON,
    }
    rows = [[f"`{_path(p)}`", kind] for kind, paths in kinds.items() for p in paths]
    return tables.table(["Field", "Rule"], rows)


def ways() -> str:
    """The transition table."""
    ends = [Stage.CANCELLED, Stage.DUPLICATE, Stage.UNRESOLVABLE]
    rows = [
        [start.value, to.value, "; ".join(f"`{n.code}`" for n in needs) or "never"]
        for start, way in TRANSITIONS.items()
        for to, needs in way.items()
        if to not in ends
    ]
    from_everywhere = [s.value for s in TRANSITIONS if set(ends) <= set(TRANSITIONS[s])]
    return (
        f"{tables.table(['From', 'To', 'Requires'], rows)}\n\n"
        f"From {_listed(from_everywhere)} an issue may also end as "
        f"{_listed([e.value for e in ends])}; that requires nothing."
    )


def requirements() -> str:
    """Each requirement with its remedy."""
    found = {n.code: n for way in TRANSITIONS.values() for needs in way.values() for n in needs}
    return tables.table(
        ["Code", "What must be there", "How to fix it"], [_row(n) for n in found.values()]
    )


TABLES: dict[str, Callable[[], str]] = {
    "fields": fields,
    "contracts": who,
    "mutability": rules,
    "stages": ways,
    "requirements": requirements,
}
_PLAIN = {
    "schema_version": "The version of this shape",
    "canonical_task_id": "The task: `T-` and the issue's number in five digits",
    "stage": "Where the issue stands",
    "revision": "How often the record was saved",
    "repository_id": "The repository it belongs to; every bare number in it means that one's",
    "transition_note": "Why the record was last changed, and what was applied",
}


def _may(role: Role, name: str) -> str:
    if name not in MAY_WRITE[role]:
        return ""
    foreign = PARTS.get((role, name))
    return f"✓ but `{to_camel(foreign.split('.')[-1])}`" if foreign else "✓"


def _row(need: Requirement) -> list[str]:
    return [f"`{need.code}`", need.what, need.remedy]


def _path(path: str) -> str:
    return ".".join(to_camel(part) for part in path.split("."))


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model a field holds, alone, in a tuple or as an option."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    inner = (_model_in(part) for part in getattr(annotation, "__args__", ()))
    return next((kind for kind in inner if kind), None)


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def main() -> None:
    """Write everything anew."""
    SCHEMA.write_text(schema(), encoding="utf-8")
    DRAFT.write_text(draft_schema(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    drawn = tables.page(GATE.read_text(encoding="utf-8"), gate.TABLES)
    GATE.write_text(drawn, encoding="utf-8")
    drawn = tables.page(MODELS.read_text(encoding="utf-8"), model.TABLES)
    MODELS.write_text(drawn, encoding="utf-8")
    drawn = tables.page(CONFIGURATION.read_text(encoding="utf-8"), configuration.TABLES)
    CONFIGURATION.write_text(drawn, encoding="utf-8")
    drawn = tables.page(telemetry.PAGE.read_text(encoding="utf-8"), telemetry.TABLES)
    telemetry.PAGE.write_text(drawn, encoding="utf-8")
    traceability.PAGE.write_text(traceability.page(), encoding="utf-8")


if __name__ == "__main__":
    main()
