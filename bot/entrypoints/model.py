"""`plangate model check`: what the configured model can do, and its exam; kept, and shown by `doctor`."""

from __future__ import annotations

import json
import sys
from os import environ
from typing import TYPE_CHECKING

import click

from bot import settings
from bot.errors import ConfigError
from bot.wiring.engines import models_of

if TYPE_CHECKING:
    from bot.examining.ability import Exam, Marked

_WAYS = {
    "native": "plans by tool calls",
    "schema": "plans by JSON objects in place of tool calls",
    "plain": "plans in free text, without tools",
}
"""What each way of taking tools (`Way`) means for plans."""


@click.group()
def model() -> None:
    """Check the configured language model."""


@model.command("check", short_help="Ask the model what it can do, and examine it.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one JSON object per configured model, one per line.",
)
def check(as_json: bool) -> None:
    """Ask the model what it can do (6 calls), and have it plan twelve test cases (12 calls).

    All of it takes about 60,000 tokens. Each answer that cannot be used is asked for once more.
    """
    configured = settings.from_environ(environ)
    models = models_of(configured)
    if models is None:
        what = "no model is configured"
        remedy = "Set PLANGATE_MODEL_BASE_URL and PLANGATE_MODEL_NAME, or PLANGATE_MODEL_PATH"
        raise ConfigError("PLANGATE-CONFIG-013", what, remedy)
    from bot.wiring.model_checkup import Checkup, may, said

    checkup = Checkup(configured, models)
    for each in checkup.every():
        _show(f"{each.name}: schemas, tools, long texts, speed…")
        found = checkup.probe(each)
        able = [*said(found.ability), _WAYS[found.ability.way]]
        _told([found.name, *(f"  {line}" for line in able)], quiet=as_json)
        if each is models.default:
            _show(f"{each.name}: its exam…")
            found = checkup.examine(found, lambda exam: _marked(exam, quiet=as_json))
            _told([f"  {may(found)}"], quiet=as_json)
        if as_json:
            click.echo(json.dumps(found.model_dump(mode="json", by_alias=True)))


def _show(doing: str) -> None:
    """What is being waited for, on a terminal; the next line takes its place."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{doing}", nl=False, err=True)


def _told(lines: list[str], *, quiet: bool) -> None:
    _show("")
    for line in () if quiet else lines:
        click.echo(line)


def _marked(exam: Exam, *, quiet: bool) -> None:
    """The newest mark, and what comes next."""
    first = [f"    {'case':<22}{'expected':<22}result"] if len(exam.marked) == 1 else []
    _told([*first, _row(exam.marked[-1])], quiet=quiet)
    if len(exam.marked) < exam.of:
        _show(f"case {len(exam.marked) + 1} of {exam.of}…")


def _row(mark: Marked) -> str:
    """One case: what it is, what should be decided, what was."""
    wanted = f"{mark.expected}{f' ({mark.code.value})' if mark.code else ''}"
    asked = f" ({', '.join(c.value for c in mark.asked)})" if mark.asked else ""
    verdict = "right" if mark.right else "WRONG"
    return f"    {mark.case:<22}{wanted:<22}{verdict}  {mark.decision or 'no answer'}{asked}"
