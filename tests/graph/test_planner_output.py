"""Seed 4, structured output: any planner's output becomes one canonical graph, or is refused by name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.plan_delta import PlanDelta
from bot.errors import PlanError
from bot.graph.planner_output import ALIASES
from bot.graph.task_graph import TaskGraph
from bot.graph.task_node import TaskNode
from tests.factories import a_plan, a_task
from tests.graph.graphs import task_graphs

FIELDS = ["id", "question", "sub_questions", "tools", "affinity", "dependencies", "criteria"]
ODD = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*FIELDS, "tasks", "plan", "objectives", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


def a_row(**more: object) -> dict[str, object]:
    return {"id": "a", "question": "What is there?"} | more


def refused(source: object) -> str:
    with pytest.raises(PlanError) as found:
        TaskGraph.from_planner_output(source)  # type: ignore[arg-type]
    assert found.value.code in {"PLANGATE-PLAN-004", "PLANGATE-PLAN-005"}
    return found.value.what


def test_the_shortest_plan_that_an_error_shows_is_read():
    """The remedy for planner output that was refused is a plan that is taken."""
    with pytest.raises(PlanError) as found:
        TaskGraph.from_planner_output({})

    shown = found.value.remedy.removeprefix("The shortest plan is ").partition(";")[0]
    assert len(TaskGraph.from_planner_output(shown).tasks) == 1


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        ({"read": 1.5}, ".read must be at most 1"),
        ({"read": -0.1}, ".read must be at least 0"),
        ({"read": "0.5"}, ".read must be a number"),
        ({"read": True}, ".read must be a number"),
        ({"read": float("nan")}, ".read must be at most 1"),
        ([{"tool": "read"}], ".read must be a number"),
        ([{"score": 1}], " must be an object"),
    ],
)
@pytest.mark.shows("PT-05")
def test_tool_scores_must_be_floats_from_0_to_1(scores, says):
    """A score outside, or none at all, is refused; the error names the task and the field."""
    # S4.1: "Tool scores must be floats in `[0, 1]`"
    rows = [a_row(affinity=scores)]

    for source in (rows, json.dumps(rows)):
        assert refused(source).startswith(f"task 1 (a): affinity{says}")


@pytest.mark.parametrize("name", [n for names in ALIASES.values() for n in names])
@pytest.mark.shows("PT-06")
def test_aliases_are_normalised_into_the_canonical_fields(name):
    """Each name of the table means its field, however it is written."""
    # S4.1: "aliases such as `objectives` or `exit_criteria`, which are normalised"
    field = next(f for f, names in ALIASES.items() if name in names)
    value: object = {"read": 0.5} if field == "affinity" else "a"
    row = {k: v for k, v in a_row().items() if k != field} | {name.title(): value}
    rows = [row, {"id": "z", "question": "x"}]
    if field == "dependencies":
        rows[0][name.title()] = "z"

    graph = TaskGraph.from_planner_output(rows)

    held = getattr(next(iter(graph.tasks.values())), field)
    assert held in ("a", ("a",), {"read": 0.5}, ("z",))
    assert graph.unread == ()


def test_names_that_contradict_each_other_are_refused():
    """Two aliases of one field that differ are refused; beside the canonical name an alias is not read."""
    # S4.1
    assert "task 1: deps and after both mean dep" in refused([a_row(deps=[], after="a")])
    assert "task 1: id and ID both mean id" in refused([a_row(ID="b")])
    assert TaskGraph.from_planner_output([a_row(title="x", color=1)]).unread == ("color", "title")


@pytest.mark.shows("PT-07", "PT-09")
def test_objectives_exit_criteria_and_explanation_live_beside_the_tasks():
    """What the plan wants as a whole is kept, from other planners and through our own plan."""
    # S4.2: "Top-level `objectives`, `exit_criteria`, and a free-form `explanation` …"
    said = {"goals": ["x"], "exitCriteria": "y", "rationale": "z", "tasks": [a_row()]}
    plan = a_plan(objectives=("x",), exit_criteria=("y",), explanation="z")

    for graph in (TaskGraph.from_planner_output(said), TaskGraph.of_plan(plan)):
        assert (graph.objectives, graph.exit_criteria, graph.explanation) == (("x",), ("y",), "z")


@pytest.mark.shows("PT-08")
def test_from_planner_output_accepts_json_text_mappings_and_sequences():
    """One plan, said in three ways and in a wrapper, is one graph."""
    # S4.1: "`TaskGraph.from_planner_output` accepts JSON strings, mappings, or sequences"
    rows = [a_row(), {"id": 2, "question": "b", "dependsOn": ["a"]}]
    ways = (rows, {"tasks": rows}, {"plan": {"tasks": rows}}, json.dumps(rows))

    graphs = [TaskGraph.from_planner_output(way) for way in ways]

    assert all(graph == graphs[0] for graph in graphs)
    assert graphs[0].needs == {"a": (), "2": ("a",)}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([a_row(dependencies=["b"])], "task 1 (a): dependencies: 'b' is not a task"),
        ([a_row(after="b"), {"id": "b", "question": "x", "after": "a"}], "a → b → a"),
        ([a_row(), a_row()], "task 2 (a): id is that of an earlier task"),
        ([{"question": "x"}], "task 1: id is missing"),
        ([{"id": "a"}], "task 1 (a): title is missing"),
        ([{"id": "a", "goal": ""}], "task 1 (a): goal is missing"),
        ([{"id": "a", "title": 3}], "task 1 (a): title must be text"),
        ([a_row(criteria=[1])], "task 1 (a): criteria.0 must be text"),
        ([a_row(), a_row(id="b", tools={})], "task 2 (b): tools must be a list"),
        ({"tasks": [a_row()], "why": 1, "goals": [2]}, "the plan: objectives.0 must be text"),
        ([7], "task 1 must be an object"),
        ([], "the plan has 0 tasks"),
        ({"goal": "x"}, "the plan has no list `tasks`"),
        ("[" * 100_000, "the plan is not JSON"),
        ("Sure! Here is the plan:", "the plan is not JSON (line 1)"),
        ({"tasks": "a"}, "the plan has no list `tasks`"),
        ("[1e999]", "task 1 must be an object"),
    ],
)
def test_what_does_not_fit_is_named(rows, says):
    """The error names the task and the field, an unknown dependency, the circle."""
    # S4.1
    assert says in refused(rows)


@given(ODD)
def test_malformed_output_never_crashes(odd):
    """Whatever a planner says becomes a graph or an error with a code, as data and as text."""
    # S4.1
    for source in (odd, json.dumps(odd), json.dumps(odd)[:-1]):
        try:
            assert TaskGraph.from_planner_output(source).tasks
        except PlanError as problem:
            assert problem.code and problem.what


@given(task_graphs())
@pytest.mark.shows("PT-09")
def test_planner_output_becomes_canonical_nodes_that_are_read_back(graph):
    """Writing a graph and reading it gives the same graph."""
    # S4.1
    assert TaskGraph.from_planner_output(json.dumps(graph.as_json())) == graph


def test_a_plan_of_ours_is_such_a_graph():
    """Without a planner's own words the title is the question, and steps are questions and tools."""
    # S4.1
    plain = TaskGraph.of_plan(a_plan(a_task(1), a_task(2, depends_on=("t-1",))))

    assert plain.tasks["t-2"] == TaskNode(
        "t-2",
        "Refuse negative counts",
        ("Check the count",),
        ("modify",),
        {"modify": 1.0},
        ("t-1",),
        ("A negative count raises ValueError",),
    )
    assert TaskGraph.from_planner_output(plain.as_json()) == plain


def test_another_score_voids_no_approval():
    """What a planner says for schedulers stands outside of the digest that an approval is bound to."""
    # S4.1
    said = a_plan(
        a_task(affinity={"read": 0.5}, tools=("read",)), objectives=("x",), explanation="y"
    )

    assert said.digest() == a_plan().digest()
    assert said.digest() != a_plan(a_task(title="Another")).digest()


def test_an_earlier_version_keeps_its_objectives():
    """What one version wanted as a whole is given back, whatever the next one wants."""
    # S4.2
    first = a_plan(objectives=("x",), exit_criteria=("y",), explanation="z")
    second = a_plan(a_task(title="Another"), version=2, objectives=("w",))

    assert PlanDelta.between(first, second).before(second) == first
