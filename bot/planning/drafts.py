"""Drafts: tasks and steps before they have ids and numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domain.plan import ActionType
from bot.planning.criteria import Need


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One atomic unit of work on one path or command; steps of a task follow each other."""

    action: ActionType
    title: str
    description: str
    target: str = ""
    expected: str = ""
    verification: str = ""


@dataclass(frozen=True, slots=True)
class DraftTask:
    """One task; `after` names the keys of the tasks it waits for."""

    key: str
    title: str
    description: str
    steps: tuple[DraftStep, ...]
    needs: tuple[Need, ...]
    after: tuple[str, ...] = ()
    points: int = 1
    directories: tuple[str, ...] = field(default=())

    def targets(self, *actions: ActionType) -> tuple[str, ...]:
        """The targets of steps with these actions, each once."""
        return tuple(
            dict.fromkeys(s.target for s in self.steps if s.action in actions and s.target)
        )
