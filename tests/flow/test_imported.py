"""A plan that was imported stands on the issue as one of ours does: in the record, approved by a person."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.authority import SOMEBODY_WITH_WRITE, Privilege
from bot.entrypoints.plan.importing import ImportedEngine
from bot.events.wake import IssueTarget, Wake
from bot.flow.handle import handle
from bot.graph.task_graph import TaskGraph
from bot.intents.model import PlanWanted
from tests.flow.given import Shop

ROWS = [
    {"id": 1, "question": "Where are orders listed?", "affinity": {"read": 0.9}},
    {"id": 2, "question": "How are they exported?", "after": 1, "tools": ["modify"]},
]


def test_an_imported_plan_waits_for_approval_in_the_record():
    """The issue gets a record with the imported tasks; nobody's model is named as its author."""
    # S4.1, S4.3
    shop = Shop()
    shop.issue = shop.hub.open_issue("carol", "Export orders", "Please.")
    planner = ImportedEngine(TaskGraph.from_planner_output(ROWS), "plan.json")
    world = replace(shop.world, engine=planner)
    now, again = shop.world.clock.now(), Privilege.REPLAN
    wanted = PlanWanted("cli:import:1", now, SOMEBODY_WITH_WRITE, deed=again, reason="x")

    handle(Wake(shop.hub.full_name, IssueTarget(shop.issue)), world, asked=(wanted,))

    plan, held = shop.record.plan, shop.record.planner.plan
    assert plan and held and held.planned_by and shop.stage == "staged"
    assert [t.question for t in plan.tasks] == [row["question"] for row in ROWS]
    assert plan.tasks[0].affinity == {"read": 0.9}
    assert plan.tasks[1].depends_on == (plan.tasks[0].id,)
    assert held.planned_by.model == "another planner (imported)"
