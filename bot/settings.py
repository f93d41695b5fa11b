"""Environment -> settings: read once, frozen, from a mapping given as a parameter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bot.domain.policy import POLICY_PATH
from bot.errors import ConfigError

PUBLIC_API = "https://api.github.com"
SECRET_AT_LEAST = 16
BUILTIN = "builtin"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
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
    former_secret: str = field(default="", repr=False)
    record_key: str = field(default="", repr=False)
    database_url: str = field(default="", repr=False)
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
    _require_builtin(environ)
    return Settings(
        github_url=_address(environ, "PLANGATE_GITHUB_URL", "GITHUB_API_URL") or PUBLIC_API,
        server_url=environ.get("GITHUB_SERVER_URL", "https://github.com"),
        token=environ.get("GITHUB_TOKEN", ""),
        app_id=_whole(environ, "PLANGATE_APP_ID", 0),
        private_key=environ.get("PLANGATE_PRIVATE_KEY", ""),
        private_key_path=environ.get("PLANGATE_PRIVATE_KEY_PATH", ""),
        webhook_secret=environ.get("PLANGATE_WEBHOOK_SECRET", ""),
        former_secret=environ.get("PLANGATE_WEBHOOK_SECRET_PREVIOUS", ""),
        record_key=environ.get("PLANGATE_RECORD_KEY", ""),
        database_url=_database(environ),
        host=_host(environ),
        port=_port(environ),
        write_interval=_seconds(environ, "PLANGATE_WRITE_INTERVAL", 1.0),
        log_level=_level(environ),
        workspace=environ.get("PLANGATE_WORKSPACE", ""),
        config_path=environ.get("PLANGATE_CONFIG_PATH") or POLICY_PATH,
        dry_run=_switch(environ, "PLANGATE_DRY_RUN"),
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
    if 0 < len(settings.former_secret) < SECRET_AT_LEAST:  # it lets in as much as the other one
        raise ConfigError(
            "PLANGATE-CONFIG-003",
            f"PLANGATE_WEBHOOK_SECRET_PREVIOUS is shorter than {SECRET_AT_LEAST} characters",
            "Leave it out",
        )


def _require_builtin(environ: Mapping[str, str]) -> None:
    if environ.get("PLANGATE_ENGINE", "").strip() not in ("", BUILTIN):
        raise ConfigError(
            "PLANGATE-CONFIG-008",
            "this version plans with its built-in planner only",
            f"Set the input `engine` (PLANGATE_ENGINE) to {BUILTIN}, or leave it out",
        )


def _address(environ: Mapping[str, str], *names: str) -> str:
    name = next((n for n in names if environ.get(n)), "")
    text = environ.get(name, "").rstrip("/")
    if text and not _is_address(text):
        raise _wrong(name, "no http(s) address")
    return text


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return False
    return bool(known) and text.isprintable() and not re.search(r"[\s?#]", text)


def _database(environ: Mapping[str, str]) -> str:
    text = environ.get("PLANGATE_DATABASE_URL", "")
    scheme, separator, _ = text.partition("://")
    if separator and scheme not in ("sqlite", "postgresql", "postgres"):
        raise _wrong("PLANGATE_DATABASE_URL", "neither sqlite:///FILE nor postgresql://…")
    return text


def _host(environ: Mapping[str, str]) -> str:
    text = environ.get("PLANGATE_HOST") or "127.0.0.1"
    if not re.fullmatch(r"[A-Za-z0-9._:%-]{1,253}", text):
        raise _wrong("PLANGATE_HOST", "no host name or address")
    return text


def _port(environ: Mapping[str, str]) -> int:
    port = _whole(environ, "PLANGATE_PORT", 8080)
    if not 1 <= port <= 65_535:
        raise _wrong("PLANGATE_PORT", "no port from 1 to 65535")
    return port


def _level(environ: Mapping[str, str]) -> str:
    level = (environ.get("PLANGATE_LOG_LEVEL", "").strip() or "INFO").upper()
    if level not in LOG_LEVELS:
        raise _wrong("PLANGATE_LOG_LEVEL", f"none of {', '.join(LOG_LEVELS)}")
    return level


def _switch(environ: Mapping[str, str], name: str) -> bool:
    """`true` or `false`: whoever writes `yes` must not believe that nothing is written."""
    text = environ.get(name, "").lower()
    if text not in ("", "true", "false"):
        raise _wrong(name, "neither true nor false")
    return text == "true"


def _wrong(name: str, what: str) -> ConfigError:
    return ConfigError("PLANGATE-CONFIG-004", f"{name} is {what}", f"Mend {name}")


def _whole(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name, "")
    if text and not re.fullmatch("[0-9]{1,18}", text):
        raise _wrong(name, "no whole number")
    return int(text) if text else default


def _seconds(environ: Mapping[str, str], name: str, default: float) -> float:
    try:
        value = float(environ.get(name) or default)
    except ValueError:
        value = -1
    if not 0 <= value <= 60:
        raise _wrong(name, "no number of seconds")
    return value
