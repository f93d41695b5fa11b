"""Seed 5's requirements on what a plan holds, over plans of every kind of work."""

from __future__ import annotations

import json
from dataclasses import replace
from uuid import UUID

import pytest

from bot.domain.plan import FIBONACCI, ActionType, Criterion, TaskPlan, WorkStatus
from bot.graph.task_graph import TaskGraph
from bot.planning.checks import judge
from bot.planning.draft import Intent
from bot.planning.proposal import Brief, Declined, ProposedPlan, ProposedQuestions
from bot.planning.repository.context import Tree
from tests.fakes.engine import FakeEngine
from tests.planning.requests import (
    AT,
    SHOP,
    answered,
    brief,
    comment,
    plan_of,
    propose,
    questions_of,
    with_,
)

FAULT = brief(
    "Fix the crash when an order has no customer",
    'Traceback (most recent call last):\n  File "shop/orders.py", line 3, in total\nKeyError\n\n'
    "## Acceptance criteria\n- [ ] An order without customer is listed with an empty name",
)
PLANS: dict[str, ProposedPlan] = {
    "feature": plan_of(answered(brief(), "AA")),
    "bug": plan_of(FAULT),
    "docs": plan_of(
        brief(
            "docs: describe the login in `docs/admin.md`",
            "The page about administrators does not say how to log in. Add a section to the documentation.",
            labels=frozenset({"documentation"}),
        )
    ),
    "refactor": plan_of(
        brief(
            "Refactor: split `shop/orders.py` into two modules",
            "The module is too long. Move the totals into a module of their own; behaviour must not change.",
            labels=frozenset({"refactoring"}),
        )
    ),
    "new folder": plan_of(
        brief(
            "Show the newest order first",
            "The list in `shop/orders.py` should show the newest order first.\n\n"
            "## Acceptance criteria\n- [ ] The list shows the newest order first\n",
            ("shop/orders.py",),
        )
    ),
    "three tasks in a row": plan_of(answered(brief(), "AA", FakeEngine()), FakeEngine()),
}


def with_paths(asked: Brief, paths: tuple[str, ...]) -> Brief:
    """The same request in a repository of these files."""
    return replace(asked, tree=Tree(paths))


ALL = pytest.mark.parametrize("made", PLANS.values(), ids=PLANS)


@ALL
@pytest.mark.shows(
    "FR-056",
    "FR-057",
    "FR-058",
    "FR-059",
    "FR-060",
    "FR-061",
    "NFR-005",
    "AC-034",
    "AC-035",
    "AC-036",
    "AC-037",
    "AC-038",
    "AC-039",
)
def test_a_plan_has_what_a_plan_needs(made):
    """Id, version, goal, tasks, graph, total estimate, time; as JSON and back."""
    plan = made.plan

    assert UUID(plan.id).version == 7
    assert (plan.version, bool(plan.goal), plan.created_at) == (1, True, AT)
    assert plan.tasks and plan.total_complexity in FIBONACCI
    assert {(d.task, d.needs) for d in plan.dependencies} == {
        (t.id, d) for t in plan.tasks for d in t.depends_on
    }
    assert TaskPlan.model_validate_json(json.dumps(plan.model_dump(mode="json"))) == plan


@ALL
@pytest.mark.shows(
    "FR-019",
    "FR-021",
    "FR-023",
    "FR-025",
    "FR-026",
    "FR-027",
    "FR-028",
    "FR-029",
    "FR-052",
    "FR-072",
    "AC-017",
    "AC-019",
    "AC-021",
    "AC-022",
    "AC-023",
    "AC-024",
    "AC-025",
)
def test_a_task_has_what_a_task_needs(made):
    """Title, description, Fibonacci estimate, resources, criteria; ids that occur once."""
    ids = [t.id for t in made.plan.tasks]

    assert len(set(ids)) == len(ids) and all(UUID(i).version == 7 for i in ids)
    for task in made.plan.tasks:
        assert task.title.strip() and task.description.strip()
        assert task.complexity in FIBONACCI
        assert any((task.resources.read, task.resources.write, task.resources.create)), task.title
        assert task.acceptance_criteria


