"""`plangate sweep owner/repo`: reconcile every issue and pull request with no event at all."""

from __future__ import annotations

import click

from bot.entrypoints import door
from bot.errors import NotFound, PlangateError


@click.command()
@click.argument("repository")
def sweep(repository: str) -> None:
    """Look at everything in REPOSITORY (owner/name) that could want attention."""
    wiring = door.opened()
    looked, wrote = 0, 0
    failed: list[PlangateError] = []
    for wake in door.sweep(wiring, repository):
        looked += 1
        try:
            wrote += sum(len(outcome.done) for outcome in door.run(wiring, wake))
        except NotFound:
            continue
        except PlangateError as problem:
            failed.append(problem)
            click.echo(f"{wake.subject}: {problem}", err=True)
    click.echo(f"{looked} looked at, {wrote} things written, {len(failed)} failed")
    if failed:
        raise failed[-1]
