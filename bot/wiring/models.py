"""The models that settings name: clients for an address or a file, metered where their price is known."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.adapters.clock import SystemClock
from bot.adapters.model_anthropic import MESSAGES
from bot.adapters.model_chat import CHAT_COMPLETIONS
from bot.adapters.model_client import Endpoint, EndpointModel
from bot.adapters.model_in_process import InProcessModel
from bot.adapters.model_meter import MeteredModel
from bot.adapters.model_responses import RESPONSES
from bot.adapters.spending import MemoryLedger, PostgresLedger, SqliteLedger
from bot.adapters.templating import TemplatePrompts
from bot.examining.ability import Examined
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.model.setup import Setup
from bot.ports.explorer import Explorer
from bot.ports.model import Model, SpendingLedger
from bot.settings import Settings
from bot.settings_model import ModelSettings
from bot.wiring import inbox

DIALECTS = {dialect.name: dialect for dialect in (CHAT_COMPLETIONS, RESPONSES, MESSAGES)}


@dataclass(frozen=True, slots=True)
class Models:
    """The model that plans, and the one for hard work; they may be the same.

    `unwritten` holds what is known of them, by digest, where no file can keep it.
    """

    default: Model
    deep: Model
    unwritten: dict[str, Examined] = field(default_factory=dict)


def models(settings: Settings) -> Models:
    """The configured models. Nothing is asked or loaded before the first turn."""
    told = settings.model
    book = ledger(settings)
    default = _metered(told, _plain(told, told.name), book)
    if told.deep_name == told.name or told.path:
        return Models(default, default)
    return Models(default, _metered(told, _plain(told, told.deep_name), book))


def setup_of(settings: Settings, models: Models, explore: Callable[[], Explorer]) -> Setup:
    """What the model engine is set up with, for a plan and an exam alike; the built-in one is the spare."""
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


def _plain(told: ModelSettings, name: str) -> Model:
    if told.path:
        return InProcessModel(Path(told.path).expanduser(), name)
    return EndpointModel(Endpoint(told.address, name, told.key), DIALECTS[told.provider])


def _metered(told: ModelSettings, model: Model, book: SpendingLedger) -> Model:
    price = told.prices.of(model.name)
    if price is None:
        return model
    return MeteredModel(model, price, told.daily_budget, book, SystemClock())


def ledger(settings: Settings) -> SpendingLedger:
    """Where spending is booked: beside the inbox; in a job of GitHub Actions nothing outlives the job."""
    if settings.in_actions and not settings.database_url:
        return MemoryLedger()
    if settings.on_postgres:
        return PostgresLedger(settings.database_url)
    path = inbox.file_of(settings)
    return SqliteLedger(path.with_name(f"{path.stem}.spending.db"))
