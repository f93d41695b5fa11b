"""What the model engine is set up with, for a plan and for an exam alike."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.adapters.prompting import TemplatePrompts
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.model.setup import Setup
from bot.ports.explorer import Explorer
from bot.settings import Settings
from bot.wiring.models import Models


def setup_of(settings: Settings, models: Models, explore: Callable[[], Explorer]) -> Setup:
    """The configured models with their words, limits and prices; the built-in engine is the spare."""
    told = settings.model
    return Setup(
        model=models.default,
        deep=models.deep if models.deep is not models.default else None,
        prompts=TemplatePrompts(),
        explore=explore,
        clock=time.monotonic,
        spare=BuiltinEngine(),
        limits=told.limits,
        prices=told.prices,
    )
