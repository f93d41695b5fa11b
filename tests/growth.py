"""How the cost of work grows with its input: a ratio, so that it holds on slow and busy machines alike."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable
from typing import TypeVar

from bot.domain import links, visible_text
from bot.intents import commands

Given = TypeVar("Given")
_NOTHING, _LITTLE = 0.003, 0.01
"""Seconds: what takes less is not measured, and what takes less than the other is measured on more."""


def grows(
    work: Callable[[Given], object], given: Callable[[int], Given], size: int, most: int = 0
) -> bool:
    """Say whether work on four times as much takes more than eight times as long.

    Linear work takes four times as long, quadratic work sixteen times. It begins at a quarter of `size`,
    which is quick. What looks slow there is asked again on `size`, as a limit may end the growth. What
    takes little may hide the rest behind its start, so it is asked on four times as much, up to four
    times `size` or `most`. Processor time, the least of six tries: a machine that was busy once is no
    proof. What never ends is ended by pytest's time-out.
    """
    most = max(4 * size, most)
    return _grows(work, given, max(1, size // 4), most) and _grows(work, given, size, most)


def _grows(
    work: Callable[[Given], object], given: Callable[[int], Given], size: int, most: int
) -> bool:
    short = long = math.inf
    for _ in range(6):
        long = min(long, _took(work, given(4 * size)))
        if long < _NOTHING or long <= 8 * (short := min(short, _took(work, given(size)))):
            return long < _LITTLE and 16 * size <= most and _grows(work, given, 4 * size, most)
    return True


def repeated(piece: str) -> Callable[[int], str]:
    """A text of about any size that is this piece, again and again: whole, so that all end alike."""
    return lambda size: piece * (size // len(piece))


def _took(work: Callable[[Given], object], given: Given) -> float:
    gc.disable()  # it would look through all that the other tests hold
    try:
        for read in (commands.said, links.named, visible_text._read):
            read.clear()  # each try reads its texts again
        began = time.process_time()
        work(given)
        return time.process_time() - began
    finally:
        gc.enable()
