"""`plangate sweep owner/repo`: reconcile every issue and pull request with no event at all."""

from __future__ import annotations

import click

from bot.entrypoints import door


@click.command()
@click.argument("repository")
def sweep(repository: str) -> None:
    """Look at everything in REPOSITORY (owner/name) that could want attention."""
    came = door.sweep_all(door.open_wiring(), repository)
    for wake, problem in came.failed:
        click.echo(f"{wake.subject}: {problem}", err=True)
    wrote = sum(len(outcome.done) for outcome in came.outcomes)
    click.echo(f"{came.looked} looked at, {wrote} things written, {len(came.failed)} failed")
    if came.failed:
        raise came.failed[0][1]
