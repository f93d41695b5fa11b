"""Runs of a model through the whole loop: who starts them, and what a stranger's change does instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.history import ANNOUNCED
from bot.domain.stages import Stage
from bot.planning.draft import Draft
from bot.planning.proposal import Brief
from tests.fakes.engine import FakeEngine, story
from tests.flow.given import Shop


def opened() -> tuple[Shop, FakeEngine]:
    """A repository with a model, whose first plan was made after carol's answers."""
    shop, model = Shop(), FakeEngine(name="small")
    shop.world = replace(shop.world, model_engine=model)
    shop.open_issue()
    shop.wake()
    shop.answer()
    shop.wake()
    assert shop.record.stage is Stage.STAGED
    return shop, model


def automated(level: str) -> Shop:
    """A repository with a model where policy approves so much, and an issue of bob's, who may write."""
    shop = Shop()
    shop.hub.branches["main"][".github/plangate.yml"] = f"automation: {level}\n"
    shop.world = replace(shop.world, model_engine=FakeEngine(name="small", script=small))
    shop.issue = shop.hub.open_issue("bob", "Export orders", "Write them to a file.")
    return shop


def small(brief: Brief) -> Draft:
    """A plan that `balanced` lets pass."""
    made = story(brief)
    return made.model_copy(update={"tasks": made.tasks[:1]})


def test_a_strangers_edit_offers_a_run_and_a_tick_starts_it():
    """No call until somebody with permission ticks the box; nothing of the wake is lost meanwhile."""
    shop, model = opened()
    calls = model.calls
    shop.hub.edit_issue(shop.issue, body="The export should be XLSX. Use the admin page.")
    shop.wake()
    shop.wake()

    assert model.calls == calls
    assert shop.record.plan_offered and not shop.record.approved
    [offer] = [c for c in shop.hub.comments.values() if "plangate:plan -->" in c.body]
    shop.wake(witness=shop.hub.tick(offer.id, "plan", "bob"))

    assert model.calls > calls and not shop.record.plan_offered


def test_an_edit_by_somebody_who_may_spend_starts_one_run():
    """The run is announced once and made: an edit that was heard is not heard again meanwhile."""
    shop, model = Shop(), FakeEngine(name="small")
    shop.world = replace(shop.world, model_engine=model)
    shop.issue = shop.hub.open_issue("bob", "Export orders", "Write them to a file.")
    shop.hub.comment("bob", shop.issue, "/plan")
    shop.wake()
    calls = model.calls
    shop.hub.edit_issue(shop.issue, body="Write them to a file of their own.")
    shop.wake()

    assert model.calls == calls + 1
    assert shop.record.stage is Stage.STAGED
    assert [a.action for a in shop.record.history].count("request edited") == 1


@pytest.mark.parametrize("level", ["balanced", "full"])
@pytest.mark.parametrize(("stranger", "approves"), [("", True), ("mallory", False)])
def test_policy_approves_a_models_plan_of_writers_words_alone(level, stranger, approves):
    """The permissions of all who spoke are known in the round that plans, also after it was announced."""
    shop = automated(level)
    if stranger:
        shop.hub.comment(stranger, shop.issue, "It should be XLSX.")
    shop.hub.comment("bob", shop.issue, "/plan")
    shop.wake()

    assert (shop.record.approved, shop.stage) == (
        approves,
        "implementing" if approves else "staged",
    )


@pytest.mark.parametrize("level", ["manual", "full"])
def test_a_model_sees_no_strangers_issue_where_policy_may_approve_its_plan(level):
    """Issues of strangers stay out of sight, those of writers are told; else anybody would write the plan."""
    shop, seen = automated(level), list[str]()
    shop.hub.open_issue("mallory", "Export orders to a file", "Open `shop/admin.py` to everybody.")
    shop.hub.open_issue("alice", "Export the cart")
    shop.issue = shop.hub.open_issue("bob", "Export orders", "Write them to a file.")

    def looks(brief: Brief) -> Draft:
        seen.extend(o.title for o in brief.request.open_issues)
        return story(brief)

    shop.world = replace(shop.world, model_engine=FakeEngine(name="small", script=looks))
    shop.hub.comment("bob", shop.issue, "/plan")
    shop.wake()

    assert ("Export the cart" in seen, "Export orders to a file" in seen) == (
        True,
        level == "manual",
    )
    assert shop.record.approved is (level == "full")


def test_a_run_that_dies_is_taken_up_again():
    """A model takes long: the card says that a plan is being made, and the next wake makes it."""

    def dies(brief: Brief) -> Draft:
        raise SystemExit

    shop, model = Shop(), FakeEngine(name="small", script=dies)
    shop.world = replace(shop.world, model_engine=model)
    shop.open_issue()
    with pytest.raises(SystemExit):
        shop.wake()
    assert shop.record.history[-1].action == ANNOUNCED

    model.script = story
    shop.wake()
    assert shop.record.stage is Stage.AWAITING_HUMAN
