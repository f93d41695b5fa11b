"""Environment -> settings: read once, frozen, from a mapping given as a parameter.

A field is read from the variable PLANGATE_ and its name in capitals, where no other is named.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated, Literal

from pydantic import (
    AliasChoices,
    BeforeValidator,
    Field,
    PlainValidator,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import ErrorDetails

from bot.domain.policy import POLICY_PATH, EngineName
from bot.environment import Address, Environ, Lower, Trimmed, Variables, otherwise, within
from bot.errors import ConfigError
from bot.settings_model import ModelSettings, require_consistent

SECRET_AT_LEAST = 16
Host = Annotated[
    str, Field(pattern="^[A-Za-z0-9._:%-]{1,253}$"), otherwise("not a host name or address")
]
DatabaseUrl = Annotated[
    str,
    Field(pattern="^(sqlite:///|postgres(ql)?://)"),
    otherwise("neither sqlite:////FOLDER/FILE.db nor postgresql://HOST/NAME"),
]
Seconds = Annotated[float, Field(ge=0, le=60), otherwise("not a number of seconds from 0 to 60")]
RecordKey = Annotated[
    str,
    Field(min_length=SECRET_AT_LEAST),
    otherwise(
        f"shorter than {SECRET_AT_LEAST} characters (`openssl rand -hex 32` creates a new key)"
    ),
]
LogLevel = Annotated[
    Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper), Trimmed
]


def _switch(text: str) -> bool:
    if text.lower() not in ("true", "false"):  # `yes` would count as false
        raise ValueError("neither true nor false")
    return text.lower() == "true"


class Settings(Variables, alias_generator=lambda field: f"PLANGATE_{field.upper()}"):
    """Everything the environment decides. Secrets stay out of `repr`."""

    github_url: Address = Field(
        "https://api.github.com",
        validation_alias=AliasChoices("PLANGATE_GITHUB_URL", "GITHUB_API_URL"),
    )
    server_url: str = Field("https://github.com", validation_alias="GITHUB_SERVER_URL")
    token: Annotated[str, Trimmed] = Field(
        "", validation_alias=AliasChoices("GITHUB_TOKEN", "GH_TOKEN"), repr=False
    )
    app_id: Annotated[
        int, within(0, 10**18 - 1), otherwise("not a number (the App's settings page shows it)")
    ] = 0
    private_key: str = Field("", repr=False)
    private_key_path: str = ""
    webhook_secret: str = Field("", repr=False)
    former_secret: str = Field("", validation_alias="PLANGATE_WEBHOOK_SECRET_PREVIOUS", repr=False)
    record_key: RecordKey = Field("", repr=False)
    database_url: DatabaseUrl = Field("", repr=False)
    host: Host = "127.0.0.1"
    port: Annotated[int, within(1, 65_535)] = 8080
    metrics_host: Host = "127.0.0.1"
    metrics_port: Annotated[int | None, within(0, 65_535)] = None
    write_interval: Seconds = 1.0
    log_level: LogLevel = "INFO"
    job_folder: str = Field("", validation_alias="GITHUB_WORKSPACE")
    workspace: str = ""
    config_path: str = POLICY_PATH
    dry_run: Annotated[bool, PlainValidator(_switch)] = False
    in_actions: Annotated[bool, PlainValidator(lambda text: text == "true")] = Field(
        False, validation_alias="GITHUB_ACTIONS"
    )
    engine: Annotated[EngineName, Lower] = "auto"
    model: ModelSettings = Field(default_factory=ModelSettings, validation_alias="model")

    @field_validator("workspace")
    @classmethod
    def _below_the_job(cls, text: str, info: ValidationInfo) -> str:
        """In Actions a relative folder is below the job's, whatever folder we run in."""
        return str(PurePath(info.data.get("job_folder", ""), text))

    @property
    def app_mode(self) -> bool:
        """Say whether we are a GitHub App rather than a token."""
        return bool(self.app_id)

    @property
    def on_postgres(self) -> bool:
        """Say whether the database is PostgreSQL rather than an SQLite file."""
        return self.database_url.startswith("postgres")


def from_environ(environ: Environ) -> Settings:
    """Read settings. Raises ConfigError for all invalid variables, else for the first contradiction."""
    made = _read({name: text for name, text in environ.items() if text})  # empty counts as unset
    require_consistent(made.model)
    if made.engine == "model" and not made.model.configured:
        raise ConfigError(
            "PLANGATE-CONFIG-008",
            "the engine is `model` (--engine or PLANGATE_ENGINE), but no model is configured",
            "Set PLANGATE_MODEL_BASE_URL and PLANGATE_MODEL_NAME, or PLANGATE_MODEL_PATH",
        )
    return made


def _read(environ: Environ) -> Settings:
    try:
        return Settings.model_validate({**environ, "model": environ})
    except ValidationError as problem:
        invalid = {
            str(e["loc"][-1]): _words(e)
            for e in problem.errors()
            if e["type"] != "default_factory_not_called"  # it rests on a variable that is invalid
        }
    lines = tuple(f"{name} is {what}" for name, what in invalid.items())
    remedy = "Correct these variables" if lines[1:] else f"Correct {min(invalid)}"
    raise ConfigError("PLANGATE-CONFIG-004", "; ".join(lines), remedy, lines[1:] and lines)


def _words(error: ErrorDetails) -> str:
    if error["type"] == "literal_error":
        known = error["ctx"]["expected"].replace("'", "").replace(" or ", ", ")
        return f"not one of {known}"
    return str(error.get("ctx", {}).get("error", "invalid"))


def require_credentials(settings: Settings, *, typed: bool = False) -> None:
    """Raise ConfigError unless there is a token, or an App's id and key.

    A command that is `typed` also takes what `gh auth login` keeps: its remedy says so.
    """
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
            "Set GITHUB_TOKEN or GH_TOKEN, or PLANGATE_APP_ID with PLANGATE_PRIVATE_KEY or "
            f"PLANGATE_PRIVATE_KEY_PATH{', or sign in with `gh auth login`' if typed else ''}",
        )


def _lack(secret: str) -> str:
    return f"is shorter than {SECRET_AT_LEAST} characters" if secret else "is not set"


def require_secret(settings: Settings) -> None:
    """Raise ConfigError unless deliveries can be verified: without a secret nothing is served."""
    if len(settings.webhook_secret) < SECRET_AT_LEAST:
        raise ConfigError(
            "PLANGATE-CONFIG-003",
            f"PLANGATE_WEBHOOK_SECRET {_lack(settings.webhook_secret)}",
            "Set it to a long random text (`openssl rand -hex 32`), and enter that in the webhook's settings",
        )
    if 0 < len(settings.former_secret) < SECRET_AT_LEAST:  # it lets in as much as the other one
        raise ConfigError(
            "PLANGATE-CONFIG-003",
            f"PLANGATE_WEBHOOK_SECRET_PREVIOUS {_lack(settings.former_secret)}",
            "Set a longer one, or unset it",
        )
