"""JSON Schemas cut to what every provider's constrained decoding takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from bot.ports.model import Tool

_NOBODYS = frozenset(
    ("title", "default", "discriminator", "examples", "$defs", "minLength", "maxLength")
)
"""Refused by one provider or another, or of no use to a decoder."""
_RANGES = ("minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
NOT_ANTHROPIC = frozenset(("pattern", *_RANGES))


def portable(schema: Mapping[str, Any], without: Collection[str] = ()) -> dict[str, Any]:
    """A schema without references, whose objects are closed and want each of their properties.

    `without` are further keywords to leave out. What a reference has beside it wins over what it
    refers to. Raises ValueError for a schema that contains itself: decoders have no end for it.
    """
    return _Cut(schema.get("$defs", {}), frozenset(without)).of(schema, ())


def described(tool: Tool, parameters: str = "parameters") -> dict[str, Any]:
    """A tool, and its schema by the name that the provider has for it."""
    schema = portable(tool.parameters)
    return {"name": tool.name, "description": tool.description, parameters: schema}


class _Cut:
    def __init__(self, definitions: Mapping[str, Any], without: frozenset[str]) -> None:
        self._definitions = definitions
        self._without = without | _NOBODYS

    def of(self, schema: Mapping[str, Any], inside: tuple[str, ...]) -> dict[str, Any]:
        """One schema, found inside these definitions."""
        if "$ref" in schema:
            name = str(schema["$ref"]).removeprefix("#/$defs/")
            if name in inside:
                raise ValueError(f"the schema {name} contains itself")
            beside = {k: v for k, v in schema.items() if k != "$ref"}
            return self.of({**self._definitions[name], **beside}, (*inside, name))
        cut = {k: self._value(k, v, inside) for k, v in schema.items() if k not in self._without}
        if "oneOf" in cut:
            cut["anyOf"] = cut.pop("oneOf")
        if "properties" in cut:
            cut["required"] = list(cut["properties"])
            cut["additionalProperties"] = False
        return cut

    def _value(self, key: str, value: Any, inside: tuple[str, ...]) -> Any:
        if key == "properties":
            return {name: self.of(inner, inside) for name, inner in value.items()}
        if key in ("anyOf", "oneOf", "allOf"):
            return [self.of(inner, inside) for inner in value]
        if key in ("items", "additionalProperties") and isinstance(value, Mapping):
            return self.of(value, inside)
        return value
