"""A model whose calls are paid for: booked when they end, refused once the day's budget is spent."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.prices import Price
from bot.ports.model import NOTHING_USED, Model, Progress, Reply, SpendingLedger, Turn, Usage
from bot.ports.model_faults import ModelFailure, ModelFault, failure
from bot.ports.world import Clock

_LETTERS_OF_A_TOKEN = 4
_UNKNOWN = frozenset(
    (ModelFault.DOWN, ModelFault.TIMED_OUT, ModelFault.BROKEN_OFF, ModelFault.TOO_LARGE)
)
"""Faults after which the provider may have counted what it did not tell."""


@dataclass(frozen=True, slots=True)
class MeteredModel:
    """The port `Model` around another one. Calls that run at the same time may pass the budget together.

    Without a budget all is booked and nothing refused.
    """

    model: Model
    price: Price
    budget: Decimal | None
    ledger: SpendingLedger
    clock: Clock

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        """Ask for the next message and book it (see the port).

        A call whose end is unknown, or that was stopped, is booked with what was sent.
        """
        self._require_left()
        try:
            reply = self.model.reply(turn, progress)
        except ModelFailure as problem:
            told = problem.usage
            self._book(_at_least(turn, told) if problem.fault in _UNKNOWN else told)
            raise
        except ValueError:
            raise  # nothing was sent
        except BaseException:
            self._book(_at_least(turn, NOTHING_USED))
            raise
        self._book(reply.usage)
        return reply

    def _require_left(self) -> None:
        if self.budget is None:
            return
        spent = self.ledger.spent(self.clock.now().date())
        if spent >= self.budget:
            told, most = f"{spent:.2f}", f"{self.budget:.2f}"
            raise failure(ModelFault.BUDGET_SPENT, spent=told, budget=most)

    def _book(self, usage: Usage) -> None:
        money = self.price.of(usage.sent, usage.cached, usage.received, usage.written)
        if money:
            self.ledger.add(self.clock.now().date(), money)


def _at_least(turn: Turn, told: Usage) -> Usage:
    """What was told, or where that is nothing, the tokens that were sent, by the letter."""
    if told != NOTHING_USED:
        return told
    letters = sum(len(m.text) + sum(len(str(c.arguments)) for c in m.calls) for m in turn.messages)
    return Usage(sent=letters // _LETTERS_OF_A_TOKEN)
