"""Environment -> settings: read once, and every mistake named."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import settings
from bot.errors import ConfigError

EMPTY = settings.from_environ({})


def test_the_defaults_need_nothing():
    """With no environment at all: the public API, this machine, one write a second."""
    assert (
        EMPTY.github_url, EMPTY.host, EMPTY.port, EMPTY.write_interval, EMPTY.app_mode,
    ) == ("https://api.github.com", "127.0.0.1", 8080, 1.0, False)  # fmt: skip


URLS = {
    "ours first": (
        {"PLANGATE_GITHUB_URL": "https://a/", "GITHUB_API_URL": "https://b"},
        "https://a",
    ),
    "the runner's": ({"GITHUB_API_URL": "https://b/api/v3"}, "https://b/api/v3"),
    "an empty one": ({"PLANGATE_GITHUB_URL": ""}, "https://api.github.com"),
}


@pytest.mark.parametrize(("environ", "url"), URLS.values(), ids=URLS)
def test_where_github_is(environ, url):
    """Our own variable wins over the runner's; the public API is the last resort."""
    assert url == settings.from_environ(environ).github_url


READ = {
    "GITHUB_TOKEN": ("token", "t", "t"),
    "PLANGATE_APP_ID": ("app_id", "12", 12),
    "PLANGATE_WEBHOOK_SECRET": ("webhook_secret", "s", "s"),
    "PLANGATE_RECORD_KEY": ("record_key", "k" * 16, "k" * 16),
    "PLANGATE_HOST": ("host", "0.0.0.0", "0.0.0.0"),  # noqa: S104
    "PLANGATE_PORT": ("port", "9000", 9000),
    "PLANGATE_METRICS_HOST": ("metrics_host", "10.0.0.1", "10.0.0.1"),
    "PLANGATE_METRICS_PORT": ("metrics_port", "0", 0),
    "PLANGATE_WRITE_INTERVAL": ("write_interval", "0", 0.0),
    "PLANGATE_LOG_LEVEL": ("log_level", " debug ", "DEBUG"),
    "PLANGATE_WORKSPACE": ("workspace", "/w", "/w"),
    "PLANGATE_DRY_RUN": ("dry_run", "TRUE", True),
    "GITHUB_ACTIONS": ("in_actions", "true", True),
}


@pytest.mark.parametrize(
    ("name", "field", "text", "value"), [(n, *v) for n, v in READ.items()], ids=READ
)
def test_each_variable_is_read(name, field, text, value):
    """Every documented variable reaches its field."""
    assert value == getattr(settings.from_environ({name: text}), field)


WRONG = {
    "a word": ("PLANGATE_PORT", "web"),
    "a negative number": ("PLANGATE_PORT", "-1"),
    "a fraction": ("PLANGATE_APP_ID", "1.5"),
    "a digit of another kind": ("PLANGATE_PORT", "\u00b2"),
    "too many digits": ("PLANGATE_APP_ID", "9" * 5_000),
    "port zero": ("PLANGATE_PORT", "0"),
    "a port too high": ("PLANGATE_PORT", "65536"),
    "a port of metrics too high": ("PLANGATE_METRICS_PORT", "65536"),
    "a host with a blank": ("PLANGATE_HOST", "local host"),
    "no address": ("PLANGATE_GITHUB_URL", "nonsense"),
    "no web address": ("PLANGATE_GITHUB_URL", "ftp://github.com"),
    "no host in an address": ("PLANGATE_GITHUB_URL", "https://"),
    "an address with a blank": ("PLANGATE_GITHUB_URL", "https://a b"),
    "an address with an odd port": ("PLANGATE_GITHUB_URL", "https://a:x"),
    "a broken IPv6 address": ("PLANGATE_GITHUB_URL", "https://[::1"),
    "the runner's own": ("GITHUB_API_URL", "nonsense"),
    "not a number of seconds": ("PLANGATE_WRITE_INTERVAL", "soon"),
    "negative seconds": ("PLANGATE_WRITE_INTERVAL", "-1"),
    "endless": ("PLANGATE_WRITE_INTERVAL", "inf"),
    "not a number": ("PLANGATE_WRITE_INTERVAL", "nan"),
    "an unknown level": ("PLANGATE_LOG_LEVEL", "LOUD"),
    "neither on nor off": ("PLANGATE_DRY_RUN", "yes"),
    "a short key": ("PLANGATE_RECORD_KEY", "k" * 15),
}


@pytest.mark.parametrize(("name", "text"), WRONG.values(), ids=WRONG)
def test_a_wrong_value_names_its_variable(name, text):
    """A number that is none is refused, and the message names the variable."""
    # CONTRACT: config
    with pytest.raises(ConfigError) as caught:
        settings.from_environ({name: text})

    assert (caught.value.code, caught.value.exit_code) == ("PLANGATE-CONFIG-004", 2)
    assert name in str(caught.value)


def test_all_invalid_variables_are_named_at_once():
    """One start names all of them and no value, even where other settings contradict each other."""
    # CONTRACT: config
    wrong = {"PLANGATE_PORT": "hush-a", "PLANGATE_DRY_RUN": "hush-b", "GITHUB_API_URL": "hush-c",
             "PLANGATE_LOG_LEVEL": "hush-d", "PLANGATE_MODEL_API_KEY": "hush e",
             "PLANGATE_MODEL_DAILY_BUDGET": "hush-f", "PLANGATE_MODEL_ALLOWED_HOSTS": "hush:7"}  # fmt: skip
    with pytest.raises(ConfigError) as caught:
        settings.from_environ(
            wrong | {"PLANGATE_MODEL_BASE_URL": "http://a.example", "PLANGATE_ENGINE": "model"}
        )

    assert {line.split()[0] for line in caught.value.lines} == set(wrong)
    assert "PLANGATE_PORT is not a whole number from 1 to 65535; " in caught.value.what
    assert "hush" not in f"{caught.value!r} {caught.value.__context__!r}"


