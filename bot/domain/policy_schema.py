"""The JSON Schema of a policy: accepts what the parser accepts, and nothing else."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from bot.domain.policy import Policy

DIALECT = "https://json-schema.org/draft/2020-12/schema"
BEYOND = (
    "One rule is beyond JSON Schema: all labels must differ, whatever their case. "
    "`plangate config validate` checks it, too."
)


class _Untitled(GenerateJsonSchema):
    """A field's name is title enough."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """No field needs a title."""
        return False


def policy_schema() -> dict[str, Any]:
    """The schema as data: defaults as people write them, each setting under both of its names.

    An empty file is a policy, so `null` is accepted at the top.
    """
    made = Policy.model_json_schema(by_alias=False, schema_generator=_Untitled)
    sections = {kind.__name__: kind for kind in _sections(Policy)}
    for name, schema in made["$defs"].items():
        _complete(schema, sections[name])
    _complete(made, Policy)
    made["type"] = ["object", "null"]
    return {"$schema": DIALECT, "$comment": BEYOND, **made}


def _sections(kind: type[BaseModel]) -> list[type[BaseModel]]:
    inner = [f.annotation for f in kind.model_fields.values()]
    found = [i for i in inner if isinstance(i, type) and issubclass(i, BaseModel)]
    return [*found, *(deeper for one in found for deeper in _sections(one))]


def _complete(schema: dict[str, Any], kind: type[BaseModel]) -> None:
    """Write defaults as people do, and name settings in camelCase, too, though never both ways at once."""
    written, rules = kind().model_dump(mode="json"), []
    for name, field in kind.model_fields.items():
        node = schema["properties"][name]
        if "default" in node:
            node["default"] = written[name]
        if field.alias and field.alias != name:
            schema["properties"][field.alias] = node
            rules.append({"not": {"type": "object", "required": [name, field.alias]}})
    if rules:
        schema["allOf"] = rules
