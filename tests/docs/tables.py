"""Markdown tables and generated sections, for every page that is drawn from the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_SECTION = re.compile(r"(<!-- generated: ([a-z]+) -->\n).*?(<!-- /generated -->)", re.DOTALL)


def page(text: str, drawn: Mapping[str, Callable[[], str]]) -> str:
    """A page with its sections drawn anew."""
    return _SECTION.sub(lambda found: f"{found[1]}\n{drawn[found[2]]()}\n\n{found[3]}", text)


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
