"""What a terminal shows: Markdown and plans in colour; the same words without colour in a pipe.

rich looks at NO_COLOR, FORCE_COLOR, TERM and COLUMNS. It is slow to import, so only what prints imports it.
"""

from __future__ import annotations

import json
import re
import sys
from os import environ
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 160
"""Columns where nobody says how many there are, as in a pipe."""
_FOLD = re.compile(r"</?details[^>\n]{0,20}>")
_SUMMARY = re.compile(r"<summary>([^\n]{0,500}?)</summary>")
_STYLES = (
    (r"^(Task Plan|Task \d+:|Goal:|Tasks:|[A-Z][\w ]{0,30}:)", "bold"),
    (r"\[(PENDING|IN_PROGRESS)\]|^ *Status: .*$", "yellow"),
    (r"\[(DONE)\]|^  \+ .*$", "green"),
    (r"\[(SUPERSEDED)\]|^  - .*$", "dim"),
    (r"^\s*Depends: .*$", "cyan"),
)


def console() -> Console:
    """Standard output, as wide as it is."""
    from rich.console import Console

    wide = sys.stdout.isatty() or "COLUMNS" in environ
    return Console(width=None if wide else WIDTH)


def show_markdown(text: str) -> None:
    """Print Markdown of ours as text, without its markup; what GitHub folds is shown open."""
    from rich.markdown import Markdown

    flat = _SUMMARY.sub(r"**\1**", _FOLD.sub("", text))
    console().print(Markdown(flat))


def show(text: str) -> None:
    """Print a text as it is; its headings and states have colour where the terminal has it."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.text import Text

    shown = Text(text)
    for pattern, style in _STYLES:
        shown.highlight_regex(re.compile(pattern, re.MULTILINE), style)
    console().print(shown, soft_wrap=True)


def visible(text: str, kept: str = "") -> str:
    """Text that cannot command a terminal: what nobody can see is written out, as JSON does."""
    return "".join(c if c.isprintable() or c in kept else json.dumps(c)[1:-1] for c in text)


def json_text(data: object) -> str:
    """Data as the commands print it: JSON that cannot command a terminal either."""
    return visible(json.dumps(data, indent=2, ensure_ascii=False, default=str), kept="\n")


def json_line(data: object) -> str:
    """The same on one line."""
    return visible(json.dumps(data, ensure_ascii=False))


def styled(text: str, colour: str) -> str:
    """Text for standard error, in a colour where that is a terminal that wants it."""
    wants = sys.stderr.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    return click.style(text, fg=colour) if wants else text


def count(number: int, noun: str) -> str:
    """A number with its noun in singular or plural."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
