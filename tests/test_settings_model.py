"""Environment -> the model's settings: every mistake is named before anything is sent."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from bot import settings
from bot.domain.policy import Planner, PlannerModel
from bot.domain.prices import prices
from bot.domain.run_limits import RunLimits
from bot.errors import ConfigError
from bot.settings_model import ModelSettings

BASE, NAME = "PLANGATE_MODEL_BASE_URL", "PLANGATE_MODEL_NAME"
HOSTS, MODE = "PLANGATE_MODEL_ALLOWED_HOSTS", "PLANGATE_MODEL_MODE"
KEY, FILE = "PLANGATE_MODEL_API_KEY", "PLANGATE_MODEL_PATH"
PRICES, BUDGET = "PLANGATE_MODEL_PRICES", "PLANGATE_MODEL_DAILY_BUDGET"
LOCAL = {BASE: "http://localhost:11434/v1", NAME: "qwen3:8b"}
HOSTED = {BASE: "https://api.example.com/v1", NAME: "large-1", KEY: "k-4711"}


def test_without_anything_there_is_no_model():
    """No address and no file: nothing is configured, and nothing is wrong."""
    made = settings.from_environ({}).model

    assert (made, made.configured) == (ModelSettings(), False)


READ = {
    "an address": (LOCAL, "address", "http://localhost:11434/v1"),
    "a slash at its end": ({**LOCAL, BASE: "http://localhost:1/v1/"}, "address", "http://localhost:1/v1"),
    "the name": (LOCAL, "name", "qwen3:8b"),
    "the deep one": ({**LOCAL, "PLANGATE_MODEL_DEEP_NAME": "qwen3:32b"}, "deep_name", "qwen3:32b"),
    "no deep one": (LOCAL, "deep_name", "qwen3:8b"),
    "a key from a file": ({**HOSTED, KEY: "k-4711\n"}, "key", "k-4711"),
    "a provider": ({**HOSTED, "PLANGATE_MODEL_PROVIDER": "Anthropic"}, "provider", "anthropic"),
    "no provider": (HOSTED, "provider", "openai"),
    "Anthropic's address as its own tools write it": (
        {**HOSTED, BASE: "https://a.example", "PLANGATE_MODEL_PROVIDER": "anthropic"},
        "address",
        "https://a.example/v1",
    ),
    "a file": ({FILE: "/m/Qwen2.5 Coder.gguf"}, "path", "/m/Qwen2.5 Coder.gguf"),
    "a file's name": ({FILE: "/m/Qwen2.5 Coder.gguf"}, "name", "Qwen2.5-Coder"),
    "a file with a name": ({FILE: "/m/q.gguf", NAME: "coder"}, "name", "coder"),
    "the mode of this machine": (LOCAL, "mode", "local"),
    "the mode of a host": (HOSTED, "mode", "burst"),
    "a budget": ({**LOCAL, PRICES: "1/0.1/4", BUDGET: "2.50"}, "daily_budget", Decimal("2.50")),
    "the limits": (LOCAL, "limits", RunLimits(14, 5, 200_000, 40_000, 300)),
    "an exam by default": (LOCAL, "trusted", False),
    "no exam": ({**LOCAL, "PLANGATE_MODEL_EXAM": "off"}, "trusted", True),
    "a limit": ({**LOCAL, "PLANGATE_MODEL_MAX_CALLS": "3"}, "limits", RunLimits(calls=3)),
    "a limit of tokens read": (
        {**LOCAL, "PLANGATE_MODEL_MAX_INPUT_TOKENS": "9000"},
        "limits",
        RunLimits(sent=9_000),
    ),
    "a limit of tokens written": (
        {**LOCAL, "PLANGATE_MODEL_MAX_OUTPUT_TOKENS": "9000"},
        "limits",
        RunLimits(received=9_000),
    ),
    "a limit of money": (
        {**LOCAL, PRICES: "1/0.1/4", "PLANGATE_MODEL_RUN_BUDGET": "0.25"},
        "limits",
        RunLimits(money=0.25),
    ),
    "a limit of time": ({**LOCAL, "PLANGATE_MODEL_TIMEOUT": "600"}, "limits", RunLimits(seconds=600)),
}  # fmt: skip


@pytest.mark.parametrize(("environ", "field", "value"), READ.values(), ids=READ)
def test_each_variable_is_read(environ, field, value):
    """Every documented variable reaches its field."""
    assert getattr(settings.from_environ(environ).model, field) == value


WRONG = {
    "neither on nor off": ({**LOCAL, "PLANGATE_MODEL_EXAM": "no"}, "EXAM"),
    "an unknown provider": ({**LOCAL, "PLANGATE_MODEL_PROVIDER": "gemini"}, "PROVIDER"),
    "an unknown mode": ({**LOCAL, MODE: "cloud"}, MODE),
    "no address": ({**LOCAL, BASE: "localhost"}, BASE),
    "a password in the address": ({**LOCAL, BASE: "http://me:pw@localhost/v1"}, BASE),
    "an odd name": ({**LOCAL, NAME: "a b"}, NAME),
    "a name of two lines": ({**LOCAL, NAME: "a\nb"}, NAME),
    "a key of two lines": ({**LOCAL, KEY: "a\r\nx-evil: 1"}, KEY),
    "a key that no header carries": ({**LOCAL, KEY: "schlüssel"}, KEY),
    "hosts with a port": ({**LOCAL, HOSTS: "a.example:443"}, HOSTS),
    "hosts with a scheme": ({**LOCAL, HOSTS: "https://a.example"}, HOSTS),
    "two numbers": ({**LOCAL, PRICES: "1/2"}, PRICES),
    "a negative price": ({**LOCAL, PRICES: "-1/0/1"}, PRICES),
    "words for prices": ({**LOCAL, PRICES: "cheap"}, PRICES),
    "a price twice": ({**LOCAL, PRICES: "a=1/1/1,a=2/2/2"}, PRICES),
    "a budget of words": ({**LOCAL, PRICES: "1/1/1", BUDGET: "some"}, BUDGET),
    "an endless budget": ({**LOCAL, PRICES: "1/1/1", BUDGET: "inf"}, BUDGET),
    "a negative budget": ({**LOCAL, PRICES: "1/1/1", BUDGET: "-1"}, BUDGET),
    "a run for words": (
        {**LOCAL, PRICES: "1/1/1", "PLANGATE_MODEL_RUN_BUDGET": "some"},
        "RUN_BUDGET",
    ),
    "no calls at all": ({**LOCAL, "PLANGATE_MODEL_MAX_CALLS": "0"}, "MAX_CALLS"),
    "too many seconds": ({**LOCAL, "PLANGATE_MODEL_TIMEOUT": "9999"}, "TIMEOUT"),
}


@pytest.mark.parametrize(("environ", "name"), WRONG.values(), ids=WRONG)
def test_each_mistake_names_its_variable(environ, name):
    """A value that cannot be used is refused with the variable it stands in, and without a secret."""
    with pytest.raises(ConfigError, match=f"PLANGATE-CONFIG-004: .*{name}") as raised:
        settings.from_environ(environ)

    assert environ.get(KEY, "\0") not in str(raised.value)


UNFIT = {
    "two models": ({**LOCAL, FILE: "/m/q.gguf"}, "two models"),
    "no name": ({BASE: "http://localhost:1/v1"}, "PLANGATE_MODEL_NAME is missing"),
    "a file with another dialect": (
        {FILE: "/m/q.gguf", "PLANGATE_MODEL_PROVIDER": "anthropic"},
        "works only with the provider openai",
    ),
    "a budget without prices": ({**LOCAL, BUDGET: "2"}, "needs a price for qwen3:8b"),
    "a run's budget without prices": (
        {**LOCAL, "PLANGATE_MODEL_RUN_BUDGET": "2"},
        "needs a price for qwen3:8b",
    ),
    "a budget without the deep one's price": (
        {**LOCAL, BUDGET: "2", PRICES: "qwen3:8b=1/1/1", "PLANGATE_MODEL_DEEP_NAME": "big"},
        "needs a price for big",
    ),
    "local mode with a host": ({**HOSTED, MODE: "local"}, "local does not allow the host api.ex"),
    "airgapped with a host": ({**HOSTED, MODE: "airgapped", HOSTS: "api.example.com"}, "airgapped does"),
    "burst to a host that is not named": ({**HOSTED, HOSTS: "other.example"}, "does not allow the host"),
    "a name that looks like ours": (
        {**HOSTED, MODE: "local", BASE: "https://localhost.evil.example/v1"},
        "does not allow the host localhost.evil",
    ),
    "a part of a name": ({**HOSTED, HOSTS: "example.com"}, "does not allow the host"),
    "a key unencrypted": ({**HOSTED, BASE: "http://a.example/v1"}, "unencrypted"),
}  # fmt: skip


@pytest.mark.parametrize(("environ", "why"), UNFIT.values(), ids=UNFIT)
def test_settings_that_contradict_each_other_are_refused(environ, why):
    """What does not fit together is told at the start, not when the first issue comes."""
    with pytest.raises(ConfigError, match=f"PLANGATE-CONFIG-012: .*{why}"):
        settings.from_environ(environ)


ALLOWED = {
    "this machine by name": LOCAL,
    "this machine by number": {**LOCAL, BASE: "http://127.0.0.1:8080/v1", MODE: "local"},
    "this machine by a longer number": {**LOCAL, BASE: "http://[::1]:8080/v1", MODE: "local"},
    "this machine, airgapped": {**LOCAL, MODE: "airgapped"},
    "a file, airgapped": {FILE: "/m/q.gguf", MODE: "airgapped"},
    "a host that the address names": HOSTED,
    "a host that is named": {**HOSTED, MODE: "burst", HOSTS: "x.example API.example.com"},
    "a neighbour, in local mode": {BASE: "http://ollama:11434/v1", NAME: "q", MODE: "local", HOSTS: "ollama"},
    "a neighbour without a key": {BASE: "http://ollama:11434/v1", NAME: "q"},
    "a neighbour with a key": {BASE: "http://vllm/v1", NAME: "q", KEY: "k", HOSTS: "vllm"},
}  # fmt: skip


@pytest.mark.parametrize("environ", ALLOWED.values(), ids=ALLOWED)
def test_what_the_operator_named_is_allowed(environ):
    """This machine always; a host that the address or the list names, unless the mode says otherwise."""
    assert settings.from_environ(environ).model.configured


def test_the_key_is_in_no_repr():
    """Whoever prints settings prints no key."""
    made = settings.from_environ(HOSTED)

    assert made.model.key == "k-4711"
    assert "k-4711" not in f"{made!r} {made.model!r}"


@pytest.mark.parametrize("engine", ["auto", "builtin", "model", " Model "])
def test_the_engine_is_chosen(engine):
    """Each engine can be asked for where a model is configured."""
    environ = {**LOCAL, "PLANGATE_ENGINE": engine}

    assert settings.from_environ(environ).engine == engine.strip().lower()


PRICED = {
    "for every model": ("1/0.1/4", "any", Decimal("3.5")),
    "by name": ("a=9/9/9, large-1 = 1 / 0.1 / 4", "large-1", Decimal("3.5")),
    "a vendor's name": ("v/large-1=1/0.1/4", "v/large-1", Decimal("3.5")),
    "its own before every": ("9/9/9,large-1=1/0.1/4", "large-1", Decimal("3.5")),
}


@pytest.mark.parametrize(("text", "model", "money"), PRICED.values(), ids=PRICED)
def test_money_is_counted_by_the_million(text, model, money):
    """Two million sent, half of them cached, and six hundred thousand written."""
    price = prices(text).of(model)

    assert price
    assert price.of(2_000_000, 1_000_000, 600_000) == money


def test_what_a_cache_takes_in_costs_a_quarter_more():
    """Tokens written into the provider's cache are billed at 1.25 of the price of reading."""
    price = prices("4/1/20").of("any")

    assert price
    assert price.of(1_000_000, 0, 0, written=1_000_000) == 5


def test_a_model_without_a_price_has_none():
    """Money is not guessed."""
    assert prices("a=1/1/1").of("b") is None


LIMITS = RunLimits(14, 5, 200_000, 40_000, 300)


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        (PlannerModel(), LIMITS),
        (PlannerModel(max_calls=3), replace(LIMITS, calls=3)),
        (PlannerModel(max_calls=99, timeout=999), LIMITS),
        (
            PlannerModel(max_input_tokens=5, max_output_tokens=6, timeout=7),
            replace(LIMITS, sent=5, received=6, seconds=7),
        ),
    ],
)
def test_a_policy_only_lowers_limits(wanted, held):
    """Whoever can write the policy can spend less of the operator's money, never more."""
    assert LIMITS.lowered(Planner(model=wanted)) == held
