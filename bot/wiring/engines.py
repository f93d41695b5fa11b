"""Which engine plans: the only place that names one."""

from __future__ import annotations

from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.engine import Engine


def engine() -> Engine:
    """The engine that plans. Only the built-in one is there so far."""
    return BuiltinEngine()
