"""Bounds on a test's processor time that hold on slow and busy machines as well.

Such a bound is there to catch what never ends or grows with the square of its input, not to say how
quick something is: figures come from `make bench`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

_USUAL = 0.010
"""Seconds that `_yardstick` takes on the machine for which the tests' bounds were written."""

_WORDS = re.compile(r"(\w+) (\d+)")


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """The block takes at most so many seconds of processor time, on a slower machine as much more.

    Raises AssertionError where it took longer; a block that never ends is ended by pytest's time-out.
    """
    slowness = _slowness()
    started = time.process_time()
    yield
    took = time.process_time() - started
    if took >= seconds:
        slowness = max(slowness, _slowness())
    assert took < seconds * slowness, f"took {took:.1f} s; {seconds} s x {slowness:.2f} are allowed"


def _slowness() -> float:
    return max(1.0, min(_yardstick() for _ in range(3)) / _USUAL)


def _yardstick() -> float:
    """Processor time of a little work such as ours: patterns, text and dictionaries."""
    started = time.process_time()
    seen: dict[str, int] = {}
    for n in range(3_000):
        for word, number in _WORDS.findall(f"order {n} of {n % 7} customers {n}"):
            seen[word + number] = seen.get(word, 0) + int(number)
    return time.process_time() - started
