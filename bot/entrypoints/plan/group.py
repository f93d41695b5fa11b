"""`plangate plan`: the group of the plan commands."""

from __future__ import annotations

import click

from bot.entrypoints.commands import group_of

COMMANDS = {
    "run": ("run:run", "Plan TARGET: owner/repo#12, or a Markdown file."),
    "import": ("importing:import_", "Import another planner's output as the plan of TARGET."),
    "replay": (
        "run:replay",
        "Make a plan again from saved prompts and answers, without the model.",
    ),
    "show": ("view:show", "Show the plan of TARGET."),
    "diff": ("view:diff", "Show what changed between two versions, and why."),
    "export": ("view:export", "Print the plan, or its graph, for other programs."),
    "next": ("view:next_", "Show the next task."),
}


@click.group(cls=group_of("bot.entrypoints.plan", COMMANDS))
def plan() -> None:
    """Plan an issue; show, compare and export its plan."""
