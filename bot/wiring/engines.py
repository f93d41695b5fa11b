"""Which engine plans: the only place that names one.

What speaks with models is imported where a model is configured: a plan without one starts quickly.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.engine import Engine
from bot.settings import Settings

if TYPE_CHECKING:
    from bot.ports.explorer import Explorer
    from bot.wiring.models import Models


def engine() -> Engine:
    """The engine that needs nothing: the built-in one."""
    return BuiltinEngine()


def models_of(settings: Settings) -> Models | None:
    """The configured models; none where there is none, or where the operator wants none.

    Build them once a process: what an endpoint refuses is remembered there, and a file is loaded once.
    """
    if settings.engine == "builtin" or not settings.model.configured:
        return None
    from bot.wiring.models import models

    return models(settings)


def model_engine(settings: Settings, models: Models | None, workspace: str) -> Engine | None:
    """The engine that asks a model about the checkout in `workspace`; none where there is no model.

    One a run: it remembers the run that it may have to repair. What its endpoint can do is looked up, or
    found out by its first plan.
    """
    if models is None:
        return None
    from bot.adapters.prompting import TemplatePrompts
    from bot.examining.first_use import FirstUseEngine
    from bot.planning.model.setup import Setup
    from bot.wiring.model_checkup import Checkup

    told = settings.model
    return FirstUseEngine(
        Setup(
            model=models.default,
            deep=models.deep if models.deep is not models.default else None,
            prompts=TemplatePrompts(),
            explore=lambda: _explorer(workspace),
            clock=time.monotonic,
            spare=engine(),
            limits=told.limits,
            prices=told.prices,
        ),
        Checkup(settings, models).know,
    )


def _explorer(workspace: str) -> Explorer:
    from bot.adapters.exploring import explorer_of
    from bot.ports.explorer import NoCommit

    return explorer_of(Path(workspace)) if workspace else NoCommit()
