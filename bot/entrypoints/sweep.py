"""`plangate sweep owner/repo`: reconcile every issue and pull request with no event at all."""

from __future__ import annotations

import json

import click

from bot.entrypoints import door
from bot.entrypoints.commands import REPOSITORY
from bot.entrypoints.terminal import count, visible


@click.command()
@click.argument("repository", type=REPOSITORY)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sweep(repository: str, as_json: bool) -> None:
    """Check the issues and pull requests of REPOSITORY (owner/name), and write to GitHub what is missing.

    This does what a lost event left undone, and what is due because a time-out has ended.
    """
    came = door.sweep_all(door.command_wiring(), repository)
    wrote = sum(len(outcome.done) for outcome in came.outcomes)
    if as_json:
        failed = [
            {"subject": wake.subject, "code": p.code, "message": p.what, "remedy": p.remedy}
            for wake, p in came.failed
        ]
        click.echo(json.dumps({"looked": came.looked, "wrote": wrote, "failed": failed}))
    else:
        changes, errors = count(wrote, "change"), count(len(came.failed), "error")
        left = f", {came.left} left" if came.left else ""
        click.echo(f"Issues and pull requests checked: {came.looked}; {changes}, {errors}{left}")
    for wake, problem in came.failed:
        click.echo(visible(f"{wake.subject}: {problem}"), err=True)
    if came.failed:
        raise came.failed[0][1]
