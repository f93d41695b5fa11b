"""Commands are imported when they are called; what a group tells of them is what they are."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from bot import __main__ as program
from bot.entrypoints.plan import group
from tests.entrypoints.cli import inside

LISTED = {**program.COMMANDS, **group.COMMANDS}


@pytest.mark.parametrize("name", LISTED)
def test_every_command_that_is_listed_can_be_called(name):
    """A group lists no command that it cannot import."""
    found = next(
        g.get_command(click.Context(g), name) for g in (group.plan, program.cli) if name in g.listed
    )

    assert isinstance(found, click.Command)


def test_a_small_plan_loads_no_log_and_no_github():
    """What a plan of a file does not need is not imported for it (seed 5, NFR: a simple plan in a second)."""
    code = (
        "import sys; from bot.entrypoints.plan.group import plan; import click;"
        "plan.get_command(click.Context(plan), 'run');"
        "print([n for n in ('structlog', 'asyncio', 'github', 'urllib.request') if n in sys.modules])"
    )

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout.strip() == "[]"


def test_garbage_is_collected_again_once_a_command_is_loaded():
    """Loading a command stops the collector for that long only, also where it fails."""
    gc.enable()
    group.plan.get_command(click.Context(group.plan), "show")

    assert gc.isenabled()


def test_an_unknown_command_is_none():
    """A name that is not listed is no command."""
    assert program.cli.get_command(click.Context(program.cli), "nonsuch") is None


@pytest.mark.parametrize("name", [(), *((n,) for n in program.COMMANDS)], ids=str)
def test_no_list_of_commands_cuts_a_sentence(name):
    """What a group says of a command is a whole sentence."""
    assert "..." not in inside(*name, "--help").out.partition("\nCommands:")[2]


KEY = r"\e[31mRED\e]0;title\a\x9b1m"
"""Colour, a window's title, and the sign that begins an order in eight bits, as YAML writes them."""


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_no_error_commands_a_terminal(tmp_path, form):
    """A checkout's policy may be a stranger's: what it says is shown, and not one sign of it is obeyed."""
    # issue 19
    policy = tmp_path / "plangate.yml"
    policy.write_text(f'"{KEY}": 1\n', "utf-8")

    ran = inside("config", "validate", policy, *form)

    assert ran.code == 2
    assert "RED" in ran.err
    assert (ran.out + ran.err).replace("\n", "").isprintable()
    assert not form or "\x1b[31mRED" in json.loads(ran.out)["error"]["message"]


def test_json_is_printed_in_one_way_only():
    """What leaves out the signs that nobody can see stands in one place: no command has its own."""
    # issue 19
    doors = (Path(program.__file__).parent / "entrypoints").rglob("*.py")
    own = [
        d.name
        for d in (*doors, Path(program.__file__))
        if "ensure_ascii=False" in d.read_text("utf-8")
    ]

    assert sorted(own) == ["init.py", "terminal.py"]  # init writes a file
