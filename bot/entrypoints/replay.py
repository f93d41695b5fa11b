"""`plangate replay EVENT PAYLOAD.json`: run one saved webhook payload."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bot.entrypoints import door
from bot.errors import UsageError
from bot.events import github


@click.command()
@click.argument("event")
@click.argument("payload", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Print the effects; write nothing.")
def replay(event: str, payload: Path, dry_run: bool) -> None:
    """Handle PAYLOAD as if GitHub had just sent it as EVENT (such as issue_comment)."""
    try:
        wake = github.wake(event, json.loads(payload.read_bytes()))
    except (ValueError, RecursionError):
        raise UsageError(
            "PLANGATE-CLI-003", f"{payload.name} is not JSON", "Save it again"
        ) from None
    if wake is None:
        click.echo(f"{event}: nothing in it concerns plangate")
        return
    for outcome in door.run(door.open_wiring(), wake, dry_run=dry_run):
        effects = outcome.decision.effects if dry_run else outcome.done
        click.echo(f"{wake.subject}: {len(effects)} effects{' (dry run)' if dry_run else ''}")
        for effect in effects:
            click.echo(f"  {type(effect).__name__}")
