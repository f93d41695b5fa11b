"""What tokens cost: prices per million, as the operator wrote them, and the money of one call."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

EVERY = ""
"""The name under which a price for every model stands."""
_MILLION = 1_000_000
_WRITTEN = Decimal("1.25")
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens: read for the first time, read from the provider's cache, and written.

    Tokens that a provider puts into its cache cost a quarter more than those that it only reads
    (https://platform.claude.com/docs/en/build-with-claude/prompt-caching; others bill nothing extra).
    """

    input: Decimal
    cached: Decimal
    output: Decimal

    def of(self, sent: int, cached: int, received: int, written: int = 0) -> Decimal:
        """The money for a call: `cached` and `written` are parts of `sent`."""
        plain = max(0, sent - cached - written)
        fresh = plain * self.input + written * self.input * _WRITTEN
        return (fresh + cached * self.cached + received * self.output) / _MILLION


@dataclass(frozen=True, slots=True)
class PriceList:
    """Prices by the name of a model; `EVERY` stands for those without one of their own."""

    by_name: Mapping[str, Price] = field(default_factory=dict)

    def of(self, model: str) -> Price | None:
        """The price of a model, if it is known."""
        return self.by_name.get(model) or self.by_name.get(EVERY)


def prices(text: str) -> PriceList:
    """`INPUT/CACHED/OUTPUT` for every model, or `NAME=INPUT/CACHED/OUTPUT, NAME=…`.

    Raises ValueError for anything else, and for a name that stands twice.
    """
    found: dict[str, Price] = {}
    for part in (p.strip() for p in text.split(",")):
        name, _, numbers = part.rpartition("=")
        three = [n.strip() for n in numbers.split("/")]
        if len(three) != 3 or not all(_NUMBER.fullmatch(n) for n in three):
            raise ValueError(f"{part[:60]!r} is not INPUT/CACHED/OUTPUT")
        if name.strip() in found:
            raise ValueError(f"{name.strip()[:60]!r} has two prices")
        found[name.strip()] = Price(*(Decimal(n) for n in three))
    return PriceList(found)
