"""The configured models checked: what they can do, kept in the state folder, and what is wrong."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from bot.adapters.clock import SystemClock
from bot.adapters.examined_file import ExaminedFile
from bot.adapters.model_listing import listed
from bot.domain.run_limits import RunLimits
from bot.errors import ModelError
from bot.examining.ability import Ability, Exam, Examined, Standing
from bot.examining.cases import cases, edition
from bot.examining.exam import Sitting
from bot.examining.probe import glance, greeted, probed
from bot.planning.engine import Pulse
from bot.planning.model.setup import Way
from bot.ports.diagnosis import Diagnosis, failed
from bot.ports.explorer import NoCommit
from bot.ports.model import Model
from bot.settings import Settings
from bot.settings_model import ModelSettings
from bot.wiring import inbox
from bot.wiring.models import DIALECTS, Models, ledger, setup_of

FILE = "models.json"
_EXAMINING = threading.Lock()
"""One exam at a time: workers that meet an unknown model together wait for one result."""
_PATIENCE = 30.0
"""Seconds that `doctor` waits for a word."""


@dataclass(frozen=True, slots=True)
class Checkup:
    """The models of settings, and what is known of them."""

    settings: Settings
    models: Models

    def every(self) -> tuple[Model, ...]:
        """Each model once."""
        found = {m.name: m for m in (self.models.default, self.models.deep)}
        return tuple(found.values())

    def probe(self, model: Model) -> Examined:
        """Find out all there is to know, and keep it. Raises ModelError."""
        told = self.settings.model
        context = (_listing(told) or {}).get(model.name) if told.address else None
        ability = probed(model, self._seconds, time.monotonic, context)
        return self._kept(model, ability)

    def examine(self, found: Examined, marked: Callable[[Exam], None]) -> Examined:
        """Have the model that plans take the whole exam again; `marked` hears of every case.

        Raises ModelError where the endpoint is unusable; what was marked before is kept.
        """
        limits, most = self.settings.model.limits, len(cases())
        room = replace(limits, seconds=limits.seconds * most, money=limits.money * most)
        return self._sat(found.model_copy(update={"exam": None}), room, lambda _: None, marked)

    def known(self, model: Model) -> Examined | None:
        """What was found out before; marks of other cases do not count."""
        digest = self._digest(model)
        found = _file().find(digest) or self.models.unwritten.get(digest)
        if found and found.exam and found.exam.edition != edition():
            return found.model_copy(update={"exam": None})
        return found

    def know(self, pulse: Pulse, *, by_name: bool = False) -> Standing:
        """How an engine may use the model that plans; found out now where nobody did before.

        An exam takes at most the time and the money of a run; one that is not finished goes on with the
        next plan. A model that the operator trusts is asked nothing: what nobody found out is taken for
        granted. `by_name`: somebody at a terminal asked for it, so it takes no exam and decides, unless it
        failed one: nothing of such a plan is published. Raises ModelError where the endpoint is unusable,
        and passes on what `pulse` raises.
        """
        model = self.models.default
        found = self.known(model)
        if self.settings.model.trusted:
            way = found.ability.way if found else Way.NATIVE
            caveat = "" if found and found.decides else f"{trusted(model.name, found)}."
            return Standing(way, decides=True, caveat=caveat)
        if by_name:
            found = found or self._glanced(model, pulse)
            unsure = Standing(found.ability.way, decides=True, caveat=f"{found.marks}.")
            return found.standing if found.settled else unsure
        if found is None or not found.settled:
            with _EXAMINING:  # somebody else may have asked while we waited
                found = self.known(model) or self._glanced(model, pulse)
                if not found.settled:
                    found = self._sat(found, self.settings.model.limits, pulse)
        return found.standing

    def way(self) -> Way:
        """How tools go with the model that plans; found out in four small calls where nobody knows.

        Raises ModelError where the endpoint is unusable.
        """
        model = self.models.default
        found = self.known(model)
        if found is None and self.settings.model.trusted:
            return Way.NATIVE
        return (found or self._glanced(model, lambda _: None)).ability.way

    def _glanced(self, model: Model, pulse: Pulse) -> Examined:
        return self._kept(model, glance(model, self._seconds, lambda _: pulse("probing")))

    def _sat(
        self,
        found: Examined,
        room: RunLimits,
        pulse: Pulse,
        marked: Callable[[Exam], None] | None = None,
    ) -> Examined:
        """What is known after an exam; every mark is kept at once."""

        def keep(exam: Exam) -> None:
            self._keep(found.model_copy(update={"exam": exam}))
            if marked:
                marked(exam)

        setup = replace(setup_of(self.settings, self.models, NoCommit), way=found.ability.way)
        sitting = Sitting(setup, room, pulse, keep, whole=marked is not None)
        return found.model_copy(update={"exam": sitting.take(found.exam)})

    @property
    def _seconds(self) -> float:
        return self.settings.model.limits.seconds

    def _kept(self, model: Model, ability: Ability) -> Examined:
        digest, before, now = self._digest(model), self.known(model), SystemClock().now()
        exam = before.exam if before else None
        found = Examined(name=model.name, digest=digest, at=now, ability=ability, exam=exam)
        self._keep(found)
        return found

    def _keep(self, found: Examined) -> None:
        """In the file; where that cannot be written, as long as this process lives."""
        try:
            _file().keep(found)
        except OSError:
            self.models.unwritten[found.digest] = found

    def _digest(self, model: Model) -> str:
        """What names a model: its address and name there, or its file as it lies there now."""
        told = self.settings.model
        parts = [told.provider, told.address, model.name, told.path]
        with suppress(OSError):
            state = Path(told.path).expanduser().stat()
            parts += [str(state.st_size), str(state.st_mtime_ns)] if told.path else []
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _file() -> ExaminedFile:
    return ExaminedFile(inbox.state_folder() / FILE)


def _listing(told: ModelSettings) -> Mapping[str, int | None] | None:
    return listed(told.address, DIALECTS[told.provider].headers(told.key))


def diagnoses(checkup: Checkup | None) -> Iterator[Diagnosis]:
    """What `doctor` finds: each model is asked for one word. Never raises ModelError."""
    if checkup is None:
        yield Diagnosis("ok", "plans are made by the built-in planner: no model is needed")
        return
    for model in checkup.every():
        yield from _answers(checkup, model)
    yield from _money(checkup)


def _answers(checkup: Checkup, model: Model) -> Iterator[Diagnosis]:
    told = checkup.settings.model
    try:
        greeted(model, _PATIENCE)
    except ModelError as problem:
        yield failed(problem)
        yield from _others(told, model)
        return
    where = f"at {urlsplit(told.address).netloc}" if told.address else f"in {told.path}"
    yield Diagnosis("ok", f"the model {model.name} {where} answers ({told.provider})")
    known = checkup.known(model)
    if told.trusted and not (known and known.decides):
        remedy = "Unset PLANGATE_MODEL_EXAM to have it examined"
        yield Diagnosis("note", trusted(model.name, known), remedy)
    elif known is None:
        what = f"{model.name} was not checked yet; plangate checks and examines it before its first plan"
        yield Diagnosis("note", what, "Run `plangate model check`")
    if known is not None:
        yield _can(known)
        if model is checkup.models.default and not told.trusted:
            remedy = "Take another model" if known.settled else "Run `plangate model check`"
            state, fix = ("ok", "") if known.decides else ("note", remedy)
            yield Diagnosis(state, may(known), fix)


def _can(known: Examined) -> Diagnosis:
    able = known.ability
    what = f"{known.name}, checked on {known.at:%Y-%m-%d}: {', '.join(said(able))}"
    if able.remembers is False:
        remedy = "Load it with a longer context (Ollama: OLLAMA_CONTEXT_LENGTH=32768)"
        return Diagnosis("wrong", what, remedy)
    if able.way is Way.PLAIN:
        remedy = "Its plans are read from free text; use another model for better ones"
        return Diagnosis("note", what, remedy)
    return Diagnosis("ok", what)


def may(known: Examined) -> str:
    """What came of a model's exam, and what follows from it."""
    if known.decides:
        return known.marks
    return f"{known.marks}: it writes the text of plans, and the built-in planner decides"


