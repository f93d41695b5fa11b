"""Which engines there are, and which one plans a file; on GitHub the policy chooses (`World.engine_for`).

What speaks with models is imported where a model is configured: a plan without one starts quickly.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.domain.policy import EngineName, Policy
from bot.domain.run_limits import RunLimits
from bot.planning.builtin.engine import BuiltinEngine
from bot.planning.engine import Engine
from bot.planning.proposal import Proposal
from bot.settings import Settings, from_environ

if TYPE_CHECKING:
    from bot.domain.questionnaire import Question
    from bot.flow.world import ReadReply
    from bot.ports.explorer import Explorer
    from bot.wiring.models import Models

_PREFIXES = ("PLANGATE_ENGINE", "PLANGATE_MODEL_", "PLANGATE_DATABASE_URL", "GITHUB_ACTIONS")

ENGINES: Mapping[EngineName, Callable[[], Engine]] = {"builtin": BuiltinEngine}
"""The engines that ask no model, each by the name that people choose it by: another one is a line here."""


def models_of(settings: Settings) -> Models | None:
    """The configured models; none where there is none, or where the operator wants none.

    Build them once a process: what an endpoint refuses is remembered there, and a file is loaded once.
    """
    if settings.engine in ENGINES or not settings.model.configured:
        return None
    from bot.wiring.models import models

    return models(settings)


def model_engine(
    settings: Settings,
    models: Models | None,
    explore: Callable[[], Explorer],
    *,
    by_name: bool = False,
) -> Engine | None:
    """The engine that asks a model about what `explore` opens; none where there is no model.

    One a run: it remembers the run that it may have to repair. What its endpoint can do is looked up, or
    found out by its first plan. `by_name`: somebody at a terminal wants this model, so it takes no exam.
    """
    if models is None:
        return None
    from bot.examining.first_use import FirstUseEngine
    from bot.wiring.model_checkup import Checkup
    from bot.wiring.models import setup_of

    checkup = Checkup(settings, models)
    know = functools.partial(checkup.know, by_name=by_name)
    return FirstUseEngine(setup_of(settings, models, explore), know)


def reply_reader(settings: Settings, models: Models | None) -> ReadReply | None:
    """What has the model read replies in people's own words; nothing where there is no model."""
    if models is None:
        return None
    from bot.flow.choosing import choices
    from bot.ports.explorer import NoCommit
    from bot.wiring.model_checkup import Checkup
    from bot.wiring.models import setup_of

    def read(questions: Sequence[Question], reply: str) -> tuple[tuple[int, str], ...]:
        way = Checkup(settings, models).way()
        return choices(replace(setup_of(settings, models, NoCommit), way=way), questions, reply)

    return read


def local_engine(environ: Mapping[str, str], root: Path | None, policy: Policy) -> Engine:
    """Who plans a file in a folder: as PLANGATE_ENGINE says, and under `auto` as the policy does.

    Raises ConfigError where a model is wanted and none is configured.
    """
    settings = from_environ({k: v for k, v in environ.items() if k.startswith(_PREFIXES)})
    wanted = policy.planner.engine if settings.engine == "auto" else settings.engine
    models = None if wanted in ENGINES else models_of(settings)
    by_name = settings.engine == "model"
    asking = model_engine(settings, models, lambda: _explorer(root), by_name=by_name)
    return asking or ENGINES.get(wanted, ENGINES["builtin"])()


def _explorer(root: Path | None) -> Explorer:
    from bot.adapters.exploring import explorer_of
    from bot.ports.explorer import NoCommit

    return explorer_of(root) if root else NoCommit()


def replay(told: Mapping[str, Any]) -> Proposal:
    """A model run again from its transcript. Raises TranscriptMisfit, and ValueError for what is none."""
    from bot.adapters.replaying import RecordedWorkspace, ReplayedModel
    from bot.adapters.templating import TemplatePrompts
    from bot.planning import pipeline
    from bot.planning.model.engine import ModelEngine
    from bot.planning.model.setup import Setup, Way
    from bot.planning.model.transcript import brief_of
    from bot.ports.explorer import NoCommit
    from bot.ports.recording import Notes

    brief, setup = brief_of(told), told["setup"]
    exchanges, notes = iter(told["exchanges"]), iter([(k, v) for k, v in told["notes"]])
    again = ModelEngine(
        Setup(
            model=ReplayedModel(setup["model"], exchanges),
            deep=ReplayedModel(setup["deep"], exchanges) if setup["deep"] else None,
            prompts=TemplatePrompts(),
            explore=NoCommit,
            clock=lambda: 0.0,
            spare=BuiltinEngine(),
            way=Way(setup["way"]),
            decides=setup["decides"],
            caveat=setup.get("caveat", ""),
            limits=RunLimits(**setup["limits"]),
            notes=lambda: Notes(replayed=notes),
        )
    )
    workspace = RecordedWorkspace(brief.tree.paths, told["texts"])
    return pipeline.propose(brief, again, workspace, lambda _: None)
