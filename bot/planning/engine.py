"""The engine port: whatever turns a brief into a draft. Adapters of meaning stand behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.domain.artifacts import RuleLine
from bot.planning.draft import Draft
from bot.planning.proposal import Brief
from bot.ports.world import Workspace

Pulse = Callable[[str], None]
"""Called between the phases with the name of the one that is done; what it raises ends the work."""


Judge = Callable[[Draft, tuple[RuleLine, ...]], tuple[RuleLine, ...]]
"""Says of each rule whether a draft keeps it."""


@dataclass(frozen=True, slots=True)
class Run:
    """What an engine's last answer took, and what it rests on.

    `shown` are the files that it was shown, where it knows; `telemetry` is kept with the plan; `write`
    gives its transcript, where there is one. `caveat` must be said on whatever comes of it. `judge` compares
    a draft with rules, where something can that understands them.
    """

    engine: str
    shown: frozenset[str] | None = None
    telemetry: Mapping[str, Any] = field(default_factory=dict)
    write: Callable[[], dict[str, Any]] | None = None
    caveat: str = ""
    judge: Judge | None = None


class Engine(Protocol):
    """Proposes a draft. No step of the pipeline asks which engine ran."""

    @property
    def name(self) -> str:
        """How the record calls it: `builtin`, or a model by any other name (see `Run.telemetry`)."""

    @property
    def repairs(self) -> bool:
        """Say whether it can answer differently when its faults are named."""

    @property
    def patience(self) -> float:
        """Seconds that it may take besides `planner.timeout` of the policy: a model answers slowly."""

    @property
    def spare(self) -> Engine | None:
        """Who plans where it cannot; None where nobody does."""

    @property
    def last(self) -> Run:
        """The last answer's run, also of one that failed."""

    def propose(self, brief: Brief, repository: Workspace, pulse: Pulse) -> Draft:
        """Answer a brief; where it holds a draft to repair, without that draft's faults.

        Raises PlanError or ModelError where no draft can be made.
        """
