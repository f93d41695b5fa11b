"""The inbox that PLANGATE_DATABASE_URL names: an SQLite file, or a PostgreSQL database."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from bot import log
from bot.errors import ConfigError
from bot.ports.inbox import Inbox
from bot.settings import Settings


def missing(settings: Settings) -> Path | None:
    """The file of an inbox that does not exist yet; None where there is one."""
    path = file_of(settings)
    return None if settings.on_postgres or path.exists() else path


def opened(settings: Settings) -> Inbox:
    """Open the inbox; a file is created. Raises ConfigError."""
    if settings.on_postgres:
        return _postgres(settings.database_url)
    from bot.adapters.sqlite_inbox import SqliteInbox

    new, inbox = missing(settings), SqliteInbox(file_of(settings))
    if new:
        log.logger().info("database created", path=str(new))
    return inbox


def file_of(settings: Settings) -> Path:
    """The SQLite file: the one named, or one of this GitHub and App in the state folder."""
    named = settings.database_url.removeprefix("sqlite:").lstrip("/")
    if named:
        return Path(f"/{named}").expanduser()
    parts = urlsplit(settings.github_url)
    owner = f"{parts.hostname}-{parts.port or ''}-{settings.app_id or 'token'}"
    return state_folder() / f"{owner.replace('--', '-')}.db"


def said(settings: Settings) -> str:
    """Which database it is, without who connects to it."""
    if not settings.on_postgres:
        return f"SQLite {file_of(settings)}"
    parts = urlsplit(settings.database_url)
    return f"PostgreSQL {parts.hostname or 'local'}:{parts.port or 5432}{parts.path}"


def answers_file(settings: Settings) -> Path:
    """Where GitHub's answers are kept: beside the inbox's file, or in the state folder."""
    if settings.on_postgres:
        return state_folder() / "answers.db"
    path = file_of(settings)
    return path.with_name(f"{path.stem}.answers.db")


def state_folder() -> Path:
    """Where plangate keeps what it must not lose."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "plangate"


def _postgres(url: str) -> Inbox:
    try:
        from bot.adapters.postgres_inbox import PostgresInbox
    except ModuleNotFoundError as missing:
        what = f"PostgreSQL needs {missing.name}, which is not installed"
        remedy = "Install plangate with its extra `postgres`"
        raise ConfigError("PLANGATE-INBOX-004", what, remedy) from missing
    return PostgresInbox(url)
