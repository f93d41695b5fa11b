"""Commands: a group that imports a command only when it is called, so that each starts quickly."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

import click

Listed = Mapping[str, tuple[str, str]]
"""Name of a command -> `module:attribute`, and its summary for `--help`."""


class Commands(click.Group):
    """Knows its commands' names and summaries, and imports one only to run it."""

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
            command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self.listed.items()])


def group_of(listed: Listed) -> type[Commands]:
    """The class of a group of these commands, for `click.group(cls=...)`."""
    return type("Commands", (Commands,), {"listed": listed})


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
