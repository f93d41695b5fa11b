"""What became of an issue since its plan was approved -> that its approval is void."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.authority import UNNAMED
from bot.domain.facts import Facts, Person
from bot.domain.objections import Objection, objections
from bot.domain.record import Record
from bot.domain.trail import Trail
from bot.intents.model import ApprovalVoided


def voided(facts: Facts, record: Record) -> Iterator[ApprovalVoided]:
    """The first lasting objection to an approval, once; it is dated when it came about.

    A closed issue opens no gate; what became of its approval is asked when it is open again. That of
    finished work is left as it was: the gate asks for itself.
    """
    approval, trail, issue = record.approval, facts.trail, facts.issue
    if approval is None or trail is None or not record.stage.live:
        return
    if issue is None or issue.state != "open":
        return
    found = objections(facts, issue, trail, record)
    for why in [objection for objection in found if objection.lasting][:1]:
        at, by = _newest(trail, why)
        key = f"void:{record.times('void:') + 1}"
        yield ApprovalVoided(key, at or approval.at, by or UNNAMED, why=why)


def _newest(trail: Trail, why: Objection) -> tuple[datetime | None, Person | None]:
    match why:
        case Objection.DELETED:
            return trail.deletions[-1].at, trail.deletions[-1].by
        case Objection.TAMPERED:
            return trail.tampered[-1].at, trail.tampered[-1].by
        case _:
            return None, None
