"""The real clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class SystemClock:
    """Time of this machine, in UTC and whole seconds."""

    def now(self) -> datetime:
        """Now, without the fraction of a second that GitHub does not keep."""
        return datetime.fromtimestamp(int(time.time()), UTC)
