"""docs/traceability.md: every requirement of the planner's specification with the tests that name it.

A test names a requirement in its docstring or in a comment of its body (`# FR-044, AC-032`). What no
test can show yet stands in `REASONS`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS.parent / "docs" / "traceability.md"
WANTED = Path(__file__).parent / "seed-5.txt"
_ID = re.compile(r"\b(?:N?FR|AC)-[0-9]{3}\b")
_MOST = 4
_NO_MODEL = (
    "The built-in planner calls no model and parses no answer of one; "
    "the model engine of a later version brings the test with it."
)
REASONS = {
    "FR-081": _NO_MODEL,
    "FR-084": f"{_NO_MODEL} What fails in planning is said on the issue today (AC-054).",
    "AC-051": _NO_MODEL,
}
"""Why requirements without a test have none; a test that names one takes its place."""
_PARTS = {
    "FR": "Functional requirements",
    "NFR": "Non-functional requirements",
    "AC": "Acceptance criteria",
}
_HEAD = """\
# Traceability: the planner's specification and its tests

Drawn from the tests by `make docs`; a test fails when this page is stale or a requirement has neither a
test nor a reason. The requirements are those of the specification of the planner's stage (seed 5), in
its own words. A test names them in a comment; run one with `make test PYTEST_ARGS='-k NAME'`.
"""


@dataclass(frozen=True, slots=True)
class Named:
    """A test and the sentence that says what it shows."""

    file: str
    name: str
    says: str


def wanted() -> dict[str, str]:
    """Each id with what the specification asks."""
    lines = WANTED.read_text(encoding="utf-8").splitlines()
    return {id_: text for id_, _, text in (line.partition(" ") for line in lines)}


def named() -> dict[str, list[Named]]:
    """Each id with the tests that name it, in the order of files and lines."""
    found: dict[str, list[Named]] = defaultdict(list)
    for file in sorted(TESTS.rglob("test_*.py")):
        if "node_modules" in file.parts:
            continue
        source = file.read_text(encoding="utf-8")
        if not _ID.search(source):
            continue
        lines = source.splitlines()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                body = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                says = (ast.get_docstring(node) or "").split("\n")[0]
                test = Named(file.relative_to(TESTS).as_posix(), node.name, says)
                for id_ in sorted(set(_ID.findall(body))):
                    found[id_].append(test)
    return found


def missing() -> list[str]:
    """Requirements with neither a test nor a reason."""
    tests = named()
    return [id_ for id_ in wanted() if id_ not in tests and id_ not in REASONS]


def unknown() -> list[str]:
    """Ids that tests name and the specification does not know."""
    return sorted(named().keys() - wanted().keys())


def page() -> str:
    """The whole page."""
    tests, texts = named(), wanted()
    shown = sum(id_ in tests for id_ in texts)
    parts = [_HEAD, f"{shown} of {len(texts)} requirements have a named test.\n"]
    for kind, title in _PARTS.items():
        rows = [
            f"| {id_} | {text} | {_proof(id_, tests)} |"
            for id_, text in texts.items()
            if id_.startswith(f"{kind}-")
        ]
        parts.append(
            "\n".join([f"## {title}\n", "| | Asked | Shown by |", "|---|---|---|", *rows, ""])
        )
    return "\n".join(parts)


def _proof(id_: str, tests: dict[str, list[Named]]) -> str:
    found = tests.get(id_, [])
    if not found:
        return f"Not testable here: {REASONS.get(id_, '**missing**')}"
    listed = [f"`{t.file}` `{t.name}`" for t in found[:_MOST]]
    more = f" and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return "<br>".join(listed) + more
