"""A plan that is still to be made: told before it is, taken up again, or put off while we are kept away."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.history import ANNOUNCED
from bot.domain.record import Record
from bot.domain.stages import Stage
from bot.roles.round import Round, own_line


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
    """What was announced is wanted, whoever was to make it and broke off, and whatever was said since."""
    planning = so_far.record is not None and so_far.record.stage is Stage.PLANNING
    if not (planning and was_announced(before)):
        return so_far
    return replace(so_far, wants_plan=True, reasons=(*so_far.reasons, "plan"))


def postponed(facts: Facts, so_far: Round) -> Round:
    """Plan nothing while a label keeps us away; the first look without that label goes on from here."""
    if not so_far.wants_plan or was_announced(so_far.record):
        return replace(so_far, wants_plan=False, again=False)
    return replace(announce(facts, so_far), again=False)
