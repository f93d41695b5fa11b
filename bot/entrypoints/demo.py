"""`plangate demo`: the whole story against an embedded GitHub, from the checkout or from the wheel."""

from __future__ import annotations

import os
import runpy
import shutil
import sys
from pathlib import Path

import click

import bot
from bot.errors import UsageError, unwritten

STORY = "tests.acceptance.demo"


@click.command()
def demo() -> None:
    """Show the whole story, from label to merge, with a simulated GitHub."""
    sys.path.insert(0, str(_stage(Path(bot.__file__).resolve().parent)))
    sys.argv = [STORY]
    runpy.run_module(STORY, run_name="__main__")


def _stage(package: Path) -> Path:
    """The folder that holds the story: the checkout, or a copy of what the wheel carries.

    A copy, because Node's packages are put beside it and an installation may be read-only.
    """
    if (package.parent / Path(*STORY.split(".")).with_suffix(".py")).exists():
        return package.parent
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    stage = Path(cache) / "plangate" / "demo"
    try:
        shutil.copytree(package / "_demo", stage, dirs_exist_ok=True)
    except OSError as problem:
        what = f"{stage} cannot be written ({unwritten(problem)})"
        remedy = "Name another folder with XDG_CACHE_HOME"
        raise UsageError("PLANGATE-DEMO-002", what, remedy) from problem
    return stage
