"""Environment -> settings: read once, frozen, from a mapping given as a parameter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Literal, cast

from bot import settings_model
from bot.domain.policy import POLICY_PATH
from bot.environment import (
    Environ,
    address,
    choice,
    read_all,
    seconds,
    switch,
    whole,
    within,
    wrong,
)
from bot.errors import ConfigError
from bot.settings_model import ModelSettings

PUBLIC_API = "https://api.github.com"
SECRET_AT_LEAST = 16
EngineChoice = Literal["auto", "builtin", "model"]
ENGINES = ("auto", "builtin", "model")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the environment decides. Secrets stay out of `repr`."""

    github_url: str = PUBLIC_API
    server_url: str = "https://github.com"
    token: str = field(default="", repr=False)
    app_id: int = 0
    private_key: str = field(default="", repr=False)
    private_key_path: str = ""
    webhook_secret: str = field(default="", repr=False)
    former_secret: str = field(default="", repr=False)
    record_key: str = field(default="", repr=False)
    database_url: str = field(default="", repr=False)
    host: str = "127.0.0.1"
    port: int = 8080
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None
    write_interval: float = 1.0
    log_level: str = "INFO"
    workspace: str = ""
    config_path: str = POLICY_PATH
    dry_run: bool = False
    in_actions: bool = False
    engine: EngineChoice = "auto"
    model: ModelSettings = field(default_factory=ModelSettings)

    @property
    def app_mode(self) -> bool:
        """Say whether we are a GitHub App rather than a token."""
        return bool(self.app_id)


def from_environ(environ: Environ) -> Settings:
    """Read settings. Raises ConfigError naming every variable that is invalid."""
    return read_all(_read, environ)


def _read(environ: Environ) -> Settings:
    model = settings_model.from_environ(environ)
    return Settings(
        github_url=address(environ, "PLANGATE_GITHUB_URL", "GITHUB_API_URL") or PUBLIC_API,
        server_url=environ.get("GITHUB_SERVER_URL", "https://github.com"),
        token=(environ.get("GITHUB_TOKEN") or environ.get("GH_TOKEN", "")).strip(),
        app_id=whole(environ, "PLANGATE_APP_ID", 0),
        private_key=environ.get("PLANGATE_PRIVATE_KEY", ""),
        private_key_path=environ.get("PLANGATE_PRIVATE_KEY_PATH", ""),
        webhook_secret=environ.get("PLANGATE_WEBHOOK_SECRET", ""),
        former_secret=environ.get("PLANGATE_WEBHOOK_SECRET_PREVIOUS", ""),
        record_key=environ.get("PLANGATE_RECORD_KEY", ""),
        database_url=_database(environ),
        host=_host(environ, "PLANGATE_HOST"),
        port=within(environ, "PLANGATE_PORT", 8080, 1, 65_535),
        metrics_host=_host(environ, "PLANGATE_METRICS_HOST"),
        metrics_port=_metrics_port(environ),
        write_interval=seconds(environ, "PLANGATE_WRITE_INTERVAL", 1.0),
        log_level=_level(environ),
        workspace=_workspace(environ),
        config_path=environ.get("PLANGATE_CONFIG_PATH") or POLICY_PATH,
        dry_run=switch(environ, "PLANGATE_DRY_RUN"),
        in_actions=environ.get("GITHUB_ACTIONS", "") == "true",
        engine=_engine(environ, model),
        model=model,
    )


def _workspace(environ: Environ) -> str:
    """The folder to read; in Actions a relative one is below the job's, whatever folder we run in."""
    named = environ.get("PLANGATE_WORKSPACE", "")
    return str(PurePath(environ.get("GITHUB_WORKSPACE", ""), named)) if named else ""


def require_credentials(settings: Settings) -> None:
    """Raise ConfigError unless there is a token, or an App's id and key."""
    if settings.app_id and not (settings.private_key or settings.private_key_path):
        raise ConfigError(
            "PLANGATE-CONFIG-002",
            "PLANGATE_APP_ID is set, but the App's private key is missing",
            "Set PLANGATE_PRIVATE_KEY or PLANGATE_PRIVATE_KEY_PATH, or unset PLANGATE_APP_ID",
        )
    if not settings.token and not settings.app_id:
        raise ConfigError(
            "PLANGATE-CONFIG-002",
            "GitHub credentials are missing",
            "Set GITHUB_TOKEN or GH_TOKEN, sign in with `gh auth login`, or set PLANGATE_APP_ID "
            "with PLANGATE_PRIVATE_KEY or PLANGATE_PRIVATE_KEY_PATH",
        )


def require_secret(settings: Settings) -> None:
    """Raise ConfigError unless deliveries can be verified: without a secret nothing is served."""
    if len(settings.webhook_secret) < SECRET_AT_LEAST:
        raise ConfigError(
            "PLANGATE-CONFIG-003",
            f"PLANGATE_WEBHOOK_SECRET is missing or shorter than {SECRET_AT_LEAST} characters",
            "Create one with `openssl rand -hex 32`, and enter the same text in the webhook's settings",
        )
    if 0 < len(settings.former_secret) < SECRET_AT_LEAST:  # it lets in as much as the other one
        raise ConfigError(
            "PLANGATE-CONFIG-003",
            f"PLANGATE_WEBHOOK_SECRET_PREVIOUS is shorter than {SECRET_AT_LEAST} characters",
            "Set a longer one, or unset it",
        )


def _engine(environ: Environ, model: ModelSettings) -> EngineChoice:
    wanted = choice(environ, "PLANGATE_ENGINE", ENGINES, "auto")
    if wanted == "model" and not model.configured:
        raise ConfigError(
            "PLANGATE-CONFIG-008",
            "the engine is `model` (--engine or PLANGATE_ENGINE), but no model is configured",
            "Set PLANGATE_MODEL_BASE_URL and PLANGATE_MODEL_NAME, or PLANGATE_MODEL_PATH",
        )
    return cast(EngineChoice, wanted)


def _database(environ: Environ) -> str:
    text = environ.get("PLANGATE_DATABASE_URL", "")
    if text and not text.startswith(("sqlite:///", "postgresql://", "postgres://")):
        raise wrong("PLANGATE_DATABASE_URL", "neither sqlite:///ABSOLUTE/PATH nor postgresql://…")
    return text


def _host(environ: Environ, name: str) -> str:
    text = environ.get(name) or "127.0.0.1"
    if not re.fullmatch(r"[A-Za-z0-9._:%-]{1,253}", text):
        raise wrong(name, "not a host name or address")
    return text


def _metrics_port(environ: Environ) -> int | None:
    """The port of the metrics; 0 for none, and None where nobody named one."""
    name = "PLANGATE_METRICS_PORT"
    return within(environ, name, 0, 0, 65_535) if environ.get(name) else None


def _level(environ: Environ) -> str:
    level = (environ.get("PLANGATE_LOG_LEVEL", "").strip() or "INFO").upper()
    if level not in LOG_LEVELS:
        raise wrong("PLANGATE_LOG_LEVEL", f"not one of {', '.join(LOG_LEVELS)}")
    return level
