"""Commands: a group that imports a command only when it is called, and how a TARGET is typed."""

from __future__ import annotations

import difflib
import gc
import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import environ
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import click
from click.shell_completion import CompletionItem

from bot.events.target import is_target, named, repository, written_out

Listed = Mapping[str, tuple[str, str]]
"""Name of a command -> `module:attribute` in its group's folder, and its summary for `--help`."""


class Commands(click.Group):
    """Knows its commands' names and summaries, and imports one only to run it."""

    folder: ClassVar[str] = ""
    listed: ClassVar[Listed] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self.listed:
            return None
        module, _, attribute = self.listed[cmd_name][0].partition(":")
        with _kept():
            command: click.Command = getattr(
                importlib.import_module(f"{self.folder}.{module}"), attribute
            )
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the first word. Raises click.UsageError that names the nearest one."""
        word = args[0]
        if word in self.listed or word.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        close = difflib.get_close_matches(word, self.listed, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise click.UsageError(f"No such command {word!r}.{hint}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self.listed.items()])


def group_of(folder: str, listed: Listed) -> type[Commands]:
    """The class of a group of these commands, for `click.group(cls=...)`."""
    return type("Commands", (Commands,), {"folder": folder, "listed": listed})


class Named(click.ParamType):  # type: ignore[type-arg] # generic from click 8.5 on
    """An issue, pull request or repository as people type it; a file's name stays as it is.

    `12`, `#12` and addresses become `owner/repo#12`. Where GitHub is comes from the environment.
    """

    name = "target"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Write it out. Raises UsageError (of bot.errors) for a number outside a checkout."""
        found = written_out(value, host(), _home)
        if "://" in value and not is_target(found):
            named(value)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Names of files: what else can be named is not known without asking GitHub."""
        return [CompletionItem(incomplete, type="file")]


def _repository(value: str) -> str:
    """`owner/name` of a repository as people type it: its name or its address.

    Empty where it may be left out. Raises UsageError (of bot.errors) for anything else.
    """
    return value and repository(written_out(value, host(), _home))


NAMED, REPOSITORY = Named(), _repository


def host() -> str:
    """The host of GitHub's pages, of which the environment names the API's address. Raises ConfigError."""
    api = environ.get("PLANGATE_GITHUB_URL") or environ.get("GITHUB_API_URL") or "//github.com"
    found = urlsplit(api).netloc.lower().removeprefix("api.")
    if not found:
        from bot import settings

        settings.from_environ(environ)  # says what is wrong with the address
    return found


def _home() -> str:
    from bot.wiring.local import repository_of

    return repository_of(Path.cwd(), host())


@contextmanager
def _kept() -> Iterator[None]:
    """Look for no garbage while code is loaded, nor in it afterwards (`gc.freeze`): all of it stays.

    That takes about a sixth off the time of a small plan.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
