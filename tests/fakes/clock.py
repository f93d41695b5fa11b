"""The port `Clock` in memory: it shows the hub's time and never moves by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tests.fakes.hub import FakeHub


@dataclass
class FakeClock:
    """The time of a hub."""

    hub: FakeHub

    def now(self) -> datetime:
        return self.hub.now
