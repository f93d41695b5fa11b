"""The clock shows what GitHub can keep."""

from __future__ import annotations

import time
from datetime import timedelta

from bot.adapters.clock import SystemClock


def test_now_is_utc_in_whole_seconds() -> None:
    """GitHub keeps no fractions, so neither do we."""
    now = SystemClock().now()

    assert (now.utcoffset(), now.microsecond) == (timedelta(0), 0)
    assert abs(now.timestamp() - time.time()) < 2
