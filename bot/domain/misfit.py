"""A fault that pydantic finds in somebody's data, in our words."""

from __future__ import annotations

from pydantic_core import ErrorDetails

_KINDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "string": "text",
    "tuple": "a list, such as [a, b]",
    "list": "a list, such as [a, b]",
    "date": "a date, such as 2026-01-31",
    "datetime": "a time, such as 2026-01-31T12:00:00Z",
    "model": "an object",
    "dict": "an object",
}
"""What the first word of a fault's type asks for."""
_MISTYPED = ("_type", "_parsing", "_from_float")


def in_words(error: ErrorDetails) -> str:
    """What is wrong with one value, such as "must be at most 6"; no value of the data is in it."""
    kind, given = error["type"], error.get("ctx", {})
    match kind:
        case "missing":
            return "is missing"
        case "greater_than_equal":
            return f"must be at least {given['ge']}"
        case "less_than_equal":
            return f"must be at most {given['le']}"
        case _ if kind.endswith(_MISTYPED) and kind.partition("_")[0] in _KINDS:
            return f"must be {_KINDS[kind.partition('_')[0]]}"
        case _:
            told = error["msg"].removeprefix("Value error, ")
            return told.replace("Input should be ", "must be ", 1)
