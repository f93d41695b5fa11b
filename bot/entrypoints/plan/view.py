"""`plangate plan show|diff|export|next`: look at a plan, its versions, its graph, and what comes next."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import click

from bot.domain.handover import handover
from bot.domain.plan import Task, TaskPlan
from bot.domain.plan_delta import changes
from bot.entrypoints import terminal
from bot.entrypoints.commands import NAMED
from bot.entrypoints.plan import target as targets
from bot.entrypoints.plan.printed import asked_json
from bot.entrypoints.plan.target import Target
from bot.entrypoints.terminal import json_text
from bot.errors import UsageError
from bot.graph import exports
from bot.graph.schedule import Candidate, schedule_next, tools_of
from bot.graph.signals import signals
from bot.graph.task_graph import EXPORTS, statistics
from bot.wiring.local import renderer


@click.command("show")
@click.argument("target", type=NAMED, default="")
@click.option("--task", type=int, help="One task in detail.")
@click.option("--version", type=int, help="An earlier version of the plan.")
@click.option(
    "--telemetry",
    is_flag=True,
    help="Statistics of the task graph and, of an issue, the time and tokens that planning took.",
)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@targets.with_file_options
def show(
    target: str,
    task: int | None,
    version: int | None,
    telemetry: bool,
    as_json: bool,
    **around: Any,
) -> None:
    """Show the plan of TARGET, or the questions that wait.

    TARGET is an issue, a Markdown file, or JSON: what `record show` printed, or what `plan run --json`
    printed if it contains a plan. Without TARGET: the plan of the issue that the current branch is about.
    Exit 3 while questions wait.
    """
    found = targets.read(target, **around)
    if found.plan is None:
        click.echo(json_text(asked_json(found.questions)) if as_json else found.asked)
        sys.exit(targets.WAITING)
    plan = found.version(version)
    if telemetry:
        kept = found.record.planner.telemetry if found.record else {}
        badges = Counter(c.state for c in found.record.claims) if found.record else {}
        click.echo(json_text({**kept, "taskGraph": statistics(plan), "badges": dict(badges)}))
        return
    one = task_of(plan, task) if task is not None else None
    if as_json:
        click.echo(json_text((one or plan).model_dump(mode="json", by_alias=True)))
    else:
        terminal.show(renderer().plan_text(plan, one))
    if found.questions and plan is found.plan and task is None:
        click.echo(f"\n{found.asked}", err=as_json)
        sys.exit(targets.WAITING)


@click.command("diff")
@click.argument("target", type=NAMED)
@click.argument("v1", type=int)
@click.argument("v2", type=int)
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def diff(target: str, v1: int, v2: int, as_json: bool) -> None:
    """Show what changed from version V1 of TARGET's plan to version V2, and why.

    TARGET is an issue, or JSON that `record show` printed.
    """
    found = targets.read(target, plans=False)
    if found.record is None:
        raise targets.no_versions(found.name)
    one, other = found.version(v1), found.version(v2)
    low, high = sorted((v1, v2))
    later = (v for v in found.record.planner.versions if low < v.version <= high)
    why = [version.reason for version in later if version.reason]
    listed = changes(one, other, "; ".join(why))
    if as_json:
        rows = [c.model_dump(mode="json", by_alias=True) for c in listed]
        click.echo(json_text({"from": v1, "to": v2, "reasons": why, "changes": rows}))
        return
    said = {"target": found.name, "one": one, "other": other, "changes": listed, "reasons": why}
    terminal.show(renderer().diff_text(said))


@click.command("export")
@click.argument("target", type=NAMED)
@click.option("--format", "form", type=click.Choice(EXPORTS), required=True, help="What to print.")
@click.option("--version", type=int, help="An earlier version of the plan.")
@targets.with_file_options
def export(target: str, form: str, version: int | None, **around: Any) -> None:
    """Print the plan of TARGET, or its graph, for other programs.

    TARGET is an issue, a Markdown file, or JSON, as for `plan show`.
    """
    found = targets.read(target, **around)
    plan = found.version(version)
    known = signals(found.record, plan) if found.record else ()
    match form:
        case "graphml":
            click.echo(exports.as_graphml(plan, known))
        case "mermaid":
            click.echo(renderer().plan_mermaid(plan))
        case "markdown":
            click.echo(renderer().plan_document(plan).rstrip())
        case _:
            click.echo(exports.as_json(plan, known))


@click.command("next")
@click.argument("target", type=NAMED)
@click.option("--tool", default="", help="A kind of step (modify, run), or a program (pytest).")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@targets.with_file_options
def next_(target: str, tool: str, as_json: bool, **around: Any) -> None:
    """Show the next task of TARGET's plan; with --tool, the one that needs that tool most.

    TARGET is an issue, a Markdown file, or JSON, as for `plan show`.
    """
    found = targets.read(target, **around)
    plan = found.needed()
    first = schedule_next(plan, tool)
    if first and tool and tool.strip().lower() not in (known := tools_of(plan)):
        told = f"No open task needs {tool}. Tools in this plan: {', '.join(known)}. Here is the next task:"
        click.echo(terminal.visible(told), err=True)
    if as_json:
        click.echo(json_text(handed(found, first) if first else None))
    elif first is None:
        click.echo("Nothing is left to do.")
    else:
        terminal.show(renderer().plan_text(plan, first.task))


def task_of(plan: TaskPlan, number: int) -> Task:
    """A task by its number. Raises UsageError where there is none."""
    found = plan.task(number)
    if found is None:
        numbers = sorted(t.number for t in plan.tasks)
        raise UsageError(
            "PLANGATE-CLI-015",
            f"version {plan.version} of the plan has no task {number}",
            f"It has the tasks {numbers[0]} to {numbers[-1]}"
            if numbers[1:]
            else "It has only task 1",
        )
    return found


def task_data(found: Target, number: int) -> dict[str, object]:
    """A task as programs read it, with the prompt for an agent. Raises UsageError where there is none."""
    task = task_of(found.needed(), number)
    repository = found.name.partition("#")[0] if found.record else "of the workspace"
    made = handover(found.needed(), task, found.record, found.policy)
    return {
        "task": task.model_dump(mode="json", by_alias=True),
        "prompt": renderer(repository).prompt(made),
    }


def handed(found: Target, one: Candidate) -> dict[str, object]:
    """A task that comes next: what the scheduling rule looked at, and the task with its prompt."""
    return {
        **task_data(found, one.task.number),
        "ready": one.ready,
        "affinity": dict(one.affinity),
        "depth": one.depth,
        "pending": one.pending,
    }
