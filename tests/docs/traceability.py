"""docs/traceability.md: every requirement of the planner's specification with the tests that show it.

A test shows a requirement only where its marker says so: `@pytest.mark.shows("FR-044", "AC-032")`. A mark
is a claim that the test fails once the requirement is broken; a comment is none. What no test can show
stands in `REASONS`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs import tables

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS.parent / "docs" / "traceability.md"
WANTED = Path(__file__).parent / "seed-5.txt"
SENTENCES = WANTED.with_name("seed-4.txt")
"""The sentences of the planner's telemetry contract; docs/telemetry.md lists them with their tests."""
_ID = re.compile(r"\b(?:(?:N?FR|AC)-[0-9]{3}|PT-[0-9]{2})\b")
_NO_MODEL = (
    "The built-in planner calls no model and parses no answer of one; "
    "the model engine of a later version brings the test with it."
)
_A_CLOCK = "A test with a clock fails on a slow machine; `make bench` measures it."
REASONS = {
    "FR-081": _NO_MODEL,
    "FR-084": f"{_NO_MODEL} What fails in planning is said on the issue today (AC-054).",
    "AC-051": _NO_MODEL,
    "NFR-001": _A_CLOCK,
    "NFR-002": _A_CLOCK,
    "NFR-003": _A_CLOCK,
}
"""Why requirements without a test have none; a test that shows one takes its place."""
_PARTS = {
    "FR": "Functional requirements",
    "NFR": "Non-functional requirements",
    "AC": "Acceptance criteria",
}
_HEAD = """\
# Traceability: the planner's specification and its tests

Drawn from the tests by `make docs`; a test fails when this page is stale or a requirement has neither a
test nor a reason. The requirements are those of the specification of the planner's stage (seed 5), in
its own words. A test shows what its marker `@pytest.mark.shows(…)` names, and nothing else does; run one
with `make test PYTEST_ARGS='-k NAME'`.
"""


@dataclass(frozen=True, slots=True)
class IssueReference:
    """A test that shows something."""

    file: str
    name: str


def wanted(of: Path = WANTED) -> dict[str, str]:
    """Each id with what the specification asks."""
    lines = of.read_text(encoding="utf-8").splitlines()
    return {id_: text for id_, _, text in (line.partition(" ") for line in lines)}


def sources() -> Iterator[tuple[str, str]]:
    """Each file of tests with its text, in order."""
    for file in sorted(TESTS.rglob("test_*.py")):
        if "node_modules" not in file.parts:
            yield file.relative_to(TESTS).as_posix(), file.read_text(encoding="utf-8")


def named() -> dict[str, list[IssueReference]]:
    """Each id with the tests that show it, in the order of files and lines."""
    found: dict[str, list[IssueReference]] = defaultdict(list)
    for file, source in sources():
        tree = ast.parse(source) if "mark.shows(" in source else ast.Module([], [])
        for node in tree.body:
            for id_ in _marks(node):
                found[id_].append(IssueReference(file, getattr(node, "name", "")))
    return found


def _marks(node: ast.stmt) -> list[str]:
    calls = [d for d in getattr(node, "decorator_list", ()) if isinstance(d, ast.Call)]
    shows = [c for c in calls if ast.unparse(c.func) == "pytest.mark.shows"]
    return [str(ast.literal_eval(argument)) for call in shows for argument in call.args]


def loose() -> list[tuple[str, int]]:
    """Places in tests where an id stands outside a marker: such a word shows nothing."""
    found = []
    for file, source in sources():
        bare = re.sub(r"@pytest\.mark\.shows\([^)]*\)", _only_lines, source)
        lines = bare.splitlines()
        found += [(file, n) for n, line in enumerate(lines, 1) if _ID.search(line)]
    return found


def _only_lines(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def missing(of: Path = WANTED) -> list[str]:
    """Requirements that no test shows and no reason excuses."""
    tests = named()
    return [id_ for id_ in wanted(of) if id_ not in tests and id_ not in REASONS]


def unknown() -> list[str]:
    """Ids that tests claim to show and the specification does not know."""
    return sorted(named().keys() - wanted().keys() - wanted(SENTENCES).keys())


def page() -> str:
    """The whole page."""
    tests, texts = named(), wanted()
    shown = sum(id_ in tests for id_ in texts)
    parts = [_HEAD, f"{shown} of {len(texts)} requirements are shown by a test.\n"]
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


def sentences() -> str:
    """The table of docs/telemetry.md: each sentence, or part of one, with the tests that show it."""
    tests = named()
    rows = [[text, _proof(id_, tests)] for id_, text in wanted(SENTENCES).items()]
    return tables.table(["The contract says", "Shown by"], rows)


def _proof(id_: str, tests: dict[str, list[IssueReference]]) -> str:
    listed = [f"`{t.file}` `{t.name}`" for t in tests.get(id_, ())]
    return "<br>".join(listed) or f"No test: {REASONS.get(id_, '**missing**')}"
