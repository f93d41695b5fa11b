"""`plangate status owner/repo`: what waits for whom, as the dashboard shows it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import click

from bot.domain.dashboard import DashboardList
from bot.effects import DashboardMessage
from bot.entrypoints import door
from bot.entrypoints.commands import REPOSITORY
from bot.entrypoints.terminal import show_markdown
from bot.flow import dashboard
from bot.flow.reads import Reads
from bot.roles.dashboard import lists
from bot.wiring.local import renderer


@click.command()
@click.argument("repository", type=REPOSITORY)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def status(repository: str, as_json: bool) -> None:
    """Show what waits for whom in REPOSITORY (owner/name) without writing anything."""
    found = dashboard.look(Reads(door.command_wiring(reads_only=True).session(repository).world))
    shown = lists(found)
    if as_json:
        data = {"repository": repository, "lists": [_as_data(part) for part in shown]}
        click.echo(json.dumps(data, indent=2, default=str))
        return
    show_markdown(renderer(repository).comment(DashboardMessage(shown, found.policy, boxes=False)))


def _as_data(part: DashboardList) -> dict[str, Any]:
    """A list as data; what a row has nothing to say of is left out."""
    rows = [{k: v for k, v in asdict(row).items() if v and k != "box"} for row in part.rows]
    said: dict[str, Any] = {"name": part.kind.value, "total": part.total, "rows": rows}
    return said | {"more": part.total - len(rows), "looked": part.looked, "of": part.of}
