"""The corpus of hostile texts over real sockets: in what is sent, and as what a model server answers."""

from __future__ import annotations

import json
from itertools import cycle

import pytest

from bot.entrypoints.plan.printed import printed
from bot.planning.proposal import ProposedPlan
from tests.adapters.model_voices import VOICES
from tests.planning.model.given import BODY, SHOP
from tests.planning.model.test_hostile import INVISIBLE, OUT
from tests.planning.test_injection import FAKES, LINES, text_of
from tests.wiring.test_model_checkup import environ, server, state
from tests.wiring.test_model_engine import checkout, commit, planning, run

__all__ = ["checkout", "server", "state"]


def secrets_in(text: str) -> list[str]:
    """The secrets that can be read there."""
    return [fake for fake in FAKES.values() if fake in text]


CARRY = [e for e in LINES if secrets_in(text_of(e)) or INVISIBLE.search(text_of(e))]
"""The texts with a secret, or with what an editor does not show."""


@pytest.mark.parametrize("entry", CARRY, ids=[e["id"] for e in CARRY])
def test_no_request_carries_a_secret_or_hidden_text(server, checkout, entry):
    """Whatever issue and file say: what leaves the machine is clean, and a plan comes of it."""
    # issue 20, 11
    voice = VOICES["openai"]
    server.script = planning(voice)
    (checkout / "shop/orders.py").write_text(f"{text_of(entry)}\n{SHOP['shop/orders.py']}")
    commit(checkout)
    found = run(environ(server, voice, PLANGATE_MODEL_EXAM="off"), checkout, text_of(entry))
    sent = json.dumps([seen.body for seen in server.seen], ensure_ascii=False)

    assert isinstance(found, ProposedPlan)
    assert SHOP["shop/orders.py"].splitlines()[0] in sent
    assert secrets_in(sent) == []
    assert not INVISIBLE.search(sent)


@pytest.mark.parametrize(
    ("entry", "provider"), [*zip(OUT, cycle(VOICES))], ids=[e["id"] for e in OUT]
)
def test_a_hostile_answer_ends_in_a_plan_without_it(server, checkout, entry, provider):
    """Said as text, or as the arguments of a call: a labelled plan of the built-in engine, and no secret."""
    # issue 20, 11
    voice = VOICES[provider]
    hostile = voice.says("", ("submit", {"goal": text_of(entry)}))
    server.script = [voice.says(text_of(entry)), hostile]
    found = run(environ(server, voice, PLANGATE_MODEL_EXAM="off"), checkout, BODY)

    assert isinstance(found, ProposedPlan)
    assert found.telemetry["fallback"]["code"].startswith("PLANGATE-MODEL-")
    assert secrets_in(json.dumps(printed(found), ensure_ascii=False)) == []
