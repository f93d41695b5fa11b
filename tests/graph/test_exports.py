"""Seed 4, exports: GraphML and JSON carry what speaks against a plan, and other programs read them."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import jsonschema_rs
import networkx
import pytest
from hypothesis import given

from bot.domain.children import SubIssue
from bot.domain.claim import Claim, ClaimAttempt
from bot.domain.overlap import Overlap
from bot.domain.plan import Criterion, Task, TaskPlan
from bot.domain.record import Record
from bot.graph import exports
from bot.graph.signals import intensity, signals
from bot.graph.task_graph import TaskGraph
from tests.factories import NOW, a_plan, a_record, a_task
from tests.graph.graphs import task_graphs

SCHEMA = jsonschema_rs.validator_for(
    json.loads((Path(__file__).parents[2] / "docs" / "task-graph.schema.json").read_text())
)
TEXT = "A negative count raises ValueError"


def planned(graph: TaskGraph) -> TaskPlan:
    """A plan with the tasks of a graph, in its planner's words."""
    tasks = tuple(
        Task(
            id=node.id,
            number=n,
            title=node.question,
            description=node.question,
            complexity=1,
            depends_on=node.dependencies,
            question=node.question,
            sub_questions=node.sub_questions,
            tools=node.tools,
            affinity=dict(node.affinity),
            acceptance_criteria=tuple(
                Criterion(id=f"{n}.{m}", text=text) for m, text in enumerate(node.criteria)
            ),
        )
        for n, node in enumerate(graph.tasks.values(), 1)
    )
    return a_plan(
        *tasks,
        objectives=graph.objectives,
        exit_criteria=graph.exit_criteria,
        explanation=graph.explanation,
    )


def a_troubled_record() -> Record:
    """A record with one of each signal: two of them against the first task."""
    plan = a_plan(a_task(1), a_task(2, depends_on=("t-1",), acceptance_criteria=(), resources={}))
    record = a_record(plan=plan)
    attempt = ClaimAttempt(at=NOW, source="ci", outcome="failed")
    claim = Claim(text=TEXT, state="contradicted", attempts=(attempt,))
    held = record.planner.model_copy(
        update={
            "overlaps": (
                Overlap(issue=5, paths=("shop/cart.py",), since=NOW),
                Overlap(issue=6, paths=("shop/cart.py",), kind="finished", since=NOW),
            ),
            "dropped": ("t-1",),
            "sub_issues": (SubIssue(key="t-1", number=9),),
        }
    )
    return record.model_copy(update={"claims": (claim,), "planner": held})


@pytest.mark.shows("PT-19")
def test_contradiction_signals_have_source_and_strength():
    """Claim against evidence, plan against open plan and finished work, dependency on a dropped issue."""
    # S4.6: "exports GraphML and JSON artifacts with contradiction signals"
    record = a_troubled_record()
    assert record.plan
    found = signals(record, record.plan)

    assert [(s.kind, s.task, s.source, s.strength) for s in found] == [
        ("claim", "t-1", "ci", 1.0),
        ("finished", "t-1", "#6", 0.3),
        ("overlap", "t-1", "#5", 0.6),
        ("cancelled", "t-2", "#9", 0.8),
    ]
    assert (intensity(()), intensity(found[1:3]), intensity(found)) == (0, 0.72, 1.0)


@pytest.mark.shows("PT-19")
def test_graphml_is_exported_with_contradiction_signals():
    """networkx's own reader gets nodes, edges, and of each task how strongly what speaks against it."""
    # S4.6
    record = a_troubled_record()
    assert record.plan
    text = exports.as_graphml(record.plan, signals(record, record.plan))
    graph = networkx.read_graphml(BytesIO(text.encode()))

    assert graph.graph["intensity"] == 1.0 and sorted(graph.edges) == [("t-1", "t-2")]
    assert graph.nodes["t-1"]["contradicted"] is True
    assert (graph.nodes["t-2"]["contradicted"], graph.nodes["t-2"]["strength"]) == (False, 0.8)
    assert json.loads(graph.nodes["t-2"]["signals"])[0]["source"] == "#9"


@pytest.mark.shows("PT-19")
def test_json_is_exported_with_contradiction_signals_as_its_schema_says():
    """docs/task-graph.schema.json holds for what is exported, and refuses a score outside of 0 to 1."""
    # S4.6
    record = a_troubled_record()
    assert record.plan
    data = json.loads(exports.as_json(record.plan, signals(record, record.plan)))

    SCHEMA.validate(data)
    data["intensity"] = 2
    assert not SCHEMA.is_valid(data)


@given(task_graphs())
def test_every_export_is_read_back_as_the_same_graph(graph):
    """Our own reader and networkx's find in an export the graph that went in."""
    # S4.6: round trips
    plan = planned(graph)
    text = exports.as_json(plan)
    read = networkx.read_graphml(BytesIO(exports.as_graphml(plan).encode()))
    edges = {(first, id_) for id_, needs in graph.needs.items() for first in needs}

    again, ours = TaskGraph.from_planner_output(text), TaskGraph.of_plan(plan)
    assert again == ours and again.needs == graph.needs
    assert [t.affinity for t in ours.tasks.values()] == [t.affinity for t in graph.tasks.values()]
    assert list(read.nodes) == list(graph.needs) and set(read.edges) == edges
    SCHEMA.validate(json.loads(text))
