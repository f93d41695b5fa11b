"""Seed 4 at the model engine: what it is told, and what its answer becomes."""

from __future__ import annotations

import pytest

from bot.adapters.prompting import TemplatePrompts
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


@pytest.mark.shows("PT-20")
def test_the_planner_is_told_which_exports_exist():
    """Its instructions are given the formats that `plan export` offers."""
    # S4.6
    told: dict[str, dict[str, object]] = {}

    class Prompts(TemplatePrompts):
        def text(self, name: str, **data: object) -> str:
            told.setdefault(name, data)
            return super().text(name, **data)

    Bench([submit(), report()], setup={"prompts": Prompts()}).run()

    assert told["instructions"]["exports"] == EXPORTS
