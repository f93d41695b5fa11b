"""A plan that is still to be made: told before it is, taken up again, put off, or offered."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.authority import Privilege, may
from bot.domain.belief import starter
from bot.domain.contracts import Role
from bot.domain.facts import Facts, Person
from bot.domain.history import ANNOUNCED, OFFERED
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.effects import NoticeKind
from bot.intents.model import (
    Answered,
    Intent,
    PlanWanted,
    QuestionsExpired,
    Reopened,
    ReplyRead,
    RequestEdited,
    ResumeWanted,
)
from bot.roles.round import Round, own_line, telling

LABEL = "label:plan"


def announce(facts: Facts, so_far: Round) -> Round:
    """Note that a plan is being made: the card says so while it takes its time."""
    if so_far.record is None:
        return so_far
    action = own_line(
        f"announced:{so_far.record.times() + 1}", facts.now, Role.ORCHESTRATOR, ANNOUNCED
    )
    return replace(so_far, record=so_far.record.logged(action), wants_plan=False, again=True)


def was_announced(record: Record | None) -> bool:
    """Say whether the last thing noted is that a plan is being made: then it is still to be made."""
    return bool(record and record.history and record.history[-1].action == ANNOUNCED)


def resumed(before: Record | None, so_far: Round) -> Round:
    """What was announced is wanted, no matter who was to make it and broke off, or what was said since."""
    planning = so_far.record is not None and so_far.record.stage is Stage.PLANNING
    if not (planning and was_announced(before)):
        return so_far
    return replace(so_far, wants_plan=True, reasons=(*so_far.reasons, "plan"))


def postponed(facts: Facts, so_far: Round) -> Round:
    """Plan nothing while a label keeps us away; the first look without that label goes on from here."""
    if not so_far.wants_plan or was_announced(so_far.record):
        return replace(so_far, wants_plan=False, again=False)
    return replace(announce(facts, so_far), again=False)


def paid(facts: Facts, before: Record | None, so_far: Round, intents: tuple[Intent, ...]) -> Round:
    """The round as it is, where planning costs nothing or somebody who may spend wants it; else offered.

    The first answer to each question belongs to the run that asked it, and so does their time-out: who
    started that run wanted a plan. A changed answer, a changed request and a reopened issue belong to nobody.
    """
    record = so_far.record
    if not (facts.spends and so_far.wants_plan) or record is None:
        return so_far
    if was_announced(before):
        return so_far  # that run was started by somebody who may
    if any(_starts(facts, before, record, i) for i in intents):
        return so_far
    key = f"offered:{record.times('offered:') + 1}"
    line = telling(
        own_line(key, facts.now, Role.ORCHESTRATOR, OFFERED), NoticeKind.PLAN_OFFERED, Person("")
    )
    return replace(so_far, record=record.logged(line), wants_plan=False)


def _starts(facts: Facts, before: Record | None, after: Record, intent: Intent) -> bool:
    """Say whether this intent may start a model's run: it was done, and by somebody who may."""
    line = after.workflow_runtime.keys.line(intent.key)
    if line is None or line.outcome != "done":
        return False
    match intent:
        case PlanWanted() if intent.key == LABEL:
            return may(facts, starter(facts, intent.by), Privilege.PLAN)
        case Answered():
            known = {a.question_id for a in before.planner.answers} if before else set()
            first = all(f"q{p.question}" not in known for p in intent.picks)
            return first or may(facts, intent.by, Privilege.PLAN)
        case QuestionsExpired():
            return True
        case Reopened() | ReplyRead():
            return False
        case RequestEdited() | ResumeWanted():
            return may(facts, intent.by, Privilege.PLAN)
        case _:
            return True  # each of the others asks for at least that permission itself
