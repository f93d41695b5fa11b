"""What people decide about a plan: approval and rejection, each checked against their permission."""

from __future__ import annotations

from collections.abc import Callable

from bot.domain import policy_exceptions
from bot.domain.authority import NEEDED, UNNAMED, Privilege, may, permission_of
from bot.domain.contracts import Role
from bot.domain.facts import Facts
from bot.domain.history import Action
from bot.domain.objections import Objection, objections
from bot.domain.questionnaire import AnswerSource
from bot.domain.record import Approval, Record
from bot.domain.stages import Stage
from bot.effects import NoticeKind, React
from bot.intents.model import ApprovalGiven, ApprovalVoided, PlanRejected
from bot.roles.round import (
    SOMEBODY,
    Round,
    approver,
    denied,
    forbidden,
    line,
    refused,
    telling,
    unnamed,
    withdrawn,
)

ROLE = Role.HUMAN
VOIDED, EDITED = "approval void", "request edited"
SHORTEST = 7
"""So many digits of a digest name a plan, as with Git's commits; `/plan approve 1` names none."""


def approve(facts: Facts, record: Record, intent: ApprovalGiven) -> Round:
    """Bind an approval to the plan's digest, and let the work begin."""
    plan, again = record.planner.plan, _again(facts, record, intent)
    if plan is None or not (record.stage is Stage.STAGED or again):
        return _noted(facts, record, intent, "approve: no plan waits for approval")
    tried = line(intent, facts.now, ROLE, "approve")
    if intent.by == UNNAMED:
        return Round(record.logged(unnamed(tried, f"/plan approve {plan.digest[:12]}")))
    if not may(facts, intent.by, Privilege.APPROVE):
        needed = NEEDED[Privilege.APPROVE].value
        tried = forbidden(tried, facts, intent.by, Privilege.APPROVE)
        said = telling(tried, NoticeKind.APPROVAL_REFUSED, intent.by, needed=needed)
        return Round(record.logged(tried if intent.by.is_bot else said))
    if _stale(record, intent, plan.digest):
        data = {"given": intent.digest[:12], "current": plan.digest[:12]}
        other = _is_other(intent, plan.digest)
        named = f"it names {intent.digest[:12]}, not" if other else "it was given before"
        tried = refused(tried, f"{named} {plan.digest[:12]}, which waits for approval")
        return Round(record.logged(telling(tried, NoticeKind.STALE_APPROVAL, intent.by, **data)))
    given = Approval(
        by=intent.by.login or SOMEBODY,
        at=intent.at,
        plan_digest=plan.digest,
        request_digest=record.planner.request_digest,
        permission=permission_of(facts, intent.by).value,
        how=intent.how.value,
        comment_id=intent.comment_id,
    )
    action = line(intent, facts.now, ROLE, "approve", plan.digest[:12])
    approved = record.write(ROLE, facts.now, f"approved by {given.by}", approval=given)
    moved = approved.logged(action) if again else approved.move(Stage.IMPLEMENTING, action)
    ticked = intent.how is AnswerSource.TICK
    return Round(moved, () if ticked else (React(intent.comment_id, "rocket"),))


def void(facts: Facts, record: Record, intent: ApprovalVoided) -> Round:
    """Take an approval back that something speaks against; the plan waits for it to be given again."""
    if record.approval is None or not record.approved:
        return Round(record)
    plan, given = record.planner.plan, record.approval
    action = line(intent, facts.now, ROLE, VOIDED, intent.why.value)
    if intent.why is Objection.UNBOUND and not given.by_person:
        bound = given.having(request_digest=record.planner.request_digest)
        written = record.write(
            ROLE, facts.now, "approved by policy, whatever the text", approval=bound
        )
        return Round(written.logged(refused(action, intent.why.value)))
    data = {
        "why": intent.why.value,
        "by": intent.by.login,
        "digest": plan.digest[:12] if plan else "",
    }
    said = telling(action, NoticeKind.APPROVAL_VOID, approver(given), **data)
    return Round(withdrawn(record, facts.now, intent.why.value, said))


def reject(facts: Facts, record: Record, intent: PlanRejected) -> Round:
    """Send the plan back; the reason reaches the planner."""
    if record.plan is None:
        return _noted(facts, record, intent, "reject: there is no plan")
    if not may(facts, intent.by, Privilege.REJECT):
        tried = line(intent, facts.now, ROLE, "reject")
        tried = denied(tried, facts, intent.by, Privilege.REJECT, command="/plan reject")
        return Round(record.logged(tried))
    action = line(intent, facts.now, ROLE, "reject", intent.reason)
    cleared = record.write(ROLE, facts.now, f"rejected: {intent.reason}", approval=None)
    moved = cleared.move(Stage.PLANNING, action)
    return Round(moved, wants_plan=True)


def _again(facts: Facts, record: Record, intent: ApprovalGiven) -> bool:
    """Say whether this approval of a plan at work does what the one that stands cannot.

    It accepts what that one could not, or is newer than all of which nobody tells what became of it.
    """
    given = record.approval
    if not (record.stage.planned and record.approved and given) or record.stage is Stage.DONE:
        return False
    against = objections(facts, facts.issue, facts.trail, record) if facts.trail else ()
    if Objection.UNTOLD in against and intent.at > given.at:
        return True
    theirs = permission_of(facts, intent.by).value
    left = policy_exceptions.unaccepted
    return bool(left(record)) and not left(record, theirs)


def _stale(record: Record, intent: ApprovalGiven, digest: str) -> bool:
    """Say whether another plan was meant: by its digest, or because this one stood only later.

    Nor does the consent come back that is void: a box that is still ticked is the old one.
    """
    old = record.approval
    if old is not None and old.void and intent.at <= old.at:
        return True
    if intent.digest:
        written = intent.how is AnswerSource.COMMAND
        return _is_other(intent, digest) or (
            written and _before(record, intent, lambda a: a.action == EDITED)
        )
    return _before(record, intent, lambda a: a.to_stage is Stage.STAGED and a.action != VOIDED)


def _is_other(intent: ApprovalGiven, digest: str) -> bool:
    """Say whether an approval names another plan, or too little of its digest."""
    named = intent.digest
    return bool(named) and (len(named) < SHORTEST or not digest.startswith(named))


def _before(record: Record, intent: ApprovalGiven, said: Callable[[Action], bool]) -> bool:
    """Say whether an approval was given before the newest line of this kind."""
    return any(intent.at < line.at for line in record.history if said(line))


def _noted(facts: Facts, record: Record, intent: ApprovalGiven | PlanRejected, why: str) -> Round:
    return Round(record.logged(line(intent, facts.now, ROLE, "too late", why)))
