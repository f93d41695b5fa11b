"""The tables of docs/configuration.md, drawn from the policy's schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from bot.domain.policy_schema import policy_schema
from tests.docs import tables

_KINDS = {
    "^[1-9][0-9]{0,5}[mhd]$": "a time such as `72h`",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "a day such as `2026-01-31`",
}


def properties() -> str:
    """Every property: path, what it is, what it may be, and its default."""
    rows = [
        [f"`{path}`", node["description"], _allowed(node), _default(node)]
        for path, node in _walked(policy_schema())
        if "$ref" not in node
    ]
    return tables.table(["Property", "What it is", "May be", "Default"], rows)


def _walked(
    whole: dict[str, Any], node: dict[str, Any] | None = None, path: str = ""
) -> Iterator[Any]:
    """Each property with its path, each once: the camelCase names are the same nodes again."""
    for name, inner in (node or whole)["properties"].items():
        if name != name.lower():
            continue
        yield f"{path}{name}", inner
        if "$ref" in inner:
            below = whole["$defs"][inner["$ref"].rsplit("/", 1)[1]]
            yield from _walked(whole, below, f"{path}{name}.")


def _allowed(node: dict[str, Any]) -> str:
    """What a property may be, in words."""
    if "anyOf" in node:
        return " or ".join(_allowed(one) for one in node["anyOf"])
    if "enum" in node:
        return ", ".join(f"`{one}`" for one in node["enum"])
    if "const" in node:
        return f"`{node['const']}`"
    match node.get("type"):
        case "array":
            return f"a list of: {_allowed(node['items'])}"
        case "integer":
            return f"a number from {node.get('minimum', '')} to {node.get('maximum', '')}"
        case "boolean":
            return "`true`, `false`"
        case "null":
            return "nothing"
        case _:
            return _KINDS.get(node.get("pattern", ""), "text")


def _default(node: dict[str, Any]) -> str:
    default = node.get("default")
    return "none" if default in (None, []) else f"`{json.dumps(default)}`".replace('"', "")


TABLES: dict[str, Callable[[], str]] = {"properties": properties}
