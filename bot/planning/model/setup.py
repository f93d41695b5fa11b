"""What a run is given: its model, its words, and limits that are looked at before every call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from bot.domain.prices import PriceList
from bot.domain.run_limits import RunLimits
from bot.planning.engine import Engine
from bot.ports.explorer import Explorer
from bot.ports.model import Model, Prompts, Usage
from bot.ports.recording import Notes

REACHED = "PLANGATE-MODEL-031"
CHARACTERS_PER_TOKEN = 3.5
"""A careful guess: prose has more characters a token, code fewer."""
LONGEST_REPLY = 12_000
LEAST_REPLY = 1_000
_ALMOST = 0.7


class Way(StrEnum):
    """How an endpoint takes tools: calls of its own, one constrained object a turn, or not at all."""

    NATIVE = "native"
    SCHEMA = "schema"
    PLAIN = "plain"


@dataclass(slots=True)
class Meter:
    """What a run has taken so far. `clock` gives seconds and never goes back.

    `cost` is None once a call was made whose price is not known.
    """

    limits: RunLimits
    clock: Callable[[], float]
    prices: PriceList
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = Decimal(0)
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self._began = self.clock()

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return self.clock() - self._began

    @property
    def seconds_left(self) -> float:
        """How long it may still take."""
        return self.limits.seconds - self.seconds

    @property
    def reply_left(self) -> int:
        """How many tokens the next reply may have."""
        return min(LONGEST_REPLY, self.limits.received - self.usage.received)

    @property
    def closing(self) -> bool:
        """Say whether so much is used up that the next call must be the last of its kind."""
        limits = self.limits
        shares = [
            (self.calls + 1) / limits.calls if self.calls + 1 >= limits.calls else 0.0,
            self.usage.fresh / limits.sent,
            self.usage.received / limits.received,
            self.seconds / limits.seconds,
            float(self.cost or 0) / limits.money if limits.money else 0.0,
        ]
        return max(shares) >= _ALMOST

    def reached(self, characters: int, model: str) -> str:
        """The limit that one more call would pass, given how much text is new in it; empty if none."""
        limits = self.limits
        coming = int(characters / CHARACTERS_PER_TOKEN)
        money = float((self.cost or 0) + (self._price(model, Usage(coming)) or 0))
        reached = (
            (self.calls >= limits.calls, f"{limits.calls} calls"),
            (self.usage.fresh + coming > limits.sent, f"{limits.sent} tokens to read"),
            (self.reply_left < LEAST_REPLY, f"{limits.received} tokens to write"),
            (self.seconds_left <= 0, f"{limits.seconds:.0f} s"),
            (bool(limits.money) and money > limits.money, f"{limits.money:.2f} in money"),
        )
        return next((what for over, what in reached if over), "")

    def count(self, usage: Usage, characters: int, model: str) -> None:
        """Note a call of a model; where the endpoint tells no tokens, they are guessed from the new text."""
        if not usage.sent:
            usage = Usage(int(characters / CHARACTERS_PER_TOKEN), 0, usage.received)
        self.calls += 1
        self.usage = self.usage.plus(usage)
        price = self._price(model, usage)
        self.cost = None if price is None or self.cost is None else self.cost + price

    def _price(self, model: str, usage: Usage) -> Decimal | None:
        price = self.prices.of(model)
        return price.of(usage.sent, usage.cached, usage.received, usage.written) if price else None


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything an engine works with. `clock` gives seconds; `explore` opens the repository when needed.

    `decides` is false for a model that did not pass its exam: the spare engine then decides. `caveat` is
    what the plan must say of that, where there is anything to say.
    """

    model: Model
    prompts: Prompts
    explore: Callable[[], Explorer]
    clock: Callable[[], float]
    spare: Engine
    deep: Model | None = None
    way: Way = Way.NATIVE
    limits: RunLimits = field(default_factory=RunLimits)
    prices: PriceList = field(default_factory=PriceList)
    decides: bool = True
    caveat: str = ""
    notes: Callable[[], Notes] = Notes
