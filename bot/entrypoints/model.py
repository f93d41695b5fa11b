"""`plangate model check`: what the configured model can do; the result is kept, and shown by `doctor`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import environ
from typing import TYPE_CHECKING

import click

from bot import settings
from bot.errors import ConfigError
from bot.wiring.engines import models_of

if TYPE_CHECKING:
    from bot.examining.ability import Ability, Examined


@click.group()
def model() -> None:
    """Look at the configured language model."""


@model.command("check")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a model, a line each.")
def check(as_json: bool) -> None:
    """Ask the model what it can do: schemas, tools, long texts, speed. A few thousand tokens."""
    configured = settings.from_environ(environ)
    models = models_of(configured)
    if models is None:
        raise ConfigError(
            "PLANGATE-CONFIG-013",
            "no model is configured",
            "Set PLANGATE_MODEL_BASE_URL and PLANGATE_MODEL_NAME, or PLANGATE_MODEL_PATH",
        )
    from bot.wiring.model_checkup import Checkup

    checkup = Checkup(configured, models)
    for each in checkup.every():
        found = checkup.probe(each)
        click.echo(_row(found) if as_json else "\n".join(_lines(found)))


def _row(found: Examined) -> str:
    return json.dumps(found.model_dump(mode="json", by_alias=True))


def _lines(found: Examined) -> Iterator[str]:
    yield found.name
    for name, value in _table(found.ability):
        yield f"  {name:<24}{value}"
    exam = f"{found.exam.passed} of {found.exam.of} cases" if found.exam else "not taken"
    yield f"  {'exam':<24}{exam}"


def _table(able: Ability) -> Iterator[tuple[str, str]]:
    words = {True: "yes", False: "NO", None: "not asked"}
    yield "schemas are kept", words[able.schema_kept]
    yield "tools are called", words[able.tools_called]
    yield "so tools go", able.way.value
    yield "a long text is read", words[able.remembers]
    yield "context, as it says", f"{able.context} tokens" if able.context else "it does not say"
    for name, rate in (("reads", able.reads), ("writes", able.writes)):
        yield name, f"{rate:g} tokens a second" if rate else "not measured"
