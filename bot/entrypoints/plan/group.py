"""`plangate plan`: the group of the plan commands."""

from __future__ import annotations

import click

from bot.entrypoints.plan.run import run
from bot.entrypoints.plan.view import diff, export, next_, show


@click.group()
def plan() -> None:
    """Plan an issue; show, compare and export its plan."""


for command in (run, show, diff, export, next_):
    plan.add_command(command)