@ALL
@pytest.mark.shows(
    "FR-020",
    "FR-022",
    "FR-023",
    "FR-030",
    "FR-031",
    "FR-032",
    "FR-033",
    "FR-034",
    "AC-018",
    "AC-019",
    "AC-026",
    "AC-027",
    "AC-028",
    "AC-029",
)
def test_a_step_has_what_a_step_needs(made):
    """Title, description, one of seven actions, expected output, verification; ids that occur once."""
    steps = [s for t in made.plan.tasks for s in t.steps]

    assert len({s.id for s in steps}) == len(steps) and all(UUID(s.id).version == 7 for s in steps)
    for step in steps:
        assert step.title and step.description and step.expected_output and step.verification
        assert step.action in ActionType


@pytest.mark.shows("FR-035", "FR-036", "FR-037", "FR-038", "FR-039", "FR-040", "FR-041")
def test_every_action_type_is_used():
    """The seven actions exist, and plans use them for what they say."""
    unknown = plan_of(with_paths(FAULT, ()))
    used = {s.action for m in (*PLANS.values(), unknown) for t in m.plan.tasks for s in t.steps}

    assert used == set(ActionType)
    assert {a.value for a in ActionType} == {
        "READ_FILE", "WRITE_FILE", "MODIFY_FILE", "CREATE_DIRECTORY", "RUN_COMMAND",
        "ANALYZE_CODE", "GENERATE_CODE",
    }  # fmt: skip


@ALL
@pytest.mark.shows(
    "FR-042", "FR-043", "FR-044", "FR-045", "NFR-010", "AC-030", "AC-031", "AC-032", "AC-033"
)
def test_dependencies_are_acyclic_and_in_order(made):
    """Tasks wait for tasks, steps for steps of their task; the given order works."""
    graph = TaskGraph.of_plan(made.plan)
    place = {t.id: n for n, t in enumerate(made.plan.tasks)}

    assert graph.cycle() == ()
    assert made is not PLANS["three tasks in a row"] or len(made.plan.dependencies) == 2
    assert all(place[d] < place[t.id] for t in made.plan.tasks for d in t.depends_on)
    for task in made.plan.tasks:
        assert TaskGraph.of_steps(task).order() == tuple(s.id for s in task.steps)
    assert all(s.depends_on for t in made.plan.tasks for s in t.steps[1:])


@ALL
@pytest.mark.shows("FR-047", "FR-048", "FR-049", "FR-050", "NFR-008")
def test_resources_are_listed_and_real(made):
    """What steps read, change, make and run stands in the task's lists, and in the tree or made before."""
    for task in made.plan.tasks:
        held = task.resources
        lists = {
            ActionType.READ_FILE: held.read,
            ActionType.MODIFY_FILE: held.write,
            ActionType.WRITE_FILE: held.create,
            ActionType.CREATE_DIRECTORY: held.create,
            ActionType.RUN_COMMAND: held.run,
        }
        for step in task.steps:
            known = lists.get(step.action, (step.target,))
            assert step.target in (*known, *held.write)
    paths = {"shop/orders.py"} if made is PLANS["new folder"] else {*SHOP}
    there = paths.union(*(t.resources.create for t in made.plan.tasks))
    assert all(there >= {*t.resources.read, *t.resources.write} for t in made.plan.tasks)
    assert judge(made.plan, made.tests) == ()


@ALL
@pytest.mark.shows("FR-052", "FR-053", "FR-054", "FR-055", "NFR-006")
def test_criteria_can_be_verified(made):
    """Each is a sentence, traced to the request; those a test proves have one intended."""
    criteria = [c for t in made.plan.tasks for c in t.acceptance_criteria]

    assert all(len(c.text.split()) >= 3 for c in criteria)
    assert judge(made.plan, made.tests) == ()
    intended = "\n".join(made.tests.unit_test_intent + made.tests.integration_test_intent)
    scenarios = "\n".join(made.tests.gherkin_scenarios)
    assert all(_proved(c, intended, scenarios) for c in criteria if c.test)


