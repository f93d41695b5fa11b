"""How the cost of work grows with its input: a ratio, so that it holds on slow and busy machines alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")
_NOTHING = 0.02
"""Seconds: what takes less is not measured."""


def grows(work: Callable[[Given], object], given: Callable[[int], Given], size: int) -> bool:
    """Say whether work on four times as much as `size` takes more than eight times as long.

    Linear work takes four times as long, quadratic work sixteen times. Processor time, three tries: a
    machine that was busy once is no proof. What never ends is ended by pytest's time-out.
    """
    for _ in range(3):
        short, long = _took(work, given(size)), _took(work, given(4 * size))
        if long < _NOTHING or long <= 8 * short:
            return False
    return True


def repeated(piece: str) -> Callable[[int], str]:
    """A text of any size that is this piece, again and again."""
    return lambda size: (piece * size)[:size]


def _took(work: Callable[[Given], object], given: Given) -> float:
    began = time.process_time()
    work(given)
    return time.process_time() - began
