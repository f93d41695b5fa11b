"""`plangate record show|validate|history TARGET`: the canonical record of an issue, or one in a file."""

from __future__ import annotations

import sys
from dataclasses import asdict
from os import environ
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from bot import settings
from bot.domain import codec, inspection
from bot.domain.history import Action
from bot.domain.record import Record
from bot.entrypoints import reading
from bot.entrypoints.commands import NAMED
from bot.entrypoints.terminal import console, json_text, visible
from bot.events.target import is_target

USAGE = 2
_SIGNED = (
    "Signed: PLANGATE_RECORD_KEY is set here, and the signature is valid. A record that was changed, "
    "forged, or copied from another issue or repository would have been refused."
)
_UNSIGNED = (
    "Signature not checked: PLANGATE_RECORD_KEY is not set here. The digest is valid: "
    "accidental damage is detected, deliberate edits are not."
)
_FILE = "Not checked: digest and signature, which a file does not have."


@click.group()
def record() -> None:
    """Show or check the record of an issue, or list its history."""


@record.command("show")
@click.argument("target", type=NAMED)
@click.option("--json", "_as_json", is_flag=True, help="Print JSON (the default).")
def show(target: str, _as_json: bool) -> None:
    """Print the record as JSON.

    TARGET is an issue, or a JSON file.
    """
    click.echo(json_text(_read(target).model_dump(mode="json", by_alias=True)))


@record.command("validate", short_help="Check the record, field by field.")
@click.argument("target", type=NAMED)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def validate(target: str, as_json: bool) -> None:
    """List the errors in the record: of its form, or, if there are none, of its content.

    If there is none at all, list the unknown fields, which are allowed.

    TARGET is an issue, or a JSON file.
    """
    file = not is_target(target)
    text = reading.text(Path(target), "JSON") if file else codec.to_json(_read(target))
    found = inspection.problems(text)
    read = None if found else codec.from_json(text)
    told = found or tuple(inspection.unknown(read))
    if as_json:
        rows = [asdict(problem) for problem in told]
        click.echo(json_text({"target": target, "problems": rows}))
    for problem in told:
        click.echo(visible(str(problem)), err=True)
    if read is None or as_json:
        sys.exit(USAGE if found else 0)
    click.echo(
        f"{target} is valid: {read.canonical_task_id}, schema {read.schema_version}, "
        f"revision {read.revision}, {read.stage.value.replace('_', ' ')}"
    )
    key = settings.from_environ(environ).record_key
    click.echo(_FILE if file else _SIGNED if key else _UNSIGNED)


@record.command("history")
@click.argument("target", type=NAMED)
@click.option("--json", "as_json", is_flag=True, help="Print every line in full, as JSON.")
def history(target: str, as_json: bool) -> None:
    """List the history of the record: who did what, and the result.

    TARGET is an issue, or a JSON file.
    """
    lines = _read(target).history
    if as_json:
        click.echo(json_text([line.model_dump(mode="json", by_alias=True) for line in lines]))
        return
    out = console()
    out.print(_table(lines))
    out.print(Text(_told(lines)))


def _told(lines: tuple[Action, ...]) -> str:
    """How much of what happened the history still tells line by line: a sentence for the table's end."""
    ever = sum(len(line.all_keys) for line in lines)
    if len(lines) == ever:
        return f"{ever} lines."
    return (
        f"{ever} actions in {len(lines)} lines: older ones are summed up (--json lists their keys). "
        "In full they are in the edit history of the record's comment on GitHub, as far back as GitHub "
        "keeps it."
    )


def _table(lines: tuple[Action, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("at", "actor", "role", "action", "from → to", "outcome", "reason"):
        table.add_column(name, overflow="fold", no_wrap=name == "at")
    for line in lines:
        table.add_row(*(Text(visible(cell)) for cell in _cells(line)))
    return table


def _cells(line: Action) -> tuple[str, ...]:
    way = ""
    if line.from_stage and line.to_stage:
        way = f"{line.from_stage.value} → {line.to_stage.value}"
    why = "; ".join([line.reason, *(b.requirement for b in line.blocking)]).strip("; ")
    at = line.at.strftime("%Y-%m-%d %H:%M:%S")
    return (at, line.actor, line.role.value, line.action, way, line.outcome, why)


def _read(target: str) -> Record:
    if is_target(target):
        from bot.entrypoints import door

        return door.read_record(target)[0]
    return reading.record(target, reading.text(Path(target), "JSON"))
