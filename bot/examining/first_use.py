"""The model engine for an endpoint that may be new: what it can do is looked up, or found out first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.examining.ability import Standing
from bot.planning.draft import Draft
from bot.planning.engine import Engine, Pulse, Run
from bot.planning.model.engine import ModelEngine
from bot.planning.model.setup import Setup
from bot.planning.proposal import Brief
from bot.ports.world import Workspace

Know = Callable[[Pulse], Standing]
"""How a model may be used; it may ask the endpoint to find out."""


class FirstUseEngine:
    """The engine port around a model engine that is made once its endpoint is known."""

    repairs = True

    def __init__(self, setup: Setup, know: Know) -> None:
        """Nothing is asked yet."""
        self._setup, self._know = setup, know
        self._engine: ModelEngine | None = None
        self._examined = 0.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._setup.model.name

    @property
    def spare(self) -> Engine:
        """Who plans where the model cannot."""
        return self._setup.spare

    @property
    def patience(self) -> float:
        """Seconds that the model may take, besides what planning takes anyway; an exam comes on top."""
        seconds = self._setup.limits.seconds
        return seconds + (seconds if self._engine is None else self._examined)

    @property
    def last(self) -> Run:
        """The last answer's run, also of one that failed."""
        return self._engine.last if self._engine else Run(engine=self.name)

    def propose(self, brief: Brief, repository: Workspace, pulse: Pulse) -> Draft:
        """Answer a brief (see the port). Raises ModelError where the endpoint is unusable."""
        if self._engine is None:
            began = self._setup.clock()
            found = self._know(pulse)
            self._examined = self._setup.clock() - began
            way, decides, caveat = found.way, found.decides, found.caveat
            self._engine = ModelEngine(
                replace(self._setup, way=way, decides=decides, caveat=caveat)
            )
        return self._engine.propose(brief, repository, pulse)
