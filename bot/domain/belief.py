"""Who did what no comment tells, and whom policy believes: it approves only a plan of writers' words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.authority import SOMEBODY_WITH_WRITE
from bot.domain.facts import Facts, Permission, Person
from bot.domain.people import GHOST
from bot.domain.questionnaire import AnswerSource
from bot.domain.record import Record

MOST = 12
"""People whose permission is asked for this; in a longer conversation a person approves."""


def talkers(facts: Facts, record: Record | None) -> frozenset[str]:
    """Everybody whose words a model is shown: who opened or edited the issue, commented or answered.

    What a time-out takes is an option of the question, so it is nobody's word.
    """
    issue = facts.issue
    said = (c.author.login for c in facts.comments if not c.ours and not c.author.is_bot)
    answers = record.planner.answers if record else ()
    answered = (a.by for a in answers if a.how is not AnswerSource.TIMEOUT)
    opened = (issue.author.login,) if issue else ()
    return frozenset(login for login in (*opened, *_edited(facts), *said, *answered) if login)


def _edited(facts: Facts) -> Iterator[str]:
    """Who edited the issue's text last, as GitHub tells; we do it ourselves where the card stands in it."""
    edit = facts.issue.last_edit if facts.issue else None
    ours = {c.author.login for c in facts.comments if c.ours}
    if edit and edit.edited and not (edit.by and (edit.by.is_bot or edit.by.login in ours)):
        yield edit.by.login if edit.by else GHOST


def starter(facts: Facts, by: Person) -> Person:
    """Who asked without a comment: for a label the person who gave it, else the person who is named.

    An issue form gives its labels to whatever a stranger opens, so a label alone says nothing about who
    did; where GitHub does not tell, it counts as given by who opened the issue.
    """
    if by != SOMEBODY_WITH_WRITE or facts.issue is None:
        return by
    return Person(_given(facts) or facts.issue.author.login)


def _given(facts: Facts) -> str:
    """Who gave the label that asks for a plan, as GitHub tells."""
    labels, given = facts.policy.labels, facts.trail.labelled if facts.trail else {}
    found = (given.get(name.casefold()) for name in (labels.plan, labels.epic))
    return next((login for login in found if login), "")


def labeller(facts: Facts) -> str:
    """Who gave the label that asks for a plan, as GitHub or the event tells; else nobody."""
    names = {n.casefold() for n in (facts.policy.labels.plan, facts.policy.labels.epic)}
    label = facts.witness.label.casefold() if facts.witness else ""
    return _given(facts) or (sender(facts, "labeled") if label in names else "")


def editor(facts: Facts) -> str:
    """Who edited the request; what we write into it ourselves is no edit of it."""
    told = next(_edited(facts), GHOST)
    return sender(facts, "edited") or ("" if told == GHOST else told)


def sender(facts: Facts, action: str) -> str:
    """Who caused the event, where it tells of this action on the issue."""
    seen = facts.witness
    return seen.sender.login if seen and (seen.event, seen.action) == ("issues", action) else ""


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
