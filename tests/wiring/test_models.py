"""Which models settings bring about, and where their spending is booked."""

from __future__ import annotations

import pytest

from bot import settings
from bot.adapters.model_client import EndpointModel
from bot.adapters.model_in_process import InProcessModel
from bot.adapters.model_meter import MeteredModel
from bot.adapters.spending import MemoryLedger, PostgresLedger, SqliteLedger
from bot.ports.explorer import NoCommit
from bot.wiring.engines import model_engine, models_of
from bot.wiring.models import ledger
from tests.adapters.model_server import model_server
from tests.adapters.model_voices import VOICES
from tests.adapters.test_model_port import TURN

LOCAL = {"PLANGATE_MODEL_BASE_URL": "http://localhost:1/v1", "PLANGATE_MODEL_NAME": "small"}


def test_without_a_model_there_is_no_engine_for_one():
    """Nothing configured, or an operator who wants the built-in planner: no model is ever asked."""
    for environ in ({}, {**LOCAL, "PLANGATE_ENGINE": "builtin"}):
        read = settings.from_environ(environ)

        assert models_of(read) is None
        assert model_engine(read, models_of(read), NoCommit) is None


def test_an_engine_is_called_like_its_model():
    """With a model there is an engine, and the built-in one is its spare."""
    read = settings.from_environ(LOCAL)
    made = model_engine(read, models_of(read), NoCommit)

    assert made
    assert made.spare
    assert (made.name, made.spare.name) == ("small", "builtin")


KINDS = {
    "an address": (LOCAL, EndpointModel, "small"),
    "a file": ({"PLANGATE_MODEL_PATH": "/m/q.gguf"}, InProcessModel, "q"),
    "a price": ({**LOCAL, "PLANGATE_MODEL_PRICES": "small=1/1/1"}, MeteredModel, "small"),
    "another one's price": ({**LOCAL, "PLANGATE_MODEL_PRICES": "b=1/1/1"}, EndpointModel, "small"),
}


@pytest.mark.parametrize(("environ", "kind", "name"), KINDS.values(), ids=KINDS)
def test_each_setting_brings_its_client(environ, kind, name):
    """An address, a file, and a meter around what has a price."""
    made = models_of(settings.from_environ(environ))

    assert made
    assert isinstance(made.default, kind)
    assert (made.default.name, made.deep) == (name, made.default)


def test_the_deep_model_is_another_one():
    """It has its own name and its own price."""
    environ = {
        **LOCAL,
        "PLANGATE_MODEL_DEEP_NAME": "large",
        "PLANGATE_MODEL_PRICES": "large=1/1/1",
    }
    made = models_of(settings.from_environ(environ))

    assert made
    assert (made.deep.name, type(made.deep)) == ("large", MeteredModel)


@pytest.mark.parametrize("provider", VOICES)
def test_the_provider_chooses_the_dialect(provider):
    """What is sent is what that provider understands, with the key in its header."""
    with model_server() as server:
        server.script = [VOICES[provider].says("a plan")]
        environ = {
            "PLANGATE_MODEL_BASE_URL": server.address,
            "PLANGATE_MODEL_NAME": "small",
            "PLANGATE_MODEL_API_KEY": "k-4711",
            "PLANGATE_MODEL_PROVIDER": provider,
        }
        made = models_of(settings.from_environ(environ))
        assert made

        assert made.default.reply(TURN).text == "a plan"
        assert server.seen[0].path == f"/v1{VOICES[provider].dialect.path}"
        assert [v for v in server.seen[0].headers.values() if "k-4711" in v]


LEDGERS = {
    "a server": ({"PLANGATE_DATABASE_URL": "sqlite:///tmp/x/inbox.db"}, SqliteLedger),
    "a laptop": ({}, SqliteLedger),
    "many machines": ({"PLANGATE_DATABASE_URL": "postgresql://h/db"}, PostgresLedger),
    "a job": ({"GITHUB_ACTIONS": "true"}, MemoryLedger),
    "a job with a database": (
        {"GITHUB_ACTIONS": "true", "PLANGATE_DATABASE_URL": "postgresql://h/db"},
        PostgresLedger,
    ),
}


@pytest.mark.parametrize(("environ", "kind"), LEDGERS.values(), ids=LEDGERS)
def test_spending_is_booked_where_it_lasts(environ, kind):
    """Beside the inbox; in a job of GitHub Actions nothing outlives the job, so a day is a run there."""
    assert isinstance(ledger(settings.from_environ(environ)), kind)
