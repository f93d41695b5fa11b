"""Limits of one run of a model: the operator sets them, a repository's policy can only lower them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.policy import Planner


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may take in all: calls, tokens read anew, tokens written, seconds."""

    calls: int = 12
    input_tokens: int = 120_000
    output_tokens: int = 16_000
    seconds: int = 180

    def lowered(self, planner: Planner) -> Limits:
        """These limits, each lowered to what the policy wants where that is less."""
        wanted = planner.model
        return Limits(
            calls=_least(self.calls, wanted.max_calls),
            input_tokens=_least(self.input_tokens, wanted.max_input_tokens),
            output_tokens=_least(self.output_tokens, wanted.max_output_tokens),
            seconds=_least(self.seconds, wanted.timeout),
        )


def _least(ours: int, wanted: int | None) -> int:
    return ours if wanted is None else min(ours, wanted)
