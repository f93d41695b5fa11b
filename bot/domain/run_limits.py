"""Limits of one run of a model: the operator sets them, a repository's policy can only lower them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domain.policy import Planner


@dataclass(frozen=True, slots=True)
class RunLimits:
    """What one run may take in all: calls, turns of exploring, tokens, seconds and money.

    `sent` counts tokens that no cache held; `money` 0 means that it is not limited.
    """

    calls: int = 14
    turns: int = 5
    sent: int = 200_000
    received: int = 40_000
    seconds: float = 300.0
    money: float = 0.0

    def lowered(self, planner: Planner) -> RunLimits:
        """These limits, each lowered to what the policy wants where that is less."""
        wanted = planner.model
        return replace(
            self,
            calls=min(self.calls, wanted.max_calls or self.calls),
            sent=min(self.sent, wanted.max_input_tokens or self.sent),
            received=min(self.received, wanted.max_output_tokens or self.received),
            seconds=min(self.seconds, wanted.timeout or self.seconds),
        )
