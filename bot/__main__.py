"""`python -m bot` and the console script `plangate`: the list of commands, each loaded when it is called."""

from __future__ import annotations

import io
import sys

import click

from bot.entrypoints.commands import group_of
from bot.errors import Bug, PlangateError

COMMANDS = {
    "demo": ("bot.entrypoints.demo:demo", "Show the whole story against an embedded GitHub."),
    "plan": (
        "bot.entrypoints.plan.group:plan",
        "Plan an issue; show, compare and export its plan.",
    ),
    "context": ("bot.entrypoints.context:context", "Name the files a text is about, best first."),
    "gate": ("bot.entrypoints.gate:gate", "Explain a pull request's verdict."),
    "record": ("bot.entrypoints.record:record", "Show the canonical record of an issue."),
    "action": ("bot.entrypoints.action:action", "Entry point of action.yml."),
    "serve": (
        "bot.entrypoints.webhook:serve",
        "Serve webhooks (with a worker in the same process).",
    ),
    "worker": ("bot.entrypoints.webhook:worker", "Handle what servers have put into the inbox."),
    "inbox": ("bot.entrypoints.inbox:inbox", "List what failed for good, and try it again."),
    "model": ("bot.entrypoints.model:model", "Find out what the configured model can do."),
    "doctor": ("bot.entrypoints.doctor:doctor", "Check this deployment, and say how to fix it."),
    "sweep": ("bot.entrypoints.sweep:sweep", "Reconcile a repository without any webhook."),
    "replay": ("bot.entrypoints.replay:replay", "Run one saved webhook payload."),
    "config": ("bot.entrypoints.config:config", "Check a configuration, or print its JSON Schema."),
    "init": (
        "bot.entrypoints.init:init",
        "Write the starter workflow and configuration into a repository.",
    ),
}


@click.group(cls=group_of(COMMANDS))
@click.version_option(package_name="plangate", prog_name="plangate")
def cli() -> None:
    """Plan before code, merge with evidence."""


def main() -> None:
    """Run the command line; an error prints one line with its code and sets the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a poor terminal is no reason to stop
    try:
        cli()
    except PlangateError as problem:
        click.echo(_clean(" ".join(str(problem).split())), err=True)
        sys.exit(problem.exit_code)
    except Exception as problem:
        bug = Bug(problem)
        click.echo(_clean(f"{bug}\n{bug.details}"), err=True, nl=False)
        sys.exit(bug.exit_code)


def _clean(text: str) -> str:
    """Text without secrets; the patterns are loaded only when something went wrong."""
    from bot.domain.secrets import without_secrets

    return without_secrets(text)


if __name__ == "__main__":
    main()
