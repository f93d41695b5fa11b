"""`plangate plan import`: another planner's output is checked as ours is, and keeps its graph."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic.alias_generators import to_camel

from bot.graph.planner_output import ALIASES, PLAN_ALIASES
from bot.graph.task_graph import TaskGraph
from tests.entrypoints.cli import Ran, inside

OUTPUT = {
    "objectives": ["No negative counts"],
    "exit_criteria": ["All tests pass"],
    "explanation": "Nobody checks them.",
    "tasks": [
        {"id": "look", "question": "Where are counts checked?", "affinity": {"read": 0.9}},
        {
            "id": "fix",
            "question": "How are they refused?",
            "subquestions": ["Which error?", "Which message?"],
            "tools": ["modify"],
            "affinity": {"modify": 1, "pytest": 0.25},
            "depends_on": ["look"],
            "acceptance_criteria": ["A count below 1 raises ValueError"],
            "colour": "red",
        },
    ],
}


@pytest.fixture
def importing(tmp_path):
    """Import a planner's output for a small request, in this process."""

    def run(output: object, *options: str) -> Ran:
        request, file = tmp_path / "request.md", tmp_path / "plan.json"
        request.write_text("# Refuse negative counts\nThe cart takes them.\n")
        file.write_text(output if isinstance(output, str) else json.dumps(output))
        return inside("plan", "import", request, file, *options)

    return run


def shape(graph: TaskGraph) -> list[object]:
    """All that a graph says, with places instead of ids."""
    place = {id_: n for n, id_ in enumerate(graph.tasks)}
    rows = [
        replace(t, id="", dependencies=tuple(str(place[d]) for d in t.dependencies))
        for t in graph.tasks.values()
    ]
    return [rows, graph.objectives, graph.exit_criteria, graph.explanation]


def test_another_planners_output_becomes_a_plan(importing):
    """Aliases are read, what nobody reads is said, and the plan says that it was imported."""
    # S4.1, S4.2
    ran = importing(OUTPUT, "--json")
    made = json.loads(ran.out)

    assert (ran.code, ran.err.splitlines()[0]) == (0, "Ignored fields: colour.")
    tasks = made["taskGraph"]["tasks"]
    assert tasks[1]["affinity"] == {"modify": 1.0, "pytest": 0.25}
    assert tasks[1]["dependencies"] == [tasks[0]["id"]] == made["plan"]["tasks"][1]["dependsOn"]
    assert made["taskGraph"]["exitCriteria"] == ["All tests pass"]
    assert made["telemetry"]["engine"] == "imported" and "plan.json" in made["telemetry"]["caveat"]


FIELD_VALUES: dict[str, object] = {
    "id": "a", "question": "What is refused?", "sub_questions": ["Which error?"], "tools": ["modify"],
    "affinity": {"read": 0.5}, "dependencies": [], "criteria": ["It raises"],
}  # fmt: skip


@pytest.mark.parametrize(("field", "names"), ALIASES.items(), ids=ALIASES)
def test_every_alias_of_a_tasks_field_is_read_from_a_file(importing, field, names):
    """Whatever a planner calls the field: the plan that it becomes says the same in its task graph."""
    # S4.1: "`plan import` reads other planners' aliases"
    rows = []
    for n, alias in enumerate(names, 1):
        value = (
            ["a"] if field == "dependencies" else f"t{n}" if field == "id" else FIELD_VALUES[field]
        )
        rest = {k: v for k, v in FIELD_VALUES.items() if k != field} | {"id": f"t{n}"}
        rows.append({k: v for k, v in rest.items() if k != field} | {alias: value})
    rows = [{**FIELD_VALUES, "id": "a"}, *rows] if field == "dependencies" else rows

    ran = importing({"tasks": rows}, "--json")
    tasks = json.loads(ran.out)["taskGraph"]["tasks"][-len(names) :]

    assert "Ignored fields" not in ran.err and len(tasks) == len(names)
    held = [task[to_camel(field)] for task in tasks]
    if field == "dependencies":
        assert all(len(needs) == 1 for needs in held)
    elif field != "id":
        assert held == [FIELD_VALUES[field]] * len(names)


@pytest.mark.parametrize(
    ("field", "alias"), [(f, n) for f, names in PLAN_ALIASES.items() for n in names]
)
def test_every_alias_beside_the_tasks_is_read_from_a_file(importing, field, alias):
    """What the whole plan wants is kept, whatever its planner calls it."""
    # S4.1, S4.2
    tasks = [{"id": "a", "question": "What is refused?"}]
    value: object = {"tasks": tasks, "explanation": "x"}.get(field, ["x"])

    ran = importing(
        {"tasks": tasks, alias: value} if field != "tasks" else {alias: tasks}, "--json"
    )
    graph = json.loads(ran.out)["taskGraph"]

    assert "Ignored fields" not in ran.err
    assert len(graph["tasks"]) == 1 if field == "tasks" else graph[to_camel(field)] == value


def test_our_own_export_is_imported_as_the_same_graph(importing, tmp_path):
    """Export and import of a plan keep everything that the graph says."""
    # S4.1, S4.6
    first = importing(OUTPUT, "--json").out
    saved = tmp_path / "saved.json"
    Path(saved).write_text(first)
    exported = inside("plan", "export", saved, "--format", "json").out

    again = importing(exported, "--json")

    assert "Ignored fields" not in again.err
    assert shape(TaskGraph.from_planner_output(again.out)) == shape(
        TaskGraph.from_planner_output(first)
    )


def test_a_file_that_does_not_fit_is_refused(importing):
    """The error names the file, the task and the field, and the exit code is that of wrong input."""
    # S4.1
    ran = importing({"tasks": [{"id": "a", "question": "b", "affinity": {"read": 2}}]})

    assert ran.code == 2
    assert ran.err.startswith("PLANGATE-PLAN-004: plan.json: task 1 (a): affinity.read must be")


def test_what_our_checks_refuse_is_refused(importing):
    """A plan of another planner passes the checks of every plan: one that holds a secret does not."""
    # S4.1
    ran = importing({"tasks": [{"id": "a", "question": "Use ghp_" + "a1B2" * 9}]}, "--json")

    assert json.loads(ran.out)["error"]["code"] == "PLANGATE-PLAN-004"
