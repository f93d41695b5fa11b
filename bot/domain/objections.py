"""Objections: why an approval counts for nothing now, whatever the record says."""

from __future__ import annotations

from enum import StrEnum

from bot.domain.facts import Facts, Issue, Permission, RecordPresent
from bot.domain.trail import Trail


class Objection(StrEnum):
    """What became of an issue since its plan was approved; each has its words in the templates."""

    MUTED = "muted"


def silenced(facts: Facts) -> bool:
    """Say whether a label keeps us away from the issue: where there is a record, a writer must have given it.

    Before there is a record nothing counts yet that somebody could silence.
    """
    issue, name = facts.issue, facts.policy.labels.ignore
    if issue is None or not issue.has(name):
        return False
    return not isinstance(facts.record, RecordPresent) or given_by_writer(facts, name, facts.trail)


def given_by_writer(facts: Facts, label: str, trail: Trail | None) -> bool:
    """Say whether a person with write permission gave this label last, as far as anybody tells."""
    who = trail.labelled.get(label.casefold(), "") if trail else ""
    return bool(who) and facts.permission(who).at_least(Permission.WRITE)


def objections(facts: Facts, issue: Issue | None, trail: Trail | None) -> tuple[Objection, ...]:
    """Every objection to the approval of an issue's plan; empty where it counts.

    A label that keeps us away counts unless it is known that somebody without permission gave it.
    """
    if issue is None:
        return ()
    return (Objection.MUTED,) if _muted(facts, issue, trail) else ()


def _muted(facts: Facts, issue: Issue, trail: Trail | None) -> bool:
    name = facts.policy.labels.ignore
    if not issue.has(name):
        return False
    unknown = trail is None or not trail.labelled.get(name.casefold())
    return unknown or given_by_writer(facts, name, trail)
