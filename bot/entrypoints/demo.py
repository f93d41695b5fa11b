"""`plangate demo`: the whole story against an embedded GitHub; lives in the checkout's test bed."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import click

import bot
from bot.errors import UsageError

STORY = "tests.acceptance.demo"


@click.command()
def demo() -> None:
    """Show the whole story, from label to merge, against an embedded GitHub."""
    checkout = Path(bot.__file__).resolve().parents[1]
    if not (checkout / Path(*STORY.split(".")).with_suffix(".py")).exists():
        raise UsageError(
            "PLANGATE-DEMO-001",
            "the demo needs plangate's source checkout and its embedded GitHub",
            "Clone the repository and run `make demo`",
        )
    sys.path.insert(0, str(checkout))
    sys.argv = [STORY]
    runpy.run_module(STORY, run_name="__main__")
