"""Planning run: which engine made a version of a plan, and what that took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.domain.value import Stored

BUILTIN = "builtin"


class PlanningRun(Stored):
    """One run of an engine: who made a plan version, and what that took.

    `instead_of` says which model could not plan, and why; mostly empty. `cost` is
    missing where no price is known; `transcript` is the digest of what was asked and answered.
    """

    engine: str = BUILTIN
    model: str = ""
    calls: int = 0
    tokens_sent: int = 0
    tokens_cached: int = 0
    tokens_received: int = 0
    seconds: float = 0.0
    cost: float | None = None
    transcript: str = ""
    instead_of: str = ""

    @classmethod
    def of(cls, telemetry: Mapping[str, Any]) -> PlanningRun:
        """The run that a proposal's telemetry tells of."""
        fallback = telemetry.get("fallback") or {}
        tokens = telemetry.get("tokens") or {}
        why = f"{telemetry.get('model', '')}: {fallback.get('code')}: {fallback.get('what')}"
        return cls(
            engine=BUILTIN if telemetry.get("engine", BUILTIN) == BUILTIN else "model",
            model=str(telemetry.get("model") or ""),
            calls=int(telemetry.get("calls") or 0),
            tokens_sent=int(tokens.get("sent") or 0),
            tokens_cached=int(tokens.get("cached") or 0),
            tokens_received=int(tokens.get("received") or 0),
            seconds=float(telemetry.get("seconds") or 0),
            cost=telemetry.get("cost"),
            transcript=str(telemetry.get("transcript") or ""),
            instead_of=why if fallback else "",
        )
