"""YAML text -> Policy, or where and why it is invalid. Strict: unknown keys are refused."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from bot.domain.facts import PolicyBroken
from bot.domain.misfit import in_words
from bot.domain.policy import GLOB, LABEL, LONGEST_LABEL, POLICY_PATH, Policy

LIMIT = 65_536
DEEPEST = 20
MOST_FAULTS = 20
_QUOTE = "put this text in quotes: its first character has a special meaning in YAML"
_COLON = "indented too far, or a colon is missing above, or a text with a colon needs quotes"
_SAID = (
    ("undefined tag handle", "anchors, aliases and tags are not allowed"),
    ("another document", "more than one document (---): keep one"),
    ("'\\t'", "indent with spaces, not tabs"),
    ("alphabetic or numeric", _QUOTE),
    ("cannot start any token", _QUOTE),
    ("end of stream", "a quotation mark is not closed"),
    ("mapping values are not allowed", _COLON),
    ("expected <block end>", "this line is not indented like the lines around it"),
    ("expected ',' or", "a bracket is not closed"),
    ("found '<stream end>'", "the file ends before a bracket is closed"),
)
"""What stands in the words of the YAML parser, and ours; the first one counts."""
_OPENED = ("end of stream", "expected ',' or")
"""Where the place to correct is where it began: the parser found out much later."""
_PATTERNS = {
    GLOB: "must not be empty",
    LABEL: f"must be one line of 1 to {LONGEST_LABEL} characters",
}
_OTHER = "not YAML: check the indentation, brackets and quotes"


class _Loader(yaml.SafeLoader):
    """Leaves a date that does not exist as it is written: the setting says what is wrong."""


def _date(loader: _Loader, node: yaml.ScalarNode) -> object:
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError:
        return node.value


_Loader.add_constructor("tag:yaml.org,2002:timestamp", _date)


def parse(text: str, file: str = POLICY_PATH) -> Policy | PolicyBroken:
    """Read a policy. Anchors, aliases and tags are refused: settings need none, bombs do."""
    if len(text) > LIMIT:
        return PolicyBroken(file, 1, f"larger than {LIMIT} characters")
    try:
        # An error at the end is told with the last line that there is.
        if forbidden := _forbidden(text.rstrip()):
            return _broken(file, *forbidden)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        data = yaml.load(text, Loader=_Loader)  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as problem:
        return _not_yaml(file, problem)
    if twice := next(_twice(root), None):
        return _broken(file, twice[0], f"the key {twice[1]!r} appears twice")
    if data is None:
        return Policy()
    return _validated(file, root, data)


def _validated(file: str, root: yaml.Node | None, data: object) -> Policy | PolicyBroken:
    if not isinstance(data, dict):
        return PolicyBroken(file, 1, "the file must consist of `name: value` lines")
    if not _encodable(data):
        return PolicyBroken(file, 1, "a character is invalid (half of a surrogate pair)")
    try:
        return Policy.model_validate(data)
    except ValidationError as problem:
        return _misfit(file, root, problem)


def _encodable(data: object) -> bool:
    try:
        json.dumps(data, ensure_ascii=False, default=str).encode()
    except (ValueError, TypeError):
        return False
    return True


def _broken(file: str, mark: yaml.Mark, why: str) -> PolicyBroken:
    return PolicyBroken(file, int(mark.line) + 1, why, int(mark.column) + 1)


def _forbidden(text: str) -> tuple[Any, str] | None:
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            return event.start_mark, "anchors, aliases and tags are not allowed"
        if depth > DEEPEST:
            return event.start_mark, "nested too deeply"
    return None


def _not_yaml(file: str, problem: Exception) -> PolicyBroken:
    mark, told = getattr(problem, "problem_mark", None), str(getattr(problem, "problem", None))
    if any(theirs in told for theirs in _OPENED):
        mark = getattr(problem, "context_mark", None) or mark
    why = next((ours for theirs, ours in _SAID if theirs in told), _OTHER)
    return _broken(file, mark, why) if mark else PolicyBroken(file, 1, why)


def _misfit(file: str, root: yaml.Node | None, problem: ValidationError) -> PolicyBroken:
    # A list whose only entry is wrong is not empty.
    errors = [e for e in problem.errors() if e["type"] != "too_short" or not e["input"]]
    faults = (_fault(file, root, error) for error in errors[:MOST_FAULTS])
    first, *more = sorted(faults, key=lambda fault: (fault.line, fault.column))
    return replace(first, more=tuple(more))


def _fault(file: str, root: yaml.Node | None, error: ErrorDetails) -> PolicyBroken:
    path = (*error["loc"], *error.get("ctx", {}).get("below", ()))
    known = _fields(_section(path[:-1])).get(str(path[-1]))
    match error["type"]:
        case "extra_forbidden" if known:
            why = f"the same setting as {known.alias}; keep one"
        case "extra_forbidden":
            why = f"unknown setting{_nearest(path)}"
        case "model_type":
            why = f"needs settings below it ({', '.join(_fields(_section(path)))})"
        case "literal_error":
            why = f"{in_words(error)}, but is {_shown(error['input'])}"
        case "too_short":
            why = "must have at least one entry"
        case "string_pattern_mismatch":
            why = _PATTERNS[error["ctx"]["pattern"]]
        case _:
            why = in_words(error)
    told = f"{_named(path)}: {why}"
    mark = _place(root, path)
    return _broken(file, mark, told) if mark else PolicyBroken(file, 1, told)


def _named(path: tuple[object, ...]) -> str:
    """The setting as people call it: entries of a list are counted from 1."""
    return "".join(f", entry {p + 1}" if isinstance(p, int) else f".{p}" for p in path)[1:]


def _shown(value: object) -> str:
    """What was written, as YAML understood it."""
    if isinstance(value, bool):
        return (
            "true (YAML reads yes and on as true)"
            if value
            else "false (YAML reads no and off as false)"
        )
    return json.dumps(value, ensure_ascii=False, default=str)[:40]


def _section(path: tuple[object, ...]) -> type[BaseModel] | None:
    section: type[BaseModel] | None = Policy
    for part in path:
        field = next((f for n, f in _fields(section).items() if part in (n, f.alias)), None)
        kind = field.annotation if field else None
        section = kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None
    return section


def _nearest(path: tuple[object, ...]) -> str:
    """The setting of that section which was probably meant, for a key that is none."""
    section = _section(path[:-1])
    known = list(_fields(section))
    close = difflib.get_close_matches(str(path[-1]), known, n=1, cutoff=0.6)
    if close:
        return f" (did you mean {close[0]}?)"
    return f" (known here: {', '.join(_fields(section))})" if section else ""


def _fields(section: type[BaseModel] | None) -> dict[str, FieldInfo]:
    return dict(section.model_fields) if section else {}


def _twice(node: yaml.Node | None) -> Iterator[tuple[yaml.Mark, str]]:
    if isinstance(node, yaml.SequenceNode):
        for inner in node.value:
            yield from _twice(inner)
    elif isinstance(node, yaml.MappingNode):
        seen = set[str]()
        for key, value in node.value:
            if key.value in seen:
                yield key.start_mark, str(key.value)
            seen.add(str(key.value))
            yield from _twice(value)


def _place(node: yaml.Node | None, path: tuple[object, ...]) -> yaml.Mark | None:
    """Where a setting stands: its key, or its place in a list."""
    mark = None
    for part in path:
        if isinstance(node, yaml.MappingNode):
            pair = next((p for p in node.value if p[0].value == part), None)
            if pair is None:
                break
            mark, node = pair[0].start_mark, pair[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part]
            mark = node.start_mark
    return mark
