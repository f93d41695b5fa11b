"""One table of engines: its line decides who plans, for files and on GitHub."""

from __future__ import annotations

import pytest

from bot import settings
from bot.domain.policy import Policy
from bot.wiring import engines
from bot.wiring.engines import local_engine, models_of
from bot.wiring.github import Wiring
from tests.fakes.engine import FakeEngine
from tests.wiring.test_models import LOCAL

FAKE = FakeEngine(name="fake")
TOLD = {**LOCAL, "GITHUB_TOKEN": "t"}


@pytest.fixture(params=["builtin", "fake"])
def line(request, monkeypatch):
    """The built-in engine's line with another engine, or a line of its own."""
    monkeypatch.setitem(engines.ENGINES, request.param, lambda: FAKE)
    return request.param


@pytest.mark.parametrize("says", ["operator", "policy"])
def test_an_engine_is_one_line_of_the_table(line, says):
    """Whoever plans by the name of the line gets its engine and no model, though one is configured."""
    policy = Policy()
    read = settings.from_environ(TOLD)
    if says == "operator":
        read = read.model_copy(update={"engine": line})
    else:
        planner = policy.planner.model_copy(update={"engine": line})
        policy = policy.model_copy(update={"planner": planner})

    world = Wiring(read).session("acme/shop").world

    assert world.engine_for(policy) is FAKE and not world.spends(policy)
    assert says == "policy" or models_of(read) is None


def test_a_file_is_planned_by_the_engine_that_the_policy_names(line):
    """The model that is configured plans under any other name."""
    planner = Policy().planner.model_copy(update={"engine": line})

    assert local_engine(TOLD, None, Policy().model_copy(update={"planner": planner})) is FAKE
    assert local_engine(TOLD, None, Policy()).name == "small"


def test_one_command_plans_with_its_own_engine():
    """`Wiring.planner` stands before the table and before what any policy names."""
    wiring = Wiring(settings.from_environ(TOLD))
    wiring.planner = FAKE
    planner = Policy().planner.model_copy(update={"engine": "builtin"})

    world = wiring.session("acme/shop").world

    assert world.engine_for(Policy().model_copy(update={"planner": planner})) is FAKE
    assert world.engine_for(Policy()) is FAKE
