"""Objections: why an approval counts for nothing now, whatever the record says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum

from bot.domain.facts import Facts, Issue, Permission, record_in
from bot.domain.people import Trail
from bot.domain.record import Approval, Record
from bot.domain.request import is_request
from bot.domain.stages import Stage

SKEW = timedelta(minutes=15)


class Objection(StrEnum):
    """What became of an issue since its plan was approved; each has its words in the templates."""

    MUTED = "muted"
    UNTOLD = "untold"
    DELETED = "deleted"
    TAMPERED = "tampered"
    UNBOUND = "unbound"
    REQUEST = "request"


LASTING = frozenset({Objection.DELETED, Objection.TAMPERED, Objection.UNBOUND})
"""What voids the approval; a label and a silence end by themselves.

A changed request voids it, too, but plans again besides: that is an intent of its own.
"""


def silenced(facts: Facts) -> bool:
    """Say whether a label keeps us away from the issue: where there is a record, a writer must have given it.

    Before there is a record nothing counts yet that somebody could silence.
    """
    issue, name = facts.issue, facts.policy.labels.ignore
    if issue is None or not issue.has(name):
        return False
    return record_in(facts.record) is None or given_by_writer(facts, name, facts.trail)


def given_by_writer(facts: Facts, label: str, trail: Trail | None) -> bool:
    """Say whether a person with write permission gave this label last, as far as anybody tells."""
    who = trail.labelled.get(label.casefold(), "") if trail else ""
    return bool(who) and facts.permission(who).at_least(Permission.WRITE)


def asked_since(record: Record) -> datetime | None:
    """Since when deletions and edits speak against an approval of the plan; None where none counts.

    Without an approval that is when the plan was staged: one may be given and heard in this very round.
    That time is of our clock, which may be wrong.
    """
    if record.plan is None or not _counts(record):
        return None
    if record.approved and record.approval:
        return record.approval.at
    staged = [a.at for a in record.history if a.to_stage is Stage.STAGED]
    return staged[-1] - SKEW if staged else None


def objections(
    facts: Facts, issue: Issue | None, trail: Trail | None, record: Record
) -> tuple[Objection, ...]:
    """Every objection to the approval of an issue's plan; empty where it counts.

    A label that keeps us away counts unless it is known that somebody without permission gave it. What
    GitHub does not tell, or not to the end, counts against the approval.
    """
    if issue is None:
        return ()
    muted = [Objection.MUTED] if _muted(facts, issue, trail) else []
    approval = record.approval if record.approved and _counts(record) else None
    if approval is None:
        return tuple(muted)
    return (*muted, *_against(trail, approval.at), *_other_request(issue, approval))


def _counts(record: Record) -> bool:
    """Say whether an approval may count: of finished work for pull requests that were begun before."""
    return record.stage.live or record.stage.planned


def _muted(facts: Facts, issue: Issue, trail: Trail | None) -> bool:
    name = facts.policy.labels.ignore
    if not issue.has(name):
        return False
    unknown = trail is None or not trail.labelled.get(name.casefold())
    return unknown or given_by_writer(facts, name, trail)


def _other_request(issue: Issue, approval: Approval) -> Iterator[Objection]:
    if not approval.request_digest:
        yield Objection.UNBOUND
    elif not is_request(approval.request_digest, issue.title, issue.body):
        yield Objection.REQUEST


def _against(trail: Trail | None, since: datetime) -> Iterator[Objection]:
    if trail is None or not trail.whole:
        yield Objection.UNTOLD
        return
    if any(deletion.at >= since for deletion in trail.deletions):
        yield Objection.DELETED
    if any(edit.at is not None and edit.at >= since for edit in trail.tampered):
        yield Objection.TAMPERED
