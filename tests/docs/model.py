"""The tables of docs/models.md, drawn from the code."""

from __future__ import annotations

import string
from collections.abc import Callable

from bot.ports.model_faults import ModelFault
from tests.docs import tables

SHOWN = {
    "host": "HOST",
    "why": "WHY",
    "status": "STATUS",
    "name": "NAME",
    "wait": "30 s",
    "seconds": 90.0,
    "dialect": "openai",
    "limit": 4_000_000,
    "tokens": 8_000,
    "spent": "2.01",
    "budget": "2.00",
}
"""An example of each word that a fault fills in."""


def faults() -> str:
    """Each fault: code, what happened, how to fix it."""
    rows = [[f"`{f.code}`", _what(f).format(**SHOWN), f.value[2]] for f in ModelFault]
    return tables.table(["Code", "What happened", "How to fix it"], rows)


def words(fault: ModelFault) -> set[str]:
    """The words that a fault fills in."""
    return {name for _, name, _, _ in string.Formatter().parse(_what(fault)) if name}


def _what(fault: ModelFault) -> str:
    what: str = fault.value[1]
    return what


TABLES: dict[str, Callable[[], str]] = {"faults": faults}