def test_an_empty_variable_is_unset():
    """Compose files and workflows set variables that are empty: they mean the default."""
    names = [*READ, *(name for name, _ in WRONG.values()), "PLANGATE_ENGINE", "GITHUB_SERVER_URL",
             "PLANGATE_MODEL_NAME", "PLANGATE_MODEL_TIMEOUT", "PLANGATE_MODEL_PRICES"]  # fmt: skip

    assert settings.from_environ(dict.fromkeys(names, "")) == EMPTY


@given(st.dictionaries(st.sampled_from([*READ, "PLANGATE_PRIVATE_KEY"]), st.text(max_size=12)))
def test_any_environment_is_settings_or_a_mistake(environ):
    """Whatever stands in the environment: settings, or a ConfigError."""
    try:
        settings.from_environ(environ)
    except ConfigError as mistake:
        assert mistake.code == "PLANGATE-CONFIG-004"


@pytest.mark.parametrize(
    "name",
    [
        "GITHUB_TOKEN", "PLANGATE_PRIVATE_KEY", "PLANGATE_WEBHOOK_SECRET", "PLANGATE_RECORD_KEY",
    ],
)  # fmt: skip
def test_secrets_stay_out_of_sight(name):
    """No secret shows when settings are printed."""
    # T7
    secret = "hush-hush-hush-hush"
    assert secret not in repr(settings.from_environ({name: secret}))


CREDENTIALS = {
    "nothing": ({}, False),
    "a token": ({"GITHUB_TOKEN": "t"}, True),
    "an App without its key": ({"PLANGATE_APP_ID": "1"}, False),
    "a key without its App": ({"PLANGATE_PRIVATE_KEY": "k"}, False),
    "an App": ({"PLANGATE_APP_ID": "1", "PLANGATE_PRIVATE_KEY": "k"}, True),
    "an App with a key file": ({"PLANGATE_APP_ID": "1", "PLANGATE_PRIVATE_KEY_PATH": "/k"}, True),
}


@pytest.mark.parametrize(("environ", "enough"), CREDENTIALS.values(), ids=CREDENTIALS)
def test_credentials_are_a_token_or_an_app(environ, enough):
    """Without a token, or an App with its key, GitHub cannot be spoken to."""
    known = settings.from_environ(environ)

    if enough:
        settings.require_credentials(known)
        return
    with pytest.raises(ConfigError, match="PLANGATE-CONFIG-002"):
        settings.require_credentials(known)


def test_only_a_typed_command_is_told_to_sign_in():
    """A server never asks gh for a token, so its error does not name `gh auth login`."""
    told = []
    for typed in (True, False):
        with pytest.raises(ConfigError) as raised:
            settings.require_credentials(settings.from_environ({}), typed=typed)
        told.append("gh auth login" in str(raised.value))

    assert told == [True, False]


@pytest.mark.parametrize("secret", ["", "short", "x" * 15])
def test_no_secret_no_service(secret):
    """Without a webhook secret of some length nothing is served: never fail open."""
    # T1
    with pytest.raises(ConfigError, match="PLANGATE-CONFIG-003"):
        settings.require_secret(settings.from_environ({"PLANGATE_WEBHOOK_SECRET": secret}))


def test_a_short_previous_secret_lets_nobody_in():
    """The secret that is being replaced opens the same door: it has to be as long, or away."""
    # T1
    now = {"PLANGATE_WEBHOOK_SECRET": "x" * 16}
    for before, good in (("", True), ("y" * 15, False), ("y" * 16, True)):
        known = settings.from_environ(now | {"PLANGATE_WEBHOOK_SECRET_PREVIOUS": before})
        with nullcontext() if good else pytest.raises(ConfigError, match="PREVIOUS is shorter"):
            settings.require_secret(known)


def test_an_engine_nobody_knows_is_refused():
    """A word that names no engine is an error, not the default."""
    # CONTRACT: engine
    with pytest.raises(
        ConfigError, match=r"PLANGATE-CONFIG-004: PLANGATE_ENGINE is not one of auto"
    ):
        settings.from_environ({"PLANGATE_ENGINE": "openai"})


def test_whoever_insists_on_a_model_needs_one():
    """`model` without an address or a file is an error: nobody shall believe that a model reads."""
    # CONTRACT: engine
    with pytest.raises(ConfigError, match=r"PLANGATE-CONFIG-008: .*no model is configured"):
        settings.from_environ({"PLANGATE_ENGINE": "model"})


@pytest.mark.parametrize("engine", ["", "auto"])
def test_the_engine_may_be_left_out(engine):
    """The default may be said or left out."""
    assert settings.from_environ({"PLANGATE_ENGINE": engine}) == EMPTY


def test_a_relative_workspace_is_below_that_of_the_job() -> None:
    """The Action runs outside the checkout, so `workspace: app` means the job's folder of that name."""
    environ = {"GITHUB_WORKSPACE": "/job", "PLANGATE_WORKSPACE": "app"}

    assert settings.from_environ(environ).workspace == "/job/app"
    assert settings.from_environ({**environ, "PLANGATE_WORKSPACE": "/other"}).workspace == "/other"
