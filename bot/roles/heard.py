"""What hearing an intent leads to: the record with what was said, receipts and notices, what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.contracts import Role
from bot.domain.record import Action, Record
from bot.effects import Effect
from bot.intents.model import Asked


@dataclass(frozen=True, slots=True)
class Heard:
    """The state between two intents of one round; `wants_plan` asks for a proposal.

    `again` asks for another round at once: what was said since could not be read in this one.
    """

    record: Record | None
    effects: tuple[Effect, ...] = ()
    wants_plan: bool = False
    reasons: tuple[str, ...] = ()
    again: bool = False


def line(asked: Asked, at: datetime, role: Role, what: str, reason: str = "") -> Action:
    """A history line for what somebody asked; an actor nobody saw is told as such."""
    actor = asked.by.login or "somebody with write access"
    return Action(key=asked.key, at=at, actor=actor, role=role, action=what, reason=reason[:500])


def own_line(key: str, at: datetime, role: Role, what: str, reason: str = "") -> Action:
    """A history line for what the bot did by itself."""
    return Action(key=key, at=at, actor="plangate", role=role, action=what, reason=reason[:500])
