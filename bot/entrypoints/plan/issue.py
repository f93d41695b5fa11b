"""`plangate plan run owner/repo#12`: plan an issue on GitHub."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import click

from bot.domain.authority import SOMEBODY_WITH_WRITE, Privilege
from bot.entrypoints import door
from bot.entrypoints.terminal import count, json_text
from bot.errors import UsageError
from bot.events.wake import IssueTarget, Wake
from bot.intents.model import Intent, PlanWanted
from bot.planning.engine import Engine
from bot.wiring.github import Wiring

Keep = Callable[[Mapping[str, Any]], None]


def plan_issue(
    target: tuple[str, int],
    keep: Keep | None,
    variables: Mapping[str, str],
    *,
    dry_run: bool,
    as_json: bool,
) -> bool:
    """Plan the issue and print what came of it; say whether it waits for answers.

    `keep` takes the transcript of a model's run, `variables` go before those of the environment. Raises
    PlangateError.
    """
    wiring = door.command_wiring(variables)
    if keep:
        wiring.keep = keep
    now = datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 - a door
    wanted = PlanWanted(f"cli:plan:{now.isoformat()}", now, SOMEBODY_WITH_WRITE)
    return _planned(wiring, target, wanted, dry_run=dry_run, as_json=as_json)


def import_plan(target: tuple[str, int], planner: Engine, *, dry_run: bool, as_json: bool) -> bool:
    """Have a planner of another kind plan the issue, in place of ours: see `plan_issue`.

    Raises PlangateError.
    """
    wiring = door.command_wiring()
    wiring.planner = planner
    now = datetime.now(UTC).replace(microsecond=0)  # noqa: TID251 - a door
    key = f"cli:import:{now.isoformat()}"
    wanted = PlanWanted(
        key, now, SOMEBODY_WITH_WRITE, deed=Privilege.REPLAN, reason=planner.last.caveat
    )
    return _planned(wiring, target, wanted, dry_run=dry_run, as_json=as_json)


def _planned(
    wiring: Wiring, target: tuple[str, int], wanted: Intent, *, dry_run: bool, as_json: bool
) -> bool:
    repository, number = target
    if door.reads_of(wiring, repository, number).issue(number).dashboard:
        what = f"{repository}#{number} shows the dashboard, so it has no plan"
        raise UsageError("PLANGATE-CLI-031", what, "Name another issue")
    wake = Wake(repository, IssueTarget(number))
    outcomes = door.run(wiring, wake, dry_run=dry_run, asked=(wanted,))
    record = next((o.decision.record for o in outcomes), None)
    if record is None:
        record, _ = door.read_record(f"{repository}#{number}")
    if as_json:
        click.echo(json_text(record.model_dump(mode="json", by_alias=True)))
    else:
        wrote = sum(len(o.done) for o in outcomes)
        tasks = len(record.plan.live) if record.plan else 0
        click.echo(
            f"{record.canonical_task_id}: {record.stage.value}, {count(tasks, 'task')}, "
            f"{count(wrote, 'change')} on GitHub"
        )
    return record.stage == "awaiting_human"
