"""A model whose calls are paid for: booked when they end, refused once the day's budget is spent."""

from __future__ import annotations

from decimal import Decimal

from bot.domain.prices import Price
from bot.ports.model import NOTHING_USED, Model, Progress, Reply, Turn, Usage
from bot.ports.model_faults import ModelFailure, ModelFault, failure
from bot.ports.spending import SpendingLedger
from bot.ports.world import Clock

_LETTERS_OF_A_TOKEN = 4
_UNKNOWN = frozenset(
    (ModelFault.DOWN, ModelFault.TIMED_OUT, ModelFault.BROKEN_OFF, ModelFault.TOO_LARGE)
)
"""Faults after which the provider may have counted what it did not tell."""


class MeteredModel:
    """The port `Model` around another one. Calls that run at the same time may pass the budget together."""

    def __init__(
        self,
        model: Model,
        price: Price,
        budget: Decimal | None,
        ledger: SpendingLedger,
        clock: Clock,
    ) -> None:
        """Nothing is booked yet; without a budget all is booked and nothing refused."""
        self._model, self._price, self._budget = model, price, budget
        self._ledger, self._clock = ledger, clock

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def reply(self, turn: Turn, progress: Progress = lambda received: None) -> Reply:
        """Ask for the next message and book it (see the port).

        A call whose end is unknown, or that was stopped, is booked with what was sent.
        """
        self._require_left()
        try:
            reply = self._model.reply(turn, progress)
        except ModelFailure as problem:
            self._book(
                problem.usage if problem.fault not in _UNKNOWN else _at_least(turn, problem.usage)
            )
            raise
        except ValueError:
            raise  # nothing was sent
        except BaseException:
            self._book(_at_least(turn, NOTHING_USED))
            raise
        self._book(reply.usage)
        return reply

    def _require_left(self) -> None:
        if self._budget is None:
            return
        spent = self._ledger.spent(self._clock.now().date())
        if spent >= self._budget:
            raise failure(
                ModelFault.BUDGET_SPENT, spent=f"{spent:.2f}", budget=f"{self._budget:.2f}"
            )

    def _book(self, usage: Usage) -> None:
        money = self._price.of(usage.sent, usage.cached, usage.received, usage.written)
        if money:
            self._ledger.add(self._clock.now().date(), money)


def _at_least(turn: Turn, told: Usage) -> Usage:
    """What was told, or where that is nothing, the tokens that were sent, by the letter."""
    if told != NOTHING_USED:
        return told
    letters = sum(len(m.text) + sum(len(str(c.arguments)) for c in m.calls) for m in turn.messages)
    return Usage(sent=letters // _LETTERS_OF_A_TOKEN)
