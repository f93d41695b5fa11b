"""The model engine: it reads the repository, decides, drafts, is criticised, and repairs its faults."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from bot.domain.artifacts import RuleLine
from bot.domain.evidence_ledger import EvidenceLedger
from bot.domain.globs import fits
from bot.errors import ModelError
from bot.graph.task_graph import EXPORTS
from bot.planning.draft import Draft
from bot.planning.engine import Pulse, Run
from bot.planning.model.answers import UNUSABLE, NotADraft, draft_of, form, unusable
from bot.planning.model.conversation import MOST_CALLS, Conversation
from bot.planning.model.critic import Critic, for_people
from bot.planning.model.opening import opened
from bot.planning.model.setup import Meter, Setup, Way
from bot.planning.model.tools import Toolbox, descriptions
from bot.planning.model.transcript import looks, written
from bot.planning.proposal import Brief, Repair
from bot.ports.model import Tool
from bot.ports.recording import RecordingModel
from bot.ports.world import NO_FILES, Workspace

_WORK = ("proceed", "epic")
_HIGH, _MANY = 13, 10
"""A draft of this complexity, or more files explored than this, is for the deep model (seed 3)."""


class ModelEngine:
    """The engine port on a language model. One at a time: it remembers the run that it may have to repair."""

    repairs = True

    def __init__(self, setup: Setup) -> None:
        """Nothing is asked or opened yet."""
        self._setup = setup
        self._run: _Run | None = None
        self.name, self.spare = setup.model.name, setup.spare
        self.patience = setup.limits.seconds
        self.last = Run(engine=self.name)

    def propose(self, brief: Brief, repository: Workspace, pulse: Pulse) -> Draft:
        """Answer a brief; a draft of ours is repaired in the conversation that it came from.

        Raises ModelError where the model is unusable, and passes on what `pulse` raises.
        """
        if self._run is None or brief.repair is None:
            self._run = _Run(self._setup, brief, pulse)
        run = self._run
        try:
            if brief.repair and run.draft is not None:
                return run.repaired(brief.repair)
            return run.drafted()
        finally:
            self.last = replace(run.report(), judge=self._judge)

    def _judge(self, draft: Draft, rules: tuple[RuleLine, ...]) -> tuple[RuleLine, ...]:
        """What the model thinks of the rules; it counts only where the model may decide."""
        if self._run is None or not self._setup.decides:
            return rules
        found = self._run.judged(draft, rules)
        self.last = self._run.report()
        return found


class _Run:
    """One run for one brief: its conversation, what it took, and the best draft so far."""

    def __init__(self, setup: Setup, brief: Brief, pulse: Pulse) -> None:
        self._setup, self._brief, self._pulse = setup, brief, pulse
        self.draft: Draft | None = None
        self._revised = False
        self._notes, self._ledger = setup.notes(), EvidenceLedger()
        self._model = RecordingModel(setup.model)
        self._limits = setup.limits.lowered(brief.policy.planner)
        self._meter = Meter(self._limits, setup.clock, setup.prices)
        self._explorable = False
        self._asked: list[tuple[int, str, str]] = []
        self._told_at = -1.0
        self._critic = Critic(self._conversation, setup.prompts)
        self._talk = self._conversation(Tool("submit", "Hand in the draft.", form()))

    def drafted(self) -> Draft:
        """Open, explore and draft; where the model may not decide, the spare engine does, and alone."""
        if not self._setup.decides:
            ruled = self._setup.spare.propose(self._brief, NO_FILES, self._pulse)
            if ruled.decision not in _WORK:
                return ruled
        data = self._notes.get("opening", self._open)
        self._explorable = bool(data["explorable"])
        if self._explorable and self._setup.way is not Way.PLAIN:
            self._talk.tools = descriptions()
        self._talk.say(self._instructions(), "system")
        self._talk.say(data["text"])
        self._pulse("opening")
        self.draft = self._worked(self._limits.turns if self._talk.tools else 0)
        self._deepen(self.draft)
        return self.draft

    def repaired(self, repair: Repair) -> Draft:
        """The draft after faults, and once a critic's findings, went back; what stays open is said on it."""
        draft = repair.draft
        findings = self._found(draft, repair.rules)
        if not findings and not repair.faults:
            return draft
        try:
            faults, codes = [f.text for f in repair.faults], {f.code.value for f in repair.faults}
            self._talk.answer(self._follow("repair", faults=faults, codes=codes, findings=findings))
            revised = self._worked(1 if self._talk.tools else 0, draft)
            if revised.decision not in _WORK and draft.decision in _WORK and findings:
                raise unusable("it has a plan, and no longer wants it")
        except ModelError:
            open_ = tuple(f"Open: {for_people(f, draft).removeprefix('Open: ')}" for f in findings)
            return draft.model_copy(update={"assumptions": (*draft.assumptions, *open_)})
        self.draft, self._revised = revised, True
        return revised

    def judged(self, draft: Draft, rules: tuple[RuleLine, ...]) -> tuple[RuleLine, ...]:
        """The rules with what the model says of them; as they were where it cannot be asked."""
        known = self._critic.known(rules, revised=self._revised)
        if known is not None:
            return known
        closing = self._notes.get("unruled", lambda: self._meter.closing)
        return rules if closing else self._critic.verdict(self._brief.request, draft, rules)

    def report(self) -> Run:
        """What the run took so far."""
        usage, meter = self._meter.usage, self._meter
        cost, shown = meter.cost, self._shown()
        return Run(
            engine=self._model.name,
            shown=shown,
            telemetry={
                "model": self._model.name,
                "calls": meter.calls,
                "tokens": {"sent": usage.sent, "cached": usage.cached, "received": usage.received},
                "seconds": round(meter.seconds, 1),
                "cost": None if cost is None else round(float(cost), 4),
                "transcript": self._model.digest,
                "explored": len(shown),
                **looks(self._asked),
            },
            write=lambda: written(self._brief, self._notes, self._model, self._setup),
            caveat=self._setup.caveat,
        )

    @cached_property
    def _toolbox(self) -> Toolbox:
        return Toolbox(self._setup.explore(), self._brief.policy, self._ledger)

    def _shown(self) -> frozenset[str]:
        return frozenset(self._notes.get("shown", lambda: sorted(self._ledger.paths)))

    def _conversation(self, form: Tool) -> Conversation:
        given = self._model, self._setup.way, self._meter, form, self._follow
        return Conversation(*given, progress=self._progress, notes=self._notes)

    def _progress(self, received: int) -> None:
        """Tell that a reply arrives, at most once a second."""
        now = self._setup.clock()
        if now - self._told_at >= 1.0:
            self._told_at = now
            self._pulse("writing")

    def _open(self) -> dict[str, Any]:
        looks = self._setup.way is not Way.PLAIN
        tokens = self._brief.policy.planner.max_context_tokens
        data, explorable = opened(self._brief, self._toolbox, tokens // 2 if looks else tokens)
        return {"text": self._setup.prompts.text("opening", **data), "explorable": explorable}

    def _instructions(self) -> str:
        setup = self._setup
        return setup.prompts.text(
            "instructions",
            way=setup.way.value,
            explore=self._explorable,
            decides=setup.decides,
            most_calls=MOST_CALLS,
            turns=self._limits.turns,
            cap=self._brief.policy.planner.max_complexity,
            exports=EXPORTS,
            schema=json.dumps(form(), ensure_ascii=False) if setup.way is Way.PLAIN else "",
        )

    def _follow(self, kind: str, **data: object) -> str:
        return self._setup.prompts.text("follow", kind=kind, **data)

    def _worked(self, turns: int, base: Draft | None = None, *, again: bool = False) -> Draft:
        """The draft after at most so many turns of looking; what does not fit goes back once.

        What an answer leaves out is as in `base`.
        """
        try:
            draft = draft_of(self._talk.filled(turns, self._tool), base)
        except NotADraft as problem:
            if again:
                raise unusable(str(problem).split("\n")[0]) from problem
            self._talk.answer(self._follow("unusable", code=UNUSABLE, fault=str(problem)))
            return self._worked(0, base, again=True)
        if self._setup.decides or draft.decision in _WORK:
            return draft
        raise unusable("it decides, and did not pass the exam for that")

    def _tool(self, name: str, arguments: Mapping[str, Any]) -> str:
        self._pulse("exploring")
        if name in {tool.name for tool in self._talk.tools}:
            self._asked.append((self._meter.calls, name, str(arguments.get("path") or "")))
        return str(self._notes.get("tool", lambda: self._toolbox.run(name, arguments)))

    def _deepen(self, draft: Draft) -> None:
        """Go on with the deep model where the work is large or touches areas that want it (seed 3)."""
        files = [f.path for t in draft.work for f in t.files if f.action != "read"]
        touched = any(fits(self._brief.policy.planner.model.areas, path) for path in files)
        high = sum(t.complexity for t in draft.work) >= _HIGH
        many = len(self._shown()) > _MANY
        if self._setup.deep and (touched or high or many):
            self._model.model = self._setup.deep

    def _found(self, draft: Draft, rules: tuple[RuleLine, ...]) -> tuple[str, ...]:
        """What the critic finds in a plan, rules that it breaks among it; it is asked once, if at all."""
        critic = self._critic
        if critic.asked or not self._explorable or draft.decision not in _WORK:
            return ()
        critic.asked = True
        if self._notes.get("closing", lambda: self._meter.closing):
            return ()
        asked = rules if self._setup.decides else ()
        return critic.findings(self._brief.request, draft, self._toolbox, asked)
