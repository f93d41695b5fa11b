"""The exam: the model engine plans the shipped cases, one call each, and its decisions are marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.domain.run_limits import RunLimits
from bot.errors import ModelError
from bot.examining.ability import Exam, Marked
from bot.examining.cases import Case, CaseFiles, cases, edition
from bot.planning.draft import Draft
from bot.planning.engine import Pulse
from bot.planning.model.answers import UNUSABLE
from bot.planning.model.engine import ModelEngine
from bot.planning.model.setup import REACHED, Setup
from bot.ports.model_faults import BAD_ANSWERS
from bot.ports.world import NO_FILES

CALLS = 3
"""Calls of one case: one, and another try where the answer is invalid."""
_NO_ANSWER = {UNUSABLE, *(fault.code for fault in BAD_ANSWERS)}
"""Faults of a model's answer: the case is marked wrong. Any other one says nothing of the model."""


@dataclass(slots=True)
class Sitting:
    """An exam being taken: with which engine, and who is told of every mark.

    `room` bounds the time and the money of all cases together, the setup's limits those of one. `whole`
    asks every case, also where the verdict is certain before.
    """

    setup: Setup
    room: RunLimits
    pulse: Pulse
    marked: Callable[[Exam], None]
    whole: bool = False
    _began: float = 0.0
    _spent: float = 0.0

    def take(self, before: Exam | None = None) -> Exam:
        """The exam as far as time and money go, continued from one that was not finished.

        Raises ModelError where the endpoint is unusable, and passes on what `pulse` raises.
        """
        exam = before or Exam(edition=edition(), of=len(cases()))
        done = {m.case for m in exam.marked}
        self._began = self.setup.clock()
        for case in (c for c in cases() if c.id not in done):
            if exam.verdict is not None and not self.whole:
                break
            self.pulse("examining")
            found = self._asked(case)
            if found is None:
                break
            exam = exam.model_copy(update={"marked": (*exam.marked, found)})
            self.marked(exam)
        return exam

    def _asked(self, case: Case) -> Marked | None:
        """What comes of one case; None where time or money ends before the answer."""
        limits = self._left()
        if limits is None:
            return None
        engine = ModelEngine(
            replace(self.setup, explore=lambda: CaseFiles(case), limits=limits, deep=None)
        )
        try:
            draft = engine.propose(case.brief(), NO_FILES, self.pulse)
        except ModelError as problem:
            if problem.code == REACHED or self._left() is None:
                return None
            if problem.code not in _NO_ANSWER:
                raise
            draft = None
        self._spent += float(engine.last.telemetry.get("cost") or 0)
        return mark(case, draft)

    def _left(self) -> RunLimits | None:
        """What the next case may take; None where nothing is left."""
        limits, room = self.setup.limits, self.room
        seconds = room.seconds - (self.setup.clock() - self._began)
        money = room.money - self._spent if room.money else limits.money
        if seconds <= 0 or money < 0 or (room.money and not money):
            return None
        return replace(limits, calls=CALLS, seconds=min(seconds, limits.seconds), money=money)


def mark(case: Case, draft: Draft | None) -> Marked:
    """What a draft decides of a case, and whether that is right; no draft is wrong."""
    if draft is None:
        return Marked(case=case.id, expected=case.expects)
    asked = tuple(dict.fromkeys(q.code for q in draft.questions)) if draft.decision == "ask" else ()
    return Marked(
        case=case.id,
        expected=case.expects,
        code=case.code,
        decision=draft.decision,
        asked=asked,
        right=draft.decision == case.expects,
    )
