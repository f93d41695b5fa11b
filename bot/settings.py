"""Environment -> settings: read once, frozen, from a mapping given as a parameter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.domain.policy import POLICY_PATH
from bot.errors import ConfigError

PUBLIC_API = "https://api.github.com"
SECRET_AT_LEAST = 16
INPUTS = {
    "github-token": "GITHUB_TOKEN",
    "config-path": "PLANGATE_CONFIG_PATH",
    "engine": "PLANGATE_ENGINE",
    "model-base-url": "PLANGATE_MODEL_BASE_URL",
    "model-name": "PLANGATE_MODEL_NAME",
    "model-api-key": "PLANGATE_MODEL_API_KEY",
    "record-key": "PLANGATE_RECORD_KEY",
    "workspace": "PLANGATE_WORKSPACE",
    "dry-run": "PLANGATE_DRY_RUN",
}
"""Inputs of `action.yml` and the variables it hands them on by."""


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
    record_key: str = field(default="", repr=False)
    host: str = "127.0.0.1"
    port: int = 8080
    write_interval: float = 1.0
    log_level: str = "INFO"
    workspace: str = ""
    config_path: str = POLICY_PATH
    dry_run: bool = False
    in_actions: bool = False

    @property
    def app_mode(self) -> bool:
        """Say whether we are a GitHub App rather than a token."""
        return bool(self.app_id)


def from_environ(environ: Mapping[str, str]) -> Settings:
    """Read settings. Raises ConfigError naming the variable that is wrong."""
    return Settings(
        github_url=_first(environ, "PLANGATE_GITHUB_URL", "GITHUB_API_URL") or PUBLIC_API,
        server_url=environ.get("GITHUB_SERVER_URL", "https://github.com"),
        token=environ.get("GITHUB_TOKEN", ""),
        app_id=_whole(environ, "PLANGATE_APP_ID", 0),
        private_key=environ.get("PLANGATE_PRIVATE_KEY", ""),
        private_key_path=environ.get("PLANGATE_PRIVATE_KEY_PATH", ""),
        webhook_secret=environ.get("PLANGATE_WEBHOOK_SECRET", ""),
        record_key=environ.get("PLANGATE_RECORD_KEY", ""),
        host=environ.get("PLANGATE_HOST", "127.0.0.1"),
        port=_whole(environ, "PLANGATE_PORT", 8080),
        write_interval=_seconds(environ, "PLANGATE_WRITE_INTERVAL", 1.0),
        log_level=environ.get("PLANGATE_LOG_LEVEL", "INFO").upper(),
        workspace=environ.get("PLANGATE_WORKSPACE", ""),
        config_path=environ.get("PLANGATE_CONFIG_PATH") or POLICY_PATH,
        dry_run=environ.get("PLANGATE_DRY_RUN", "").lower() == "true",
        in_actions=environ.get("GITHUB_ACTIONS", "") == "true",
    )


def require_credentials(settings: Settings) -> None:
    """Raise ConfigError unless GitHub can be spoken to."""
    key = settings.private_key or settings.private_key_path
    if not settings.token and not (settings.app_id and key):
        raise ConfigError(
            "PLANGATE-CONFIG-002",
            "there are no GitHub credentials",
            "Set GITHUB_TOKEN, or PLANGATE_APP_ID with PLANGATE_PRIVATE_KEY or _PATH",
        )


def require_secret(settings: Settings) -> None:
    """Raise ConfigError unless deliveries can be verified: without a secret nothing is served."""
    if len(settings.webhook_secret) < SECRET_AT_LEAST:
        raise ConfigError(
            "PLANGATE-CONFIG-003",
            f"PLANGATE_WEBHOOK_SECRET is missing or shorter than {SECRET_AT_LEAST} characters",
            "Set the secret of the webhook, for instance from `openssl rand -hex 32`",
        )


def _first(environ: Mapping[str, str], *names: str) -> str:
    return next((environ[n] for n in names if environ.get(n)), "").rstrip("/")


def _whole(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name, "")
    if text and not re.fullmatch("[0-9]{1,18}", text):
        raise ConfigError("PLANGATE-CONFIG-004", f"{name} is no whole number", f"Mend {name}")
    return int(text) if text else default


def _seconds(environ: Mapping[str, str], name: str, default: float) -> float:
    try:
        value = float(environ.get(name) or default)
    except ValueError:
        value = -1
    if not 0 <= value <= 60:
        raise ConfigError("PLANGATE-CONFIG-004", f"{name} is no number of seconds", f"Mend {name}")
    return value
