"""README says what the program does: its drawing of the stages, and no more than two commands to begin."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from bot.domain.stages import TRANSITIONS, Stage

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
WORDS = (ROOT / "templates" / "_words.md.j2").read_text("utf-8")


def test_readme_draws_the_transition_table_in_the_words_of_the_card():
    """The drawing shows every way between stages and no other; the ends are told in words."""
    # S2.11
    names = ast.literal_eval(WORDS.partition("stage_names = ")[2].partition(" %}")[0])
    diagram = README.partition("stateDiagram-v2")[2].partition("```")[0]
    ends = {Stage.CANCELLED, Stage.DUPLICATE, Stage.UNRESOLVABLE}
    table = {
        (names[a], names[b]) for a, ways in TRANSITIONS.items() for b in ways if not {a, b} & ends
    }

    drawn = set(re.findall(r"^\s*(\w+) --> (\w+)", diagram, re.MULTILINE))

    assert table == drawn
    assert all(f"`{names[end]}`" in README for end in ends)


def test_two_commands_show_it_working():
    """The first block of commands has `make demo` and `make test`, and nothing else."""
    first = README.partition("```console\n")[2].partition("```")[0]

    typed = [line.partition("#")[0].strip() for line in first.splitlines()]

    assert typed == ["make demo", "make test"]
