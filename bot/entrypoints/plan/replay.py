"""`plangate plan replay`: a model's run again, from its transcript and without the model."""

from __future__ import annotations

from pathlib import Path

import click

from bot.entrypoints.plan.printed import printed
from bot.entrypoints.plan.run import words
from bot.entrypoints.terminal import json_text, show
from bot.errors import UsageError
from bot.wiring.engines import replay as again


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def replay(file: Path, as_json: bool) -> None:
    """Run the transcript in FILE again: the result is the same, byte for byte."""
    try:
        found = again(file)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise UsageError(
            "PLANGATE-CLI-019",
            f"{file} is not a readable transcript ({type(problem).__name__})",
            "Name a file that `plangate plan run --transcript FILE` wrote",
        ) from problem
    if as_json:
        click.echo(json_text(printed(found)))
    else:
        show(words(found))
