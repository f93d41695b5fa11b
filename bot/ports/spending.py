"""What models cost so far, day by day, shared by everything that spends."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Protocol


class SpendingLedger(Protocol):
    """The money of each day (UTC). Raises ModelError where it cannot be read or written."""

    @property
    def lasts(self) -> bool:
        """Say whether it outlives this process; else a day's budget is that of one run."""

    def spent(self, day: date) -> Decimal:
        """The money of a day so far, at least to the billionth."""

    def add(self, day: date, money: Decimal) -> None:
        """Book money; what others book at the same time is kept, too."""
