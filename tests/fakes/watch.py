"""The port `Watch` in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class FakeWatch:
    """Events as they were told; each look at the clock takes `pace` seconds."""

    pace: float = 0.0
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    now: float = 0.0

    def tell(self, event: str, **fields: object) -> None:
        self.events.append((event, dict(fields)))

    def elapsed(self) -> float:
        self.now += self.pace
        return self.now

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.events if name != "progress"]

    def of(self, name: str) -> dict[str, Any]:
        return next(fields for event, fields in self.events if event == name)
