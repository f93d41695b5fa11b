"""`plangate plan`: the group of the plan commands."""

from __future__ import annotations

import click

from bot.entrypoints.commands import group_of

COMMANDS = {
    "run": ("bot.entrypoints.plan.run:run", "Plan TARGET: owner/repo#12, or a Markdown file."),
    "import": (
        "bot.entrypoints.plan.importing:import_",
        "Import another planner's output as the plan of TARGET.",
    ),
    "replay": ("bot.entrypoints.plan.run:replay", "Run a model's transcript again."),
    "show": ("bot.entrypoints.plan.view:show", "Show the plan of TARGET."),
    "diff": ("bot.entrypoints.plan.view:diff", "Show what changed between two versions, and why."),
    "export": (
        "bot.entrypoints.plan.view:export",
        "Print the plan, or its graph, for other programs.",
    ),
    "next": ("bot.entrypoints.plan.view:next_", "Show the next task."),
}


@click.group(cls=group_of(COMMANDS))
def plan() -> None:
    """Plan an issue; show, compare and export its plan."""
