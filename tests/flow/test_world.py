"""A world knows who plans under which policy."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain import policy_text
from bot.domain.policy import Policy
from tests.fakes.engine import FakeEngine
from tests.fakes.hub import FakeHub
from tests.flow.given import Shop, a_world

BUILTIN, MODEL = FakeEngine(name="builtin"), FakeEngine(name="model")


@pytest.mark.parametrize(
    ("wanted", "there", "engine"),
    [
        ("auto", MODEL, MODEL),
        ("model", MODEL, MODEL),
        ("builtin", MODEL, BUILTIN),
        ("auto", None, BUILTIN),
        ("model", None, BUILTIN),
    ],
)
def test_a_policy_chooses_among_what_the_operator_has(wanted, there, engine):
    """The model where there is one, unless the policy wants none; no policy can bring one about."""
    policy = policy_text.parse(f"planner: {{engine: {wanted}}}")
    world = replace(
        a_world(FakeHub()), engine=BUILTIN, engines={"builtin": BUILTIN}, model_engine=there
    )

    assert isinstance(policy, Policy)
    assert world.engine_for(policy) is engine


def test_the_policys_choice_holds_for_an_issue():
    """Two repositories of one operator: the one whose policy says builtin gets no model."""
    for text, asked in (("planner: {engine: builtin}", (1, 0)), ("automation: manual", (0, 1))):
        shop, builtin, model = Shop(), FakeEngine(), FakeEngine()
        shop.hub.branches["main"][".github/plangate.yml"] = text
        shop.world = replace(shop.world, engines={"builtin": builtin}, model_engine=model)
        shop.open_issue()
        shop.wake()

        assert (builtin.calls, model.calls) == asked
