"""Hazards: an order that destroys data, and nobody's decision beside it (`hazards.txt`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources

from bot.planning.words import words

_BEGIN = 3
"""The order stands among so many first words: `Please delete …`, `We should drop …` is no order yet."""


@cache
def _told() -> dict[str, frozenset[str]]:
    text = resources.files("bot.planning.builtin").joinpath("hazards.txt").read_text("utf-8")
    lines = (line.split(": ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: frozenset(told.split()) for name, told in lines}


def hazard(sentences: Iterable[str]) -> str:
    """The first sentence that orders to destroy data; empty where there is none, or where it is decided."""
    listed = [(one, list(words(one))) for one in sentences]
    if any(_told()["decided"].intersection(found) for _, found in listed):
        return ""
    orders, objects = _told()["orders"], _told()["objects"]
    return next(
        (one for one, w in listed if orders.intersection(w[:_BEGIN]) and objects.intersection(w)),
        "",
    )