def _proved(criterion: Criterion, intended: str, scenarios: str) -> bool:
    text = criterion.text.partition(" (decided on")[0]
    return text in intended or text.rpartition("then ")[2].casefold() in scenarios.casefold()


@pytest.mark.shows("FR-038", "FR-049")
def test_a_directory_to_create_is_listed():
    """A new folder is made by a step of its own, before its file, and listed."""
    tasks = PLANS["new folder"].plan.tasks
    steps = [(s.action, s.target) for t in tasks for s in t.steps]
    makes = steps.index((ActionType.CREATE_DIRECTORY, "tests"))

    assert makes < steps.index((ActionType.WRITE_FILE, "tests/test_orders.py"))
    assert any("tests" in t.resources.create for t in tasks)


@pytest.mark.shows("FR-006", "AC-006")
def test_the_conversation_is_read():
    """A criterion that the author adds in a comment stands in the plan; a stranger's does not."""
    wish = "- [ ] Orders of guests are listed, too"
    own = plan_of(with_(FAULT, comments=(comment(wish),)))
    strange = plan_of(with_(FAULT, comments=(comment(wish, author="mallory"),)))

    assert "Orders of guests" in own.plan.model_dump_json()
    assert "Orders of guests" not in strange.plan.model_dump_json()


@pytest.mark.shows("FR-008", "FR-013", "FR-014", "FR-015", "AC-008", "AC-012", "AC-013", "AC-014")
def test_intent_and_entities_are_found():
    """The kind of work, and the files it is about."""
    assert PLANS["bug"].intent is Intent.BUG
    assert PLANS["docs"].intent is Intent.DOCS
    assert PLANS["refactor"].intent is Intent.REFACTOR
    assert PLANS["feature"].intent is Intent.FEATURE
    assert "shop/orders.py" in PLANS["bug"].plan.tasks[0].resources.write


@pytest.mark.shows("FR-016", "FR-017", "FR-067", "FR-068", "AC-015", "AC-016", "AC-044", "AC-045")
def test_ambiguity_asks_and_nonsense_is_refused():
    """Two ways that differ lead to questions, a request without a task to a reasoned refusal."""
    asked = propose(brief())
    refused = propose(brief("hello", "hi there"))

    assert isinstance(asked, ProposedQuestions)
    for question in asked.questions:
        assert question.question.endswith("?") and len(question.question.split()) >= 4
        assert 2 <= len(question.options) <= 5 and question.recommended_letter
    assert isinstance(refused, Declined)
    assert refused.reason and refused.would_change


@pytest.mark.shows("FR-070", "AC-047")
def test_answers_update_what_is_planned():
    """The same request with other answers is another plan, and says what was decided."""
    questions = questions_of(brief()).questions
    last = "A" * (len(questions) - 1) + "B"
    one, other = plan_of(answered(brief(), "A" * len(questions))), plan_of(answered(brief(), last))

    assert one.plan.digest() != other.plan.digest()


@pytest.mark.shows("FR-062", "FR-063", "FR-064", "AC-040", "AC-041", "AC-042")
def test_planning_again_keeps_and_explains():
    """A new wish makes version 2: finished tasks as they were, changes with their reason."""
    first = PLANS["feature"].plan
    done = first.tasks[0].model_copy(update={"status": WorkStatus.DONE})
    worked = TaskPlan.model_validate(
        first.model_dump()
        | {"tasks": [done.model_dump(), *(t.model_dump() for t in first.tasks[1:])]}
    )
    wish = "Add a changelog entry for the export"
    again = plan_of(with_(answered(brief(), "AA"), earlier=worked, feedback=(wish,)))

    assert again.plan.version == 2
    assert again.plan.tasks[0].model_dump_json() == worked.tasks[0].model_dump_json()
    assert any(wish in change.reason for change in again.plan.changes)
