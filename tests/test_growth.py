"""The measure that tells linear work from slower work."""

from __future__ import annotations

import time

from tests.growth import grows, repeated


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_linear_work_is_fine_and_quadratic_work_is_told() -> None:
    """Four times as much in four times the time is linear; sixteen times is not."""
    assert not grows(lambda n: busy(n * 0.01), lambda size: size, 1)
    assert grows(lambda n: busy(n * n * 0.01), lambda size: size, 1)


def test_growth_that_a_limit_ends_is_none() -> None:
    """Small sizes may look quadratic where a larger one costs no more."""
    assert not grows(lambda n: busy(min(n, 4) ** 2 * 0.01), lambda size: size, 4)


def test_what_takes_nothing_is_not_measured() -> None:
    """Whatever is over at once may grow as it likes."""
    assert not grows(lambda n: busy(n * n * 0.0001), lambda size: size, 1)


def test_waiting_costs_nothing() -> None:
    """Only processor time counts: a machine that is busy with other things fails no test."""
    assert not grows(lambda n: time.sleep(n * n * 0.005), lambda size: size, 1)


def test_texts_of_all_sizes_end_alike() -> None:
    """A piece is repeated whole: where a text ends may decide what it costs."""
    assert repeated("ab")(5) == "abab"
