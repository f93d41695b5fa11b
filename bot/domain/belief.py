"""Whom policy believes: it approves a model's plan only where everybody whose words it read may write."""

from __future__ import annotations

from bot.domain.authority import SOMEBODY_WITH_WRITE
from bot.domain.facts import Facts, Permission, Person
from bot.domain.record import Record

MOST = 12
"""People whose permission is asked for this; in a longer conversation a person approves."""


def talkers(facts: Facts, record: Record | None) -> frozenset[str]:
    """Everybody whose words a model is shown: who opened the issue, commented or answered."""
    issue = facts.issue
    said = (c.author.login for c in facts.comments if not c.ours and not c.author.is_bot)
    answered = (a.by for a in record.planner.answers) if record else ()
    opened = (issue.author.login,) if issue else ()
    return frozenset(login for login in (*opened, *said, *answered) if login)


def starter(facts: Facts, by: Person) -> Person:
    """Who asked without a comment: for a label whoever gave it, else whoever is named.

    An issue form gives its labels to whatever a stranger opens, so a label alone says nothing about who
    did; where GitHub does not tell, it counts as given by who opened the issue.
    """
    if by != SOMEBODY_WITH_WRITE or facts.issue is None:
        return by
    labels, given = facts.policy.labels, facts.trail.labelled if facts.trail else {}
    wanted = (given.get(name.casefold()) for name in (labels.plan, labels.epic))
    login = next((w for w in wanted if w), facts.issue.author.login)
    return Person(login)


def believed(facts: Facts, record: Record) -> bool:
    """Say whether policy may approve this plan: never one made in a model's place, nor of strangers' words.

    A plan that rests on structure alone believes nobody, so it passes as before.
    """
    plan = record.planner.plan
    run = plan.planned_by if plan else None
    if run is None or (run.engine == "builtin" and not run.instead_of):
        return True
    if run.instead_of:
        return False
    people = talkers(facts, record)
    may_write = (facts.permission(login).at_least(Permission.WRITE) for login in people)
    return len(people) <= MOST and all(may_write)
