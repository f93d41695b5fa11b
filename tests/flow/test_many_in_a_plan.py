"""However long the list in an issue: to show its plan again takes linear time, with the real words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from jinja2 import pass_context

from bot.adapters.markdown import MarkdownRenderer
from bot.adapters.records import GitHubRecords
from bot.domain.artifacts import PlannedTests, TestingArtifacts
from bot.domain.handover import handovers
from bot.domain.plan import Criterion, Resources
from bot.domain.policy import Policy
from bot.domain.record import Record
from bot.effects import PlanMessage
from bot.planning.builtin.engine import BuiltinEngine
from tests.factories import a_plan, a_record, a_task
from tests.flow.given import Shop
from tests.growth import grows


def planned(label: str, head: str, line: str) -> Callable[[int], Shop]:
    """An issue with so many such lines, planned by the built-in engine and shown by the real templates."""

    def given(size: int) -> Shop:
        shop = Shop()
        body = f"We want to export orders from `shop/orders.py`.\n\n## {head}\n"
        lines = "".join(line.format(n) for n in range(size))
        shop.issue = shop.hub.open_issue("carol", "Add export of orders", body + lines)
        shop.hub.set_labels(shop.issue, [label])
        shop.hub.labelled.setdefault(shop.issue, {})[label] = "trent"
        words = MarkdownRenderer(shop.hub.full_name)
        records = GitHubRecords(shop.world.issues, words)
        shop.world = replace(shop.world, engine=BuiltinEngine(), renderer=words, records=records)
        shop.wake()
        assert shop.stage == "staged"
        assert shop.ours("plan") or shop.ours("stories")
        return shop

    return given


def quiet(shop: Shop) -> None:
    """Nothing has changed, so nothing is written."""
    assert shop.writes(shop.wake) == []


# Sizes whose plans fit in a comment: what does not fit is shown in several ways, until one fits.
LISTS = {
    "tasks": (planned("plan", "Tasks", "- change x{} in orders\n"), 25),
    "criteria": (planned("plan", "Acceptance criteria", "- the page shows column x{}\n"), 100),
    "scenarios": (planned("plan", "Acceptance criteria", "- Given a{0}, when b, then c{0}\n"), 100),
    "stories": (planned("plan:epic", "Stories", "### story x{0} of orders\n- it shows a{0}\n\n"), 35),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_long_list_is_shown_in_linear_time(name):
    """Four times as many lines take about four times as long, at a wake where nothing has changed."""
    # issue 19: a stranger's comment wakes the bot, and 200 tasks took seven seconds each time
    given, size = LISTS[name]
    assert not grows(quiet, given, size)


def with_scenarios(size: int) -> Record:
    """A plan of two tasks with so many criteria and scenarios between them, and none of these has its own."""
    long = " and all that it holds" * 12
    given = [Criterion(id=f"c{n}", text=f"the order {n} is shown{long}") for n in range(size)]
    first = a_task(1, acceptance_criteria=tuple(given[::2]))
    second = a_task(2, acceptance_criteria=tuple(given[1::2]))
    scenarios = tuple(f"Scenario: order {n}\n  Given a\n  Then it is kept" for n in range(size))
    tests = TestingArtifacts(planned=PlannedTests(gherkin_scenarios=scenarios))
    return a_record(plan=a_plan(first, second), testing_artifacts=tests)


def test_tasks_with_many_scenarios_are_handed_on_in_linear_time():
    """Which task a test belongs to is not searched for among all criteria."""
    # issue 19

    def handed(record: Record) -> None:
        assert len(list(handovers(record, Policy()))) == 2

    assert not grows(handed, with_scenarios, 150)


def test_a_scenario_goes_with_the_task_whose_criterion_it_shows():
    """Its lines are the criterion's; a test that shows none goes with each task."""
    texts = ("Given a, when b, then c", "the list is sorted")
    criteria = [(Criterion(id=f"c{n}", text=text),) for n, text in enumerate(texts)]
    planned = PlannedTests(
        gherkin_scenarios=(
            "Scenario: c\n  Given a\n  When b\n  Then c",
            "Scenario: other\n  Given d",
        ),
        unit_test_intent=("tests/test_list.py: the list is sorted",),
    )
    plan = a_plan(*(a_task(n, acceptance_criteria=c) for n, c in enumerate(criteria, 1)))
    record = a_record(plan=plan, testing_artifacts=TestingArtifacts(planned=planned))

    first, second = ([t.id for t in h.tests] for h in handovers(record, Policy()))
    assert (first, second) == (["g1", "g2"], ["g2", "u1"])


def test_a_test_whose_file_a_task_changes_goes_with_that_task_alone():
    """Though another task has the same criterion: its own file it must leave alone."""
    # issue 21
    same = (Criterion(id="c1", text="the list is sorted"),)
    places = (Resources(write=("shop/list.py",)), Resources(write=("tests/test_list.py",)))
    tests = PlannedTests(unit_test_intent=("tests/test_list.py: the list is sorted",))
    tasks = (a_task(n, acceptance_criteria=same, resources=p) for n, p in enumerate(places, 1))
    told = TestingArtifacts(planned=tests)

    found = handovers(a_record(plan=a_plan(*tasks), testing_artifacts=told), Policy())
    assert [[t.id for t in h.tests] for h in found] == [[], ["u1"]]


def test_a_plan_that_does_not_fit_is_rendered_no_further_than_it_fits():
    """Four times as many criteria take hardly more rows to find what can be shown."""
    # issue 19: each of six tries was rendered to its end, at every wake
    words, said = MarkdownRenderer("acme/shop"), list[str]()
    prose = words._markdown.filters["prose"]

    @pass_context
    def counted(context, text):
        said.append(text)
        return prose(context, text)

    words._markdown.filters["prose"] = counted

    def rows(size: int) -> int:
        said.clear()
        text = words.comment(PlanMessage(with_scenarios(size), Policy(), 7))
        assert "more criteria" in text
        return len(said)

    assert rows(1_000) < 1.5 * rows(250)
