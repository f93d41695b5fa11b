"""The bound that other tests set on processor time."""

from __future__ import annotations

import re
import time

import pytest

from tests.pace import within


def test_what_takes_too_long_is_told() -> None:
    """A block over its bound fails, and says what it took and what was allowed."""
    with pytest.raises(AssertionError, match=r"took .* s x .* are allowed"), within(0.0001):
        end = time.process_time() + 0.3
        while time.process_time() < end:
            re.escape("work")


def test_what_waits_takes_nothing() -> None:
    """Only processor time counts: a machine that is busy with other things fails no test."""
    with within(0.1):
        time.sleep(0.3)


def test_what_a_block_raises_comes_through() -> None:
    """The bound hides no error of the block."""
    with pytest.raises(KeyError), within(1):
        raise KeyError("own")
