"""The model engine as it is wired, over real sockets: it explores a checkout, drafts, books its cost."""

from __future__ import annotations

import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bot import settings
from bot.adapters.exploring import explorer_of
from bot.domain.policy import Policy
from bot.planning import pipeline
from bot.planning.proposal import Brief, ProposedPlan
from bot.planning.repository.context import read_tree
from bot.wiring.engines import model_engine, models_of, reply_reader
from bot.wiring.local import workspace_at
from bot.wiring.models import ledger
from tests.adapters.model_server import Answer, problem
from tests.adapters.model_voices import VOICES, Voice
from tests.examining.given import sat
from tests.flow.test_choosing import QUESTIONS
from tests.planning.model.given import BODY, SHOP, TITLE, draft
from tests.planning.requests import brief as request_brief
from tests.wiring.test_model_checkup import NAME, able, environ, server, state

__all__ = ["server", "state"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The shop, committed."""
    root = tmp_path / "shop"
    for path, text in SHOP.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    commit(root)
    return root


def commit(root: Path) -> None:
    """Commit what lies there."""
    who = ["-c", "user.name=Bob", "-c", "user.email=bob@localhost.invalid"]
    for told in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "The shop"]):
        subprocess.run(["git", "-C", str(root), *told], check=True)


def run(env: Any, checkout: Path, body: str = BODY) -> Any:
    """What the pipeline makes of the shop's issue with the configured model."""
    read = settings.from_environ(env)
    engine = model_engine(read, models_of(read), lambda: explorer_of(checkout))
    workspace = workspace_at(checkout)
    tree = read_tree(workspace, Policy(), f"{TITLE}\n{body}")
    request = request_brief(title=TITLE, body=body).request
    assert engine
    return pipeline.propose(Brief(request, tree, Policy()), engine, workspace, lambda name: None)


def planning(voice: Voice) -> list[Answer]:
    """Looks at a file, hands in the draft, and a critic without objections."""
    return [
        voice.says("I look.", ("read", {"path": "shop/orders.py"})),
        voice.says("", ("submit", draft())),
        voice.says("", ("report", {"findings": []})),
    ]


@pytest.mark.parametrize("provider", VOICES)
def test_a_model_plans_over_real_sockets(server, checkout, provider):
    """Found out, explored, drafted, criticised: one plan, whose telemetry says what it took."""
    voice = VOICES[provider]
    server.script = [*able(voice)[:4], *sat(voice)[:9], *planning(voice)]
    env = environ(server, voice, PLANGATE_MODEL_PRICES="1/0.1/4")
    found = run(env, checkout)

    assert isinstance(found, ProposedPlan), found
    assert found.telemetry["engine"] == NAME
    assert found.telemetry["calls"] == 3
    assert found.telemetry["cost"] == pytest.approx(0.0001, abs=0.0001)
    assert "def total(cart)" in str(server.seen[14].body)
    today = ledger(settings.from_environ(env))
    assert today.spent(found.plan.created_at.date()) >= 0
    assert len(server.seen) == 16
    assert found.telemetry["caveat"] is None


def test_the_second_plan_asks_nothing_first(server, checkout):
    """What the first plan found out is known to the next one."""
    voice = VOICES["openai"]
    server.script = [*able(voice)[:4], *sat(voice)[:9], *planning(voice), *planning(voice)]
    env = environ(server, voice)
    run(env, checkout)
    found = run(env, checkout)

    assert isinstance(found, ProposedPlan)
    assert len(server.seen) == 19


def test_a_model_below_the_bar_words_what_the_built_in_engine_decided(server, checkout):
    """Four wrong decisions are enough: it is told to plan, and the plan says who decided."""
    voice = VOICES["openai"]
    wrong = sat(voice, failed=("trace", "criteria", "document", "settled"))[:4]
    server.script = [*able(voice)[:4], *wrong, *planning(voice)]
    found = run(environ(server, voice), checkout)

    assert isinstance(found, ProposedPlan)
    assert found.telemetry["engine"] == NAME
    assert "did not pass its exam (0 of 4 cases right; 9 are needed)" in found.telemetry["caveat"]
    assert "is decided already" in str(server.seen[8].body)


@pytest.mark.parametrize("provider", VOICES)
def test_a_reply_is_read_over_real_sockets(server, provider):
    """One call, in the way the endpoint was found to take forms; without a model nobody reads."""
    voice = VOICES[provider]
    picked = {"picks": [{"question": 1, "option": "B"}]}
    server.script = [
        *able(voice)[:4],
        voice.says("", ("read", picked)),
        voice.says("", ("read", picked)),
    ]
    read = settings.from_environ(environ(server, voice))
    reader = reply_reader(read, models_of(read))

    assert reader is not None and reply_reader(read, None) is None
    assert reader(QUESTIONS, "XLSX") == ((1, "B"),)
    assert reader(QUESTIONS, "XLSX") == ((1, "B"),)
    assert len(server.seen) == 6


@pytest.mark.parametrize("provider", VOICES)
def test_a_model_that_is_down_leaves_a_labelled_plan(server, checkout, provider):
    """The built-in plan comes, and says which model could not and why."""
    server.script = [problem(401, "bad key")]
    found = run(environ(server, VOICES[provider]), checkout)

    assert isinstance(found, ProposedPlan)
    assert "PLANGATE-MODEL-002" in found.risks[0]
    assert NAME in found.risks[0]


def test_a_day_without_money_leaves_a_labelled_plan(server, checkout):
    """A budget that is spent ends in the built-in plan, before anything is sent."""
    voice = VOICES["openai"]
    env = environ(server, voice, PLANGATE_MODEL_PRICES="1/1/1", PLANGATE_MODEL_DAILY_BUDGET="0")
    found = run(env, checkout)

    assert "PLANGATE-MODEL-021" in found.risks[0]
    assert server.seen == []
    assert Decimal(0) == ledger(settings.from_environ(env)).spent(found.plan.created_at.date())
