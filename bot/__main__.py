"""`python -m bot` and the console script `plangate`: the list of commands, each loaded when it is called."""

from __future__ import annotations

import io
import re
import sys
from difflib import get_close_matches
from typing import NoReturn

import click

from bot.entrypoints.commands import group_of
from bot.errors import Bug, PlangateError, UsageError

INTERRUPTED = 130
_PLAIN = (
    (r"a valid integer( range)?", "a whole number"),
    (r"(?<=for )'\[?([A-Z]+)\]?'(?=:)", r"\1"),
    (r"File ('.*') is a directory", r"\1 is a folder"),
    (r"Directory ('.*') is a file", r"\1 is not a folder"),
)
"""What click says of a wrong value, and ours."""
COMMANDS = {
    "demo": ("demo:demo", "Show the whole story, with a simulated GitHub."),
    "plan": ("plan.group:plan", "Plan an issue; show, compare and export its plan."),
    "context": (
        "context:context",
        "List the repository files that an issue text is probably about.",
    ),
    "gate": ("gate:gate", "Explain whether a pull request can merge, and why."),
    "status": ("status:status", "Show what waits for whom in a repository."),
    "record": ("record:record", "Show or check the record of an issue."),
    "mcp": (
        "mcp:mcp",
        "Let agents read plans and the gate, take tasks, and answer questions (MCP).",
    ),
    "action": ("action:action", "Run as a GitHub Action (the entry point of action.yml)."),
    "serve": ("webhook:serve", "Receive webhooks (with a worker in the same process)."),
    "worker": ("webhook:worker", "Handle the events that `plangate serve` has stored."),
    "inbox": ("inbox:inbox", "List failed events, and try them again."),
    "model": ("model:model", "Check what the configured model can do."),
    "doctor": ("doctor:doctor", "Check the installation, and say how to fix each problem."),
    "sweep": (
        "sweep:sweep",
        "Check issues and pull requests, and write to GitHub what is missing.",
    ),
    "replay": ("replay:replay", "Handle one saved webhook payload (writes to GitHub)."),
    "config": ("config:config", "Check the policy file, or print its JSON Schema."),
    "init": ("init:init", "Write the workflows and the policy file into a repository."),
}


@click.group(cls=group_of("bot.entrypoints", COMMANDS))
@click.version_option(package_name="plangate", prog_name="plangate")
def cli() -> None:
    """Plan before code, merge with evidence."""


def main() -> None:
    """Run the command line; an error prints one line with its code and sets the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a poor terminal is no reason to stop
    try:
        code = cli(prog_name="plangate", standalone_mode=False)
    except click.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as problem:
        _misused(problem)
    except PlangateError as problem:
        _fail(problem)
    except Exception as problem:
        bug = Bug(problem)
        _tell(bug)
        click.echo(_clean(bug.details), err=True, nl=False)
        sys.exit(bug.exit_code)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _misused(problem: click.ClickException) -> NoReturn:
    """An unknown word, an option that is missing or has no value: as click says it, with our code.

    Without any word: what there is.
    """
    ctx = problem.ctx if isinstance(problem, click.UsageError) else None
    ctx = ctx or _typed(click.Context(cli, info_name="plangate"), sys.argv[1:])
    path, command = ctx.command_path, ctx.command
    below = command.list_commands(ctx) if isinstance(command, click.Group) else []
    bare = isinstance(problem, click.exceptions.NoArgsIsHelpError)
    if bare and ctx.parent is None:
        click.echo(ctx.get_help(), err=True)
        sys.exit(UsageError.exit_code)
    what, near = "Missing command", f"Choose from: {', '.join(below)}."
    if not bare:
        what, meant = _said(problem)
        one = f"Did you mean `{path} {below[0]}`?" if len(below) == 1 else ""
        near = one or meant or (near if below and ctx.parent else "")
    _fail(UsageError("PLANGATE-CLI-020", what, f"{near} See `{path} --help`".strip()))


def _said(problem: click.ClickException) -> tuple[str, str]:
    """What click says, in our words, and its hint; an option that shares only an ending is no hint."""
    if isinstance(problem, click.NoSuchOption) and problem.possibilities:
        name, known = problem.option_name, [p.strip("-") for p in problem.possibilities]
        near = [f"--{option}" for option in get_close_matches(name.strip("-"), known)]
        problem = click.NoSuchOption(name, possibilities=near, ctx=problem.ctx)
    what, hint, word = problem.format_message().partition(" Did you mean")
    for theirs, ours in _PLAIN:
        what = re.sub(theirs, ours, what)
    return what, f"{hint}{word}".strip()


def _typed(ctx: click.Context, words: list[str]) -> click.Context:
    """The context of the command that was typed: click names none where an option lacks its value."""
    group, word = ctx.command, next(iter(words), "")
    found = group.get_command(ctx, word) if isinstance(group, click.Group) else None
    return _typed(click.Context(found, ctx, word), words[1:]) if found else ctx


def _fail(problem: PlangateError) -> NoReturn:
    _tell(problem)
    sys.exit(problem.exit_code)


def _tell(problem: PlangateError) -> None:
    """One line on standard error (one more for each error of a file); with `--json` an object, too."""
    from bot.domain.secrets import without_secrets
    from bot.entrypoints.terminal import json_line, styled

    code, head = problem.code, str(problem)
    if problem.lines:
        head = f"{code}: {len(problem.lines)} errors. {problem.remedy}:"
    head, *lines = (_clean(" ".join(line.split())) for line in (head, *problem.lines))
    click.echo(styled(code, "red") + head.removeprefix(code), err=True)
    for line in lines:
        click.echo(f"  {line}", err=True)
    if "--json" in sys.argv:
        told = {"message": problem.what, "remedy": problem.remedy}
        said = {"code": code} | {name: without_secrets(text) for name, text in told.items()}
        click.echo(json_line({"error": said}))


def _clean(text: str) -> str:
    """Text without secrets, and without orders to a terminal; loaded only when something went wrong."""
    from bot.domain.secrets import without_secrets
    from bot.entrypoints.terminal import visible

    return visible(without_secrets(text), kept="\n")


if __name__ == "__main__":
    main()