def trusted(name: str, known: Examined | None) -> str:
    """What is said of a model that decides because the operator wants it so."""
    marks = known.marks if known else f"{name} was not examined"
    return f"{marks}; its plans are used all the same, since PLANGATE_MODEL_EXAM is off"


def said(able: Ability) -> list[str]:
    """An ability in words."""
    remembers = {True: "reads long texts", False: "forgets the start of a long text", None: ""}
    rates = [(able.reads, "reads"), (able.writes, "writes")]
    told = [
        "keeps schemas" if able.schema_kept else "ignores schemas",
        "calls tools" if able.tools_called else "calls no tools",
        remembers[able.remembers],
        f"context of {able.context} tokens" if able.context else "",
        *(f"{verb} {rate:g} tokens a second" if rate else "" for rate, verb in rates),
    ]
    return [t for t in told if t]


def _others(told: ModelSettings, model: Model) -> Iterator[Diagnosis]:
    """What the server has instead of a model that it does not know."""
    names = sorted(_listing(told) or {}) if told.address else []
    if names and model.name not in names:
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        yield Diagnosis("note", f"the server lists {', '.join(names[:5])}{more}")


def _money(checkup: Checkup) -> Iterator[Diagnosis]:
    told = checkup.settings.model
    unpriced = [m.name for m in checkup.every() if not told.prices.of(m.name)]
    if unpriced:
        what = f"no price is known for {', '.join(unpriced)}: money is not counted"
        yield Diagnosis(
            "note",
            what,
            "Set PLANGATE_MODEL_PRICES to INPUT/CACHED/OUTPUT, or to 0/0/0 if the model is free",
        )
    if told.daily_budget is None:
        return
    book = ledger(checkup.settings)
    try:
        spent = book.spent(SystemClock().now().date())
    except ModelError as problem:
        yield failed(problem)
        return
    yield Diagnosis("ok", f"{spent:.2f} of {told.daily_budget:.2f} are spent today")
    if not book.lasts:
        yield Diagnosis("note", "there is no database here: the daily budget applies to each job")
