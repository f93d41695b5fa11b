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
