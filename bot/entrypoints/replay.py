"""`plangate replay EVENT PAYLOAD.json`: run one saved webhook payload."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bot.entrypoints import door, reading
from bot.entrypoints.terminal import count
from bot.errors import UsageError
from bot.events import github

_AGAIN = "Copy the payload again from the webhook's recent deliveries"


@click.command()
@click.argument("event")
@click.argument("payload", type=reading.PATH)
@click.option(
    "--dry-run", is_flag=True, help="Print what would be written to GitHub; write nothing."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def replay(event: str, payload: Path, dry_run: bool, as_json: bool) -> None:
    """Handle PAYLOAD as if GitHub had just sent it as EVENT (such as issue_comment).

    PAYLOAD is a JSON file, or `-` for the standard input. Without --dry-run this writes to GitHub.
    """
    if event not in github.EVENTS:
        what = f"{event!r} cannot be replayed: it is no event about an issue, a pull request or a commit"
        raise UsageError("PLANGATE-CLI-023", what, f"Name one of {', '.join(github.EVENTS)}")
    sent = reading.data(payload, reading.output(payload), _AGAIN)
    if lacking := github.lacking(event, sent):
        what = f"{payload.name} is not a payload of {event}: it lacks {' and '.join(lacking)}"
        raise UsageError("PLANGATE-CLI-033", what, _AGAIN)
    wake = github.wake(event, sent)
    outcomes = door.run(door.command_wiring(), wake, dry_run=dry_run) if wake else ()
    effects = [
        type(effect).__name__
        for outcome in outcomes
        for effect in (outcome.decision.effects if dry_run else outcome.done)
    ]
    subject = wake.subject if wake else None
    if as_json:
        click.echo(json.dumps({"subject": subject, "dryRun": dry_run, "effects": effects}))
    elif subject is None:
        click.echo(
            f"Nothing was done: {payload.name} names no issue, pull request or commit to handle"
        )
    else:
        click.echo(f"{subject}: {count(len(effects), 'effect')}{' (dry run)' if dry_run else ''}")
        click.echo("".join(f"  {effect}\n" for effect in effects), nl=False)
