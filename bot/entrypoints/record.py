"""`plangate record show owner/repo#12`: the canonical record of an issue."""

from __future__ import annotations

import json

import click

from bot.entrypoints import door


@click.group()
def record() -> None:
    """Show the canonical record of an issue."""


@record.command("show")
@click.argument("target")
def show(target: str) -> None:
    """Print the record of TARGET (owner/repo#12) as JSON."""
    data = door.read_record(target).model_dump(mode="json", by_alias=True)
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
