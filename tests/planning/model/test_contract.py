"""Seed 4 at the model engine: what it is told, and what its answer becomes."""

from __future__ import annotations

import pytest
from pydantic.alias_generators import to_camel

from bot.graph.planner_output import ALIASES
from bot.graph.task_graph import EXPORTS, TaskGraph
from bot.planning.proposal import ProposedPlan
from tests.planning.model.given import Bench, draft, report, submit

ASKED = {
    "question": "Where is the discount taken off?",
    "subQuestions": ["Which function?", "Which callers?"],
    "tools": ["editor", "tests"],
    "affinity": [{"tool": "editor", "score": 0.75}, {"tool": "tests", "score": 1}],
}
WHOLE = {
    "objectives": ["Right totals"],
    "exitCriteria": ["All tests pass"],
    "explanation": "A sum.",
}


def answered_graph() -> TaskGraph:
    """The task graph of a plan that a model answered with every field of the contract."""
    said = draft(**WHOLE)
    said["tasks"] = [said["tasks"][0] | ASKED]
    found = Bench([submit(said), report()]).run()
    assert isinstance(found, ProposedPlan)
    return TaskGraph.of_plan(found.plan)


@pytest.mark.shows("PT-02")
def test_the_models_output_is_aligned_with_the_task_graphs_schema():
    """Each field of a task that a model answers stands in the graph under its canonical name."""
    # S4.1
    (task,) = answered_graph().tasks.values()

    assert (task.question, task.tools) == (ASKED["question"], ("editor", "tests"))
    assert list(task.sub_questions) == ASKED["subQuestions"]
    assert task.affinity == {"editor": 0.75, "tests": 1.0}
    assert task.criteria == ("The total is lower by the discount",)


@pytest.mark.shows("PT-03")
def test_the_models_objectives_and_exit_criteria_are_captured():
    """What the whole plan is for, and when it is finished, is kept as the model said it."""
    # S4.2
    graph = answered_graph()

    assert (graph.objectives, graph.exit_criteria) == (("Right totals",), ("All tests pass",))
    assert graph.explanation == "A sum."


@pytest.mark.shows("PT-04")
def test_the_planner_prompt_requests_the_seven_fields_of_a_task():
    """The form that a model is sent, and its instructions, name each canonical field."""
    # S4.1: "`PlannerPromptBuilder` requests task `id`, `question`, …"
    bench = Bench([submit(), report()])
    bench.run()
    turn = bench.turns[0]
    (handed,) = (tool for tool in turn.tools if tool.name == "submit")
    asked = handed.parameters["$defs"]["DraftTask"]["properties"]
    named = [{"dependencies": "depends_on"}.get(field, field) for field in ALIASES]

    assert len(named) == 7 and {to_camel(name) for name in named} <= asked.keys()
    told = turn.messages[0].text
    assert [n for n in named if n != "id" and f"`{to_camel(n)}`" not in told] == []


@pytest.mark.shows("PT-20")
def test_the_planner_is_told_which_exports_exist():
    """Its instructions name the formats that `plan export` offers."""
    # S4.6
    bench = Bench([submit(), report()])
    bench.run()

    assert f"exported as {', '.join(EXPORTS)}" in bench.turns[0].messages[0].text
