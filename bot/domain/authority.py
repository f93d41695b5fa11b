"""Who may do what: decided from what GitHub said of a person's permission, never from their words."""

from __future__ import annotations

from enum import StrEnum

from bot.domain.facts import Facts, Permission, Person, Pull
from bot.domain.people import GHOST
from bot.domain.questionnaire import Question
from bot.domain.record import Record
from bot.domain.stages import Stage

SOMEBODY_WITH_WRITE = Person(login="", id=0)
"""Who did what takes write permission on GitHub itself, such as giving a label or editing the card."""
UNNAMED = Person(login="", id=-2)
"""Who ticked, edited a card or reopened an issue, when neither an event nor GitHub tells: they may nothing.

People need write permission to edit our comments, but any App or workflow with `issues: write` may.
"""


class Privilege(StrEnum):
    """What a person may ask of the bot, apart from answering; `NEEDED` says which permission it takes."""

    PLAN = "plan"
    APPROVE = "approve"
    REJECT = "reject"
    REPLAN = "replan"
    CANCEL = "cancel"
    RESUME = "resume"
    WAIVE = "waive"
    WAIVE_ELSEWHERE = "waive for a pull request of another repository"
    RESTORE = "restore"
    EDIT = "edit"
    FINISH = "finish a task"
    LOOK = "look"


NEEDED = dict.fromkeys(Privilege, Permission.WRITE) | {
    Privilege.PLAN: Permission.TRIAGE,
    Privilege.WAIVE: Permission.MAINTAIN,
}
"""A waiver for elsewhere is only noted here, and the other repository asks its own maintainers; to look again
takes what GitHub asks of who presses Re-run on a check."""

OWN = {
    Privilege.CANCEL: "until a plan is approved also author and assignees",
    Privilege.RESUME: "until a plan is approved also author and assignees, of what they cancelled",
}
"""What people may do with their own request, and when."""


def permission_of(facts: Facts, person: Person) -> Permission:
    """What a person may do here; bots and unknown people may do nothing."""
    if person == SOMEBODY_WITH_WRITE:
        return Permission.WRITE
    return Permission.NONE if person.is_bot else facts.permission(person.login)


def may(facts: Facts, person: Person, deed: Privilege) -> bool:
    """Say whether a person may do this."""
    return permission_of(facts, person).at_least(NEEDED[deed])


def by_writer(facts: Facts, pull: Pull) -> bool:
    """Say whether somebody with write permission stands behind a pull request.

    Its author has it, or the branch is the repository's own: nobody else can push to that.
    """
    return not pull.fork or permission_of(facts, pull.author).at_least(Permission.WRITE)


def may_steer(facts: Facts, person: Person, deed: Privilege, record: Record | None) -> bool:
    """Say whether a person may do this; cancel and resume also who opened the issue or is assigned.

    The latter only until a plan is approved, and they resume only what one of them cancelled.
    """
    own = deed in OWN and bool(_involved(facts, person))
    if not own or record is None or record.approval is not None or may(facts, person, deed):
        return may(facts, person, deed)
    if deed is Privilege.CANCEL or record.stage is not Stage.CANCELLED:
        return deed is Privilege.CANCEL
    cancels = (a for a in reversed(record.history) if (a.action, a.outcome) == ("cancel", "done"))
    last = next(cancels, None)
    return last is not None and bool(_ties(facts, last.actor))


def may_answer(facts: Facts, person: Person, question: Question) -> bool:
    """Say whether a person may answer this question under the policy's `answers.who`.

    A bot may only where `answers.bots` names it, and never on matters of policy.
    """
    if person.is_bot:
        return not question.needs_write and may_speak(facts, person)
    writer = permission_of(facts, person).at_least(Permission.WRITE)
    who = facts.policy.answers.who
    if writer and ("write" in who or question.needs_write):
        return True
    return not question.needs_write and _named(facts, person)


def may_speak(facts: Facts, person: Person) -> bool:
    """Say whether this account's words count: those of people do, of bots where `answers.bots` names them."""
    allowed = {_bare(name) for name in facts.policy.answers.bots}
    return not person.is_bot or _bare(person.login) in allowed


def _bare(login: str) -> str:
    return login.lower().removesuffix("[bot]")


def may_ask(facts: Facts, person: Person) -> bool:
    """Say whether a person is answered when they ask what to do: who may answer, or has triage."""
    return permission_of(facts, person).at_least(Permission.TRIAGE) or _named(facts, person)


def _named(facts: Facts, person: Person) -> bool:
    """Say whether the policy lets this person answer for being author or assignee."""
    return bool(_involved(facts, person) & set(facts.policy.answers.who))


def _involved(facts: Facts, person: Person) -> frozenset[str]:
    """What a person is to this issue; nothing for a person who may no longer read a private repository."""
    private = facts.repository.private
    if person.is_bot or (private and not facts.permission(person.login).at_least(Permission.READ)):
        return frozenset()
    return _ties(facts, person.login)


def _ties(facts: Facts, login: str) -> frozenset[str]:
    """What an account is to this issue, in the words of `answers.who`."""
    issue, name = facts.issue, login.lower()
    if issue is None or name == GHOST:
        return frozenset()
    author, assigned = issue.author.login.lower(), {a.lower() for a in issue.assignees}
    found = {"author": name == author, "assignees": name in assigned}
    return frozenset(tie for tie, holds in found.items() if holds)
