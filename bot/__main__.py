"""`python -m bot` and the console script `plangate`: the list of commands, each loaded when it is called."""

from __future__ import annotations

import importlib
import io
import sys

import click

from bot.errors import Bug, PlangateError

COMMANDS = {
    "demo": "bot.entrypoints.demo:demo",
    "plan": "bot.entrypoints.plan.group:plan",
    "context": "bot.entrypoints.context:context",
    "gate": "bot.entrypoints.gate:gate",
    "record": "bot.entrypoints.record:record",
    "action": "bot.entrypoints.action:action",
    "serve": "bot.entrypoints.webhook:serve",
    "worker": "bot.entrypoints.webhook:worker",
    "inbox": "bot.entrypoints.inbox:inbox",
    "doctor": "bot.entrypoints.doctor:doctor",
    "sweep": "bot.entrypoints.sweep:sweep",
    "replay": "bot.entrypoints.replay:replay",
    "config": "bot.entrypoints.config:config",
    "init": "bot.entrypoints.init:init",
}
"""Command -> `module:attribute`. The modules are imported on use: `--help` must not load PyGithub."""

SUMMARIES = {
    "demo": "Show the whole story against an embedded GitHub.",
    "plan": "Plan an issue; show, compare and export its plan.",
    "context": "Name the files a text is about, best first.",
    "gate": "Explain a pull request's verdict.",
    "record": "Show the canonical record of an issue.",
    "action": "Entry point of action.yml.",
    "serve": "Serve webhooks (with a worker in the same process).",
    "worker": "Handle what servers have put into the inbox.",
    "inbox": "List what failed for good, and try it again.",
    "doctor": "Check this deployment, and say how to mend it.",
    "sweep": "Reconcile a repository without any webhook.",
    "replay": "Run one saved webhook payload.",
    "config": "Check a configuration, or print its JSON Schema.",
    "init": "Write the starter workflow and configuration into a repository.",
}


class LazyGroup(click.Group):
    """A group that knows its commands' names and summaries, and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


@click.group(cls=LazyGroup)
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
        click.echo(" ".join(str(problem).split()), err=True)
        sys.exit(problem.exit_code)
    except Exception as problem:
        bug = Bug(problem)
        click.echo(f"{bug}\n{bug.details}", err=True, nl=False)
        sys.exit(bug.exit_code)


if __name__ == "__main__":
    main()
