"""The published schema accepts exactly what the parser accepts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st
from jsonschema import (  # type: ignore[import-untyped]
    Draft202012Validator,
    FormatChecker,
    ValidationError,
    validators,
)

from bot.domain import policy_text
from bot.domain.policy import Policy
from bot.domain.policy_schema import policy_schema
from tests.domain.test_policy_text import BAD, GOOD


def _pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[ValidationError]:
    """A schema's `$` is the end of the text; Python's stands before a last line break, too."""
    if isinstance(value, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


SCHEMA = validators.extend(Draft202012Validator, {"pattern": _pattern})(
    policy_schema(), format_checker=FormatChecker()
)
ODD = (
    st.none()
    | st.booleans()
    | st.integers(-2, 70_000)
    | st.floats(-1, 99).map(lambda x: x // 0.5 / 2)
)
TEXTS = st.sampled_from(
    [
        "72h", "0h", "00m", "07d", "3d ", "1w", "72", "999999m", "9999999m", "\u0663h", "3d\n",
        "2026-01-31", "2026-02-31", "0000-01-01", "2026-1-1", "2026-01-31T00:00:00", "86400",
        "plan", " plan ", "", " ", "\t", "\u00a0", "a\nb", "x" * 50, "x" * 51, " " + "x" * 50 + " ",
        "\u200b", "a\u200bb", "\U0001f600" * 50, "no-plan", "**", "docs/**", "author", "write",
        "manual", "full", "all", "planned", "comment", "body", "true",
    ]
)  # fmt: skip
VALUES = st.recursive(
    ODD | TEXTS | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["plan", "stages", "x", "timeout"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def names() -> list[tuple[str, ...]]:
    """Every setting's path, in both of its names, and one that is none."""
    found: list[tuple[str, ...]] = [("unknown",), ("gate", "unknown")]
    for section, field in Policy.model_fields.items():
        inner = getattr(field.annotation, "model_fields", {})
        found += [(n,) for n in {section, field.alias or section}]
        found += [(section, n) for k, f in inner.items() for n in {k, f.alias or k}]
    found += [("labels", "stages", "done"), ("labels", "stages", "awaitingHuman")]
    return sorted(found)


def written(pairs: list[tuple[tuple[str, ...], Any]]) -> dict[str, Any]:
    """Settings as data."""
    data: dict[str, Any] = {}
    for path, value in pairs:
        node = data
        for part in path[:-1]:
            inner = node.setdefault(part, {})
            if not isinstance(inner, dict):
                inner = node[part] = {}
            node = inner
        node[path[-1]] = value
    return data


def parsed(data: Any) -> bool:
    """Say whether the parser takes data as YAML would bring it; two equal labels are beyond a schema."""
    text = yaml.safe_dump(data, allow_unicode=False)
    found = policy_text.parse(text)
    if not isinstance(found, Policy):
        assume("stands for two things" not in found.why)  # it may hide another mistake
    return isinstance(found, Policy)


@given(st.lists(st.tuples(st.sampled_from(names()), VALUES), max_size=3))
@example([(("gate", "ignore_checks"), ["x"]), (("gate", "ignoreChecks"), ["y"])])
@example([(("planner", "timeout"), 5.0)])
@example([(("planner", "timeout"), True)])
@example([(("gate", "since"), None)])
@example([(("gate", "since"), 86400)])
@example([(("labels", "epic"), "3d\n")])
def test_parser_and_schema_agree(pairs):
    """Whatever is written for whatever setting, both accept it or both refuse it."""
    # CONTRACT: config
    data = json.loads(json.dumps(written(pairs)))

    assert parsed(data) == SCHEMA.is_valid(data), list(SCHEMA.iter_errors(data))


@pytest.mark.parametrize("text", GOOD, ids=str)
def test_good_settings_are_valid(text):
    """What the parser's own examples write is valid."""
    assert SCHEMA.is_valid(json.loads(json.dumps(yaml.safe_load(text), default=str)))


@pytest.mark.parametrize(
    "name", [n for n in BAD if n.startswith(("a duration", "an empty", "no "))]
)
def test_bad_settings_are_invalid(name):
    """What the parser refuses for its value is refused by the schema."""
    assert not SCHEMA.is_valid(yaml.safe_load(BAD[name][0]))


def test_defaults_are_written_as_people_write_them():
    """The schema's defaults can be copied into a file: it parses, and changes nothing."""

    # CONTRACT: config
    def collected(node: dict[str, Any]) -> dict[str, Any]:
        ref = node.get("$ref", "").rpartition("/")[2]
        inner = policy_schema()["$defs"].get(ref, node)
        return {
            k: v["default"] if "default" in v else collected(v)
            for k, v in inner["properties"].items()
            if k == "".join(c if c.islower() or c == "_" else "!" for c in k)
        }

    assert policy_text.parse(yaml.safe_dump(collected(policy_schema()))) == Policy()


def test_an_empty_file_is_valid():
    """Nothing at all is a policy."""
    assert SCHEMA.is_valid(None) and SCHEMA.is_valid({})
