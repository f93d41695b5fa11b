"""`plangate plan import`: another planner's output as the plan of an issue or a Markdown file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bot.entrypoints.commands import NAMED
from bot.entrypoints.plan import reading
from bot.entrypoints.plan.answering import propose
from bot.entrypoints.plan.printed import json_text, printed
from bot.entrypoints.plan.progress import progress
from bot.entrypoints.plan.run import WAITING, words
from bot.entrypoints.plan.source import Source
from bot.entrypoints.terminal import show
from bot.errors import PlanError, UsageError
from bot.events.target import is_target, named
from bot.graph.task_graph import TaskGraph
from bot.planning.imported import ImportedEngine

_PATH = click.Path(path_type=Path, readable=False)  # reading.py says what is wrong


@click.command("import")
@click.argument("target", type=NAMED)
@click.argument("file", type=_PATH)
@click.option(
    "--workspace", type=_PATH, help="The repository to read for a file, if not this checkout."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--dry-run", is_flag=True, help="Decide, but write nothing to GitHub.")
def import_(target: str, file: Path, workspace: Path | None, as_json: bool, dry_run: bool) -> None:
    """Make another planner's output in FILE (JSON) the plan of TARGET; it is checked as ours is."""
    graph = _read(file)
    planner = ImportedEngine(graph, file.name)
    if graph.unread:
        click.echo(f"Not read: {', '.join(graph.unread)}.", err=True)
    if is_target(target):
        # What speaks with GitHub is slow to import, and a file needs none of it.
        from bot.entrypoints.plan.issue import import_plan

        if import_plan(named(target), planner, dry_run=dry_run, as_json=as_json):
            sys.exit(WAITING)
        return
    source = Source(reading.text(Path(target)))
    root = reading.root(workspace)
    tree, policy = reading.workspace(root), reading.policy(root)
    with progress(as_json=as_json) as watch:
        found = propose(source, planner, tree, policy, watch)
    if as_json:
        click.echo(json_text(printed(found)))
    else:
        show(words(found))
    reading.tell_unread(root, tree)


def _read(file: Path) -> TaskGraph:
    try:
        return TaskGraph.from_planner_output(reading.text(file))
    except PlanError as problem:
        raise UsageError(problem.code, f"{file.name}: {problem.what}", problem.remedy) from problem
